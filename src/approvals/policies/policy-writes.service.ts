import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccessService, type ProjectAccess } from '../../access/access.service.js';
import { filterInSlices } from '../../access/slices.js';
import { type FreshAccess, LockedAccess } from '../../access/locked-access.js';
import type { Actor } from '../../auth/actor.js';
import { Database } from '../../database/database.js';
import { isUuid } from '../../database/uuid.js';
import { badRequest, conflict, notFound } from '../../errors/api-error.js';
import {
  type AccessChange,
  AccessChangeRecorder,
} from '../../events/log/access-change-recorder.js';
import { globsDisjoint } from '../../permissions/glob-relations.js';
import {
  PoliciesRepository,
  type PolicyContent,
  type PolicyKind,
  type PolicyPerson,
  type KeptPolicy,
  type PolicyRecord,
} from './policies.repository.js';
import { PolicyPeople } from './policy-people.js';
import { globOf } from './policy-table.js';

/** Somebody as a request names them; an empty text is absent. */
export interface PersonReference {
  readonly type: 'user' | 'group';
  readonly id: string;
  readonly username: string;
}

/** What a request says of a policy: what is absent stays. */
export type PolicyChanges = Partial<
  Omit<PolicyContent, 'environments' | 'approvers' | 'bypassers' | 'access'> & {
    readonly environments: readonly string[];
    readonly approvers: readonly PersonReference[];
    readonly bypassers: readonly PersonReference[];
  }
>;

/** A policy about to be written, in the transaction that writes it. */
export interface PolicyWrite {
  readonly tx: EntityManager;
  readonly actor: Actor;
  readonly access: FreshAccess;
  readonly changes: PolicyChanges;
  /** As it is to be, but for what `PolicyTerms.complete` sets. */
  readonly content: PolicyContent;
  /** As it was; null for a new one. */
  readonly before: PolicyRecord | null;
}

/** What else is told of a change, in its transaction: in its audit entry, and as events of their own. */
export interface Consequences {
  readonly target: object;
  readonly events: readonly AccessChange[];
}

/** A policy as it was and as it is; one of them is missing where it is made or ends. */
export interface PolicyStates {
  readonly before?: PolicyRecord;
  readonly after?: PolicyRecord;
}

/** What one kind of policy asks for beyond the other. */
export interface PolicyTerms {
  readonly kind: PolicyKind;
  /** Gives the policy as it is written. Throws 403 for what the caller may not decide. */
  complete(write: PolicyWrite): Promise<PolicyContent>;
  /** Called last in the transaction: from there on everybody who changes the project waits. */
  consequences(tx: EntityManager, projectId: string, states: PolicyStates): Promise<Consequences>;
}

const MAX_POLICIES = 100;

const NEW_POLICY: Omit<PolicyContent, 'secretPath'> = {
  name: null,
  approvals: 1,
  isSoft: false,
  allowsOwnVote: false,
  exemptsMachines: false,
  environments: [],
  approvers: [],
  bypassers: [],
  access: null,
};

/** Writes policies of both kinds, under the lock of their project, with their events and audit entries. */
@Injectable()
export class PolicyWrites {
  // oxlint-disable-next-line max-params -- what is asked before the lock and under it, and what is written
  constructor(
    private readonly access: AccessService,
    private readonly locked: LockedAccess,
    private readonly policies: PoliciesRepository,
    private readonly people: PolicyPeople,
    private readonly recorder: AccessChangeRecorder,
    private readonly database: Database,
  ) {}

  /** Throws 403 without `edit` where another policy could govern a place of it: a nearer one takes places from that. */
  async create(
    actor: Actor,
    project: ProjectAccess,
    changes: PolicyChanges,
    terms: PolicyTerms,
  ): Promise<PolicyRecord> {
    const environments = await this.policies.environmentsOf(project.id, changes.environments);
    project.ability.require('create', 'secret-approval');
    if (environments.length === 0)
      throw badRequest('missing-field', 'Name an environment by its slug (environment).');
    return this.change(actor, project.id, async (tx, access) => {
      access.ability.require('create', 'secret-approval');
      const people = await this.people.resolve(tx, access, changes);
      const { secretPath = '' } = changes; // the pipe asks for it
      const content = { ...NEW_POLICY, ...changes, ...people, environments, secretPath };
      const others = await this.policies.listIn(tx, access.id, terms.kind);
      if (others.length >= MAX_POLICIES)
        throw badRequest('limit-reached', `A project has at most ${MAX_POLICIES} policies.`);
      requireEnough(content);
      await requireAllowed(access, content, others, 'edit');
      const write = { tx, actor, access, changes, content, before: null };
      const id = await this.policies.insert(tx, access.id, await terms.complete(write));
      const after = (await this.policies.findIn(tx, id))!; // it was inserted
      await this.record({ tx, actor, verb: 'create', terms }, { after });
      return after;
    });
  }

