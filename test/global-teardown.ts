import { rm } from 'node:fs/promises';
import pg from 'pg';

export default async function tearDown(): Promise<void> {
  const run = globalThis.strongroomTestRun;
  if (!run) return;
  if (run.embedded) {
    await run.embedded.server.stop();
    await rm(run.embedded.directory, { recursive: true, force: true });
  } else {
    await dropDatabases(run.adminUrl, run.template);
  }
}

/** The template and whatever copies of it are left. */
async function dropDatabases(url: string, prefix: string): Promise<void> {
  // A run of pure specs alone never makes sources resolvable, and has no database.
  const { dropDatabase } = await import('./support/test-database.js');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [prefix],
    );
    for (const { datname } of found.rows) {
      await dropDatabase(url, datname);
    }
  } finally {
    await client.end();
  }
}
