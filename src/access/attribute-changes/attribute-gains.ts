import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { SourcedRule } from '../../permissions/rule.js';
import { bindRules, type HolderFacts, haveTemplates } from '../../permissions/templates.js';
import { type AttributeChange, changeKey, type ChangingField } from './attribute-change.js';
import { rulesOf } from '../held-rules.js';
import { type AttributeGain, GainCollector } from './gain-collector.js';
import { RightsOverTime } from './rights-over-time.js';
import { type HoldingOfMember, type RuleSet, RuleSetsRepository } from './rule-sets.repository.js';
import { changesDistinguishedBy } from './distinguishing-rules.js';
import { flatMapInSlices } from '../slices.js';
import { listFacts } from '../holdings.repository.js';
import type { FreshAccess } from '../locked-access.js';
import type { RequestBudget } from '../work-budget.js';
import { groupBy } from '../../database/group-by.js';

/**
 * What anybody in a project would gain by a change of what rules speak of. Works inside the transaction that
 * makes the change, under a lock on the project, so that no grant comes between.
 */
@Injectable()
export class AttributeGains {
  constructor(private readonly repository: RuleSetsRepository) {}

  /** The rules that ask about one of the fields: no others can tell `before` from `after`. */
  async findRulesOn(
    tx: EntityManager,
    { id, attributeBudget }: FreshAccess,
    fields: readonly ChangingField[],
  ): Promise<RulesOnFields> {
    const sets = await this.repository.listNamingFields(tx, id, fields);
    return new RulesOnFields(sets, attributeBudget);
  }

  /** What of the changes opens an action to a member who does not have it before, now or later. */
  async findGains(
    tx: EntityManager,
    { id, orgId, now }: Pick<FreshAccess, 'id' | 'orgId' | 'now'>,
    rules: RulesOnFields,
    changes: readonly AttributeChange[],
  ): Promise<AttributeGain[]> {
    const keyed = await keysOf(changes);
    const telling = await rules.setsDistinguishing(keyed);
    if (telling.size === 0) return [];
    const holders = await this.holdersOf(tx, id, rules, telling);
    const facts = await this.factsOf(tx, orgId, holders);
    const subjects = [...new Set(changes.map(({ subject }) => subject))];
    const found = new GainCollector(keyed, rules.budget);
    // One after the other: the rules of all of them together may be more than memory holds.
    for (const holder of holders) {
      const pause = rules.budget.spend(countOfRules(holder));
      if (pause) await pause;
      const held = bindRules(holder.held(), facts.get(holder.holderId) ?? null);
      const rights = await RightsOverTime.compile(held, now, subjects, rules.budget);
      for (const set of holder.sets) await found.collect(rights, telling.get(set) ?? []);
      found.nextHolder();
    }
    return found.list();
  }

  /** Finds who holds one of the telling sets: one holder for all who hold the same for the same time. */
  private async holdersOf(
    tx: EntityManager,
    projectId: string,
    rules: RulesOnFields,
    telling: ReadonlyMap<RuleSet, ReadonlySet<string>>,
  ): Promise<readonly Holder[]> {
    const ids = [...telling.keys()].flatMap((set) => set.ids);
    const holdings = await this.repository.listHoldings(tx, projectId, ids);
    const known = new Map(rules.sets.flatMap((set) => set.ids.map((each) => [each, set] as const)));
    const unknown = holdings.flatMap((each) => (each.id && !known.has(each.id) ? [each.id] : []));
    const others = await this.repository.listByIds(tx, [...new Set(unknown)]);
    for (const set of others) for (const each of set.ids) known.set(each, set);
    return distinctHolders(holdings, known);
  }

  private async factsOf(
    tx: EntityManager,
    orgId: string,
    holders: readonly Holder[],
  ): Promise<ReadonlyMap<string, HolderFacts>> {
    const own = holders.filter(({ isOwn }) => isOwn).map(({ holderId }) => holderId);
    return listFacts(tx, orgId, own);
  }
}

type Keyed<C> = readonly [key: string, change: C];

const keysOf = <C extends AttributeChange>(changes: readonly C[]): Promise<Keyed<C>[]> =>
  flatMapInSlices(changes, (change) => [[changeKey(change), change]]);

/** Sets of rules that speak of what changes. */
export class RulesOnFields {
  constructor(
    readonly sets: readonly RuleSet[],
    readonly budget: RequestBudget,
  ) {}

  /** Returns the changes that at least one rule distinguishes. */
  async filterDistinguished<C extends AttributeChange>(changes: readonly C[]): Promise<C[]> {
    const keyed = await keysOf(changes);
    const keys = new Set(
      [...(await this.setsDistinguishing(keyed)).values()].flatMap((each) => [...each]),
    );
    return keyed.flatMap(([key, change]) => (keys.has(key) ? [change] : []));
  }

  /** Each set that tells some of the changes apart, with the keys of those. */
  async setsDistinguishing(
    keyed: readonly Keyed<AttributeChange>[],
  ): Promise<ReadonlyMap<RuleSet, ReadonlySet<string>>> {
    const distinct = new Map(keyed);
    const telling = new Map<RuleSet, ReadonlySet<string>>();
    for (const set of this.sets) {
      const keys = await changesDistinguishedBy(set.rules, distinct, this.budget);
      if (keys.size > 0) telling.set(set, keys);
    }
    return telling;
  }
}

interface Holder {
  readonly holderId: string;
  readonly sets: readonly RuleSet[];
  /** Whether one of the rules speaks of the holder. */
  readonly isOwn: boolean;
  /** All rules that are held. Made when asked for: together they may be more than memory holds. */
  readonly held: () => SourcedRule[];
}

const countOfRules = ({ sets }: Holder): number =>
  sets.reduce((sum, { rules }) => sum + rules.length, 1);

/** One of those who hold the same for the same time; whose rules speak of the holder stands for itself. */
async function distinctHolders(
  holdings: readonly HoldingOfMember[],
  known: ReadonlyMap<string, RuleSet>,
): Promise<readonly Holder[]> {
  const sets = [...new Set(known.values())];
  const speaking = await flatMapInSlices(sets, (set) => [haveTemplates(set.rules)]);
  const facts = new Map(sets.map((set, number) => [set, { number, isOwn: speaking[number]! }]));
  const byMember = groupBy(holdings, (holding) => holding.holderId);
  const setOf = ({ id }: HoldingOfMember) => (id === null ? undefined : known.get(id));
  const seen = new Set<string>();
  return flatMapInSlices([...byMember.values()], (own): Holder[] => {
    const { holderId } = own[0]!;
    const ownSets = own.flatMap((each) => setOf(each) ?? []);
    const isOwn = ownSets.some((set) => facts.get(set)!.isOwn);
    const parts = own.map((each) => {
      const set = setOf(each);
      const name = set ? facts.get(set)!.number : each.slug;
      return `${name} ${each.validFrom?.getTime()} ${each.validUntil?.getTime()}`;
    });
    const key = [...parts.sort(), isOwn ? holderId : ''].join('\n');
    if (seen.has(key)) return [];
    seen.add(key);
    const held = () =>
      own.flatMap((each) => rulesOf({ ...each, permissions: setOf(each)?.rules ?? null }));
    return [{ holderId, sets: ownSets, isOwn, held }];
  });
}
