import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { SourcedRule } from '../permissions/rule.js';
import { boundRules, speakOfIdentity } from '../permissions/templates.js';
import { type AttributeChange, changeKey, type ChangingField } from './attribute-change.js';
import { rulesOf } from './held-rules.js';
import { RightsOverTime } from './rights-over-time.js';
import {
  type HoldingOfMember,
  type RuleSet,
  RuleHoldersRepository,
} from './rule-holders.repository.js';
import { toldApart } from './told-apart.js';
import { inSlices, WeighingBudget } from './weighing-budget.js';

/** Actions that a change opens to somebody. */
export interface Opening {
  readonly change: AttributeChange;
  readonly actions: readonly string[];
}

/** Holders whose rights are the same. */
interface Group {
  readonly rights: RightsOverTime;
  /** Of the changes that one of their rules tells apart. */
  readonly keys: ReadonlySet<string>;
}

/**
 * What anybody in a project would gain by a change of what rules speak of. Works inside the transaction that
 * makes the change, under a lock on the project, so that no grant comes between.
 */
@Injectable()
export class RuleHolders {
  constructor(private readonly repository: RuleHoldersRepository) {}

  /** The rules that ask about one of the fields: no others can tell `before` from `after`. */
  async speakingOf(
    tx: EntityManager,
    projectId: string,
    fields: readonly ChangingField[],
  ): Promise<SpeakingRules> {
    const sets = await this.repository.listSpeakingOf(tx, projectId, fields);
    return new SpeakingRules(sets);
  }

  /** What of the changes opens an action to a member who does not have it before, now or later. */
  async openings(
    tx: EntityManager,
    { id, now }: { readonly id: string; readonly now: Date },
    rules: SpeakingRules,
    changes: readonly AttributeChange[],
  ): Promise<Opening[]> {
    const keyed = await keysOf(changes);
    const telling = await rules.telling(keyed);
    if (telling.size === 0) return [];
    const subjects = [...new Set(changes.map(({ subject }) => subject))];
    const groups = await this.groupsHolding(tx, { id, now, subjects }, rules, telling);
    const openings: Opening[] = [];
    for (const [key, change] of keyed) {
      const concerned = groups.filter(({ keys }) => keys.has(key));
      const actions = await openedTo(concerned, change, rules.budget);
      if (actions.length > 0) openings.push({ change, actions });
    }
    return openings;
  }

  private async groupsHolding(
    tx: EntityManager,
    project: { readonly id: string; readonly now: Date; readonly subjects: readonly string[] },
    rules: SpeakingRules,
    telling: ReadonlyMap<RuleSet, ReadonlySet<string>>,
  ): Promise<Group[]> {
    const { id, now, subjects } = project;
    const ids = [...telling.keys()].flatMap((set) => set.ids);
    const holdings = await this.repository.listHoldings(tx, id, ids);
    const known = new Map(rules.sets.flatMap((set) => set.ids.map((each) => [each, set] as const)));
    const unknown = holdings.flatMap((each) => (each.id && !known.has(each.id) ? [each.id] : []));
    const others = await this.repository.listByIds(tx, [...new Set(unknown)]);
    for (const set of others) for (const each of set.ids) known.set(each, set);
    const members = distinctHolders(holdings, known);
    const bound = members.filter(({ sets }) => sets.some((set) => speakOfIdentity(set.rules)));
    const facts = await this.repository.listFacts(
      tx,
      bound.map(({ identityId }) => identityId),
    );
    const byId = new Map(facts.map((each) => [each.id, each]));
    return members.map(({ identityId, held, sets }) => ({
      rights: new RightsOverTime(boundRules(held, byId.get(identityId) ?? null), now, subjects),
      keys: new Set(sets.flatMap((set) => [...(telling.get(set) ?? [])])),
    }));
  }
}

type Keyed<C> = readonly [key: string, change: C];

const keysOf = <C extends AttributeChange>(changes: readonly C[]): Promise<Keyed<C>[]> =>
  inSlices(changes, (change) => [[changeKey(change), change]]);

/** Sets of rules that speak of what changes. */
export class SpeakingRules {
  readonly budget = new WeighingBudget();

  constructor(readonly sets: readonly RuleSet[]) {}

  /** Those of the changes that one of the rules tells apart. */
  async distinguished<C extends AttributeChange>(changes: readonly C[]): Promise<C[]> {
    const keyed = await keysOf(changes);
    const keys = new Set([...(await this.telling(keyed)).values()].flatMap((each) => [...each]));
    return keyed.flatMap(([key, change]) => (keys.has(key) ? [change] : []));
  }

  /** Each set that tells some of the changes apart, with the keys of those. */
  async telling(
    keyed: readonly Keyed<AttributeChange>[],
  ): Promise<ReadonlyMap<RuleSet, ReadonlySet<string>>> {
    const distinct = new Map(keyed);
    const telling = new Map<RuleSet, ReadonlySet<string>>();
    for (const set of this.sets) {
      const keys = await toldApart(set.rules, distinct, this.budget);
      if (keys.size > 0) telling.set(set, keys);
    }
    return telling;
  }
}

interface Holder {
  readonly identityId: string;
  readonly sets: readonly RuleSet[];
  readonly held: readonly SourcedRule[];
}

/** One of those who hold the same for the same time; whose rules speak of the holder stands for itself. */
function distinctHolders(
  holdings: readonly HoldingOfMember[],
  known: ReadonlyMap<string, RuleSet>,
): Holder[] {
  const byMember = Map.groupBy(holdings, ({ membershipId }) => membershipId);
  const numbers = new Map([...new Set(known.values())].map((set, index) => [set, index]));
  const holders = new Map<string, Holder>();
  for (const own of byMember.values()) {
    const { identityId } = own[0]!;
    const setOf = ({ id }: HoldingOfMember) => (id === null ? undefined : known.get(id));
    const sets = own.flatMap((each) => setOf(each) ?? []);
    const parts = own.map((each) => {
      const set = setOf(each);
      const name = set ? numbers.get(set) : each.slug;
      return `${name} ${each.validFrom?.getTime()} ${each.validUntil?.getTime()}`;
    });
    const isOwn = sets.some((set) => speakOfIdentity(set.rules));
    const key = [...parts.sort(), isOwn ? identityId : ''].join('\n');
    if (holders.has(key)) continue;
    const held = own.flatMap((each) =>
      rulesOf({ ...each, permissions: setOf(each)?.rules ?? null }),
    );
    holders.set(key, { identityId, sets, held });
  }
  return [...holders.values()];
}

async function openedTo(
  groups: readonly Group[],
  change: AttributeChange,
  budget: WeighingBudget,
): Promise<string[]> {
  const { subject, actions, before, after } = change;
  const opened: string[] = [];
  for (const action of actions) {
    for (const { rights } of groups) {
      const rest = budget.spend(2 * rights.cost);
      if (rest) await rest;
      if (!rights.opens(action, subject, before, after)) continue;
      opened.push(action);
      break;
    }
  }
  return opened;
}
