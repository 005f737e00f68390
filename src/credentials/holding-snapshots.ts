import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { HoldingsRepository, listHoldings } from '../access/holdings.repository.js';
import { orgRulesOfHolder, rulesOf } from '../access/held-rules.js';
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

/** The holdings after letting oneself in as an administrator: of those before, only what groups forbid stays. */
function asAdministrator(held: readonly SourcedRule[]): readonly SourcedRule[] {
  const stay = held.filter(({ inverted, source }) => inverted && source.group);
  return stay.length === 0 ? ADMINISTRATOR : [...ADMINISTRATOR, ...stay];
}

const opensProjects = (inOrganization: readonly SourcedRule[]): boolean =>
  covers(ORG_SUBJECTS, inOrganization, ANY_PROJECT).covered;

/** A snapshot with the organization, in which who may let itself into every project holds what that would give it. */
export function withReach(snapshot: HoldingSnapshot): HoldingSnapshot {
  const holders = new Set(
    [...snapshot].flatMap(([key, held]) =>
      key.endsWith(` ${ORGANIZATION}`) && opensProjects(held) ? key.split(' ', 1) : [],
    ),
  );
  return new Map(
    [...snapshot].map(([key, held]) => {
      const [holder = '', scope] = key.split(' ');
      return [key, scope !== ORGANIZATION && holders.has(holder) ? asAdministrator(held) : held];
    }),
  );
}

/** Reads what identities hold, inside the transaction that changes it. */
@Injectable()
export class HoldingSnapshots {
  constructor(private readonly holdings: HoldingsRepository) {}

  /**
   * Null where they hold too many rules to be kept at once. With `isStrength`, who may let itself into every project
   * holds all that an administrator of one does, but for what groups forbid it there.
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
      const { holder: identity } = role;
      const inOrg = bindRules(orgRulesOfHolder(role), identity);
      const isEverywhere = isStrength && opensProjects(inOrg);
      const inProject = (projectId: string) => {
        const own = held.filter(
          (each) => each.holderId === identity.id && each.projectId === projectId,
        );
        const rules = bindRules(own.flatMap(rulesOf), identity);
        return isEverywhere ? asAdministrator(rules) : rules;
      };
      const scopes: [string, readonly SourcedRule[]][] = projectIds.map((id) => [
        snapshotKey(identity.id, id),
        inProject(id),
      ]);
      return organization ? [[snapshotKey(identity.id, ORGANIZATION), inOrg], ...scopes] : scopes;
    });
  }
}
