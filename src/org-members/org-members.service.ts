import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { liveRules } from '../access/held-rules.js';
import { HoldingsRepository, listFacts, listHoldings } from '../access/holdings.repository.js';
import { flatMapInSlices } from '../access/slices.js';
import { type Ability, compile } from '../permissions/ability.js';
import { PROJECT_SUBJECTS, type ProjectSubjects } from '../permissions/project-subjects.js';
import { bindRules } from '../permissions/templates.js';
import { AccessService, type OrgAccess } from '../access/access.service.js';
import type { Actor } from '../auth/actor.js';
import { loginFactsOf } from '../auth/login-facts.js';
import { Database } from '../database/database.js';
import { isUuid } from '../database/uuid.js';
import { notFound } from '../errors/api-error.js';
import type { OrgMemberRecord, ProjectOfMemberRecord } from './org-members.presenter.js';
import { type OrgMemberPage, OrgMembersRepository } from './org-members.repository.js';
import { groupBy } from '../database/group-by.js';

/** Projects whose rules are in memory together. */
const AT_ONCE = 50;

/** Reads of the people of an organization: all need `member: read` there. */
@Injectable()
export class OrgMembersService {
  constructor(
    private readonly access: AccessService,
    private readonly members: OrgMembersRepository,
    private readonly holdings: HoldingsRepository,
    private readonly database: Database,
  ) {}

  /** By e-mail address. */
  async list(
    actor: Actor,
    orgId: string,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<OrgMemberPage> {
    const access = await this.toOrganization(actor, orgId);
    access.ability.require('read', 'member');
    return this.members.listPage(access.orgId, page);
  }

  async get(actor: Actor, orgId: string, id: string): Promise<OrgMemberRecord> {
    const access = await this.toOrganization(actor, orgId);
    const member = isUuid(id) ? await this.members.find(access.orgId, id) : null;
    if (!member) throw notFound();
    access.ability.require('read', 'member');
    return member;
  }

  /** The projects of the member, by name, as far as the caller may read there that it is a member. */
  async listProjects(actor: Actor, orgId: string, id: string): Promise<ProjectOfMemberRecord[]> {
    const member = await this.get(actor, orgId, id);
    return this.database.transaction(async (tx) => {
      const projects = await this.members.listProjects(tx, orgId, member.userId);
      const readable: ProjectOfMemberRecord[] = [];
      for (let i = 0; i < projects.length; i += AT_ONCE) {
        const some = projects.slice(i, i + AT_ONCE);
        const abilities = await this.abilitiesIn(
          tx,
          actor,
          some.map(({ projectId }) => projectId),
        );
        const about = { userEmail: member.email };
        const mayRead = ({ projectId }: ProjectOfMemberRecord) =>
          abilities.get(projectId)?.allows('read', 'member', about) ?? false;
        readable.push(...some.filter(mayRead));
      }
      return readable;
    });
  }

  /** What the caller may do in each of the projects; one of which it is no member is left out. */
  private async abilitiesIn(
    tx: EntityManager,
    actor: Actor,
    projectIds: readonly string[],
  ): Promise<ReadonlyMap<string, Ability<ProjectSubjects>>> {
    const { callerId, orgId } = actor;
    const holdings = await listHoldings(tx, projectIds, [callerId]);
    const known = (await listFacts(tx, orgId, [callerId])).get(callerId);
    const facts = known ? { ...known, auth: loginFactsOf(actor) } : null;
    const now = await this.holdings.now(tx);
    const byProject = groupBy(holdings, ({ projectId }) => projectId);
    const abilities = await flatMapInSlices(byProject, ([projectId, held]) => {
      const { rules } = liveRules(held, now.getTime());
      return [[projectId, compile(PROJECT_SUBJECTS, bindRules(rules, facts))] as const];
    });
    return new Map(abilities);
  }

  /** Throws 404 for another organization than the caller's. */
  private async toOrganization(actor: Actor, orgId: string): Promise<OrgAccess> {
    if (actor.orgId !== orgId) throw notFound();
    return this.access.toOrganization(actor);
  }
}
