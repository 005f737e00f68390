import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import Module from 'node:module';
import { join } from 'node:path';
import type { EmbeddedPostgres } from '../src/database/embedded/embedded-postgres.js';

/** What the teardown has to clear away; both run in Jest's own process. */
export interface TestRun {
  readonly adminUrl: string;
  /** A database, and what the names of its copies begin with. */
  readonly template: string;
  readonly embedded?: { readonly server: EmbeddedPostgres; readonly directory: string };
}

declare global {
  var strongroomTestRun: TestRun | undefined;
}

const PREFIX = 'strongroom-test-';

/** One server and one migrated template for the whole run; `createTestDatabase` copies the template. */
export default async function setUp(config: { nonFlagArgs: string[] }): Promise<void> {
  build();
  if (isPure(config.nonFlagArgs)) return;
  resolveSources();
  const { execute, urlOfDatabase } = await import('./support/test-database.js');
  const { migrate } = await import('../src/database/migrate.js');

  const given = process.env['TEST_DATABASE_URL'];
  const embedded = given ? undefined : await startServer();
  const adminUrl = given ?? embedded!.server.url;
  const template = `strongroom_test_${randomBytes(4).toString('hex')}`;
  globalThis.strongroomTestRun = { adminUrl, template, embedded };

  await execute(adminUrl, `create database ${template}`);
  await migrate(urlOfDatabase(adminUrl, template));
  // A connection to it would keep it from being copied.
  await execute(adminUrl, `alter database ${template} with allow_connections false`);
  process.env['STRONGROOM_TEST_ADMIN_URL'] = adminUrl;
  process.env['STRONGROOM_TEST_TEMPLATE'] = template;
}

/** Specs run against our modules as built (test/jest/once.js). Throws if the build fails. */
function build(): void {
  const script = join(import.meta.dirname, '..', 'scripts', 'build.js');
  const { status } = spawnSync(process.execPath, [script, '--if-stale'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The build failed: see the errors above.');
}

/** Specs under src are pure: whoever asks for nothing else need not wait for a database. */
function isPure(patterns: readonly string[]): boolean {
  const isSource = (pattern: string) => /^(\.\/)?src\//.test(pattern);
  return patterns.length > 0 && patterns.every(isSource);
}

/** Jest compiles what this file loads, but finds `./x.ts` behind `./x.js` in specs only. */
function resolveSources(): void {
  type Resolve = (request: string, parent?: { filename?: string }, ...rest: unknown[]) => string;
  const loader = Module as unknown as { _resolveFilename: Resolve };
  const original = loader._resolveFilename;
  loader._resolveFilename = (request, parent, ...rest) => {
    const isOurs = request.startsWith('.') && parent?.filename?.endsWith('.ts');
    return original(isOurs ? request.replace(/\.js$/, '.ts') : request, parent, ...rest);
  };
}

async function startServer(): Promise<NonNullable<TestRun['embedded']>> {
  const { startEmbeddedPostgres } = await import('../src/database/embedded/embedded-postgres.js');
  const { scratchDirectory } = await import('./support/test-database.js');
  const scratch = await scratchDirectory();
  await removeLeftovers(scratch);
  const directory = await mkdtemp(join(scratch, PREFIX));
  const server = await startEmbeddedPostgres({ directory, durable: false, log: console.error });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      const end = () => process.kill(process.pid, signal);
      void server
        .stop()
        .then(() => rm(directory, { recursive: true, force: true }))
        .finally(end);
    });
  }
  return { server, directory };
}

/** Removes the directories of runs that were killed: nobody holds their lock. */
async function removeLeftovers(scratch: string): Promise<void> {
  const { lockDirectory } = await import('../src/database/embedded/directory-lock.js');
  for (const name of await readdir(scratch)) {
    const directory = join(scratch, name);
    if (!name.startsWith(PREFIX) || !existsSync(join(directory, 'lock'))) continue;
    const unlock = await lockDirectory(directory).catch(() => undefined);
    if (unlock) await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  }
}
