import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { RootSealKey } from '../../src/crypto/root-key.js';
import { startApp, TEST_KEYS, useApp } from '../support/harness.js';
import { Program } from '../support/program.js';
import {
  anItem,
  aSecretScene,
  at,
  BATCH,
  named,
  type SecretScene,
  withSecrets,
} from '../support/secrets-scene.js';
import { execute } from '../support/test-database.js';
import { runs } from '../support/runs.js';

/** The replica that stays; the one under test is a process of its own, on the same database. */
const server = useApp();
const ROOT = join(import.meta.dirname, '..', '..');
const SIZE = 200;
const WRITERS = 3;
const KILLS = runs(1, 10);

/** A replica by itself, and where it listens. */
interface Replica {
  readonly url: string;
  readonly process: Program;
}

const replicas: Program[] = [];
/** The one that was killed last has a successor, which lives. */
let survivor: Replica | undefined;

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/build.js', '--if-stale'], { cwd: ROOT, stdio: 'pipe' });
});

afterAll(() => Promise.all(replicas.map((replica) => replica.kill())));

async function aReplica(): Promise<Replica> {
  const program = new Program({
    DATABASE_URL: server.databaseUrl,
    ENCRYPTION_KEY: TEST_KEYS.encryptionKey.toString('base64'),
    AUTH_SECRET: TEST_KEYS.authSecret,
  });
  replicas.push(program);
  return { url: await program.listening(), process: program };
}

/** Sends batches, each with keys of its own, and knows what was promised. */
class BatchStream {
  readonly acknowledged = new Set<string>();
  readonly refused: { readonly status: number; readonly body: unknown }[] = [];
  sent = 0;

  constructor(private readonly scene: SecretScene) {}

