import {
  applyDecorators,
  Body,
  Controller,
  Get,
  Header,
  Post,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Actor } from '../auth/actor.js';
import { CurrentActor } from '../auth/current-actor.decorator.js';
import { TakesTicket } from '../auth/stream-tickets.js';
import { ApiError, invalid } from '../errors/api-error.js';
import { Answers } from '../http/answers.decorator.js';
import { ChangesNothing } from '../http/changes-nothing.decorator.js';
import { RateLimited } from '../http/limits/rate-limit.guard.js';
import { currentWork } from '../http/limits/admission.js';
import { pathOf } from '../http/request-context.js';
import { StreamQuery, StreamTicketDto, StreamTicketView, SubscribeDto } from './events.dto.js';
import { EventsService, type Subscription, type SubscriptionTarget } from './events.service.js';
import { registerHash } from './log/saved-cursors.repository.js';
import { CURSOR_HEADER } from './stream/stream-response.js';
import type { RegisterEntry } from './stream/subscription-filter.js';

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

const Documented = (summary: string, description = DESCRIPTION) =>
  applyDecorators(
    ApiOperation({ summary, description }),
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
      content: { 'text/event-stream': { schema: {}, example: EXAMPLE } },
    }),
  );

@ApiTags('Events')
@RateLimited('read')
@Controller('v1/events')
export class EventsController {
  constructor(private readonly events: EventsService) {}

  @Post('subscribe/project-events')
  @ChangesNothing()
  @Documented('Subscribes to the events of a project')
  subscribe(
    @CurrentActor() actor: Actor,
    @Body() dto: SubscribeDto,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    const cursor = lastEventId(req) || dto.cursor;
    return this.open({ ...toTarget(dto), actor, isEventSource: false, ...given({ cursor }) }, res);
  }

  @Get('subscribe/project-events')
  @TakesTicket()
  @Documented(
    'Opens the stream of a project as browsers do',
    `${DESCRIPTION} For EventSource, which sends no headers: a \`ticket\` stands for the access token. Without a ` +
      'cursor the stream begins now; the first ping has its cursor as `id`.',
  )
  async openByQuery(
    @CurrentActor() actor: Actor,
    @Query() query: StreamQuery,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    // A HEAD would hold a stream that nobody reads.
    if (req.method === 'HEAD') throw noHead();
    const cursor = lastEventId(req) || query.cursor;
    const target = targetOf(actor, query);
    await this.open({ ...target, actor, isEventSource: true, ...given({ cursor }) }, res);
  }

  @Post('subscribe/project-events/ticket')
  @ChangesNothing()
  @Header('Cache-Control', 'no-store')
  @Answers(
    'Makes a ticket with which a browser opens one stream, for 15 minutes, while the token lives',
    StreamTicketView,
  )
  async makeTicket(@CurrentActor() actor: Actor, @Body() dto: StreamTicketDto) {
    const { ticket, expiresAt } = await this.events.makeTicket(actor, toTarget(dto));
    return { ticket, expiresAt: expiresAt.toISOString() };
  }

  private async open(subscription: Subscription, res: Response): Promise<void> {
    releaseRequest(res.req);
    await this.events.subscribe(subscription, res);
    // A stream that is open has bounds of its own, and is never answered.
    currentWork()?.leave();
  }
}

function toTarget(dto: SubscribeDto | StreamTicketDto | StreamQuery): SubscriptionTarget {
  const { projectId, projectSlug } = dto;
  return { ...given({ projectId, projectSlug }), register: dto.toRegister() };
}

/** The stream of the ticket, if one stands for the token. Throws 422 for a query that asks for another one. */
function targetOf({ grant }: Actor, query: StreamQuery): SubscriptionTarget {
  if (!grant) {
    if (query.ticket === undefined) return toTarget(query);
    throw contradicting('ticket', 'Send a ticket or the header Authorization, not both');
  }
  const register = JSON.parse(grant.register) as RegisterEntry[];
  if (query.projectId !== undefined && query.projectId.toLowerCase() !== grant.projectId) {
    throw contradicting('projectId', 'The ticket opens the stream of another project');
  }
  const isOther = !registerHash(query.toRegister()).equals(registerHash(register));
  if (query.register !== undefined && isOther) {
    throw contradicting('register', 'The ticket opens a stream with another register');
  }
  const { projectSlug } = query;
  return { projectId: grant.projectId, ...given({ projectSlug }), register };
}

const noHead = () => {
  const Allow = 'GET, POST';
  return new ApiError('method-not-allowed', `This path answers to ${Allow}.`, undefined, { Allow });
};

const contradicting = (name: string, message: string) =>
  invalid([{ code: 'invalid_value', path: [name], message }]);

/** The fields that have a value. */
const given = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };

/** Frees what was read of the request: an answer may last for days, and keeps its request in memory. */
function releaseRequest(req: Request): void {
  req.headers = {};
  req.rawHeaders = [];
  req.body = undefined;
  req.originalUrl = pathOf(req);
  req.url = req.originalUrl;
  Object.defineProperty(req, 'query', { value: {}, configurable: true });
}

function lastEventId(req: Request): string {
  const header = req.headers['last-event-id'];
  return typeof header === 'string' ? header : '';
}
