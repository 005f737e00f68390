import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccessService, type ProjectAccess } from '../../access/access.service.js';
import { LockedAccess } from '../../access/locked-access.js';
import type { Actor } from '../../auth/actor.js';
import { Database } from '../../database/database.js';
import { isUuid } from '../../database/uuid.js';
import { notFound } from '../../errors/api-error.js';
import { AccessChangeRecorder } from '../../events/log/access-change-recorder.js';
import { Consents } from '../merge/consents.service.js';
import { Merges } from '../merge/merges.service.js';
import { PoliciesRepository, type PolicyRecord } from '../policies/policies.repository.js';
import { PolicyTables } from '../policies/policy-tables.js';
import { knownPolicy } from './known-policy.js';
import { withKnownConflicts } from './known-conflicts.js';
import { countItems, expireOldest } from './many-items.sql.js';
import { RequestDetails, type ShownItem, type WantedDetails } from './request-details.service.js';
import {
  type ListedRequest,
  type RequestFilter,
  RequestListsRepository,
} from './request-lists.repository.js';
import {
  notAnApprover,
  refuseTooMany,
  refuseTooManyItems,
  requestClosed,
  requireOpen,
} from './request-refusals.js';
import { type RequestRecord, RequestsRepository } from './requests.repository.js';
import {
  type CallerRelation,
  type RequestRelation,
  VotesRepository,
  type Vote,
} from './votes.repository.js';

/** A request, and what the caller is to it. */
interface FoundRequest {
  readonly request: RequestRecord;
  readonly project: ProjectAccess;
  readonly relation: RequestRelation;
}

export interface WholeRequest {
  readonly request: RequestRecord;
  readonly policy: PolicyRecord;
  readonly items: readonly ShownItem[];
  readonly votes: readonly Vote[];
  readonly callerRelation: CallerRelation;
}

export interface RequestPage {
  readonly requests: readonly { readonly request: ListedRequest; readonly policy: PolicyRecord }[];
  readonly totalCount: number;
}

/** Closed requests of one committer in a project that can be opened again. */
const MAX_CLOSED = 100;

const KINDS = {
  review: 'approval:review',
  close: 'approval:close',
  reopen: 'approval:reopen',
} as const;

/** Changes that wait for consent: looked at, voted on, closed, opened again and merged. */
@Injectable()
export class RequestsService {
  // oxlint-disable-next-line max-params -- reads, votes and merges of one thing
  constructor(
    private readonly access: AccessService,
    private readonly locked: LockedAccess,
    private readonly requests: RequestsRepository,
    private readonly lists: RequestListsRepository,
    private readonly votes: VotesRepository,
    private readonly policies: PoliciesRepository,
    private readonly tables: PolicyTables,
    private readonly details: RequestDetails,
    private readonly consents: Consents,
    private readonly merges: Merges,
    private readonly recorder: AccessChangeRecorder,
    private readonly database: Database,
  ) {}

  async list(actor: Actor, projectId: string, filter: RequestFilter): Promise<RequestPage> {
    const viewer = await this.viewer(actor, projectId);
    if (filter.committerId !== null && !isUuid(filter.committerId))
      return { requests: [], totalCount: 0 };
    const { requests, totalCount } = await this.lists.list(viewer, filter);
    const ids = [...new Set(requests.map(({ policyId }) => policyId))];
    const policies = new Map((await this.policies.listByIds(ids)).map((each) => [each.id, each]));
    const readsAll = readsPolicies(viewer.project);
    const table = await this.tables.find(viewer.project);
    const isOwn = (each: RequestRecord) => committerOf(each) === actor.callerId;
    const others = requests.filter((each) => !isOwn(each));
    const masked = new Map(
      (await withKnownConflicts(others, table)).map((each) => [each.id, each]),
    );
    return {
      totalCount,
      requests: requests.map((each) => {
        const policy = policies.get(each.policyId)!; // policies are kept
        return {
          request: masked.get(each.id) ?? each,
          policy: readsAll || each.decides ? policy : knownPolicy(policy, each),
        };
      }),
    };
  }

  async count(actor: Actor, projectId: string) {
    return this.lists.count(await this.viewer(actor, projectId));
  }

  async get(actor: Actor, id: string, wanted: WantedDetails): Promise<WholeRequest> {
    const { request: found, project, relation } = await this.find(actor, id);
    const [policy] = await this.policies.listByIds([found.policyId]);
    const looked = { request: found, relation, wanted };
    const items = await this.details.show(actor, project, looked);
    const votes = await this.votes.listVotes(id);
    const isOwn = committerOf(found) === actor.callerId;
    const callerRelation = { ...relation, isOwn };
    const knowsAll = isOwn || relation.isApprover || relation.isBypasser;
    const table = await this.tables.find(project);
    const [request] = knowsAll ? [found] : await withKnownConflicts([found], table);
    // There is one request, and its policy is kept.
    const isPolicyKnown = readsPolicies(project) || relation.isApprover || relation.isBypasser;
    const shown = isPolicyKnown ? policy! : knownPolicy(policy!, found);
    return { request: request!, policy: shown, items, votes, callerRelation };
  }

