import type { ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { AccessClaims } from '../../auth/access-token.js';
import type { Actor } from '../../auth/actor.js';
import { EventMetrics } from './event-metrics.js';
import { EventResets } from './event-resets.js';
import { EventSettings } from '../event-settings.js';
import type { Start } from './resume-position.js';
import { EventStream } from './event-stream.js';
import { EventStreams, type Subscriber } from './event-streams.js';
import { SubscriptionMonitor } from './subscription-monitor.js';
import type { SubscriptionFilter, RegisterEntry } from './subscription-filter.js';
import { heldToken } from '../authorization/live-tokens.repository.js';
import { Packet } from './packet.js';
import type { ProjectState } from '../log/events.repository.js';
import type { ProjectRights } from '../authorization/project-rights.js';
import type { SavedKey } from '../log/saved-cursors.repository.js';
import type { StreamPlace } from './stream-places.js';
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
  readonly interests: readonly SubscriptionFilter[];
  readonly rights: ProjectRights;
  readonly state: Omit<ProjectState, 'head' | 'stamp'>;
  readonly start: Start;
  readonly savedKey?: SavedKey;
  readonly place: StreamPlace;
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
      place.leave();
      return;
    }
    const { head, headStamp: stamp } = start;
    const tail = this.streams.tailOf(projectId, { ...state, head, stamp });
    const close = () => {
      place.leave();
      this.streams.remove(subscriber);
    };
    const response = new StreamResponse(res, this.settings, this.metrics, close);
    const rights = this.streams.rightsOf(identityId, projectId) ?? prepared.rights;
    const interests = tail.sharedInterests(rights, prepared.interests);
    const reset = async (each: EventStream) => {
      const hearing = await each.mayGoOn();
      if (!hearing) return null;
      const { position, frames } = await this.resets.of(projectId, interests, hearing);
      this.metrics.resets.inc();
      for (const frame of frames) {
        await response.room();
        // Found out by rights that are no more: all of it anew.
        if ((await each.mayGoOn()) !== hearing) return null;
        response.send(new Packet(frame));
      }
      return position;
    };
    const parts = { tail, rights, interests, response, metrics: this.metrics, reset };
    const stream = new EventStream(parts, start);
    const token = heldToken(claims, actor.request.address);
    const whose = { identityId, projectId, token, ...(savedKey ? { savedKey } : {}) };
    const subscriber: Subscriber = { ...whose, tail, stream, response };
    this.streams.add(subscriber);
    response.open(start.cursor);
    place.giveWay = () => this.streams.giveWay(subscriber);
    this.watch.begin();
    void stream.run(start.mustReset);
  }
}
