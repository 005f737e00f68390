import { Injectable } from '@nestjs/common';
import {
  type HoldingsChange,
  requireGainsGrantable,
  requireGrantable,
} from '../access/escalation/grants.js';
import { requireRoleEdit } from '../access/escalation/role-edit-check.js';
import { type OwnPlaceChange, requireRolesChange } from '../access/escalation/own-roles.js';
import { rulesOf, withSource } from '../access/held-rules.js';
import { LockedAccess } from '../access/locked-access.js';
import type { Actor } from '../auth/actor.js';
import { Database } from '../database/database.js';
import { toUuid } from '../database/uuid.js';
import { ApiError } from '../errors/api-error.js';
import type { Rule, RuleSource } from '../permissions/rule.js';
import type { PlannedChange } from './permission-change.js';
import {
  ProjectMembersRepository,
  type StoredPrivilege,
  type StoredRole,
} from './project-members.repository.js';

/** Why a change gives or takes more than its maker may, and the rules that are not the maker's to give. */
export interface BeyondCaller {
  readonly message: string;
  readonly missing: readonly Rule[];
  /** False where there are more. */
  readonly isComplete: boolean;
}

const MAY_NOT_EDIT: BeyondCaller = {
  message: 'To change a role you need the right `edit` on `role`',
  missing: [],
  isComplete: false,
};

interface Details {
  readonly missingPermissions?: readonly Rule[];
  readonly isComplete?: boolean;
}

/** Weighs a change that nobody makes as the routes that make it do, without their locks. */
@Injectable()
export class ChangeLimits {
  constructor(
    private readonly locked: LockedAccess,
    private readonly population: ProjectMembersRepository,
    private readonly database: Database,
  ) {}

  /**
   * Null where all that the change gives is the caller's to give. An edit of a role is weighed by what its holders
   * hold, also those whom the caller may not read: without the right to make it, nothing is weighed.
   */
  async beyond(
    actor: Actor,
    projectId: string,
    change: PlannedChange,
  ): Promise<BeyondCaller | null> {
    // Before the transaction, which has a connection of its own: nobody waits for a second one while holding the first.
    const stored = await this.storedOf(projectId, change);
    try {
      return await this.database.transaction(async (tx) => {
        const access = await this.locked.accessIn(tx, actor, projectId);
        if (change.kind === 'role' && !access.ability.allows('edit', 'role')) return MAY_NOT_EDIT;
        await this.requireGivable({ tx, actor, access }, change, stored);
        return null;
      });
    } catch (error) {
      if (!(error instanceof ApiError) || !isBeyond(error)) throw error;
      const { missingPermissions: missing = [], isComplete = true } = (error.details ??
        {}) as Details;
      return { message: String(error.reason), missing, isComplete };
    }
  }

  private async storedOf(projectId: string, change: PlannedChange): Promise<Stored> {
    if (change.kind === 'grant') return NOTHING_STORED;
    if (change.kind === 'assignment') {
      const planned = await this.population.listPlanned(projectId, change.roles);
      const { kind, id } = change.holder;
      const ofGroup = kind === 'group';
      const held = ofGroup ? await this.population.listRolesOfGroup(projectId, toUuid(id)) : [];
      const roles = { before: held.flatMap(rulesOf), after: planned.flatMap(rulesOf) };
      return { ...NOTHING_STORED, roles };
    }
    if (change.kind === 'role')
      return {
        ...NOTHING_STORED,
        role: await this.population.findRole(projectId, change.roleSlug),
      };
    const id = toUuid(change.privilegeId);
    return {
      ...NOTHING_STORED,
      privilege: await this.population.findPrivilege(projectId, id),
    };
  }

  /** Throws 403. What is gone gives nothing. */
  private async requireGivable(
    { tx, actor, access }: OwnPlaceChange,
    change: PlannedChange,
    { role, privilege, roles }: Stored,
  ): Promise<void> {
    if (change.kind === 'grant') {
      const { permissions: granted, lifetime } = change;
      const until = lifetime.isTemporary ? lifetime.end : null;
      return requireGrantable(access, [{ granted, until }]);
    }
    if (change.kind === 'role') {
      if (!role) return;
      const { permissions: before, ...named } = role;
      return requireRoleEdit(tx, access, { ...named, before, after: change.permissions });
    }
    if (change.kind === 'assignment') {
      if (change.holder.kind === 'group') return requireGainsGrantable(access, roles);
      const holderId = toUuid(change.holder.id);
      const held = await this.locked.rulesOf(tx, access.id, holderId);
      return requireRolesChange({ tx, actor, access }, { holderId, held }, roles.after);
    }
    if (!privilege) return;
    const { id, holderId } = privilege;
    const before = await this.locked.rulesOf(tx, access.id, holderId);
    const isChanged = ({ source }: { readonly source: RuleSource }) => source.id === id;
    const source = before.find(isChanged)?.source ?? { kind: 'privilege', slug: 'planned', id };
    const others = before.filter((rule) => !isChanged(rule));
    const after = [...others, ...withSource(change.permissions ?? [], source)];
    return requireGainsGrantable(access, { before, after });
  }
}

/** What a change is about, as it is stored. */
interface Stored {
  readonly role: StoredRole | null;
  readonly privilege: StoredPrivilege | null;
  /** Rules of the roles that would be held, and of those that a group has now. */
  readonly roles: HoldingsChange;
}

const NOTHING_STORED: Stored = {
  ...{ role: null, privilege: null },
  roles: { before: [], after: [] },
};

const BEYOND: ReadonlySet<string> = new Set(['beyond-own-permissions', 'too-much-to-weigh']);

const isBeyond = ({ code }: ApiError): boolean => BEYOND.has(code);
