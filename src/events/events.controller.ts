import { applyDecorators, Body, Controller, Post, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Actor } from '../auth/actor.js';
import { CurrentActor } from '../auth/current-actor.decorator.js';
import { ChangesNothing } from '../http/changes-nothing.decorator.js';
import { RateLimited } from '../http/limits/rate-limit.guard.js';
import { currentWork } from '../http/limits/admission.js';
import { SubscribeDto } from './events.dto.js';
import { EventsService } from './events.service.js';
import { CURSOR_HEADER } from './stream/stream-response.js';

const DESCRIPTION =
  'Server-sent events: `secret:create`, `secret:update`, `secret:delete`, `secret:import-mutation`; ' +
  '`ping` at once and every 15 s; `reset` where events cannot be continued; `error` before the server ' +
  'ends the stream. Each event is sent at least once and in the order of commits, for as long as the ' +
  'caller may receive it. Never holds a value of a secret.';

const EXAMPLE =
  'id: q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJCrze8SNFZ4kKvN7xI\n' +
  'event: secret:create\n' +
  'data: {"projectType":"secret-manager","data":{"eventType":"secret:create",' +
  '"payload":[{"environment":"dev","secretPath":"/","secretKey":"DB_PASSWORD"}]}}\n\n';

const Documented = () =>
  applyDecorators(
    ApiOperation({ summary: 'Subscribes to the events of a project', description: DESCRIPTION }),
    ApiHeader({
      name: 'Last-Event-ID',
      required: false,
      description: 'The `id` of the last event received: the stream goes on after it',
    }),
    ApiOkResponse({
      description: 'The stream',
      headers: {
        [CURSOR_HEADER]: {
          description: 'A cursor that is valid before the first event',
          schema: { type: 'string' },
        },
      },
      content: { 'text/event-stream': { schema: { type: 'string' }, example: EXAMPLE } },
    }),
  );

@ApiTags('Events')
@RateLimited('read')
@Controller('v1/events')
export class EventsController {
  constructor(private readonly events: EventsService) {}

  @Post('subscribe/project-events')
  @ChangesNothing()
  @Documented()
  async subscribe(
    @CurrentActor() actor: Actor,
    @Body() dto: SubscribeDto,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    const cursor = lastEventId(req) || dto.cursor;
    const subscription = {
      actor,
      projectId: dto.projectId,
      register: dto.toRegister(),
      ...(cursor ? { cursor } : {}),
    };
    releaseRequest(req);
    await this.events.subscribe(subscription, res);
    // A stream that is open has bounds of its own, and is never answered.
    currentWork()?.leave();
  }
}

/** Frees what was read of the request: an answer may last for days, and keeps its request in memory. */
function releaseRequest(req: Request): void {
  req.headers = {};
  req.rawHeaders = [];
  req.body = undefined;
}

function lastEventId(req: Request): string {
  const header = req.headers['last-event-id'];
  return typeof header === 'string' ? header : '';
}
