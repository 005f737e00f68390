import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccessService, type ProjectAccess } from '../../access/access.service.js';
import { Audit } from '../../audit/audit.js';
import type { Actor } from '../../auth/actor.js';
import { newId, toUuid } from '../../database/uuid.js';
import { badRequest, notFound } from '../../errors/api-error.js';
import { AuthoritiesRepository } from '../authorities/authorities.repository.js';
import { CertificateProjects } from '../certificate-projects.js';
import { LockedChanges } from '../locked-changes.js';
import type { AuthorityRecord } from '../authorities/authority.js';
import {
  CertificatePoliciesRepository,
  type CertificatePolicyRecord,
} from '../policies/policies.repository.js';
import { EnrollmentsRepository } from '../enrollments/enrollments.repository.js';
import { opensToStrangers, requireOpening } from '../enrollments/openings.js';
import { CertificateRenames } from '../renames.js';
import type { ProfileChanges, ProfileDraft, ProfileRecord } from './profile.js';
import { type ProfileFilter, ProfilesRepository } from './profiles.repository.js';

const MAX_PROFILES = 500;
const SUBJECT = 'certificate-profiles';
/** What decides which certificates are got through a profile. */
const ISSUED_BY = ['authorityId', 'policyId', 'defaults'] as const;

interface Targets {
  readonly authority: AuthorityRecord | null;
  readonly policy: CertificatePolicyRecord | null;
}

type ProfileAction = 'read' | 'edit' | 'delete' | 'issue-cert';

export interface FoundProfile {
  readonly profile: ProfileRecord;
  readonly project: ProjectAccess;
}

/** Who issues certificates of projects, by which policies. */
@Injectable()
export class ProfilesService {
  // oxlint-disable-next-line max-params -- a profile ties an authority and a policy together
  constructor(
    private readonly projects: CertificateProjects,
    private readonly access: AccessService,
    private readonly changes: LockedChanges,
    private readonly renames: CertificateRenames,
    private readonly profiles: ProfilesRepository,
    private readonly policies: CertificatePoliciesRepository,
    private readonly authorities: AuthoritiesRepository,
    private readonly enrollments: EnrollmentsRepository,
    private readonly audit: Audit,
  ) {}

  /** Throws 404 for an authority or policy of another project, 403 where the caller may not read both, 409 if the slug is taken. */
  async create(actor: Actor, draft: ProfileDraft, projectId?: string): Promise<ProfileRecord> {
    const { slug } = draft;
    const project = await this.projects.toProjectForWriting(actor, projectId);
    const targets = await this.targetsOf(project, draft);
    project.ability.require('create', SUBJECT, { slug });
    requireReadable(project, targets);
    const isOpening = opensToStrangers(null, draft.acme);
    if (isOpening) requireOpening(project, draft);
    return this.changes.in(actor, project.id, async (tx, access) => {
      access.ability.require('create', SUBJECT, { slug });
      requireReadable(access, await this.targetsOf(access, draft, tx));
      if (isOpening) requireOpening(access, draft);
      if ((await this.profiles.count(tx, project.id)) >= MAX_PROFILES)
        throw badRequest('limit-reached', `A project has at most ${MAX_PROFILES} profiles.`);
      const id = newId();
      await this.profiles.insert(tx, { id, projectId: project.id, ...draft });
      const made = await this.reread(tx, actor.orgId, id);
      const { authorityId, policyId } = made;
      await this.record(tx, actor, 'create', made, { authorityId, policyId });
      return made;
    });
  }

  /** By slug, those that the caller may read. Throws 403 where that can be none. */
  async list(
    actor: Actor,
    { projectId, ...filter }: ProfileFilter & { readonly projectId?: string },
  ): Promise<ProfileRecord[]> {
    const { id, ability } = await this.projects.toProject(actor, projectId);
    if (!ability.mayEverAllow('read', SUBJECT)) ability.require('read', SUBJECT, { slug: '' });
    const all = await this.profiles.list(id, filter);
    return all.filter(({ slug }) => ability.allows('read', SUBJECT, { slug }));
  }

  async get(actor: Actor, id: string): Promise<ProfileRecord> {
    return (await this.findFor(actor, id, 'read')).profile;
  }

  async getBySlug(actor: Actor, slug: string, projectId?: string): Promise<ProfileRecord> {
    const { id, ability } = await this.projects.toProject(actor, projectId);
    const profile = await this.profiles.findBySlug(id, slug);
    if (!profile) throw notFound();
    ability.require('read', SUBJECT, { slug });
    return profile;
  }

