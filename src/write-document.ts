import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { AppModule } from './app.module.js';
import { loadConfig } from './config.js';
import type { RootKeys } from './keys/root-keys.js';
import { createLog } from './logging/log.js';
import { createDocument } from './openapi/document.js';

// Run by the build. Takes the file to write.

const [, , file] = process.argv;
const app = await NestFactory.create<NestExpressApplication>(
  AppModule.on({
    config: loadConfig({}),
    authSecret: randomBytes(32).toString('base64'),
    log: createLog('silent'),
    source: { driver: { master: new pg.Pool() } } as unknown as DataSource,
    rootKeys: {} as RootKeys,
  }),
  // Nothing is made but what the decorators say.
  { preview: true, logger: false },
);
app.setGlobalPrefix('api');
writeFileSync(file!, JSON.stringify(createDocument(app)));
process.exit(0);
