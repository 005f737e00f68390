import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccessService } from '../../access/access.service.js';
import { Audit } from '../../audit/audit.js';
import type { Actor } from '../../auth/actor.js';
import { newId, toUuid } from '../../database/uuid.js';
import { badRequest, conflict, notFound } from '../../errors/api-error.js';
import { CertificateProjects } from '../certificate-projects.js';
import { EnrollmentsRepository } from '../enrollments/enrollments.repository.js';
import { requireOpening } from '../enrollments/openings.js';
import { LockedChanges } from '../locked-changes.js';
import { CertificateRenames } from '../renames.js';
import {
  type CertificatePolicyChanges,
  CertificatePoliciesRepository,
  type CertificatePolicyRecord,
} from './policies.repository.js';

const MAX_POLICIES = 500;
const SUBJECT = 'certificate-policies';

export type PolicyDraft = Pick<CertificatePolicyRecord, 'name' | 'description' | 'rules'>;

/** What certificates of projects may say. */
@Injectable()
export class CertificatePoliciesService {
  // oxlint-disable-next-line max-params -- what is asked before the lock and under it, and what is written
  constructor(
    private readonly projects: CertificateProjects,
    private readonly access: AccessService,
    private readonly changes: LockedChanges,
    private readonly renames: CertificateRenames,
    private readonly policies: CertificatePoliciesRepository,
    private readonly enrollments: EnrollmentsRepository,
    private readonly audit: Audit,
  ) {}

  /** Throws 409 if the name is taken. */
  async create(
    actor: Actor,
    draft: PolicyDraft,
    projectId?: string,
  ): Promise<CertificatePolicyRecord> {
    const { name } = draft;
    const project = await this.projects.toProjectForWriting(actor, projectId);
    project.ability.require('create', SUBJECT, { name });
    return this.changes.in(actor, project.id, async (tx, { ability }) => {
      ability.require('create', SUBJECT, { name });
      if ((await this.policies.count(tx, project.id)) >= MAX_POLICIES)
        throw badRequest('limit-reached', `A project has at most ${MAX_POLICIES} policies.`);
      const id = newId();
      await this.policies.insert(tx, { id, projectId: project.id, ...draft });
      const made = await this.reread(tx, actor.orgId, id);
      await this.record(tx, actor, 'create', made);
      return made;
    });
  }

  /** By name, those that the caller may read. Throws 403 where that can be none. */
  async list(
    actor: Actor,
    { projectId, search = '' }: { readonly projectId?: string; readonly search?: string },
  ): Promise<CertificatePolicyRecord[]> {
    const { id, ability } = await this.projects.toProject(actor, projectId);
    if (!ability.mayEverAllow('read', SUBJECT)) ability.require('read', SUBJECT, { name: '' });
    const all = await this.policies.list(id, search);
    return all.filter(({ name }) => ability.allows('read', SUBJECT, { name }));
  }

  async get(actor: Actor, id: string): Promise<CertificatePolicyRecord> {
    return this.find(actor, id, 'read');
  }

  /**
   * Throws 409 if the name is taken, 403 for a name that would open to others what the caller could not, and for rules of what
   * strangers get by a directory that the caller could not have opened to them.
   */
  async update(
    actor: Actor,
    id: string,
    changes: CertificatePolicyChanges,
  ): Promise<CertificatePolicyRecord> {
    const { projectId } = await this.find(actor, id, 'edit');
    return this.changes.in(actor, projectId, async (tx, access) => {
      const before = await this.reread(tx, actor.orgId, id);
      access.ability.require('edit', SUBJECT, { name: before.name });
      if (Object.keys(changes).length === 0) return before;
      const { name: to = before.name, rules } = changes;
      await this.renames.require(tx, actor, access, { subject: SUBJECT, from: before.name, to });
      // A rule that is not sent stays.
      const merged = rules && { rules: { ...before.rules, ...rules } };
      await this.policies.update(tx, before.id, { ...changes, ...merged });
      if (rules)
        for (const slug of await this.enrollments.listOpen(tx, before.id))
          requireOpening(access, { slug });
      const after = await this.reread(tx, actor.orgId, before.id);
      await this.record(tx, actor, 'update', after, { changed: Object.keys(changes) });
      return after;
    });
  }

  /** Throws 409 while a profile stands on it. */
  async remove(actor: Actor, id: string): Promise<CertificatePolicyRecord> {
    const { projectId } = await this.find(actor, id, 'delete');
    return this.changes.in(actor, projectId, async (tx, { ability }) => {
      const policy = await this.reread(tx, actor.orgId, id);
      ability.require('delete', SUBJECT, { name: policy.name });
      if (await this.policies.isUsed(tx, policy.id)) throw inUse(policy);
      await this.policies.remove(tx, policy.id);
      await this.record(tx, actor, 'delete', policy);
      return policy;
    });
  }

  private async find(
    actor: Actor,
    id: string,
    action: 'read' | 'edit' | 'delete',
  ): Promise<CertificatePolicyRecord> {
    const policy = await this.policies.find(actor.orgId, toUuid(id));
    if (!policy) throw notFound();
    const { ability } = await this.access.toProject(actor, { id: policy.projectId });
    ability.require(action, SUBJECT, { name: policy.name });
    return policy;
  }

  private async reread(
    tx: EntityManager,
    orgId: string,
    id: string,
  ): Promise<CertificatePolicyRecord> {
    const policy = await this.policies.find(orgId, toUuid(id), tx);
    if (!policy) throw notFound();
    return policy;
  }

  private record(
    tx: EntityManager,
    actor: Actor,
    verb: string,
    { id, projectId, name }: CertificatePolicyRecord,
    more: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    const target = { certificatePolicyId: id, name, ...more };
    return this.audit.record(tx, actor, {
      action: `certificate-policy.${verb}`,
      projectId,
      target,
    });
  }
}

const inUse = ({ name }: CertificatePolicyRecord) =>
  conflict(
    'policy-in-use',
    `Certificate profiles stand on ${name}. Give them another policy first.`,
  );
