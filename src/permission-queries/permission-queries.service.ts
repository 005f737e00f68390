import { Injectable } from '@nestjs/common';
import { AccessService } from '../access/access.service.js';
import type { Actor } from '../auth/actor.js';
import type { SourcedRule } from '../permissions/rule.js';
import { ChangeComparison, type RuleDifference } from './change-comparison.js';
import type { PlannedChange } from './permission-change.js';
import type { ProjectMember } from './project-members.repository.js';
import { type NamedHolder, ReadableMembers } from './readable-members.js';
import { reasonOf } from './explanation-text.js';
import { Evaluator, type TimedAnswer } from './evaluator.js';
import { type ChangeHolder, HeldChanges } from './held-changes.js';
import type { Question } from './question.js';

export interface PageBounds {
  readonly offset: number;
  readonly limit: number;
}

export interface PageOf<T> {
  readonly page: readonly T[];
  readonly totalCount: number;
}

/** The rule that lets somebody do something, and the policy by which it waits all the same. */
export interface AllowedChange {
  readonly decidedBy: SourcedRule;
  readonly heldBy: ChangeHolder | null;
}

export interface ExplainedAnswer {
  readonly answer: TimedAnswer;
  readonly at: Date;
  readonly reason: string;
  readonly heldBy: ChangeHolder | null;
}

export type AllowedMember = readonly [ProjectMember, AllowedChange];
export type AffectedMember = readonly [ProjectMember, RuleDifference];

/**
 * Questions about who may do what, answered by the engine that enforces. The answers show rules of
 * roles and of privileges, so they are for those who may read roles and the identities concerned.
 */
@Injectable()
export class PermissionQueriesService {
  constructor(
    private readonly access: AccessService,
    private readonly members: ReadableMembers,
    private readonly held: HeldChanges,
  ) {}

  /**
   * May the identity or person do this, at the moment or now? Everybody may ask about themselves: a refusal shows the rule that
   * decides anyway, and names this question as the next step.
   */
  async explain(
    actor: Actor,
    projectId: string,
    holder: NamedHolder,
    { question, at }: { readonly question: Question; readonly at?: Date },
  ): Promise<ExplainedAnswer> {
    const project = await this.access.toProject(actor, { id: projectId });
    const { member, isOwn } = await this.members.getFor(actor, project, holder);
    const moment = at ?? project.now;
    const answer = await new Evaluator(question).evaluateWithEnd(member, moment);
    const reason = reasonOf(question, answer, member, moment);
    const maySeePolicies = isOwn || project.ability.allows('read', 'secret-approval');
    const isMachine = member.kind !== 'user';
    const heldBy =
      answer.allowed && maySeePolicies
        ? await this.held.holderOf(project, question, isMachine)
        : null;
    return { answer, at: moment, reason, heldBy };
  }

  /** Lists, by name, which of the identities and people that the caller may read may do this. */
  async whoCan(
    actor: Actor,
    projectId: string,
    { question, at }: { readonly question: Question; readonly at?: Date },
    page: PageBounds,
  ): Promise<PageOf<AllowedMember>> {
    const project = await this.access.toProject(actor, { id: projectId });
    const members = await this.members.list(project, {});
    const evaluator = new Evaluator(question);
    const allowed: (readonly [ProjectMember, SourcedRule])[] = [];
    for (const member of members) {
      const answer = await evaluator.evaluate(member, at ?? project.now);
      if (answer.allowed && answer.decidedBy) allowed.push([member, answer.decidedBy]);
    }
    const maySeePolicies = project.ability.allows('read', 'secret-approval');
    const holderFor = (isMachine: boolean) =>
      maySeePolicies ? this.held.holderOf(project, question, isMachine) : null;
    const [ofPeople, ofMachines] = [await holderFor(false), await holderFor(true)];
    const holders = { user: ofPeople, identity: ofMachines };
    const shown = pageOf(allowed, page);
    return {
      ...shown,
      page: shown.page.map(([member, decidedBy]): AllowedMember => {
        const heldBy = member.kind === 'user' ? holders.user : holders.identity;
        return [member, { decidedBy, heldBy }];
      }),
    };
  }

  /** Who of those whom the caller may read would gain or lose something by the change? By name. */
  async preview(
    actor: Actor,
    projectId: string,
    change: PlannedChange,
    page: PageBounds,
  ): Promise<PageOf<AffectedMember>> {
    const project = await this.access.toProject(actor, { id: projectId });
    const { effect, members } = await this.members.concernedBy(project, change);
    const comparison = new ChangeComparison(effect, project.now);
    const affected: AffectedMember[] = [];
    for (const member of members) {
      const difference = await comparison.compareHolder(member.holdings);
      if (difference.gained.length + difference.lost.length > 0) {
        affected.push([member, difference]);
      }
    }
    return pageOf(affected, page);
  }
}

export const pageOf = <T>(all: readonly T[], { offset, limit }: PageBounds): PageOf<T> => ({
  page: all.slice(offset, offset + limit),
  totalCount: all.length,
});
