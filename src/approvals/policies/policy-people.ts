import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ProjectAccess } from '../../access/access.service.js';
import { sightOf } from '../../access/approval-standing.js';
import type { Actor } from '../../auth/actor.js';
import { WeighedChanges } from '../../credentials/weighed-changes.js';
import { isUuid } from '../../database/uuid.js';
import { badRequest } from '../../errors/api-error.js';
import { firstOf } from '../../errors/nearest.js';
import type { PersonReference, PolicyChanges } from './policy-writes.service.js';
import {
  PoliciesRepository,
  type PolicyContent,
  type PolicyPerson,
} from './policies.repository.js';

/** Finds those whom a request names for a policy. */
@Injectable()
export class PolicyPeople {
  constructor(
    private readonly policies: PoliciesRepository,
    private readonly weighed: WeighedChanges,
  ) {}

  /** The lists that the request gives. Throws 400 naming all who cannot see the project, and for somebody named twice. */
  async resolve(
    tx: EntityManager,
    { orgId, id: projectId }: Pick<ProjectAccess, 'orgId' | 'id'>,
    changes: PolicyChanges,
  ): Promise<Partial<Record<'approvers' | 'bypassers', PolicyPerson[]>>> {
    const { approvers, bypassers } = changes;
    const named = [...(approvers ?? []), ...(bypassers ?? [])];
    if (named.length === 0)
      return { ...(approvers ? { approvers: [] } : {}), ...(bypassers ? { bypassers: [] } : {}) };
    const ids = (type: string) =>
      named.flatMap((each) => (each.type === type && isUuid(each.id) ? [each.id] : []));
    const emails = named.flatMap(({ username }) => (username === '' ? [] : [username]));
    const who = { users: ids('user'), groups: ids('group'), emails };
    const found = await this.policies.findPeople(tx, { orgId, projectId }, who);
    refuseUnknown(named.filter((each) => !found.some((other) => isSame(each, other))));
    const listOf = (list: readonly PersonReference[]) => eachOnce(list, found);
    return {
      ...(approvers ? { approvers: listOf(approvers) } : {}),
      ...(bypassers ? { bypassers: listOf(bypassers) } : {}),
    };
  }

  /**
   * Approvers and bypassers see what is proposed in the places of their policy. Throws 403 unless the caller may read all values there:
   * whoever names them, be it themselves, would else give what they do not hold.
   */
  requireSight(
    tx: EntityManager,
    actor: Actor,
    projectId: string,
    { name, environments, secretPath }: PolicyContent,
  ): Promise<void> {
    const slugs = environments.map(({ slug }) => slug);
    const rule = sightOf({ environments: slugs, secretPath }, name ?? 'approver');
    return this.weighed.requireHeld(tx, actor, [{ scopeId: projectId, rules: [rule] }]);
  }
}

const isSame = (named: PersonReference, { id, type, username }: PolicyPerson): boolean =>
  named.type === type &&
  (named.id === '' ? named.username === username?.toLowerCase() : named.id === id);

function refuseUnknown(unknown: readonly PersonReference[]): void {
  if (unknown.length === 0) return;
  const names = unknown.map(({ type, id, username }) => id || username || `a ${type} without id`);
  throw badRequest(
    'invalid-approvers',
    `Approvers and bypassers must be people or groups of this project: ${firstOf(names)}.`,
    { approvers: unknown.map(({ type, id, username }) => ({ type, id, username })) },
  );
}

function eachOnce(
  named: readonly PersonReference[],
  found: readonly PolicyPerson[],
): PolicyPerson[] {
  const people = named.map((each) => found.find((other) => isSame(each, other))!); // none is unknown
  const repeated = people.filter(({ id }, at) => people.findIndex((other) => other.id === id) < at);
  if (repeated.length > 0) {
    const names = repeated.map(({ id, username }) => username ?? id);
    throw badRequest('repeated-item', `Somebody is named more than once: ${firstOf(names)}.`);
  }
  return people;
}
