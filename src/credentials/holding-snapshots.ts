import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { HoldingsRepository, listHoldings } from '../access/holdings.repository.js';
import { orgRulesOf, rulesOf } from '../access/held-rules.js';
import type { GainScope } from './credential-guard.js';
import { covers } from '../permissions/covers.js';
import { ORG_SUBJECTS } from '../permissions/org-subjects.js';
import type { SourcedRule } from '../permissions/rule.js';
import { bindRules } from '../permissions/templates.js';

/** Rules as they read for their holder, by identity and scope. */
export type HoldingSnapshot = ReadonlyMap<string, readonly SourcedRule[]>;

export const ORGANIZATION = 'organization';
export const snapshotKey = (identityId: string, scope: string) => `${identityId} ${scope}`;

/** An identity that may let itself into every project needs no rule in one. */
const ANY_PROJECT = [{ subject: 'organization-admin-console', action: 'access-all-projects' }];

export const ADMINISTRATOR: readonly SourcedRule[] = rulesOf({
  kind: 'role',
  id: null,
  slug: 'admin',
  permissions: null,
  validFrom: null,
  validUntil: null,
});

/** Identities whose rules are read at once, and rules that one look may keep in memory. */
const AT_ONCE = 20;
const MAX_RULES = 200_000;

/** Reads what identities hold, inside the transaction that changes it. */
@Injectable()
export class HoldingSnapshots {
  constructor(private readonly holdings: HoldingsRepository) {}

  /**
   * Null where they hold too many rules to be kept at once. With `isStrength`, who may let itself into every project
   * holds all that an administrator of one does.
   */
  async read(
    tx: EntityManager,
    orgId: string,
    identityIds: readonly string[],
    scope: GainScope,
    isStrength = false,
  ): Promise<HoldingSnapshot | null> {
    const snapshot = new Map<string, readonly SourcedRule[]>();
    let rules = 0;
    for (let i = 0; i < identityIds.length; i += AT_ONCE) {
      const some = identityIds.slice(i, i + AT_ONCE);
      for (const [key, held] of await this.readSome(tx, orgId, some, scope, isStrength)) {
        snapshot.set(key, held);
        if (held !== ADMINISTRATOR) rules += held.length;
      }
      if (rules > MAX_RULES) return null;
    }
    return snapshot;
  }

  private async readSome(
    tx: EntityManager,
    orgId: string,
    identityIds: readonly string[],
    { organization, projectIds }: GainScope,
    isStrength: boolean,
  ): Promise<[string, readonly SourcedRule[]][]> {
    const roles = await this.holdings.listOrgHoldings(tx, orgId, identityIds);
    const held = await listHoldings(tx, projectIds, identityIds);
    return roles.flatMap((role) => {
      const { identity } = role;
      const inOrg = bindRules(orgRulesOf(role), identity);
      const isEverywhere = isStrength && covers(ORG_SUBJECTS, inOrg, ANY_PROJECT).covered;
      const inProject = (projectId: string) => {
        const own = held.filter(
          (each) => each.identityId === identity.id && each.projectId === projectId,
        );
        return isEverywhere ? ADMINISTRATOR : bindRules(own.flatMap(rulesOf), identity);
      };
      const scopes: [string, readonly SourcedRule[]][] = projectIds.map((id) => [
        snapshotKey(identity.id, id),
        inProject(id),
      ]);
      return organization ? [[snapshotKey(identity.id, ORGANIZATION), inOrg], ...scopes] : scopes;
    });
  }
}
