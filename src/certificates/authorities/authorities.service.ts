import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ProjectAccess } from '../../access/access.service.js';
import type { FreshAccess } from '../../access/locked-access.js';
import type { Actor } from '../../auth/actor.js';
import { newId } from '../../database/uuid.js';
import { badRequest, conflict } from '../../errors/api-error.js';
import type { KeyPair } from '../../x509/key-algorithms.js';
import { KeySigner } from '../../x509/signer.js';
import { CertificateProjects } from '../certificate-projects.js';
import { CertificateRenames } from '../renames.js';
import { AuthorityKeysRepository } from '../keys/authority-keys.repository.js';
import { AuthorityKeys } from '../keys/authority-keys.js';
import { RevocationListsRepository } from '../lists/revocation-lists.repository.js';
import { RevocationLists } from '../lists/revocation-lists.service.js';
import { KeyMaking } from '../key-making.js';
import { AuthoritiesRepository } from './authorities.repository.js';
import { type Asked, AuthorityAccess, requireAll } from './authority-access.js';
import { AuthorityCertificatesRepository } from './authority-certificates.repository.js';
import {
  type AuthorityDraft,
  type AuthorityEdit,
  changesOf,
  requireSameCertificate,
  requireSound,
} from './authority-drafts.js';
import { AuthorityIssuing, type PreparedCertificate } from './authority-issuing.js';
import type { AuthorityRecord } from './authority.js';

const MAX_AUTHORITIES = 200;

/** The authorities of projects. */
@Injectable()
export class AuthoritiesService {
  // oxlint-disable-next-line max-params -- rows, keys and lists of an authority come and go together
  constructor(
    private readonly projects: CertificateProjects,
    private readonly access: AuthorityAccess,
    private readonly authorities: AuthoritiesRepository,
    private readonly certificates: AuthorityCertificatesRepository,
    private readonly issuing: AuthorityIssuing,
    private readonly keys: AuthorityKeys,
    private readonly making: KeyMaking,
    private readonly keyRows: AuthorityKeysRepository,
    private readonly listRows: RevocationListsRepository,
    private readonly lists: RevocationLists,
    private readonly renames: CertificateRenames,
  ) {}

  /** With its certificate where dates were given. Throws 409 if the name is taken. */
  async create(
    actor: Actor,
    draft: AuthorityDraft,
    projectId: string | undefined,
  ): Promise<AuthorityRecord> {
    const project = await this.projects.toProjectForWriting(actor, projectId);
    const parent = draft.parentId ? await this.access.findBeside(project, draft.parentId) : null;
    const asked = askedFor(draft, parent);
    requireAll(project.ability, asked);
    requireSound(draft);
    const pair = await this.making.newPair(draft.keyAlgorithm, actor);
    const id = newId();
    const made = await this.prepare(project, { id, draft, parent, pair });
    return this.access.changeProject(actor, project.id, asked, async (tx, access) => {
      await this.insert(tx, access, { id, draft, pair });
      if (made) await this.issuing.write(tx, made);
      const authority = await this.access.reread(tx, { orgId: project.orgId, id });
      const { type, keyAlgorithm, certificate } = authority;
      const serialNumber = certificate?.serialNumber ?? null;
      await this.access.record(tx, actor, 'create', authority, {
        type,
        keyAlgorithm,
        serialNumber,
      });
      return authority;
    });
  }

  /** The authorities that the caller may read, by name. Throws 403 where that can be none. */
  async list(actor: Actor, projectId: string | undefined): Promise<AuthorityRecord[]> {
    const { id, ability } = await this.projects.toProject(actor, projectId);
    if (!ability.mayEverAllow('read', 'certificate-authorities'))
      requireAll(ability, [['read', { name: '' }]]);
    const all = await this.authorities.list(id);
    return all.filter(({ name }) => ability.allows('read', 'certificate-authorities', { name }));
  }

  async get(actor: Actor, id: string): Promise<AuthorityRecord> {
    return (await this.access.findFor(actor, id, 'read')).authority;
  }

