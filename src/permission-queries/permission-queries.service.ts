import { Injectable } from '@nestjs/common';
import { AccessService, type ProjectAccess } from '../access/access.service.js';
import type { Actor } from '../auth/actor.js';
import { toUuid } from '../database/uuid.js';
import { notFound } from '../errors/api-error.js';
import { membershipNotFound, privilegeNotFound, roleNotFound } from '../errors/missing.js';
import type { SourcedRule } from '../permissions/rule.js';
import { ChangeComparison, type RuleDifference, type PlannedEffect } from './change-comparison.js';
import { type PlannedChange, effectOfGrant, effectOnHolding } from './permission-change.js';
import {
  type ProjectMember,
  ProjectMembersRepository,
  type MemberFilter,
} from './project-members.repository.js';
import { reasonOf } from './explanation-text.js';
import { Evaluator, type TimedAnswer } from './evaluator.js';
import { type ChangeHolder, HeldChanges } from './held-changes.js';
import type { Question } from './question.js';

/** An identity or a person as a request names it; `kind` null: whichever has the id. */
export interface NamedHolder {
  readonly kind: 'identity' | 'user' | null;
  readonly id: string;
}

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
    private readonly population: ProjectMembersRepository,
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
    const isOwn = holder.id === actor.callerId && holder.kind === actor.kind;
    const member = await (isOwn
      ? this.findMember(project.id, holder)
      : this.memberIn(project, holder));
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
    const members = await this.readableMembers(project, {});
    const inquiry = new Evaluator(question);
    const allowed: (readonly [ProjectMember, SourcedRule])[] = [];
    for (const member of members) {
      const answer = await inquiry.evaluate(member, at ?? project.now);
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
    const { effect, members } = await this.concerned(project, change);
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

  private async concerned(
    project: ProjectAccess,
    change: PlannedChange,
  ): Promise<{ readonly effect: PlannedEffect; readonly members: readonly ProjectMember[] }> {
    if (change.kind === 'role') {
      const role = await this.population.findRole(project.id, change.roleSlug);
      if (!role) throw roleNotFound(project.id, change.roleSlug);
      const effect = effectOnHolding({ ...role, kind: 'role' }, change.permissions);
      return { effect, members: await this.readableMembers(project, { roleId: role.id }) };
    }
    if (change.kind === 'grant') {
      const member = await this.memberIn(project, change.holder);
      return { effect: effectOfGrant(change.permissions, change.lifetime), members: [member] };
    }
    const found = await this.population.findPrivilege(project.id, toUuid(change.privilegeId));
    if (!found) throw privilegeNotFound(change.privilegeId);
    const member = await this.memberIn(project, { kind: null, id: found.holderId });
    const held = member.holdings.find(({ kind, id }) => kind === 'privilege' && id === found.id);
    if (!held) throw privilegeNotFound(change.privilegeId);
    return { effect: effectOnHolding(held, change.permissions), members: [member] };
  }

  private async findMember(projectId: string, { kind, id }: NamedHolder): Promise<ProjectMember> {
    const [member] = await this.population.listMembers(projectId, { holderId: toUuid(id) });
    const isOfKind = member && (kind === null || member.kind === kind);
    if (isOfKind) return member;
    throw kind === 'user' ? notFound() : membershipNotFound(id);
  }

  private async memberIn(project: ProjectAccess, holder: NamedHolder): Promise<ProjectMember> {
    const member = await this.findMember(project.id, holder);
    if (member.kind === 'user')
      project.ability.require('read', 'member', { userEmail: member.name });
    else project.ability.require('read', 'identity', { identityId: member.holderId });
    project.ability.require('read', 'role');
    return member;
  }

  private async readableMembers(
    { id, ability }: ProjectAccess,
    whom: MemberFilter,
  ): Promise<ProjectMember[]> {
    // Who may read only one of the two kinds sees only that one.
    if (!ability.mayEverAllow('read', 'identity') && !ability.mayEverAllow('read', 'member')) {
      ability.require('read', 'identity', { identityId: null });
    }
    ability.require('read', 'role');
    const members = await this.population.listMembers(id, whom);
    return members.filter(({ kind, holderId, name }) =>
      kind === 'user'
        ? ability.allows('read', 'member', { userEmail: name })
        : ability.allows('read', 'identity', { identityId: holderId }),
    );
  }
}

const pageOf = <T>(all: readonly T[], { offset, limit }: PageBounds): PageOf<T> => ({
  page: all.slice(offset, offset + limit),
  totalCount: all.length,
});
