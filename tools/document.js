// The API document of the built application, without a database or a server.
import { writeFileSync } from 'node:fs';
import { NestFactory } from '@nestjs/core';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { AppModule } from '../dist/src/app.module.js';
import { loadConfig } from '../dist/src/config.js';
import { dataSourceOptions } from '../dist/src/database/options.js';
import { createDocument } from '../dist/src/openapi/document.js';

/** Modules and routes are read, and nothing is started: the pool never connects. */
export async function makeDocument() {
  const source = new DataSource(dataSourceOptions('postgres://nowhere'));
  Object.assign(source.driver, { master: new pg.Pool() });
  const log = new Proxy({}, { get: () => () => undefined });
  const rootKeys = { current: Buffer.alloc(32) };
  const context = { config: loadConfig({}), authSecret: 'x'.repeat(32), log, source, rootKeys };
  const options = { preview: true, logger: false, bodyParser: false };
  const app = await NestFactory.create(AppModule.on(context), options);
  app.setGlobalPrefix('api');
  return createDocument(app);
}

/** Writes it to a file as JSON. */
export async function writeDocument(file) {
  writeFileSync(file, `${JSON.stringify(await makeDocument(), null, 2)}\n`);
}
