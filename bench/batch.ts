import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { newSalt, SealKey } from '../src/crypto/envelope.js';
import type { Actor } from '../src/auth/actor.js';
import { INSERT, insertValues, type SecretRow } from '../src/secrets/secret-writes.repository.js';
import type { Bench } from './bench.js';
import { byTurns, duration } from './measure.js';
import { plain, type Row } from './report.js';
import { createBatch, makeFolder, type OwnScene, valueOf } from './scene.js';
import { optionsIn } from '../src/secrets/secret.js';

/** Batches beside plain pg that writes the same rows, and how long they keep the event loop. */
export async function batches(bench: Bench): Promise<Row[]> {
  const { scene, sizes, databaseUrl } = bench;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const bare = new PlainBatch(client, scene, sizes.batch);
  const measured = await byTurns(
    sizes.rounds * 2,
    async (round) => {
      const path = await makeFolder(scene, `ours-${round}`);
      return duration(() => createBatch(scene, path, sizes.batch), 1);
    },
    async (round) => {
      const path = await makeFolder(scene, `floor-${round}`);
      const values = await bare.valuesFor(path);
      return duration(() => bare.write(path, values), 1);
    },
  );
  await client.end();
  const what = `batch create of ${sizes.batch} secrets`;
  const row: Row = { what, unit: 'ms', ...measured, floorIs: 'plain pg', aim: { atMost: 2.5 } };
  return [row, ...(await eventLoop(bench))];
}

/** The rows of a batch through plain pg in one transaction, sealed beforehand. */
class PlainBatch {
  private readonly salt = newSalt();
  private readonly sealed: readonly Buffer[];

  constructor(
    private readonly client: pg.Client,
    private readonly scene: OwnScene,
    size: number,
  ) {
    const key = new SealKey(Buffer.alloc(32, 7));
    const place = { purpose: 'bench', ids: [], field: 'value' };
    this.sealed = Array.from({ length: size }, (_, i) => key.seal(valueOf(i), place));
  }

  /** The parameters of the insert, made before the time is taken: the floor is what PostgreSQL and its client need. */
  async valuesFor(secretPath: string): Promise<unknown[]> {
    const { scene } = this;
    const folderId = await this.findFolder(secretPath);
    const rows = this.sealed.map((value, index) => this.row(folderId, value, index));
    const actor = { kind: 'identity', callerId: scene.identityId, name: 'bench' } as Actor;
    return insertValues(scene.projectId, { actor, membershipId: scene.identityId }, rows);
  }

  async write(secretPath: string, values: unknown[]): Promise<void> {
    await this.findFolder(secretPath);
    await this.client.query('begin');
    await this.client.query(INSERT, values);
    await this.client.query('commit');
  }

  private async findFolder(secretPath: string): Promise<string> {
    const folder = await this.client.query<{ id: string }>(
      `select f.id from folders f join environments e on e.id = f.environment_id
       where e.project_id = $1 and e.slug = 'dev' and f.path = $2`,
      [this.scene.projectId, secretPath],
    );
    return folder.rows[0]!.id;
  }

  private row(folderId: string, value: Buffer, index: number): SecretRow {
    const none = { comment: null, metadata: null, createdAt: null, tagIds: [], references: null };
    const folder = { folderId, environmentId: folderId };
    const state = { id: randomUUID(), version: 1, key: `KEY_${index}`, ...folder };
    return { ...optionsIn({}), ...none, ...state, keyVersion: 1, salt: this.salt, value };
  }
}

/** Measured inside the server, which starts anew with each reading of its metrics. */
async function eventLoop({ scene, server, sizes }: Bench): Promise<Row[]> {
  if (!server.metricsUrl) return [];
  const metrics = async () => (await fetch(`${server.metricsUrl!}/metrics`)).text();
  const rounds = sizes.rounds * 2;
  const paths: string[] = [];
  for (let round = 0; round < rounds * 2; round++) {
    paths.push(await makeFolder(scene, `delay-${round}`));
  }
  await metrics();
  const two = () => Promise.all([0, 1].map(() => createBatch(scene, paths.pop()!, sizes.batch)));
  await duration(two, rounds);
  const text = await metrics();
  const p99 = Number(/^nodejs_eventloop_lag_p99_seconds(?:\{.*\})? (\S+)$/m.exec(text)?.[1] ?? NaN);
  const what = `event-loop delay, p99, under two such batches at a time`;
  return [plain(what, p99 * 1000, 'ms', { atMost: 50 })];
}
