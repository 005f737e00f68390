import 'reflect-metadata';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import helmet from 'helmet';
import { AppModule } from './app.module.js';
import { ServerKeys } from './auth/server-keys.js';
import type { Config } from './config.js';
import type { Foundation } from './foundation.js';
import { onClientError } from './http/client-error.js';
import { edge } from './http/edge.middleware.js';
import { ApiExceptionFilter } from './http/exception.filter.js';
import { FrameworkLog } from './http/log.js';
import { newReqId } from './http/request-context.js';
import { ValidationPipe } from './http/validation.pipe.js';
import { serveDocument } from './openapi.js';
import { Metrics } from './system/metrics.js';
import { requestLog } from './system/request-log.middleware.js';

/** Builds the application on its foundation; `main` and every test call it. Does not listen. */
export async function createApp(
  foundation: Foundation,
  metrics = new Metrics(),
): Promise<NestExpressApplication> {
  const { config, log, authSecret } = foundation;
  const filter = new ApiExceptionFilter(log);
  const instance = prepareExpress(config, new ServerKeys(authSecret));
  instance.use(requestLog(log, metrics));
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.on(foundation),
    new ExpressAdapter(instance),
    {
      bodyParser: false,
      logger: new FrameworkLog(log),
      abortOnError: false,
      routeResolutionStrategy: 'specificity',
      routeConflictPolicy: { duplicate: 'error', shadow: 'off' },
    },
  );
  app.setGlobalPrefix('api');
  addEdges(app, config);
  app.useGlobalPipes(new ValidationPipe());
  app.useGlobalFilters(filter);
  serveDocument(app);
  await app.init();
  instance.use((error: unknown, req: Request, res: Response, _next: NextFunction) =>
    filter.answer(error, req, res),
  );
  harden(app.getHttpServer());
  return app;
}

function prepareExpress(config: Config, keys: ServerKeys): Express {
  const instance = express();
  instance.set('case sensitive routing', true);
  instance.set('trust proxy', [...config.trustedProxies]);
  instance.set('etag', (body: Buffer) => keys.etagOf(body));
  return instance;
}

function addEdges(app: NestExpressApplication, config: Config): void {
  app.use(
    helmet({
      // The pages are our own; behind plain http a browser must not be sent to https for their scripts.
      contentSecurityPolicy: { directives: { 'upgrade-insecure-requests': null } },
    }),
  );
  if (config.corsOrigins.length > 0) {
    app.enableCors({ origin: [...config.corsOrigins], credentials: false, maxAge: 600 });
  }
  app.use(edge);
}

/** Milliseconds. A slow sender is cut off; a stream is an answer and may last. */
function harden(server: Server): void {
  server.requestTimeout = 30_000;
  server.headersTimeout = 10_000;
  server.keepAliveTimeout = 61_000;
  server.maxRequestsPerSocket = 0;
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
    onClientError(error, socket, newReqId()),
  );
}
