import { noted } from '../access/access-notes.js';
import { permissionDenied } from '../errors/api-error.js';
import { compile } from '../permissions/ability.js';
import { missingPermissionsDetails } from '../access/escalation/missing-permissions.js';
import { runInSlices } from '../access/weighing.js';
import { missingFrom } from '../permissions/covers.js';
import type { WorkBudget } from '../permissions/glob-relations.js';
import { ORG_SUBJECTS } from '../permissions/org-subjects.js';
import type { Rule } from '../permissions/rule.js';
import type { IdentityFacts } from '../permissions/templates.js';

export type IdentityAction = (typeof ORG_SUBJECTS)['identity']['actions'][number];

/** An identity with the rules of its organization role, as they read for it. */
export interface Holder extends IdentityFacts {
  readonly role: string;
  readonly roleSlug: string;
  readonly roleId: string | null;
  readonly isInstanceAdmin: boolean;
  readonly rules: readonly Rule[];
}

/** Throws 403 unless the holder's role allows the action on identities. */
export function requireAction(caller: Holder, action: IdentityAction): void {
  noted(abilityOf(caller), null).require(action, 'identity');
}

/** The same as a question. */
export const mayAct = (caller: Holder, action: IdentityAction): boolean =>
  abilityOf(caller).allows(action, 'identity');

function abilityOf(caller: Holder) {
  const source = { kind: 'role', slug: caller.roleSlug, id: caller.roleId ?? undefined } as const;
  const rules = caller.rules.map((rule) => ({ ...rule, source }));
  return compile(ORG_SUBJECTS, rules);
}

/** Decision 5. Throws 403 unless the caller provably holds all that the rules grant. */
export async function requireHeld(
  caller: Holder,
  granted: readonly Rule[],
  budget: WorkBudget,
): Promise<void> {
  refuseBeyond(await heldBeyond(caller, granted, budget));
}

/** Those of the rules that the caller does not provably hold. */
export const heldBeyond = (
  caller: Holder,
  rules: readonly Rule[],
  budget: WorkBudget,
): Promise<readonly Rule[]> => runInSlices(missingFrom(ORG_SUBJECTS, caller.rules, rules, budget));

/** Throws 403 if there are any. */
export function refuseBeyond(missing: readonly Rule[]): void {
  if (missing.length === 0) return;
  throw permissionDenied(
    'This reaches beyond the permissions you hold yourself.',
    missingPermissionsDetails(missing),
  );
}

/** The caller and the identity a request is about, as the database knows both. */
export class IdentityAuthorization {
  constructor(
    readonly caller: Holder,
    readonly target: Holder,
    /** What the target holds beyond the caller. */
    private readonly beyond: readonly Rule[],
  ) {}

  /** Throws 403 unless the caller may do this to identities. */
  requireToSee(action: IdentityAction): void {
    requireAction(this.caller, action);
  }

  /**
   * Throws 403 unless the caller may do this to identities, and this one is not the stronger: whoever
   * may change an identity or its credentials may act as it.
   */
  require(action: IdentityAction): void {
    requireAction(this.caller, action);
    refuseBeyond(this.beyond);
  }
}
