import type { ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { AccessService } from '../access/access.service.js';
import type { Actor } from '../auth/actor.js';
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

export interface Subscription {
  readonly actor: Actor;
  readonly projectId: string;
  readonly register: readonly RegisterEntry[];
  readonly cursor?: string;
}

/** All that is settled before the first byte of a stream. */
interface PreparedStream {
  readonly subscription: Subscription;
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
    const { subscription, start, savedKey, slot } = prepared;
    const { projectId, actor } = subscription;
    const { identityId } = actor;
    if (res.req.socket.destroyed) {
      slot.release();
      return;
    }
    const tail = this.streams.openTail(projectId, prepared.state);
    const response = new StreamResponse(res, this.settings, this.metrics, () => {
      slot.release();
      this.streams.remove(subscriber);
    });
    const rights = this.streams.sharedRights(identityId, projectId) ?? prepared.rights;
    const filters = tail.sharedFilters(rights, prepared.filters);
    const buildReset = (authorizer: EventAuthorizer) =>
      this.resets.build(projectId, filters, authorizer);
    const { metrics } = this;
    const stream = new EventStream({ tail, rights, filters, response, metrics, buildReset }, start);
    const token = toStreamToken(actor.claims, actor.request.address);
    const reader = { identityId, projectId, token, ...(savedKey ? { savedKey } : {}) };
    const subscriber: Subscriber = { ...reader, tail, stream, response };
    this.streams.add(subscriber);
    response.open(start.cursor);
    slot.evict = () => this.streams.evict(subscriber);
    this.monitor.start();
    void stream.run(start.mustReset);
  }
}

/** Opens streams: every refusal comes before the first byte. */
@Injectable()
export class EventsService {
  constructor(
    private readonly access: AccessService,
    private readonly rights: ProjectRightsLoader,
    private readonly positions: ResumePositions,
    private readonly streams: EventStreams,
    private readonly opener: StreamOpener,
  ) {}

  /** Throws 404, 403 for an entry of which nothing could ever be received, and 429 or 503 if there is no slot. */
  async subscribe(subscription: Subscription, res: ServerResponse): Promise<void> {
    const { actor, cursor, register } = subscription;
    const project = await this.access.toProject(actor, { id: subscription.projectId });
    const projectId = project.id;
    const { identityId } = actor;
    const known = { epoch: Number(project.epoch), head: 0, stamp: 0, now: project.now.getTime() };
    const shared = this.streams.sharedRights(identityId, projectId);
    const rights = shared ?? this.rights.forActor(actor, projectId);
    const authorizer = await rights.authorizerFor(known);
    if (!authorizer) throw notFound();
    const filters = register.map(toSubscriptionFilter);
    requireAll(authorizer, filters);
    const slot = this.streams.reserveSlot(actor, projectId);
    try {
      const key = { identityId, projectId, registerHash: registerHash(register) };
      const start = await (cursor === undefined
        ? this.positions.forSavedCursor(key)
        : this.positions.forCursor(projectId, cursor));
      const state = { ...known, head: start.head, stamp: start.headStamp };
      const saved = cursor === undefined ? { savedKey: key } : {};
      const opened = { ...subscription, projectId };
      this.opener.open(
        { subscription: opened, filters, rights, state, start, slot, ...saved },
        res,
      );
    } catch (error) {
      slot.release();
      throw error;
    }
  }
}

function requireAll(authorizer: EventAuthorizer, filters: readonly SubscriptionFilter[]): void {
  filters.forEach((filter, index) => {
    if (couldReceiveAny(authorizer, filter)) return;
    const { environment, path, kinds } = filter;
    const { action, subject } = requiredPermission(kinds[0]!);
    const secretPath = typeof path === 'string' ? path : (path?.pattern ?? null);
    const attributes = { environment, secretPath };
    const reason = deniedText(PROJECT_SUBJECTS, { action, subject }, [attributes]);
    throw permissionDenied('permission-denied', reason, { subject, action, attributes, index });
  });
}

const requiredPermission = (kind: EventKind) =>
  isAccessKind(kind)
    ? { action: 'read', subject: ACCESS_KINDS[kind] }
    : { action: SECRET_KINDS[kind].action, subject: 'secret-event-subscriptions' };