  /** As `create`, and 403 for a slug that would open to others what the caller could not. */
  async update(actor: Actor, id: string, changes: ProfileChanges): Promise<ProfileRecord> {
    const { project } = await this.findFor(actor, id, 'edit');
    requireReadable(project, await this.targetsOf(project, changes));
    return this.changes.in(actor, project.id, async (tx, access) => {
      const before = await this.reread(tx, actor.orgId, id);
      access.ability.require('edit', SUBJECT, { slug: before.slug });
      requireReadable(access, await this.targetsOf(access, changes, tx));
      if (Object.keys(changes).length === 0) return before;
      if (opensToStrangers(before.acme, changes.acme)) requireOpening(access, before);
      const { slug: to = before.slug } = changes;
      await this.renames.require(tx, actor, access, { subject: SUBJECT, from: before.slug, to });
      await this.profiles.update(tx, before.id, changes);
      if (ISSUED_BY.some((each) => each in changes)) await this.requireOpenings(tx, access, before);
      const after = await this.reread(tx, actor.orgId, before.id);
      const { authorityId, policyId } = after;
      const changed = Object.keys(changes);
      await this.record(tx, actor, 'update', after, { changed, authorityId, policyId });
      return after;
    });
  }

  /** What strangers get is changed by whoever could let them in. Throws 403. */
  private async requireOpenings(
    tx: EntityManager,
    access: ProjectAccess,
    { id, slug }: ProfileRecord,
  ): Promise<void> {
    const open = await this.enrollments.listOpen(tx, id);
    if (open.length > 0) requireOpening(access, { slug });
  }

  /** Certificates that were issued through it stay. */
  async remove(actor: Actor, id: string): Promise<ProfileRecord> {
    const { project } = await this.findFor(actor, id, 'delete');
    return this.changes.in(actor, project.id, async (tx, { ability }) => {
      const profile = await this.reread(tx, actor.orgId, id);
      ability.require('delete', SUBJECT, { slug: profile.slug });
      await this.profiles.remove(tx, profile.id);
      await this.record(tx, actor, 'delete', profile);
      return profile;
    });
  }

  /** Throws 404 for one of another organization, 403 where the caller may not do it. */
  async findFor(actor: Actor, id: string, action: ProfileAction): Promise<FoundProfile> {
    const found = await this.locate(actor, id);
    found.project.ability.require(action, SUBJECT, { slug: found.profile.slug });
    return found;
  }

  /** Finds a profile for any member of its project, for whoever looks up what belongs to it before a right is asked. */
  async locate(actor: Actor, id: string): Promise<FoundProfile> {
    const profile = await this.profiles.find(actor.orgId, toUuid(id));
    if (!profile) throw notFound();
    const project = await this.access.toProject(actor, { id: profile.projectId });
    return { profile, project };
  }

  async reread(tx: EntityManager, orgId: string, id: string): Promise<ProfileRecord> {
    const profile = await this.profiles.find(orgId, toUuid(id), tx);
    if (!profile) throw notFound();
    return profile;
  }

  /** What a profile is tied to. Throws 404 for what is not of its project. */
  private async targetsOf(
    { id: projectId, orgId }: Pick<ProjectAccess, 'id' | 'orgId'>,
    { authorityId, policyId }: Pick<ProfileChanges, 'authorityId' | 'policyId'>,
    tx?: EntityManager,
  ): Promise<Targets> {
    const authority = authorityId
      ? await this.authorities.find(orgId, toUuid(authorityId), tx)
      : null;
    const policy = policyId ? await this.policies.find(orgId, toUuid(policyId), tx) : null;
    if (authorityId && authority?.projectId !== projectId) throw notFound();
    if (policyId && policy?.projectId !== projectId) throw notFound();
    return { authority, policy };
  }

  private record(
    tx: EntityManager,
    actor: Actor,
    verb: string,
    { id, projectId, slug }: ProfileRecord,
    more: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    const target = { certificateProfileId: id, slug, ...more };
    return this.audit.record(tx, actor, {
      action: `certificate-profile.${verb}`,
      projectId,
      target,
    });
  }
}

function requireReadable(
  { ability }: Pick<ProjectAccess, 'ability'>,
  { authority, policy }: Targets,
): void {
  if (authority) ability.require('read', 'certificate-authorities', { name: authority.name });
  if (policy) ability.require('read', 'certificate-policies', { name: policy.name });
}
