import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { useApp } from '../support/harness.js';
import { textsOf } from '../support/sent-texts.js';
import { ApprovalsScene, type Held, POLICIES, REQUESTS } from './approvals-scene.js';

const LIMIT = '5000';
const server = useApp({
  RATE_LIMITS: 'on',
  RATE_LIMIT_READ: LIMIT,
  RATE_LIMIT_WRITE: LIMIT,
  RATE_LIMIT_SECRETS: LIMIT,
});

interface Listed {
  readonly commits: readonly object[];
  readonly commitCount: number;
}

let scene: ApprovalsScene;
let policy: { id: string };

const query = <T>(text: string, values: readonly unknown[] = []): Promise<T[]> =>
  server.database.source.query(text, [...values]);

const setStatus = ({ id }: Pick<Held, 'id'>, status: 'open' | 'close') =>
  scene.writer.http.post(`${REQUESTS}/${id}/status`).send({ status });

/** Makes copies of a request as a server of the version before would have left them, with so many secrets each. */
const copies = (of: Held, count: number, items: number, isOpen: boolean) =>
  query<{ id: string }>(
    `with made as (
       insert into approval_requests (id, slug, project_id, policy_id, environment_id, folder_id,
         committer_user_id, committer_name, action, digest, key_version, salt, is_open, close_reason, expires_at,
         updated_at)
       select gen_random_uuid(), slug || n, project_id, policy_id, environment_id, folder_id, committer_user_id,
         committer_name, action, digest || int4send(n), key_version, salt, $4, case when $4 then null else 'person' end,
         expires_at, updated_at - n * interval '1 minute'
       from approval_requests, generate_series(1, $2) n where id = $1
       returning id, updated_at
     ), filled as (
       insert into approval_items (id, request_id, position, op, folder_id, environment_id, secret_path, key,
         tag_ids, more)
       select gen_random_uuid(), made.id, n, 'create', i.folder_id, i.environment_id, i.secret_path, i.key || n, '{}', '{}'
       from made, approval_items i, generate_series(1, $3) n where i.request_id = $1
     )
     select id from made order by updated_at desc`,
    [of.id, count, items, isOpen],
  );
const forget = (ids: readonly { id: string }[]) =>
  query('delete from approval_requests where id = any($1)', [ids.map(({ id }) => id)]);

beforeAll(async () => {
  scene = await ApprovalsScene.make(server);
  await scene.folder('/', 'other');
  policy = await scene.policy();
});

describe('Requests that people closed', () => {
  it('are opened again for 10,000 secrets of one committer, those closed last', async () => {
    const held = await scene.propose(scene.writer, 'KEY', 'x');
    const closed = await copies(held, 11, 1_000, false);
    await setStatus(held, 'close').expect(200);
    const reasons = [];
    for (const each of closed) reasons.push((await scene.get(scene.writer, each)).closeReason);
    // One secret of the request that was closed last, and 9 times 1,000.
    expect(reasons).toEqual([...Array<string>(9).fill('person'), 'expired', 'expired']);
    await setStatus(closed[10]!, 'open').expect(400, /expired/);
    await setStatus(closed[0]!, 'open').expect(200);
    await forget([held, ...closed]);
  });

  it('are opened again one by one, so that no more are open than may be', async () => {
    const held = await scene.propose(scene.writer, 'KEY', 'x');
    const open = await copies(held, 98, 1, true);
    const closed = await copies(held, 12, 1, false);
    const answers = await Promise.all(closed.map((each) => setStatus(each, 'open')));
    const opened = answers.filter(({ status }) => status === 200).map(({ status }) => status);
    expect(opened).toEqual([200]);
    await forget([held, ...open, ...closed]);
  });
});

