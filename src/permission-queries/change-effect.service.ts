import { Injectable } from '@nestjs/common';
import { AccessService, type ProjectAccess } from '../access/access.service.js';
import { rulesOf } from '../access/held-rules.js';
import type { Actor } from '../auth/actor.js';
import { bindRules, haveTemplates } from '../permissions/templates.js';
import { ChangeComparison, type RuleDifference } from './change-comparison.js';
import { type BeyondCaller, ChangeLimits } from './change-limits.js';
import { type HolderClass, type FoundDifferences, PlaceComparison } from './effect-on-places.js';
import { memberFacts } from './evaluator.js';
import { ConcernedHoldings } from './holder-classes.js';
import type { PlannedChange, PlannedEffect } from './permission-change.js';
import { type PageBounds, pageOf } from './permission-queries.service.js';
import type { ProjectMember } from './project-members.repository.js';
import { ReadableMembers } from './readable-members.js';
import { touchedSubjects } from './touched-questions.js';
import { VisiblePlaces } from './visible-places.js';

/** What a change does to somebody, at places and beside them. */
export interface MemberEffect {
  readonly places: FoundDifferences;
  readonly rules: RuleDifference;
}

export interface LookedAt {
  readonly folders: number;
  readonly environments: number;
  readonly secrets: number;
  readonly isComplete: boolean;
}

export interface ChangeEffect {
  readonly at: Date;
  readonly page: readonly (readonly [ProjectMember, MemberEffect])[];
  readonly totalCount: number;
  readonly counts: {
    readonly gainers: number;
    readonly losers: number;
    readonly unchanged: number;
  };
  readonly lookedAt: LookedAt;
  readonly beyond: BeyondCaller | null;
}

/** Members who hold the same rules, by what the change can touch. */
interface Alike extends HolderClass {
  readonly members: ProjectMember[];
}

/** What a change gives and takes in every folder of the project that the caller may see. */
@Injectable()
export class ChangeEffects {
  constructor(
    private readonly access: AccessService,
    private readonly members: ReadableMembers,
    private readonly places: VisiblePlaces,
    private readonly limits: ChangeLimits,
  ) {}

  async weigh(
    actor: Actor,
    projectId: string,
    change: PlannedChange,
    bounds: PageBounds,
  ): Promise<ChangeEffect> {
    const project = await this.access.toProject(actor, { id: projectId });
    const { effect, members } = await this.members.concernedBy(project, change);
    const classes = classesOf(members, effect);
    const { effects, lookedAt } = await this.effectsOn(project, classes, effect);
    const rows = classes.flatMap(({ members: alike }, index) =>
      alike.map((member) => [member, effects[index]!] as const),
    );
    return {
      at: project.now,
      ...pageOf(inOrder(rows), bounds),
      counts: countsOf(rows),
      lookedAt,
      beyond: await this.limits.beyond(actor, project.id, change),
    };
  }

  private async effectsOn(
    project: ProjectAccess,
    classes: readonly Alike[],
    effect: PlannedEffect,
  ): Promise<{ effects: readonly MemberEffect[]; lookedAt: LookedAt }> {
    const held = classes.flatMap(({ before, after, rulesOf: rules }) =>
      [...before, ...after].flatMap(rules),
    );
    const { placed, others } = touchedSubjects(held, effect.different);
    const withNames = placed.some(({ byName }) => byName);
    const { places, isComplete } = await this.places.list(project, withNames);
    const comparison = new PlaceComparison(placed, project.now);
    const { differences, looked } = await comparison.compare(classes, places);
    const beside = new ChangeComparison({ ...effect, subjects: others }, project.now);
    const effects: MemberEffect[] = [];
    for (const [index, { before }] of classes.entries())
      effects.push({ places: differences[index]!, rules: await beside.compareHolder(before) });
    const seen = places.slice(0, looked);
    const lookedAt = {
      folders: seen.length,
      environments: new Set(seen.map(({ environment }) => environment)).size,
      secrets: seen.reduce((sum, { secrets }) => sum + (secrets?.length ?? 0), 0),
      isComplete: isComplete && looked === places.length,
    };
    return { effects, lookedAt };
  }
}

function classesOf(members: readonly ProjectMember[], effect: PlannedEffect): readonly Alike[] {
  const concerned = new ConcernedHoldings(effect);
  const classes = new Map<string, Alike>();
  for (const member of members) {
    const { key: alike, held } = concerned.of(member.holdings);
    const after = effect.apply(held);
    const isOwn = [...held, ...after].some((holding) => haveTemplates(rulesOf(holding)));
    const key = isOwn ? `${alike} ${member.holderId}` : alike;
    const facts = memberFacts(member);
    const read: HolderClass['rulesOf'] = (holding) =>
      isOwn ? bindRules(rulesOf(holding), facts) : rulesOf(holding);
    const known = classes.get(key) ?? { before: held, after, rulesOf: read, members: [] };
    known.members.push(member);
    classes.set(key, known);
  }
  return [...classes.values()];
}

type Row = ChangeEffect['page'][number];

const isLosing = ([, { places, rules }]: Row): boolean => rules.lost.length > 0 || places.hasLost;
const isGaining = ([, { places, rules }]: Row): boolean =>
  rules.gained.length > 0 || places.hasGained;

/** Who loses comes first, then who gains, then the others; each by name. */
function inOrder(rows: readonly Row[]): readonly Row[] {
  const rankOf = (row: Row): number => (isLosing(row) ? 0 : isGaining(row) ? 1 : 2);
  const ranked = rows.map((row) => ({ row, rank: rankOf(row) }));
  const compare = ([one]: Row, [other]: Row) =>
    one.name < other.name ? -1 : one.name > other.name ? 1 : 0;
  return ranked
    .sort((one, other) => one.rank - other.rank || compare(one.row, other.row))
    .map(({ row }) => row);
}

const countsOf = (rows: readonly Row[]) => ({
  gainers: rows.filter(isGaining).length,
  losers: rows.filter(isLosing).length,
  unchanged: rows.filter((row) => !isGaining(row) && !isLosing(row)).length,
});
