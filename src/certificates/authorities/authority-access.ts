import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccessService, type ProjectAccess } from '../../access/access.service.js';
import { type FreshAccess, LockedAccess } from '../../access/locked-access.js';
import { Audit } from '../../audit/audit.js';
import type { Actor } from '../../auth/actor.js';
import { Database } from '../../database/database.js';
import { toUuid } from '../../database/uuid.js';
import { notFound } from '../../errors/api-error.js';
import type { Ability } from '../../permissions/ability.js';
import type { ProjectSubjects } from '../../permissions/project-subjects.js';
import { AuthoritiesRepository } from './authorities.repository.js';
import type { AuthorityRecord } from './authority.js';

export type AuthorityAction = ProjectSubjects['certificate-authorities']['actions'][number];

/** An authority, and what the caller may do where it is. */
export interface FoundAuthority {
  readonly authority: AuthorityRecord;
  readonly project: ProjectAccess;
}

/** Something that a caller wants to do with an authority. */
export type Asked = readonly [action: AuthorityAction, authority: Pick<AuthorityRecord, 'name'>];

export function requireAll(ability: Ability<ProjectSubjects>, asked: readonly Asked[]): void {
  for (const [action, { name }] of asked)
    ability.require(action, 'certificate-authorities', { name });
}

/** Finds authorities for callers, and changes them under the lock of their project. */
@Injectable()
export class AuthorityAccess {
  // oxlint-disable-next-line max-params -- what is asked before the lock and under it, and what is written
  constructor(
    private readonly access: AccessService,
    private readonly locked: LockedAccess,
    private readonly authorities: AuthoritiesRepository,
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  /** Throws 404 for one of another organization, 403 where the caller is not in its project. */
  async find(actor: Actor, id: string): Promise<FoundAuthority> {
    const authority = await this.authorities.find(actor.orgId, toUuid(id));
    if (!authority) throw notFound();
    const project = await this.access.toProject(actor, { id: authority.projectId });
    return { authority, project };
  }

  /** `find`, and 403 where the caller may not do it. */
  async findFor(actor: Actor, id: string, action: AuthorityAction): Promise<FoundAuthority> {
    const found = await this.find(actor, id);
    requireAll(found.project.ability, [[action, found.authority]]);
    return found;
  }

  /** Another authority of the same project, such as a parent. Throws 404. */
  async findBeside(
    { id: projectId, orgId }: Pick<ProjectAccess, 'id' | 'orgId'>,
    id: string,
  ): Promise<AuthorityRecord> {
    const authority = await this.authorities.find(orgId, toUuid(id));
    if (authority?.projectId !== projectId) throw notFound();
    return authority;
  }

  /** Does `work` under the lock of the project, with the rights that the caller has there. */
  changeProject<T>(
    actor: Actor,
    projectId: string,
    asked: readonly Asked[],
    work: (tx: EntityManager, access: FreshAccess) => Promise<T>,
  ): Promise<T> {
    return this.database.transaction(async (tx) => {
      await this.locked.queueForLock(tx, actor, projectId);
      await this.locked.lockProject(tx, projectId);
      const access = await this.locked.accessIn(tx, actor, projectId);
      requireAll(access.ability, asked);
      return work(tx, access);
    });
  }

  /** `changeProject` with the authority as it is under the lock. Throws 404 if it is gone by then. */
  change<T>(
    actor: Actor,
    { authority: before }: FoundAuthority,
    asked: readonly Asked[],
    work: (tx: EntityManager, authority: AuthorityRecord, access: FreshAccess) => Promise<T>,
  ): Promise<T> {
    return this.changeProject(actor, before.projectId, asked, async (tx, access) => {
      const authority = await this.reread(tx, before);
      // It may have been renamed while the lock was waited for.
      const again = asked.flatMap(([action, { name }]): Asked[] =>
        name === before.name ? [[action, authority]] : [],
      );
      requireAll(access.ability, again);
      return work(tx, authority, access);
    });
  }

  async reread(
    tx: EntityManager,
    { orgId, id }: Pick<AuthorityRecord, 'orgId' | 'id'>,
  ): Promise<AuthorityRecord> {
    const authority = await this.authorities.find(orgId, id, tx);
    if (!authority) throw notFound();
    return authority;
  }

  record(
    tx: EntityManager,
    actor: Actor,
    verb: string,
    { id, projectId, name }: Pick<AuthorityRecord, 'id' | 'projectId' | 'name'>,
    more: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    const target = { certificateAuthorityId: id, name, ...more };
    return this.audit.record(tx, actor, {
      action: `certificate-authority.${verb}`,
      projectId,
      target,
    });
  }
}
