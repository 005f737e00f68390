import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccessService } from '../access/access.service.js';
import { orgRulesOf } from '../access/held-rules.js';
import { LockedAccess } from '../access/locked-access.js';
import { Audit } from '../audit/audit.js';
import type { Actor } from '../auth/actor.js';
import { requireFreshProof } from '../auth/fresh-proof.js';
import { ORGANIZATION } from '../credentials/holding-snapshots.js';
import { WeighedChanges } from '../credentials/weighed-changes.js';
import { Database } from '../database/database.js';
import { badRequest, notFound } from '../errors/api-error.js';
import type { Ability } from '../permissions/ability.js';
import type { OrgSubjects } from '../permissions/org-subjects.js';
import type { OrganizationSettingsRecord } from './organizations.presenter.js';
import { OrganizationsRepository } from './organizations.repository.js';

/** What an organization may demand of its people. */
interface Demands {
  readonly enforceMfa?: boolean;
  readonly authEnforced?: boolean;
}

/** What who changes the demands has to hold: they protect administrators too. */
const ADMINISTRATOR = orgRulesOf({ id: null, slug: 'admin', permissions: null });

/** What an organization demands of how its people sign in. It holds for their next request. */
@Injectable()
export class OrganizationSettings {
  // oxlint-disable-next-line max-params -- what is asked, what is weighed, and what is written
  constructor(
    private readonly access: AccessService,
    private readonly locked: LockedAccess,
    private readonly weighed: WeighedChanges,
    private readonly organizations: OrganizationsRepository,
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  /** Throws 400 where the provider is demanded and nobody has signed in by it yet. */
  async update(
    actor: Actor,
    organizationId: string,
    { enforceMfa, authEnforced }: Demands,
  ): Promise<OrganizationSettingsRecord> {
    if (actor.orgId !== organizationId) throw notFound();
    const demands = {
      ...(enforceMfa === undefined ? {} : { enforceMfa }),
      ...(authEnforced === undefined ? {} : { authEnforced }),
    };
    const { orgId, ability } = await this.access.toOrganization(actor);
    requireToChange(ability, demands);
    return this.database.transaction(async (tx) => {
      await this.locked.lockOrganizationOf(tx, actor);
      const fresh = await this.locked.orgAccessIn(tx, actor);
      requireToChange(fresh.ability, demands);
      if (actor.kind === 'user') requireFreshProof(actor);
      await this.weighed.requireHeld(tx, actor, [{ scopeId: ORGANIZATION, rules: ADMINISTRATOR }]);
      if (Object.keys(demands).length === 0)
        throw badRequest('missing-field', 'Send enforceMfa or authEnforced.');
      if (authEnforced) await this.requireTriedProvider(tx, orgId);
      const row = await this.organizations.demand(tx, orgId, demands);
      const target = { organizationId: orgId, ...demands };
      await this.audit.record(tx, actor, { action: 'organization.update', target });
      return row;
    });
  }

  /** A provider that nobody has come in by could shut everybody out. */
  private async requireTriedProvider(tx: EntityManager, orgId: string): Promise<void> {
    if (await this.organizations.hasTriedProvider(tx, orgId)) return;
    throw badRequest(
      'provider-untried',
      'Set up the provider and let one member sign in through it first.',
    );
  }
}

function requireToChange(ability: Ability<OrgSubjects>, { enforceMfa, authEnforced }: Demands) {
  if (authEnforced !== undefined) ability.require('edit', 'sso');
  if (enforceMfa !== undefined || authEnforced === undefined) ability.require('edit', 'settings');
}
