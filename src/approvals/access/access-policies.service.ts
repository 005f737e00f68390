import { Injectable } from '@nestjs/common';
import { AccessService } from '../../access/access.service.js';
import { missingForGrants } from '../../access/escalation/grants.js';
import type { FreshAccess } from '../../access/locked-access.js';
import { runInSlices } from '../../access/slices.js';
import type { Actor } from '../../auth/actor.js';
import { permissionDenied } from '../../errors/api-error.js';
import type { Rule } from '../../permissions/rule.js';
import {
  PoliciesRepository,
  type PolicyContent,
  type PolicyRecord,
} from '../policies/policies.repository.js';
import {
  type PolicyChanges,
  type PolicyTerms,
  PolicyWrites,
} from '../policies/policy-writes.service.js';
import { GIVEN_ACTIONS } from './packed-rules.js';

/** What a request sets of the time for which access is given, and asked for. */
export interface AccessPeriods {
  readonly maxPeriod?: string;
  readonly requestPeriod?: string;
}

/** Policies by which people are given access on request: never more than who makes the policy holds in its places. */
@Injectable()
export class AccessPoliciesService {
  constructor(
    private readonly access: AccessService,
    private readonly policies: PoliciesRepository,
    private readonly writes: PolicyWrites,
  ) {}

  async list(actor: Actor, slug: string): Promise<PolicyRecord[]> {
    const { id, ability } = await this.access.toProject(actor, { slug });
    ability.require('read', 'secret-approval');
    return this.policies.list(id, 'access');
  }

  async get(actor: Actor, id: string): Promise<PolicyRecord> {
    const { policy, project } = await this.writes.find(actor, id, 'access');
    project.ability.require('read', 'secret-approval');
    return policy;
  }

  /** Throws 403 for who holds none of the actions in all of the places; with some, the policy gives those. */
  async create(
    actor: Actor,
    slug: string,
    changes: PolicyChanges,
    periods: AccessPeriods,
  ): Promise<PolicyRecord> {
    const project = await this.access.toProject(actor, { slug });
    return this.writes.create(actor, project, changes, termsWith(periods));
  }

  /** A change of more than the name makes the caller its maker: the policy gives what that one holds. */
  update(
    actor: Actor,
    id: string,
    changes: PolicyChanges,
    periods: AccessPeriods,
  ): Promise<PolicyRecord> {
    return this.writes.update(actor, id, changes, termsWith(periods));
  }

  /** Nothing is given by it any more; what was given before stays until its time is over. */
  remove(actor: Actor, id: string): Promise<PolicyRecord> {
    return this.writes.remove(actor, id, termsWith({}));
  }
}

const termsWith = (periods: AccessPeriods): PolicyTerms => ({
  kind: 'access',
  complete: async ({ actor, access, changes, content, before }) => {
    const { name: _, ...rest } = { ...changes, ...periods };
    const isRenamed = before !== null && Object.keys(rest).length === 0;
    const given = before?.access ?? { maxPeriod: null, requestPeriod: null };
    if (isRenamed) return { ...content, access: before.access };
    const actions = await actionsHeld(access, content);
    return { ...content, access: { ...given, ...periods, actions, madeBy: actor.callerId } };
  },
  consequences: () => Promise.resolve({ target: { of: 'access' }, events: [] }),
});

/** Gives the actions that the caller holds in all places of the policy, and for good. Throws 403 for none. */
async function actionsHeld(
  access: FreshAccess,
  { environments, secretPath }: PolicyContent,
): Promise<string[]> {
  const conditions = {
    environment: { $in: environments.map(({ slug }) => slug) },
    secretPath: { $glob: secretPath },
  };
  const held: string[] = [];
  for (const action of GIVEN_ACTIONS) {
    const rule: Rule = { subject: 'secrets', action: [action], conditions };
    const grant = { granted: [rule], until: null };
    const missing = await runInSlices(missingForGrants(access.table, access, [grant]));
    if (missing.length === 0) held.push(action);
  }
  if (held.length === 0)
    throw permissionDenied(
      'beyond-own-permissions',
      'A policy gives what its maker holds in its places, and you hold none of the actions on secrets there.',
    );
  return held;
}