  /** The vote of before is overwritten; the same once more changes nothing. */
  async review(actor: Actor, id: string, vote: Pick<Vote, 'status' | 'comment'>): Promise<Vote> {
    await this.find(actor, id);
    return this.database.transaction(async (tx) => {
      const request = await this.lock(tx, actor, id);
      const { ways, userId } = await this.consents.requireVoter(tx, actor, request);
      requireOpen(request);
      const ofCaller = async () =>
        (await this.votes.listVotesIn(tx, id)).find((each) => each.userId === userId);
      const before = await ofCaller();
      const isSame = before?.status === vote.status && before.comment === vote.comment;
      if (before?.counts && isSame) return before;
      await this.votes.putVote(tx, { requestId: id, userId, ...vote }, ways);
      const after = (await ofCaller())!; // it was written
      const more = { vote: vote.status, comment: vote.comment, digest: textOf(request.digest) };
      await this.record(tx, actor, request, 'review', more);
      return after;
    });
  }

  /** Opening again voids the votes of before. Throws 400 for what was merged, has expired or lost its policy. */
  async setStatus(actor: Actor, id: string, status: 'open' | 'close'): Promise<RequestRecord> {
    const { request: found } = await this.find(actor, id);
    return this.database.transaction(async (tx) => {
      await this.requests.lockPolicy(tx, found.policyId);
      const request = await this.lock(tx, actor, id);
      const { callerId } = actor;
      const { isAdmin, isApprover } = await this.votes.findIn(tx, request.policyId, callerId);
      const isCommitter = [request.committerUserId, request.committerIdentityId].includes(callerId);
      if (!isAdmin && !isApprover && !isCommitter)
        throw notAnApprover(
          'A request is closed by whoever proposed it, an approver or an administrator of the project.',
        );
      const by = actor.kind === 'user' ? callerId : null;
      if (status === 'close') {
        requireOpen(request);
        await this.requests.close(tx, [id], 'person', { by });
        await expireOldest(tx, request.projectId, committerOf(request), MAX_CLOSED);
      } else {
        await this.requireOpenable(tx, request);
        await this.requests.reopen(tx, id, by);
      }
      await this.record(tx, actor, request, status === 'close' ? 'close' : 'reopen');
      return this.requests.findIn(tx, request.orgId, id);
    });
  }

  async merge(actor: Actor, id: string, bypassReason: string | null): Promise<RequestRecord> {
    const { request, project } = await this.find(actor, id);
    return this.merges.merge(actor, project, request, bypassReason);
  }

  /** Throws 404 where the caller may not see it: who reads all, proposed it, may vote, or may bypass a soft policy. */
  private async find(actor: Actor, id: string): Promise<FoundRequest> {
    const request = isUuid(id) ? await this.requests.find(actor.orgId, id) : null;
    if (!request) throw notFound();
    const project = await this.access.toProject(actor, { id: request.projectId });
    const relation = await this.votes.find(request.policyId, actor.callerId);
    const { isApprover, isBypasser, isAdmin } = relation;
    const isOwn = [request.committerUserId, request.committerIdentityId].includes(actor.callerId);
    const seesAll = isAdmin || project.ability.allows('read', 'secret-approval-request');
    if (!seesAll && !isOwn && !isApprover && !isBypasser) throw notFound();
    return { request, project, relation };
  }

  private async lock(tx: EntityManager, { orgId }: Actor, id: string): Promise<RequestRecord> {
    const request = await this.requests.findLocked(tx, orgId, id);
    if (!request) throw notFound();
    return request;
  }

  private async requireOpenable(tx: EntityManager, request: RequestRecord): Promise<void> {
    const { closeReason, environmentId, secretPath } = request;
    if (closeReason !== 'person') throw requestClosed(closeReason ?? 'person');
    const { table } = await this.tables.readIn(tx, request.projectId);
    const isPlaced = environmentId !== null && secretPath !== null;
    const governing = isPlaced ? await table.governing({ environmentId, secretPath }) : null;
    if (governing?.id !== request.policyId) throw requestClosed('policy');
    const committerId = committerOf(request);
    refuseTooMany(await this.requests.countOpen(tx, request.projectId, committerId));
    const { id, projectId } = request;
    refuseTooManyItems(await countItems(tx, projectId, committerId, id));
  }

  private async viewer(actor: Actor, projectId: string) {
    const project = await this.access.toProject(actor, { id: projectId });
    const seesAll = project.ability.allows('read', 'secret-approval-request');
    return { projectId: project.id, callerId: actor.callerId, seesAll, project };
  }

  /** Last in its transaction. Throws 401 for who lost their session while this waited for others. */
  private async record(
    tx: EntityManager,
    actor: Actor,
    { id: requestId, slug, policyId, projectId }: RequestRecord,
    verb: keyof typeof KINDS,
    more: object = {},
  ): Promise<void> {
    await this.locked.lockCallerSession(tx, actor);
    const target = { requestId, slug, policyId, ...more };
    const record = { action: `approval-request.${verb}`, projectId, target };
    const status = verb === 'close' ? 'close' : 'open';
    const changes = [{ requestId, policyId, status }];
    await this.recorder.record(tx, actor, record, [{ type: KINDS[verb], changes }]);
  }
}

const committerOf = ({ committerUserId, committerIdentityId }: RequestRecord): string =>
  committerUserId ?? committerIdentityId!; // one of them is set

const textOf = (digest: Buffer): string => digest.toString('base64url');

const readsPolicies = ({ ability }: ProjectAccess): boolean =>
  ability.allows('read', 'secret-approval');