  async update(
    actor: Actor,
    id: string,
    changes: PolicyChanges,
    terms: PolicyTerms,
  ): Promise<PolicyRecord> {
    const { policy, project } = await this.find(actor, id, terms.kind);
    const environments = await this.policies.environmentsOf(project.id, changes.environments);
    project.ability.require('edit', 'secret-approval');
    return this.change(actor, policy.projectId, async (tx, access) => {
      access.ability.require('edit', 'secret-approval');
      const before = await this.reread(tx, id);
      const people = await this.people.resolve(tx, access, changes);
      const there = environments.length > 0 ? { environments } : {};
      // Clients that have none leave the list out.
      const cleared = changes.approvers && !changes.bypassers ? { bypassers: [] } : {};
      const content = { ...before, ...changes, ...people, ...cleared, ...there } as PolicyContent;
      const all = await this.policies.listIn(tx, access.id, terms.kind);
      const others = all.filter((each) => each.id !== id);
      // A policy whose approvers have left is still given a name.
      if (changes.approvers || changes.approvals !== undefined) requireEnough(content);
      await requireAllowed(access, content, others, 'create');
      const write = { tx, actor, access, changes, content, before };
      await this.policies.update(tx, id, await terms.complete(write));
      const after = await this.reread(tx, id);
      await this.record({ tx, actor, verb: 'update', terms }, { before, after });
      return after;
    });
  }

  async remove(actor: Actor, id: string, terms: PolicyTerms): Promise<PolicyRecord> {
    const { policy, project } = await this.find(actor, id, terms.kind);
    project.ability.require('delete', 'secret-approval');
    return this.change(actor, policy.projectId, async (tx, access) => {
      access.ability.require('delete', 'secret-approval');
      const before = await this.reread(tx, id);
      await this.policies.remove(tx, id);
      const after = (await this.policies.findIn(tx, id))!; // it was found a moment ago
      await this.record({ tx, actor, verb: 'delete', terms }, { before });
      return after;
    });
  }

  /** Gives a policy and what the caller may do in its project. Throws 404; 403 for who is no member. */
  async find(
    actor: Actor,
    id: string,
    kind: PolicyKind,
  ): Promise<{ policy: PolicyRecord; project: ProjectAccess }> {
    const policy = isUuid(id) ? await this.policies.find(actor.orgId, id, kind) : null;
    if (!policy) throw notFound();
    return { policy, project: await this.access.toProject(actor, { id: policy.projectId }) };
  }

  /** Under the lock of the project, which every merge shares; writes in progress come before it, or are planned again. */
  private change(
    actor: Actor,
    projectId: string,
    work: (tx: EntityManager, access: FreshAccess) => Promise<PolicyRecord>,
  ): Promise<PolicyRecord> {
    return this.database.transaction((tx) =>
      this.locked.changeProject(tx, actor, { id: projectId }, (access) => work(tx, access)),
    );
  }

  private async record(
    { tx, actor, verb, terms }: Recorded,
    { before, after }: PolicyStates,
  ): Promise<void> {
    const { id: policyId, projectId } = (after ?? before)!; // one of them is given
    const { target: more, events } = await terms.consequences(tx, projectId, { before, after });
    const target = {
      policyId,
      ...(before ? { before: auditOfPolicy(before) } : {}),
      ...(after ? { after: auditOfPolicy(after) } : {}),
      ...more,
    };
    const record = { action: `approval-policy.${verb}`, projectId, target };
    const change = { type: `approval-policy:${verb}`, changes: [{ policyId }] } as const;
    await this.recorder.record(tx, actor, record, [change, ...events]);
  }

  private async reread(tx: EntityManager, id: string): Promise<PolicyRecord> {
    const policy = await this.policies.findIn(tx, id);
    if (!policy || policy.deletedAt !== null) throw notFound();
    return policy;
  }
}

interface Recorded {
  readonly tx: EntityManager;
  readonly actor: Actor;
  readonly verb: 'create' | 'update' | 'delete';
  readonly terms: PolicyTerms;
}

/** Throws 400 where there are fewer people than approvals. */
function requireEnough({ approvals, approvers }: PolicyContent): void {
  const areAllPeople = approvers.every(({ type }) => type === 'user');
  if (areAllPeople && approvals > approvers.length)
    throw badRequest(
      'invalid-approvers',
      `The policy asks for ${approvals} approvals and names ${approvers.length} people. Name more, or ask for fewer.`,
    );
}

/** Throws 409; then 403 without `more` where another policy could govern a place of this one. */
async function requireAllowed(
  { ability }: Pick<ProjectAccess, 'ability'>,
  content: PolicyContent,
  others: readonly KeptPolicy[],
  more: 'create' | 'edit',
): Promise<void> {
  const { secretPath } = content;
  const ids = new Set(content.environments.map(({ id }) => id));
  const near = others.filter((each) => each.environments.some(({ id }) => ids.has(id)));
  const [same] = near.filter((each) => each.secretPath === secretPath);
  if (same)
    throw conflict('already-exists', 'A policy for this path and environment exists already.', {
      policyId: same.id,
    });
  const pattern = globOf(secretPath);
  const meeting = await filterInSlices(
    near,
    (each) => !globsDisjoint(pattern, globOf(each.secretPath)),
  );
  if (meeting.length > 0) ability.require(more, 'secret-approval');
}

const namesOf = (people: readonly PolicyPerson[]) =>
  people.map(({ id, type, username }) => ({ type, id, ...(username ? { username } : {}) }));

const auditOfPolicy = (policy: PolicyRecord) => ({
  name: policy.name,
  environments: policy.environments.map(({ slug }) => slug),
  secretPath: policy.secretPath,
  approvals: policy.approvals,
  enforcementLevel: policy.isSoft ? 'soft' : 'hard',
  allowedSelfApprovals: policy.allowsOwnVote,
  bypassForMachineIdentities: policy.exemptsMachines,
  approvers: namesOf(policy.approvers),
  bypassers: namesOf(policy.bypassers),
  ...termsOf(policy),
});

function termsOf({ access }: PolicyRecord): object {
  if (access === null) return {};
  const { actions, maxPeriod, requestPeriod } = access;
  return { actions, maxPeriod, requestPeriod };
}
