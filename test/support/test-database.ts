import { randomBytes } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A migrated database of its own for a test file: a copy of the template that `global-setup` made. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const adminUrl = process.env['STRONGROOM_TEST_ADMIN_URL'];
  const template = process.env['STRONGROOM_TEST_TEMPLATE'];
  if (!adminUrl || !template)
    throw new Error('There is no test database: see test/global-setup.ts');

  const name = `${template}_${randomBytes(6).toString('hex')}`;
  // Half the time of the default, which goes through the log page by page.
  await execute(adminUrl, `create database ${name} template ${template} strategy file_copy`);
  return {
    url: urlOfDatabase(adminUrl, name),
    drop: () => dropDatabase(adminUrl, name),
  };
}

/** What ending a backend of somebody else is refused with. */
export const NOT_ALLOWED = '42501';

/** While the server cleans up in it by itself, as it does after large tests, nobody but a superuser may end that. */
export async function dropDatabase(adminUrl: string, name: string, attempts = 50): Promise<void> {
  try {
    await execute(adminUrl, `drop database if exists ${name} with (force)`);
  } catch (error) {
    if ((error as { code?: string }).code !== NOT_ALLOWED || attempts === 0) throw error;
    await delay(200);
    await dropDatabase(adminUrl, name, attempts - 1);
  }
}

export async function execute(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

export function urlOfDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

const ROOM = 2 * 1024 ** 3;

/** Where clusters that nobody keeps go: memory where there is plenty, since copying a database on disk takes ten times as long. */
export async function scratchDirectory(): Promise<string> {
  const memory = await statfs('/dev/shm').catch(() => undefined);
  return memory && memory.bavail * memory.bsize > ROOM ? '/dev/shm' : tmpdir();
}
