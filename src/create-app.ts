import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Metric } from 'prom-client';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { AcmeEdge } from './acme/acme-edge.js';
import { AppModule } from './app.module.js';
import { AuditMetrics } from './audit/audit-metrics.js';
import { ServerKeys } from './auth/server-keys.js';
import type { Config } from './config.js';
import { Database } from './database/database.js';
import { DatabaseWatch } from './database/database-watch.js';
import { isSilence, toAnswer } from './database/failures.js';
import { databaseTimeout } from './errors/api-error.js';
import { EventMetrics } from './events/stream/event-metrics.js';
import { KeyMetrics } from './keys/key-metrics.js';
import type { AppContext } from './app-context.js';
import { edge } from './http/edge.middleware.js';
import { ApiExceptionFilter, routeNotFound } from './http/exception.filter.js';
import { FrameworkLog } from './logging/log.js';
import { withRequestWork } from './http/limits/admission.js';
import { HINT_HEADER } from './http/hints.js';
import { securityHeaders } from './http/security-headers.js';
import { ServerAdapter } from './http/server.js';
import { ValidationPipe } from './http/body/validation.pipe.js';
import { LockoutReport } from './identities/universal-auth/lockout-report.js';
import { Outgoing } from './outgoing/outgoing.js';
import { serveDocument } from './openapi/page.js';
import { servePages } from './pages.js';
import { UnchangedReads } from './secrets/unchanged-reads/unchanged-reads.js';
import { StorageMetrics } from './storage/storage-metrics.js';
import { Metrics } from './system/metrics.js';
import { statusAnswers } from './system/status-answers.js';
import { StatusController } from './system/status.controller.js';
import { redisMetrics } from './system/redis.js';
import { WorkloadReport } from './workloads/workload-report.js';
import { requestLog } from './system/request-log.middleware.js';

/** Builds the application; `serve` and every test call it. Does not listen. */
export async function createApp(
  context: AppContext,
  metrics = new Metrics(),
): Promise<NestExpressApplication> {
  const { config, log, authSecret } = context;
  const filter = new ApiExceptionFilter(log, toDatabaseAnswer);
  const keys = new ServerKeys(authSecret, config.authSecretFormer);
  const instance = prepareExpress(config, keys);
  instance.use(requestLog(log, metrics));
  instance.use(withRequestWork);
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.on(context),
    new ServerAdapter(
      instance,
      () => metrics.countSlowReader(),
      () => keys.hashing(),
    ),
    {
      bodyParser: false,
      logger: new FrameworkLog(log),
      abortOnError: false,
      routeResolutionStrategy: 'specificity',
    },
  );
  app.setGlobalPrefix('api');
  addEdges(app, config);
  app.useGlobalPipes(new ValidationPipe());
  app.useGlobalFilters(filter);
  servePages(app, config);
  serveDocument(app);
  includeMetrics(app, context, metrics);
  await app.init();
  // Nest knows no path outside of its prefix.
  instance.use((req: Request, res: Response) => filter.answer(routeNotFound(req), req, res));
  instance.use((error: unknown, req: Request, res: Response, _next: NextFunction) =>
    filter.answer(error, req, res),
  );
  return app;
}

/** What the parts of the application count themselves. */
function includeMetrics(
  app: NestExpressApplication,
  { config, redis }: AppContext,
  metrics: Metrics,
): void {
  // First: the statements by which others are counted are no part of what it shows.
  metrics.include(app.get(Database).poolMetrics(config.databasePoolSize));
  const parts = [
    EventMetrics,
    LockoutReport,
    KeyMetrics,
    StorageMetrics,
    AuditMetrics,
    Outgoing,
    WorkloadReport,
  ];
  for (const part of parts) metrics.include(app.get<{ all: readonly Metric[] }>(part).all);
  metrics.include(app.get(DatabaseWatch).metrics);
  metrics.include(redisMetrics(redis));
}

function toDatabaseAnswer(thrown: unknown): unknown {
  return isSilence(thrown) ? databaseTimeout() : toAnswer(thrown);
}

function prepareExpress(config: Config, keys: ServerKeys): Express {
  const instance = express();
  instance.disable('x-powered-by');
  instance.set('case sensitive routing', true);
  instance.set('trust proxy', [...config.trustedProxies]);
  instance.set('etag', (body: Buffer) => keys.etagOf(body));
  return instance;
}

/** What a page of another origin may read of an answer. */
const EXPOSED_HEADERS = [
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Retry-After',
  'X-Event-Cursor',
  HINT_HEADER,
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
];

function addEdges(app: NestExpressApplication, config: Config): void {
  if (config.corsOrigins.length > 0) {
    app.enableCors({
      origin: [...config.corsOrigins],
      credentials: false,
      maxAge: 600,
      exposedHeaders: EXPOSED_HEADERS,
    });
  }
  app.use(edge);
  app.use(statusAnswers(app.get(StatusController)));
  const unchanged = app.get(UnchangedReads);
  app.use((req: Request, res: Response, next: NextFunction) => unchanged.handle(req, res, next));
  // A 304 goes without: whoever asks has them with the answer that it kept (RFC 9110, 15.4.5).
  app.use(securityHeaders);
  const acme = app.get(AcmeEdge);
  app.use((req: Request, res: Response, next: NextFunction) => acme.handle(req, res, next));
  // Requests that were refused before.
  app.use((error: unknown, req: Request, res: Response, next: NextFunction) =>
    securityHeaders(req, res, () => next(error)),
  );
}
