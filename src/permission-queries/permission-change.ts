import { type Holding, rulesOf } from '../access/held-rules.js';
import type { Lifetime } from '../access/dto/lifetime.js';
import { type Rule, listOf } from '../permissions/rule.js';

/** A role that somebody would hold. */
export interface PlannedRole {
  readonly slug: string;
  readonly lifetime: Lifetime;
}

/** Roles in place of all those that a holder has by itself. */
export interface PlannedAssignment {
  readonly kind: 'assignment';
  /** The identity, the person or the group that would hold them. */
  readonly holder: { readonly kind: 'identity' | 'user' | 'group'; readonly id: string };
  readonly roles: readonly PlannedRole[];
}

/** A change that somebody thinks of making. */
export type PlannedChange =
  | PlannedAssignment
  | {
      readonly kind: 'grant';
      readonly holder: { readonly kind: 'identity' | 'user'; readonly id: string };
      readonly permissions: readonly Rule[];
      readonly lifetime: Lifetime;
    }
  | {
      readonly kind: 'privilege';
      readonly privilegeId: string;
      /** Null: revoked. */
      readonly permissions: readonly Rule[] | null;
    }
  | {
      readonly kind: 'role';
      readonly roleSlug: string;
      readonly permissions: readonly Rule[];
    };

/** What a change does to all that somebody holds, and the subjects it can touch. */
export interface PlannedEffect {
  readonly subjects: ReadonlySet<string>;
  /** Rules that are held only before or only after. */
  readonly different: readonly Rule[];
  /** Whether it is this role or privilege that changes. */
  changes(holding: Holding): boolean;
  apply(holdings: readonly Holding[]): readonly Holding[];
}

const subjectsOf = (...lists: readonly (readonly Rule[])[]): ReadonlySet<string> =>
  new Set(lists.flat().flatMap((rule) => listOf(rule.subject)));

export function effectOfGrant(permissions: readonly Rule[], lifetime: Lifetime): PlannedEffect {
  const planned: Holding = {
    kind: 'privilege',
    // Nothing that is stored has the name `planned` and no id.
    id: null,
    slug: 'planned',
    permissions,
    validFrom: lifetime.isTemporary ? lifetime.start : null,
    validUntil: lifetime.isTemporary ? lifetime.end : null,
  };
  return {
    subjects: subjectsOf(permissions),
    different: permissions,
    changes: () => false,
    apply: (holdings) => [...holdings, planned],
  };
}

/** A role or privilege with other rules, or none any more where they are null. */
export function effectOnHolding(
  { kind, id, permissions: old }: Pick<Holding, 'kind' | 'id' | 'permissions'>,
  permissions: readonly Rule[] | null,
): PlannedEffect {
  const changes = (holding: Holding) => holding.kind === kind && holding.id === id;
  const changed = (holding: Holding) => (permissions === null ? [] : [{ ...holding, permissions }]);
  return {
    subjects: subjectsOf(old ?? [], permissions ?? []),
    different: differenceOf(old ?? [], permissions ?? []),
    changes,
    apply: (holdings) =>
      holdings.flatMap((holding) => (changes(holding) ? changed(holding) : [holding])),
  };
}

/** Roles of a holder in place of those that it has; `isReplaced` tells these from what it holds otherwise. */
export function effectOfAssignment(
  old: readonly Holding[],
  now: readonly Holding[],
  isReplaced: (holding: Holding) => boolean,
): PlannedEffect {
  const [before, after] = [old.flatMap(rulesOf), now.flatMap(rulesOf)];
  return {
    subjects: subjectsOf(before, after),
    different: differenceOf(before, after),
    changes: isReplaced,
    apply: (holdings) => [...holdings.filter((holding) => !isReplaced(holding)), ...now],
  };
}

function differenceOf(old: readonly Rule[], now: readonly Rule[]): readonly Rule[] {
  const textsOf = (rules: readonly Rule[]) => new Set(rules.map((rule) => JSON.stringify(rule)));
  const [before, after] = [textsOf(old), textsOf(now)];
  const isIn = (texts: ReadonlySet<string>) => (rule: Rule) => texts.has(JSON.stringify(rule));
  return [
    ...old.filter((rule) => !isIn(after)(rule)),
    ...now.filter((rule) => !isIn(before)(rule)),
  ];
}
