import type { ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { AccessClaims } from '../../auth/access-token.js';
import type { Actor } from '../../auth/actor.js';
import { EventMetrics } from './event-metrics.js';
import { EventResets } from './event-resets.js';
import { EventSettings } from '../event-settings.js';
import type { ResumePosition } from './resume-position.js';
import { EventStream } from './event-stream.js';
import { EventStreams, type Subscriber } from './event-streams.js';
import { SubscriptionMonitor } from './subscription-monitor.js';
import type { SubscriptionFilter, RegisterEntry } from './subscription-filter.js';
import { toStreamToken } from '../authorization/live-tokens.repository.js';
import { Packet } from './packet.js';
import type { ProjectState } from '../log/events.repository.js';
import type { ProjectRights } from '../authorization/project-rights.js';
import type { SavedCursorKey } from '../log/saved-cursors.repository.js';
import type { StreamSlot } from './stream-slots.js';
import { StreamResponse } from './stream-response.js';

export interface Subscription {
  readonly actor: Actor;
  readonly claims: AccessClaims;
  readonly projectId: string;
  readonly register: readonly RegisterEntry[];
  readonly cursor?: string;
}

/** All that is settled before the first byte of a stream. */
export interface Prepared {
  readonly subscription: Subscription;
  readonly filters: readonly SubscriptionFilter[];
  readonly rights: ProjectRights;
  readonly state: Omit<ProjectState, 'head' | 'stamp'>;
  readonly start: ResumePosition;
  readonly savedKey?: SavedCursorKey;
  readonly place: StreamSlot;
}

/** Begins the answer, and joins the stream to its tail. */
@Injectable()
export class StreamOpener {
  constructor(
    private readonly streams: EventStreams,
    private readonly resets: EventResets,
    private readonly watch: SubscriptionMonitor,
    private readonly settings: EventSettings,
    private readonly metrics: EventMetrics,
  ) {}

  open(prepared: Prepared, res: ServerResponse): void {
    const { subscription, start, state, savedKey, place } = prepared;
    const { projectId, actor, claims } = subscription;
    const { identityId } = actor;
    if (res.req.socket.destroyed) {
      place.release();
      return;
    }
    const { head, headStamp: stamp } = start;
    const tail = this.streams.openTail(projectId, { ...state, head, stamp });
    const close = () => {
      place.release();
      this.streams.remove(subscriber);
    };
    const response = new StreamResponse(res, this.settings, this.metrics, close);
    const rights = this.streams.sharedRights(identityId, projectId) ?? prepared.rights;
    const filters = tail.sharedFilters(rights, prepared.filters);
    const reset = async (each: EventStream) => {
      const authorizer = await each.reauthorize();
      if (!authorizer) return null;
      const { position, frames } = await this.resets.build(projectId, filters, authorizer);
      this.metrics.resets.inc();
      for (const frame of frames) {
        await response.room();
        // Found out by rights that are no more: all of it anew.
        if ((await each.reauthorize()) !== authorizer) return null;
        response.send(new Packet(frame));
      }
      return position;
    };
    const parts = { tail, rights, filters, response, metrics: this.metrics, reset };
    const stream = new EventStream(parts, start);
    const token = toStreamToken(claims, actor.request.address);
    const whose = { identityId, projectId, token, ...(savedKey ? { savedKey } : {}) };
    const subscriber: Subscriber = { ...whose, tail, stream, response };
    this.streams.add(subscriber);
    response.open(start.cursor);
    place.evict = () => this.streams.evict(subscriber);
    this.watch.start();
    void stream.run(start.mustReset);
  }
}
