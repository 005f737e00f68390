import { Injectable } from '@nestjs/common';
import { AccessService, type ProjectAccess } from '../access/access.service.js';
import type { Actor } from '../auth/actor.js';
import { toUuid } from '../database/uuid.js';
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
import type { Question } from './question.js';

export interface PageBounds {
  readonly offset: number;
  readonly limit: number;
}

export interface PageOf<T> {
  readonly page: readonly T[];
  readonly totalCount: number;
}

export type AllowedMember = readonly [ProjectMember, SourcedRule];
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
  ) {}

  /**
   * May the identity do this, at the moment or now? Everybody may ask about themselves: a refusal shows the rule that
   * decides anyway, and names this question as the next step.
   */
  async explain(
    actor: Actor,
    projectId: string,
    identityId: string,
    { question, at }: { readonly question: Question; readonly at?: Date },
  ): Promise<{ readonly answer: TimedAnswer; readonly at: Date; readonly reason: string }> {
    const project = await this.access.toProject(actor, { id: projectId });
    const isOwn = identityId === actor.identityId;
    const member = await (isOwn
      ? this.findMember(project.id, identityId)
      : this.memberIn(project, toUuid(identityId)));
    const moment = at ?? project.now;
    const answer = await new Evaluator(question).evaluateWithEnd(member, moment);
    return { answer, at: moment, reason: reasonOf(question, answer, member, moment) };
  }

  /** Which of the identities that the caller may read may do this? By name. */
  async whoCan(
    actor: Actor,
    projectId: string,
    { question, at }: { readonly question: Question; readonly at?: Date },
    page: PageBounds,
  ): Promise<PageOf<AllowedMember>> {
    const project = await this.access.toProject(actor, { id: projectId });
    const members = await this.readableMembers(project, {});
    const inquiry = new Evaluator(question);
    const allowed: AllowedMember[] = [];
    for (const member of members) {
      const answer = await inquiry.evaluate(member, at ?? project.now);
      if (answer.allowed && answer.decidedBy) allowed.push([member, answer.decidedBy]);
    }
    return pageOf(allowed, page);
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
      const member = await this.memberIn(project, toUuid(change.identityId));
      return { effect: effectOfGrant(change.permissions, change.lifetime), members: [member] };
    }
    const found = await this.population.findPrivilege(project.id, toUuid(change.privilegeId));
    if (!found) throw privilegeNotFound(change.privilegeId);
    const member = await this.memberIn(project, found.identityId);
    const held = member.holdings.find(({ kind, id }) => kind === 'privilege' && id === found.id);
    if (!held) throw privilegeNotFound(change.privilegeId);
    return { effect: effectOnHolding(held, change.permissions), members: [member] };
  }

  private async findMember(projectId: string, identityId: string): Promise<ProjectMember> {
    const [member] = await this.population.listMembers(projectId, { identityId });
    if (!member) throw membershipNotFound(identityId);
    return member;
  }

  private async memberIn(project: ProjectAccess, identityId: string): Promise<ProjectMember> {
    const member = await this.findMember(project.id, identityId);
    project.ability.require('read', 'identity', { identityId });
    project.ability.require('read', 'role');
    return member;
  }

  private async readableMembers(
    { id, ability }: ProjectAccess,
    whom: MemberFilter,
  ): Promise<ProjectMember[]> {
    if (!ability.mayEverAllow('read', 'identity')) {
      ability.require('read', 'identity', { identityId: null });
    }
    ability.require('read', 'role');
    const members = await this.population.listMembers(id, whom);
    return members.filter(({ identityId }) => ability.allows('read', 'identity', { identityId }));
  }
}

const pageOf = <T>(all: readonly T[], { offset, limit }: PageBounds): PageOf<T> => ({
  page: all.slice(offset, offset + limit),
  totalCount: all.length,
});
