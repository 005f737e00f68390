import { randomInt } from 'node:crypto';
import { Agent, request } from 'node:http';
import pg from 'pg';
import { IdempotentAnswersRepository } from '../../src/idempotency/idempotent-answers.repository.js';
import { startApp, type TestApp, useApp } from '../support/harness.js';
import { runs } from '../support/runs.js';
import { aSecretScene, named, type SecretScene, V4 } from '../support/secrets-scene.js';

/** `npm run soak -- G2` sends 10,000. */
const REQUESTS = runs(120, 2_000, 'IDEMPOTENCY_REQUESTS');
const TWICE = 0.4;
const AT_ONCE = 24;
const BLOWS_PER_REQUEST = 1 / 5;

const one = useApp();

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly isReplay: boolean;
  /** Whether the first request still runs, so that there is no answer yet. */
  readonly isEarly: boolean;
}

interface Tally {
  sent: number;
  broken: number;
  replayed: number;
  readonly statuses: Map<number, number>;
}

/** One logical request: all of its copies are sent until each is answered. */
interface Done {
  readonly name: string;
  readonly answers: readonly Answer[];
}

class Clients {
  readonly tally: Tally = { sent: 0, broken: 0, replayed: 0, statuses: new Map() };
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 64 });

  constructor(
    private readonly scene: SecretScene,
    private readonly urls: readonly string[],
  ) {}

  end(): void {
    this.agent.destroy();
  }

  async perform(n: number): Promise<Done> {
    const name = `S${n}`;
    const copies = n % 10 < TWICE * 10 ? 2 : 1;
    const answers = await Promise.all(
      Array.from({ length: copies }, (_, copy) => this.untilAnswered(name, n + copy)),
    );
    return { name, answers };
  }

  /** To another replica at every try. */
  private async untilAnswered(name: string, first: number): Promise<Answer> {
    for (let n = first; ; n++) {
      const answer = await this.send(this.urls[n % this.urls.length]!, name).catch(() => null);
      this.tally.sent++;
      if (!answer) this.tally.broken++;
      else
        this.tally.statuses.set(answer.status, (this.tally.statuses.get(answer.status) ?? 0) + 1);
      if (answer?.isReplay) this.tally.replayed++;
      if (answer && answer.status < 500 && !answer.isEarly) return answer;
    }
  }

  private send(url: string, name: string): Promise<Answer> {
    const { project, admin } = this.scene;
    const body = JSON.stringify({ projectId: project.id, environment: 'dev', secretValue: name });
    const headers = {
      Authorization: `Bearer ${admin.token}`,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'Idempotency-Key': `key-${name}`,
    };
    return new Promise((resolve, reject) => {
      const sent = request(url + named(name, V4), { method: 'POST', headers, agent: this.agent });
      sent.on('error', reject);
      sent.on('response', (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            text: Buffer.concat(pieces).toString('utf8'),
            isReplay: answer.headers['idempotency-replayed'] === 'true',
            isEarly: answer.headers['retry-after'] !== undefined,
          }),
        );
      });
      sent.end(body);
    });
  }
}

const TERMINATE = `select pg_terminate_backend(pid) from (
    select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name = 'strongroom'
      and state <> 'idle'
    order by random() limit $1) victims`;

/** Ends connections that are at work, in step with what has been done: some are always under way. */
class Blows {
  ended = 0;
  private struck = 0;
  private readonly pool: pg.Pool;

  constructor(databaseUrl: string) {
    this.pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  }

  async strikeUpTo(due: number): Promise<void> {
    if (this.struck >= due) return;
    const { rowCount } = await this.pool.query(TERMINATE, [randomInt(1, 4)]);
    if (rowCount) this.struck++;
    this.ended += rowCount ?? 0;
  }

  end(): Promise<void> {
    return this.pool.end();
  }
}

async function performAll(clients: Clients, count: number, blows: Blows): Promise<Done[]> {
  const done: Done[] = [];
  const rest = Array.from({ length: count }, (_, n) => n).values();
  const work = async () => {
    for (const n of rest) {
      done.push(await clients.perform(n));
      await blows.strikeUpTo(done.length * BLOWS_PER_REQUEST);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return done;
}

interface Counted {
  readonly name: string;
  readonly n: number;
}

/** How often each secret is there, audited, and told of. */
async function counts({ database }: TestApp, { project }: SecretScene) {
  const count = async (text: string) => {
    const rows = await database.source.query<Counted[]>(text, [project.id]);
    return new Map(rows.map(({ name, n }) => [name, n]));
  };
  return {
    secrets: await count(
      'select key as name, count(*)::int n from secrets where project_id = $1 group by 1',
    ),
    audit: await count(
      `select target->'secretKeys'->>0 as name, count(*)::int n from audit_entries
       where project_id = $1 and action = 'secret.create' group by 1`,
    ),
    events: await count(
      `select item->>'secretKey' as name, count(*)::int n
       from project_events, json_array_elements(payload) item where project_id = $1 group by 1`,
    ),
  };
}

const isRight = ({ name, answers }: Done): boolean =>
  answers.every(({ status, text }) => {
    if (status !== 200 || text !== answers[0]!.text) return false;
    const { secret } = JSON.parse(text) as { secret: Record<string, unknown> };
    return secret['secretKey'] === name && secret['secretValue'] === name;
  });

describe('Requests with a key, many sent twice at once, while connections of the database end', () => {
  it(
    `happen exactly once each: ${REQUESTS}`,
    async () => {
      const scene = await aSecretScene(one);
      const two = await startApp({}, [], one.databaseUrl);
      // One caller sends them all; as many as G2 has may be its last ones.
      for (const { app } of [one, two.parts]) {
        app.get(IdempotentAnswersRepository, { strict: false }).keysPerCaller = 2 * REQUESTS;
      }
      const clients = new Clients(scene, [one.url, two.parts.url]);
      const began = performance.now();
      const blows = new Blows(one.databaseUrl);
      const done = await performAll(clients, REQUESTS, blows);
      const { ended } = blows;
      const seconds = Math.round((performance.now() - began) / 1000);
      const { secrets, audit, events } = await counts(one, scene);
      clients.end();
      await blows.end();
      await two.end();

      const once = new Map(done.map(({ name }) => [name, 1]));
      expect(done.filter((each) => !isRight(each))).toEqual([]);
      const { statuses, ...tally } = clients.tally;
      if (REQUESTS > 1_000) {
        console.log({ seconds, ended, ...tally, statuses: Object.fromEntries(statuses) });
      }
      expect(
        [...statuses.keys()].filter((status) => ![200, 409, 500, 504].includes(status)),
      ).toEqual([]);
      expect([secrets.size, audit.size, events.size]).toEqual([REQUESTS, REQUESTS, REQUESTS]);
      expect(secrets).toEqual(once);
      expect(audit).toEqual(once);
      expect(events).toEqual(once);
      expect(ended).toBeGreaterThan(REQUESTS / 10);
      expect(tally.replayed).toBeGreaterThan(REQUESTS / 10);
    },
    60_000 + REQUESTS * 200,
  );
});
