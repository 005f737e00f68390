import type { Holding } from '../access/held-rules.js';
import type { Lifetime } from '../access/dto/lifetime.js';
import { type Rule, listOf } from '../permissions/rule.js';

/** A change that somebody thinks of making. */
export type PlannedChange =
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

function differenceOf(old: readonly Rule[], now: readonly Rule[]): readonly Rule[] {
  const textsOf = (rules: readonly Rule[]) => new Set(rules.map((rule) => JSON.stringify(rule)));
  const [before, after] = [textsOf(old), textsOf(now)];
  const isIn = (texts: ReadonlySet<string>) => (rule: Rule) => texts.has(JSON.stringify(rule));
  return [
    ...old.filter((rule) => !isIn(after)(rule)),
    ...now.filter((rule) => !isIn(before)(rule)),
  ];
}