  /** Throws 400 for what cannot change, 403 for a name that would open to others what the caller could not. */
  async update(actor: Actor, id: string, edit: AuthorityEdit): Promise<AuthorityRecord> {
    const found = await this.access.findFor(actor, id, 'edit');
    const asked: Asked[] = [['edit', found.authority]];
    return this.access.change(actor, found, asked, async (tx, authority, access) => {
      requireSameCertificate(edit, authority);
      const changes = changesOf(edit, authority);
      if (Object.keys(changes).length === 0) return authority;
      const { name: to = authority.name } = changes;
      const rename = { subject: 'certificate-authorities', from: authority.name, to } as const;
      await this.renames.require(tx, actor, access, rename);
      await this.authorities.update(tx, authority.id, changes);
      if (changes.isDisabled) this.keys.forget(authority.id);
      await this.access.record(tx, actor, 'update', authority, { changes });
      return this.access.reread(tx, authority);
    });
  }

  /**
   * Destroys its keys. Throws 409 while something that it signed has an end to come, unless forced: then its last list
   * stays for those who check.
   */
  async remove(actor: Actor, id: string, isForced: boolean): Promise<AuthorityRecord> {
    const found = await this.access.findFor(actor, id, 'delete');
    const asked: Asked[] = [['delete', found.authority]];
    return this.access.change(actor, found, asked, async (tx, authority) => {
      const hasChildren = await this.certificates.hasLivingChildren(tx, authority.id);
      const isUsed = hasChildren || (await this.certificates.isIssuing(tx, authority.id));
      if (isUsed && !isForced) throw inUse(authority);
      const isListed = hasChildren || (await this.certificates.isLivingChild(tx, authority.id));
      if (isListed) await this.bury(tx, authority);
      else await this.authorities.remove(tx, authority.id);
      this.keys.forget(authority.id);
      await this.access.record(tx, actor, 'delete', authority, { isForced });
      return authority;
    });
  }

  private async bury(tx: EntityManager, { id }: AuthorityRecord): Promise<void> {
    await this.lists.conclude(tx, id);
    await this.authorities.bury(tx, id);
    await this.keyRows.removeAll(tx, id);
  }

  private async insert(
    tx: EntityManager,
    { id: projectId, orgId }: FreshAccess,
    { id, draft, pair }: { id: string; draft: AuthorityDraft; pair: KeyPair },
  ): Promise<void> {
    if ((await this.authorities.count(tx, projectId)) >= MAX_AUTHORITIES)
      throw badRequest(
        'limit-reached',
        `A project has at most ${MAX_AUTHORITIES} certificate authorities, deleted ones whose lists are still asked for included.`,
      );
    const { name, type, friendlyName, subject, keyAlgorithm } = draft;
    const settings = { nameConstraints: draft.nameConstraints, mirrorUrls: draft.mirrorUrls };
    const row = { id, projectId, name, type, friendlyName, subject, keyAlgorithm };
    const { isDisabled, isOcspEnabled } = draft;
    await this.authorities.insert(tx, { ...row, ...settings, isDisabled, isOcspEnabled });
    await this.keys.insert(tx, { id, orgId, projectId }, 1, pair);
    await this.listRows.insert(tx, id, 1);
  }

  private async prepare(
    { orgId }: ProjectAccess,
    what: { id: string; draft: AuthorityDraft; parent: AuthorityRecord | null; pair: KeyPair },
  ): Promise<PreparedCertificate | null> {
    const { id, draft, parent, pair } = what;
    if (!draft.wanted) return null;
    const { subject, nameConstraints } = draft;
    const signer = new KeySigner(pair.privateKey);
    const child = { id, orgId, subject, nameConstraints, keyNumber: 1, version: 1, signer };
    return this.issuing.prepare(child, parent, draft.wanted);
  }
}

/** What the caller has to be allowed for a draft. */
function askedFor(draft: AuthorityDraft, parent: AuthorityRecord | null): Asked[] {
  const certificate: Asked[] = draft.wanted ? [['issue-ca-certificate', draft]] : [];
  const signing: Asked[] = parent ? [['sign-intermediate', parent]] : [];
  return [['create', draft], ...certificate, ...signing];
}

const inUse = ({ name }: AuthorityRecord) =>
  conflict(
    'authority-in-use',
    `Certificates that ${name} signed have not expired, or profiles issue through it. Send force=true to delete it all the same.`,
  );
