import type { ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { AccessService, type ProjectAccess } from '../access/access.service.js';
import type { Actor } from '../auth/actor.js';
import { loginKeyOf } from '../auth/login-facts.js';
import { StreamTickets, TICKET_SECONDS } from '../auth/stream-tickets.js';
import { notFound, permissionDenied } from '../errors/api-error.js';
import { PROJECT_SUBJECTS } from '../permissions/project-subjects.js';
import { deniedText } from '../permissions/refusal-text.js';
import type { EventAuthorizer } from './authorization/event-authorizer.js';
import { toStreamToken } from './authorization/live-tokens.repository.js';
import { type ProjectRights, ProjectRightsLoader } from './authorization/project-rights.js';
import { ACCESS_KINDS, type EventKind, isAccessKind, SECRET_KINDS } from './log/event-kinds.js';
import type { ProjectState } from './log/events.repository.js';
import { registerHash, type SavedCursorKey } from './log/saved-cursors.repository.js';
import { EventSettings } from './event-settings.js';
import { EventMetrics } from './stream/event-metrics.js';
import { EventResets } from './stream/event-resets.js';
import { couldReceiveAny, EventStream } from './stream/event-stream.js';
import { EventStreams, type Subscriber } from './stream/event-streams.js';
import { type ResumePosition, ResumePositions } from './stream/resume-position.js';
import { StreamResponse } from './stream/stream-response.js';
import type { StreamSlot } from './stream/stream-slots.js';
import {
  type RegisterEntry,
  type SubscriptionFilter,
  toSubscriptionFilter,
} from './stream/subscription-filter.js';
import { SubscriptionMonitor } from './stream/subscription-monitor.js';

/** What a stream is about. The project is named by its id, by its slug, or by both. */
export interface SubscriptionTarget {
  readonly projectId?: string;
  readonly projectSlug?: string;
  readonly register: readonly RegisterEntry[];
}

export interface Subscription extends SubscriptionTarget {
  readonly actor: Actor;
  readonly cursor?: string;
  /** A browser reads no headers: it is told the cursor in the stream, and sends it itself when it comes again. */
  readonly isEventSource: boolean;
}

/** All that is settled before the first byte of a stream. */
interface PreparedStream {
  readonly subscription: Subscription;
  readonly projectId: string;
  readonly filters: readonly SubscriptionFilter[];
  readonly rights: ProjectRights;
  readonly state: ProjectState;
  readonly start: ResumePosition;
  readonly savedKey?: SavedCursorKey;
  readonly slot: StreamSlot;
}

/** Begins the answer, and joins the stream to the tail of its project. */
@Injectable()
export class StreamOpener {
  constructor(
    private readonly streams: EventStreams,
    private readonly resets: EventResets,
    private readonly monitor: SubscriptionMonitor,
    private readonly settings: EventSettings,
    private readonly metrics: EventMetrics,
  ) {}

  open(prepared: PreparedStream, res: ServerResponse): void {
    const { subscription, projectId, start, savedKey, slot } = prepared;
    const { actor, isEventSource } = subscription;
    const { callerId } = actor;
    if (res.req.socket.destroyed) {
      slot.release();
      return;
    }
    const tail = this.streams.openTail(projectId, prepared.state);
    const response = new StreamResponse(res, this.settings, this.metrics, () => {
      slot.release();
      this.streams.remove(subscriber);
    });
    const own = prepared.rights;
    const rights = own.hasStanding ? own : (this.streams.sharedRights(actor, projectId) ?? own);
    const filters = tail.sharedFilters(rights, prepared.filters);
    const buildReset = (authorizer: EventAuthorizer) =>
      this.resets.build(projectId, filters, authorizer);
    const { metrics } = this;
    const stream = new EventStream({ tail, rights, filters, response, metrics, buildReset }, start);
    const token = toStreamToken(actor.claims, actor.request.address);
    const loginKey = loginKeyOf(actor);
    const reader = { callerId, loginKey, projectId, token, ...(savedKey ? { savedKey } : {}) };
    const subscriber: Subscriber = { ...reader, tail, stream, response };
    this.streams.add(subscriber);
    response.open(start.cursor, isEventSource);
    slot.evict = () => this.streams.evict(subscriber);
    this.monitor.start();
    void stream.run(start.mustReset);
  }
}

/** Opens streams: every refusal comes before the first byte. */
@Injectable()
export class EventsService {
  // oxlint-disable-next-line max-params -- who may, where to begin, what is open already, and the ticket for later
  constructor(
    private readonly access: AccessService,
    private readonly rights: ProjectRightsLoader,
    private readonly positions: ResumePositions,
    private readonly streams: EventStreams,
    private readonly opener: StreamOpener,
    private readonly tickets: StreamTickets,
  ) {}

  /**
   * Throws 400 for two names of different projects, 404, 403 for an entry of which nothing could ever be received, and
   * 429 or 503 if there is no slot.
   */
  async subscribe(subscription: Subscription, res: ServerResponse): Promise<void> {
    const { actor } = subscription;
    const { project, rights, filters } = await this.admit(actor, subscription);
    const projectId = project.id;
    const slot = this.streams.reserveSlot(actor, projectId);
    try {
      const { start, ...saved } = await this.startOf(subscription, projectId);
      const state = { ...stateOf(project), head: start.head, stamp: start.headStamp };
      this.opener.open(
        { subscription, projectId, filters, rights, state, start, slot, ...saved },
        res,
      );
    } catch (error) {
      slot.release();
      throw error;
    }
  }

  /** A ticket that opens this stream and no other. Throws as `subscribe` does, but for the slot. */
  async makeTicket(
    actor: Actor,
    target: SubscriptionTarget,
  ): Promise<{ readonly ticket: string; readonly expiresAt: Date }> {
    const { project } = await this.admit(actor, target);
    const { claims } = actor;
    const exp = Math.min(Math.floor(project.now.getTime() / 1000) + TICKET_SECONDS, claims.exp);
    const grant = { projectId: project.id, register: JSON.stringify(target.register) };
    return {
      ticket: this.tickets.sign({ claims, grant, exp }),
      expiresAt: new Date(exp * 1000),
    };
  }

  private async admit(actor: Actor, { projectId: id, projectSlug, register }: SubscriptionTarget) {
    const project = await this.access.toNamedProject(actor, id, projectSlug);
    const filters = register.map(toSubscriptionFilter);
    const hasStanding = filters.some(({ kinds }) => kinds.some(isAboutRequests));
    const shared = hasStanding ? undefined : this.streams.sharedRights(actor, project.id);
    const rights = shared ?? this.rights.forActor(actor, project.id, hasStanding);
    const authorizer = await rights.authorizerFor(stateOf(project));
    if (!authorizer) throw notFound();
    requireAll(authorizer, filters);
    return { project, rights, filters };
  }

  private async startOf(
    { actor, register, cursor, isEventSource }: Subscription,
    projectId: string,
  ): Promise<{ readonly start: ResumePosition; readonly savedKey?: SavedCursorKey }> {
    if (cursor !== undefined) return { start: await this.positions.forCursor(projectId, cursor) };
    if (isEventSource) return { start: await this.positions.atHead(projectId) };
    const { callerId } = actor;
    const savedKey = { callerId, projectId, registerHash: registerHash(register) };
    return { start: await this.positions.forSavedCursor(savedKey), savedKey };
  }
}

const isAboutRequests = (kind: EventKind): boolean =>
  isAccessKind(kind) && ACCESS_KINDS[kind] === 'secret-approval-request';

/** What the lookup of a project tells of its log: no position yet. */
const stateOf = ({ epoch, now }: ProjectAccess): ProjectState => ({
  ...{ epoch: Number(epoch), head: 0, stamp: 0, now: now.getTime() },
});

function requireAll(authorizer: EventAuthorizer, filters: readonly SubscriptionFilter[]): void {
  // All of them: a client that asks for the rest next is then not refused entry by entry.
  const indexes = filters.flatMap((filter, index) =>
    couldReceiveAny(authorizer, filter) ? [] : [index],
  );
  const [index] = indexes;
  if (index === undefined) return;
  const { environment, path, kinds } = filters[index]!;
  const { action, subject } = requiredPermission(kinds[0]!);
  const secretPath = typeof path === 'string' ? path : (path?.pattern ?? null);
  const attributes = { environment, secretPath };
  const reason = deniedText(PROJECT_SUBJECTS, { action, subject }, [attributes]);
  const details = { subject, action, attributes, index, indexes };
  throw permissionDenied('permission-denied', reason, details);
}

const requiredPermission = (kind: EventKind) =>
  isAccessKind(kind)
    ? { action: 'read', subject: ACCESS_KINDS[kind] }
    : { action: SECRET_KINDS[kind].action, subject: 'secret-event-subscriptions' };
