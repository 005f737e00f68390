import { Module } from '@nestjs/common';
import { EventResets } from './stream/event-resets.js';
import { EventRetention } from './log/event-retention.js';
import { ResumePositions } from './stream/resume-position.js';
import { EventStreams } from './stream/event-streams.js';
import { SubscriptionMonitor } from './stream/subscription-monitor.js';
import { EventsController } from './events.controller.js';
import { EventsRepository } from './log/events.repository.js';
import { EventsService, StreamOpener } from './events.service.js';
import { ExpiriesRepository } from './log/expiries.repository.js';
import { ExpiryNotifier } from './log/expiry-notifier.js';
import { LiveTokens } from './authorization/live-tokens.repository.js';
import { ProjectRightsLoader } from './authorization/project-rights.js';
import { SavedCursors } from './log/saved-cursors.repository.js';

@Module({
  controllers: [EventsController],
  providers: [
    EventResets,
    EventRetention,
    ResumePositions,
    EventStreams,
    SubscriptionMonitor,
    EventsRepository,
    EventsService,
    ExpiriesRepository,
    ExpiryNotifier,
    LiveTokens,
    ProjectRightsLoader,
    SavedCursors,
    StreamOpener,
  ],
})
export class EventsModule {}
