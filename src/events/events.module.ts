import { Module } from '@nestjs/common';
import { EventResets } from './event-resets.js';
import { EventRetention } from './event-retention.js';
import { EventStarts } from './event-start.js';
import { EventStreams } from './event-streams.js';
import { EventWatch } from './event-watch.js';
import { EventsController } from './events.controller.js';
import { EventsRepository } from './events.repository.js';
import { EventsService } from './events.service.js';
import { Expiries } from './expiries.repository.js';
import { ExpiryNews } from './expiry-news.js';
import { LiveTokens } from './live-tokens.repository.js';
import { RightsOfCallers } from './project-rights.js';
import { SavedCursors } from './saved-cursors.repository.js';
import { StreamOpener } from './stream-opener.js';

@Module({
  controllers: [EventsController],
  providers: [
    EventResets,
    EventRetention,
    EventStarts,
    EventStreams,
    EventWatch,
    EventsRepository,
    EventsService,
    Expiries,
    ExpiryNews,
    LiveTokens,
    RightsOfCallers,
    SavedCursors,
    StreamOpener,
  ],
})
export class EventsModule {}
