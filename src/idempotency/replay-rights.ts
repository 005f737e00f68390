import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { PassedChecks, CheckScope, PassedCheck } from '../access/passed-checks.js';
import { AccessService } from '../access/access.service.js';
import { LockedAccess } from '../access/locked-access.js';
import type { Actor } from '../auth/actor.js';
import { ApiError, forbidden, permissionDenied } from '../errors/api-error.js';
import type { Attributes } from '../permissions/subject-table.js';
import { IdempotentAnswersRepository } from './idempotent-answers.repository.js';

/** What a caller must be allowed, still, to be shown an answer again. */
export interface KeptRights {
  readonly scopes: readonly (readonly [CheckScope, readonly PassedCheck[]])[];
  /** False if there were too many checks to keep. */
  readonly isComplete: boolean;
  readonly isInstanceAdmin: boolean;
}

/** Abilities of both tables: the checks of a record are texts. */
interface AnyAbility {
  require(action: string, subject: string, attributes?: Attributes): void;
  allows(action: string, subject: string, attributes?: Attributes): boolean;
  everAllows(action: string, subject: string): boolean;
}

/** Asks again, by the rights of today, what a first request was asked. */
@Injectable()
export class ReplayRights {
  constructor(
    private readonly access: AccessService,
    private readonly boundary: LockedAccess,
    private readonly answers: IdempotentAnswersRepository,
  ) {}

  /**
   * For the end of the first request: what it was asked, without what it took from its caller by itself. Who
   * deletes a project or leaves it is told so twice.
   */
  async lasting(tx: EntityManager, actor: Actor, notes: PassedChecks): Promise<KeptRights> {
    const noted = notes.list();
    const ids = noted.map(([scope]) => scope ?? actor.orgId);
    const changed = new Set(await this.answers.listOwnChanges(tx, ids));
    const scopes: KeptRights['scopes'][number][] = [];
    for (const [scope, checks] of noted) {
      const left = changed.has(scope ?? actor.orgId)
        ? await this.leftOf(tx, actor, scope, checks)
        : checks;
      if (left) scopes.push([scope, left]);
    }
    const { isInstanceAdmin } = actor;
    return { scopes, isComplete: notes.isComplete, isInstanceAdmin };
  }

  /** Throws 404 if a scope is out of the caller's reach, 403 if a check would fail today. */
  async require(actor: Actor, { scopes, isInstanceAdmin }: KeptRights): Promise<void> {
    const abilities: AnyAbility[] = [];
    for (const [scope] of scopes) {
      const { ability } =
        scope === null
          ? await this.access.toOrganization(actor)
          : await this.access.toProject(actor, { id: scope });
      abilities.push(ability as unknown as AnyAbility);
    }
    if (isInstanceAdmin && !actor.isInstanceAdmin) {
      throw forbidden('Only the admin of the instance may do this.');
    }
    for (const [index, [, checks]] of scopes.entries()) requireAll(abilities[index]!, checks);
  }

  /** Null if the caller is out of the scope. */
  private async leftOf(
    tx: EntityManager,
    actor: Actor,
    scope: CheckScope,
    checks: readonly PassedCheck[],
  ): Promise<readonly PassedCheck[] | null> {
    try {
      const { ability } =
        scope === null
          ? await this.boundary.orgAccessIn(tx, actor)
          : await this.boundary.accessIn(tx, actor, scope);
      return checks.filter((check) => passes(ability as unknown as AnyAbility, check));
    } catch (error) {
      if (error instanceof ApiError && error.error === 'NotFound') return null;
      throw error;
    }
  }
}

const passes = (ability: AnyAbility, { ever, action, subject, attributes }: PassedCheck) =>
  ever ? ability.everAllows(action, subject) : ability.allows(action, subject, attributes);

function requireAll(ability: AnyAbility, checks: readonly PassedCheck[]): void {
  for (const check of checks) {
    const { ever, action, subject, attributes } = check;
    if (!ever) ability.require(action, subject, attributes);
    else if (!passes(ability, check)) {
      throw permissionDenied(`You are not allowed to ${action} on ${subject}`, { subject, action });
    }
  }
}