describe('A list of requests', () => {
  const list = async (more: string) => {
    const { body, headers } = await scene.writer.http
      .get(`${REQUESTS}?projectId=${scene.project.id}${more}`)
      .expect(200);
    const { approvals, totalCount } = body as { approvals: Listed[]; totalCount: number };
    return { approvals, totalCount, remaining: Number(headers['x-ratelimit-remaining']) };
  };

  it('tells the first 100 secrets of each, and how many there are', async () => {
    const held = await scene.propose(scene.writer, 'KEY', 'x');
    const open = await copies(held, 1, 150, true);
    const { approvals } = await list('&status=open');
    const counts = approvals.map(({ commits, commitCount }) => [commits.length, commitCount]);
    expect(counts.sort(([a], [b]) => a! - b!)).toEqual([
      [1, 1],
      [99, 150],
    ]);
    await forget([held, ...open]);
  });

  it('searches the names of 20,000 secrets, of the newest requests, and is charged for them', async () => {
    const held = await scene.propose(scene.writer, 'KEY', 'x');
    const made = await copies(held, 22, 1_000, true);
    await query(
      `update approval_requests set created_at = created_at - interval '1 day' where id = any($1)`,
      [made.map(({ id }) => id)],
    );
    const before = await list('&limit=1');
    const found = await list('&search=key999&limit=1');
    expect(found.totalCount).toBe(19);
    // What a request costs shows at the next one.
    const after = await list('&limit=1');
    expect(before.remaining - after.remaining).toBeGreaterThanOrEqual(19);
    expect((await list(`&search=${held.slug}&limit=1`)).totalCount).toBe(23);
    await forget([held, ...made]);
  });
});

describe('A change that moves nothing out of a policy', () => {
  it('does not wait for requests: the name of a policy, a folder elsewhere', async () => {
    const held = await scene.propose(scene.writer, 'KEY', 'x');
    const [other] = await query<{ id: string }>(
      `select f.id from folders f join environments e on e.id = f.environment_id
       where e.project_id = $1 and f.path = '/other' and e.slug = 'dev'`,
      [scene.project.id],
    );
    const locking = server.database.source.createQueryRunner();
    await locking.startTransaction();
    try {
      await locking.query('select id from approval_requests where id = $1 for update', [held.id]);
      const { http } = scene.admin;
      await http.patch(`${POLICIES}/${policy.id}`).send({ name: 'Named' }).expect(200);
      await http
        .patch(`/api/v2/folders/${other!.id}`)
        .send({ projectId: scene.project.id, environment: 'dev', path: '/', name: 'another' })
        .expect(200);
    } finally {
      await locking.rollbackTransaction();
      await locking.release();
    }
    expect(await scene.get(scene.writer, held)).toMatchObject({ status: 'open' });
    await patch(`${POLICIES}/${policy.id}`, { secretPath: '/held/deeper' });
    expect(await scene.get(scene.writer, held)).toMatchObject({ closeReason: 'policy' });
  });
});

const patch = (path: string, body: object) => scene.admin.http.patch(path).send(body).expect(200);

interface Explained {
  readonly 'QUERY PLAN': readonly [
    { readonly Plan: { readonly 'Shared Hit Blocks': number; 'Shared Read Blocks': number } },
  ];
}

/** The statement about proposed secrets that a request sends, with its values. */
async function statementAboutItems(act: () => PromiseLike<unknown>) {
  const spy = jest.spyOn(pg.Client.prototype, 'query');
  try {
    await act();
    const sent = spy.mock.calls.flatMap(([query, values]) =>
      textsOf(query).map((text) => {
        const given = values ?? (query as { values?: unknown }).values;
        return { text, values: given as unknown[] };
      }),
    );
    return sent.find(({ text }) => text.includes('unnest($1') && text.includes('approval_items'))!;
  } finally {
    spy.mockRestore();
  }
}

describe('The name of a governed folder', () => {
  it('changes without a look at what waits in projects of others', async () => {
    const own = await ApprovalsScene.make(server);
    await own.policy();
    await own.folder('/held', 'top');
    for (let n = 0; n < 20; n++) await own.folder('/held/top', `f${n}`);
    const [top] = await query<{ id: string }>(
      `select f.id from folders f join environments e on e.id = f.environment_id
       where e.project_id = $1 and f.path = '/held/top' and e.slug = 'dev'`,
      [own.project.id],
    );
    const rename = (name: string) =>
      own.admin.http
        .patch(`/api/v2/folders/${top!.id}`)
        .send({ projectId: own.project.id, environment: 'dev', path: '/held', name })
        .expect(200);
    const { text, values } = await statementAboutItems(() => rename('renamed'));
    const pagesRead = async () => {
      await query('analyze approval_requests, approval_items');
      const [row] = await query<Explained>(
        `explain (analyze, buffers, format json) ${text}`,
        values,
      );
      const { Plan } = row!['QUERY PLAN'][0];
      return Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
    };
    const before = await pagesRead();

    const crowded = await ApprovalsScene.make(server);
    await crowded.policy();
    const held = await crowded.propose(crowded.writer, 'CROWD', 'x');
    const crowd = await copies(held, 20, 1_000, true);
    expect(await pagesRead()).toBeLessThanOrEqual(before + 20);
    await rename('again');
    await forget([...crowd, held]);
  });
});