  /** The status; null for a connection that broke before the answer. */
  async send(url: string): Promise<number | null> {
    const name = `B${this.sent++}`;
    const secrets = Array.from({ length: SIZE }, (_, index) => anItem(`${name}_${index}`, name));
    try {
      const answer = await fetch(`${url}${BATCH}`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${this.scene.admin.token}`,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({ ...this.scene.dev, secrets }),
      });
      const body: unknown = await answer.json();
      if (answer.status === 200) this.acknowledged.add(name);
      else this.refused.push({ status: answer.status, body });
      return answer.status;
    } catch {
      return null;
    }
  }
}

interface Count {
  readonly name: string;
  readonly count: number;
}

/** Whole batches by name, as one snapshot of the database shows them. */
function stored(projectId: string) {
  return server.database.source.transaction('REPEATABLE READ', async (tx) => {
    const counts = async (text: string) => {
      const rows = await tx.query<Count[]>(text, [projectId]);
      return new Map(rows.map(({ name, count }) => [name, count]));
    };
    return {
      secrets: await counts(
        `select split_part(key, '_', 1) as name, count(*)::int from secrets
         where project_id = $1 group by 1`,
      ),
      events: await counts(
        `select split_part(item->>'secretKey', '_', 1) as name, count(*)::int
         from project_events, json_array_elements(payload) item where project_id = $1 group by 1`,
      ),
      audited: await counts(
        `select split_part(target->'secretKeys'->>0, '_', 1) as name, sum((target->>'count')::int)::int as count
         from audit_entries where project_id = $1 and action = 'secret.create' group by 1`,
      ),
      sequence: await tx.query<{ seq: string; last: string }[]>(
        `select seq, last_seq last from project_events join project_event_heads using (project_id)
         where project_id = $1 order by seq`,
        [projectId],
      ),
    };
  });
}

/** All or nothing of every batch, all of what was promised, and numbers without gaps. */
async function expectWholeBatches(scene: SecretScene, stream: BatchStream): Promise<void> {
  const { secrets, events, audited, sequence } = await stored(scene.project.id);
  for (const [name, count] of secrets) expect([name, count]).toEqual([name, SIZE]);
  expect(events).toEqual(secrets);
  expect(audited).toEqual(secrets);
  expect([...stream.acknowledged].filter((name) => !secrets.has(name))).toEqual([]);
  expect(sequence.map(({ seq }) => Number(seq))).toEqual(sequence.map((_, index) => index + 1));
  expect(Number(sequence.at(-1)!.last)).toBe(sequence.length);
}

describe('kill -9 of a replica during a stream of batches', () => {
  it('leaves every batch wholly there or not at all, and every acknowledged one there', async () => {
    const scene = await aSecretScene(server);
    const stream = new BatchStream(scene);
    let next = aReplica();
    for (let kill = 0; kill < KILLS; kill++) {
      const replica = await next;
      next = aReplica();
      const goal = stream.acknowledged.size + 2;
      const write = async () => {
        while ((await stream.send(replica.url)) !== null) {
          // At another moment of the work each time.
          const delay = (kill / KILLS) * 40;
          if (stream.acknowledged.size >= goal) {
            setTimeout(() => void replica.process.kill(), delay);
          }
        }
      };
      await Promise.all(Array.from({ length: WRITERS }, write));
      expect(await replica.process.exit).toBeNull();
      await expectWholeBatches(scene, stream);
    }
    expect(stream.refused).toEqual([]);
    expect(stream.acknowledged.size).toBeGreaterThanOrEqual(2 * KILLS);

    survivor = await next;
    expect(await stream.send(survivor.url)).toBe(200);
    await expectWholeBatches(scene, stream);
  });
});

describe('database connections that end during a stream of batches', () => {
  const TERMINATE = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name = 'strongroom'`;

  it('cost the batches under way, in the shared shape, and nothing else', async () => {
    const scene = await aSecretScene(server);
    const stream = new BatchStream(scene);
    const { url } = survivor ?? (await aReplica());
    let isEnough = false;
    const write = async () => {
      while (!isEnough) await stream.send(url);
    };
    const terminate = async () => {
      while (stream.refused.length < 10 && stream.sent < 300) {
        const before = stream.acknowledged.size;
        await execute(server.databaseUrl, TERMINATE);
        // Let some through between one blow and the next.
        while (stream.acknowledged.size === before && stream.sent < 300) {
          await new Promise((resolve) => setImmediate(resolve));
        }
      }
      isEnough = true;
    };
    await Promise.all([terminate(), ...Array.from({ length: WRITERS }, write)]);

    expect(stream.refused.length).toBeGreaterThan(0);
    for (const { status, body } of stream.refused) {
      expect(status).toBeGreaterThanOrEqual(500);
      expect(body).toEqual({
        reqId: expect.any(String),
        statusCode: status,
        error: expect.any(String),
        message: expect.any(String),
      });
      expect(JSON.stringify(body)).not.toMatch(/postgres|terminat|strongroom|127\.0/i);
    }
    // The same process: nobody starts another.
    expect(await stream.send(url)).toBe(200);
    await expectWholeBatches(scene, stream);
  });
});

describe('a replica with a single database connection and no key in memory', () => {
  it.each([
    ['deletes', 'delete', {}],
    ['changes', 'patch', { secretComment: 'c' }],
    ['creates', 'post', {}],
  ] as const)('%s', async (_, method, body) => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, [anItem('A')]);
    // Sealed under a key that is not the newest, as after a rotation.
    await server.database.source.query(
      `insert into data_keys (project_id, version, org_id, root_version, wrapped)
       select project_id, 2, org_id, root_version, $2 from data_keys where project_id = $1`,
      [scene.project.id, wrappedKey(scene)],
    );
    const small = await startApp({ DATABASE_POOL_SIZE: '1' }, [], server.databaseUrl);
    try {
      const http = small.parts.as(scene.admin.token);
      const name = method === 'post' ? 'B' : 'A';
      await http[method](named(name))
        .send({ ...scene.dev, ...body })
        .expect(200);
      await http.get(at(named('A'), scene.dev)).expect(method === 'delete' ? 404 : 200);
    } finally {
      await small.end();
    }
  });
});

const wrappedKey = ({ orgId, project }: SecretScene): Buffer =>
  new RootSealKey(TEST_KEYS.encryptionKey).newDataKey({ orgId, projectId: project.id, version: 2 });
