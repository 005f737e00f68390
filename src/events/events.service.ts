import type { ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { AccessService } from '../access/access.service.js';
import { notFound, permissionDenied } from '../errors/api-error.js';
import { ACCESS_KINDS, isAccessKind, SECRET_KINDS, type EventKind } from './log/event-kinds.js';
import { ResumePositions } from './stream/resume-position.js';
import { couldReceiveAny } from './stream/event-stream.js';
import { EventStreams } from './stream/event-streams.js';
import type { EventAuthorizer } from './authorization/event-authorizer.js';
import { type SubscriptionFilter, toSubscriptionFilter } from './stream/subscription-filter.js';
import { ProjectRightsLoader } from './authorization/project-rights.js';
import { registerHash } from './log/saved-cursors.repository.js';
import { StreamOpener, type Subscription } from './stream/stream-opener.js';

/** Opens streams: every refusal comes before the first byte. */
@Injectable()
export class EventsService {
  constructor(
    private readonly access: AccessService,
    private readonly rights: ProjectRightsLoader,
    private readonly starts: ResumePositions,
    private readonly opener: StreamOpener,
    private readonly streams: EventStreams,
  ) {}

  async open(asked: Subscription, res: ServerResponse): Promise<void> {
    const { actor, cursor, register } = asked;
    const project = await this.access.toProject(actor, { id: asked.projectId });
    const projectId = project.id;
    const state = { epoch: Number(project.epoch), head: 0, stamp: 0, now: project.now.getTime() };
    const shared = this.streams.sharedRights(actor.identityId, projectId);
    const rights = shared ?? this.rights.forActor(actor, projectId);
    const authorizer = await rights.authorizerFor(state);
    if (!authorizer) throw notFound();
    const filters = register.map(toSubscriptionFilter);
    requireAll(authorizer, filters);
    const place = this.streams.reserveSlot(actor, projectId);
    try {
      const savedKey = {
        identityId: actor.identityId,
        projectId,
        registerHash: registerHash(register),
      };
      const start = await (cursor === undefined
        ? this.starts.forSavedCursor(savedKey)
        : this.starts.forCursor(projectId, cursor));
      const subscription = { ...asked, projectId };
      const known = cursor === undefined ? { savedKey } : {};
      const prepared = { subscription, filters, rights, state, start, place, ...known };
      this.opener.open(prepared, res);
    } catch (error) {
      place.release();
      throw error;
    }
  }
}

/** Throws 403 for an entry of which nothing could ever be heard. */
function requireAll(authorizer: EventAuthorizer, filters: readonly SubscriptionFilter[]): void {
  filters.forEach((filter, index) => {
    if (couldReceiveAny(authorizer, filter)) return;
    const { environment, path, kinds } = filter;
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
