import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { clusterUrl } from './postgres-cluster.js';

/** Milliseconds that a server which is just starting gets. */
const PATIENCE = 15_000;

/**
 * The URL of the embedded PostgreSQL that another process runs in the directory, once it answers.
 * It goes when that process goes. Throws if it does not answer.
 */
export async function joinEmbeddedPostgres(directory: string): Promise<string> {
  const cluster = join(resolve(directory), 'cluster');
  const start = Date.now();
  for (;;) {
    const pid = parseInt(
      await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => ''),
      10,
    );
    const url = clusterUrl(cluster, pid);
    const problem = pid > 0 ? await problemOf(url) : 'it is not running';
    if (problem === null) return url;
    if (Date.now() - start > PATIENCE) {
      throw new Error(
        `Another Strongroom uses the data directory, and its database does not answer: ${problem}`,
      );
    }
    await delay(100);
  }
}

async function problemOf(connectionString: string): Promise<string | null> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return null;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.end().catch(() => undefined);
  }
}
