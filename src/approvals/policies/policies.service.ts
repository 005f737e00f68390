import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccessService } from '../../access/access.service.js';
import type { Actor } from '../../auth/actor.js';
import { environmentNotFound } from '../../errors/missing.js';
import { RequestClosings } from '../requests/request-closings.service.js';
import {
  PoliciesRepository,
  type PolicyContent,
  type PolicyRecord,
} from './policies.repository.js';
import { PolicyPeople } from './policy-people.js';
import { PolicyTable } from './policy-table.js';
import {
  type Consequences,
  type PolicyChanges,
  type PolicyStates,
  type PolicyTerms,
  type PolicyWrite,
  PolicyWrites,
} from './policy-writes.service.js';

/** Policies of a project: who has to consent before secrets change where. */
@Injectable()
export class PoliciesService implements PolicyTerms {
  readonly kind = 'changes';

  constructor(
    private readonly access: AccessService,
    private readonly policies: PoliciesRepository,
    private readonly people: PolicyPeople,
    private readonly closings: RequestClosings,
    private readonly writes: PolicyWrites,
  ) {}

  async list(actor: Actor, projectId: string): Promise<PolicyRecord[]> {
    const { id, ability } = await this.access.toProject(actor, { id: projectId });
    ability.require('read', 'secret-approval');
    return this.policies.list(id);
  }

  async get(actor: Actor, id: string): Promise<PolicyRecord> {
    const { policy, project } = await this.writes.find(actor, id, this.kind);
    project.ability.require('read', 'secret-approval');
    return policy;
  }

  /** The policy that governs a folder, be it there or not. Throws 404 for an unknown environment. */
  async findGoverning(
    actor: Actor,
    projectId: string,
    { environment, secretPath }: { readonly environment: string; readonly secretPath: string },
  ): Promise<PolicyRecord | null> {
    const { id, ability } = await this.access.toProject(actor, { id: projectId });
    const [found] = await this.policies.findEnvironments(id, [environment]);
    if (!found) throw environmentNotFound(id, environment);
    ability.require('read', 'secret-approval');
    const all = await this.policies.list(id);
    const place = { environmentId: found.id, secretPath };
    const governing = await tableOf(all).governing(place);
    return all.find((each) => each.id === governing?.id) ?? null;
  }

  async create(actor: Actor, projectId: string, changes: PolicyChanges): Promise<PolicyRecord> {
    const project = await this.access.toProject(actor, { id: projectId });
    return this.writes.create(actor, project, changes, this);
  }

  update(actor: Actor, id: string, changes: PolicyChanges): Promise<PolicyRecord> {
    return this.writes.update(actor, id, changes, this);
  }

  /** Enforcement ends, and what waited for it is closed for good. */
  remove(actor: Actor, id: string): Promise<PolicyRecord> {
    return this.writes.remove(actor, id, this);
  }

  async complete({
    tx,
    actor,
    access,
    changes,
    content,
    before,
  }: PolicyWrite): Promise<PolicyContent> {
    const { approvers, bypassers, environments, secretPath } = changes;
    const isMoved = (environments?.length ?? 0) > 0 || secretPath !== undefined;
    if (!before || approvers || bypassers || isMoved)
      await this.people.requireSight(tx, actor, access.id, content);
    return content;
  }

  async consequences(
    tx: EntityManager,
    projectId: string,
    { before, after }: PolicyStates,
  ): Promise<Consequences> {
    if (before && after && governsAlike(before, after)) return { target: {}, events: [] };
    const { requestIds, events } = await this.closings.closeUngoverned(tx, projectId, null);
    return { target: requestIds.length > 0 ? { closedRequests: requestIds } : {}, events };
  }
}

/** Whether nothing comes under it, or from under it, by the change: then no request need be looked at. */
const governsAlike = (before: PolicyRecord, after: PolicyRecord): boolean =>
  before.secretPath === after.secretPath &&
  before.exemptsMachines === after.exemptsMachines &&
  idsOf(before) === idsOf(after);

const idsOf = ({ environments }: PolicyRecord): string =>
  environments
    .map(({ id }) => id)
    .sort()
    .join();

const tableOf = (policies: readonly PolicyRecord[]): PolicyTable =>
  new PolicyTable(
    policies.map((each) => ({
      id: each.id,
      name: each.name,
      pattern: each.secretPath,
      environmentIds: each.environments.map(({ id }) => id),
      environmentSlugs: each.environments.map(({ slug }) => slug),
      exemptsMachines: each.exemptsMachines,
    })),
  );
