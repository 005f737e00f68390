import type { ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { AccessService } from '../access/access.service.js';
import { notFound, permissionDenied } from '../errors/api-error.js';
import { ACCESS_KINDS, isAccessKind, SECRET_KINDS, type EventKind } from './log/event-kinds.js';
import { ResumePositions } from './stream/resume-position.js';
import { isHeard } from './stream/event-stream.js';
import { EventStreams } from './stream/event-streams.js';
import type { EventAuthorizer } from './authorization/event-authorizer.js';
import { type SubscriptionFilter, toInterest } from './stream/subscription-filter.js';
import { RightsOfCallers } from './authorization/project-rights.js';
import { hashOf } from './log/saved-cursors.repository.js';
import { StreamOpener, type Subscription } from './stream/stream-opener.js';

/** Opens streams: every refusal comes before the first byte. */
@Injectable()
export class EventsService {
  constructor(
    private readonly access: AccessService,
    private readonly rights: RightsOfCallers,
    private readonly starts: ResumePositions,
    private readonly opener: StreamOpener,
    private readonly streams: EventStreams,
  ) {}

  async open(asked: Subscription, res: ServerResponse): Promise<void> {
    const { actor, cursor, register } = asked;
    const project = await this.access.toProject(actor, { id: asked.projectId });
    const projectId = project.id;
    const state = { epoch: Number(project.epoch), head: 0, stamp: 0, now: project.now.getTime() };
    const shared = this.streams.rightsOf(actor.identityId, projectId);
    const rights = shared ?? this.rights.of(actor, projectId);
    const hearing = await rights.current(state);
    if (!hearing) throw notFound();
    const interests = register.map(toInterest);
    requireAll(hearing, interests);
    const place = this.streams.takePlace(actor, projectId);
    try {
      const savedKey = { identityId: actor.identityId, projectId, registerHash: hashOf(register) };
      const start = await (cursor === undefined
        ? this.starts.of(savedKey)
        : this.starts.after(projectId, cursor));
      const subscription = { ...asked, projectId };
      const known = cursor === undefined ? { savedKey } : {};
      const prepared = { subscription, interests, rights, state, start, place, ...known };
      this.opener.open(prepared, res);
    } catch (error) {
      place.leave();
      throw error;
    }
  }
}

/** Throws 403 for an entry of which nothing could ever be heard. */
function requireAll(hearing: EventAuthorizer, interests: readonly SubscriptionFilter[]): void {
  interests.forEach((interest, index) => {
    if (isHeard(hearing, interest)) return;
    const { environment, path, kinds } = interest;
    const { action, subject } = demandOf(kinds[0]!);
    const secretPath = typeof path === 'string' ? path : (path?.pattern ?? null);
    const attributes = { environment, secretPath };
    throw permissionDenied(`You are not allowed to ${action} on ${subject}`, {
      subject,
      action,
      attributes,
      index,
    });
  });
}

const demandOf = (kind: EventKind) =>
  isAccessKind(kind)
    ? { action: 'read', subject: ACCESS_KINDS[kind] }
    : { action: SECRET_KINDS[kind].action, subject: 'secret-event-subscriptions' };
