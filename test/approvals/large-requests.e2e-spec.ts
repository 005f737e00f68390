import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/harness.js';
import type { SignedInPerson } from '../support/people.js';
import { execute } from '../support/test-database.js';
import { ApprovalsScene, type Held, REQUESTS } from './approvals-scene.js';

const LIMIT = '5000';
const server = useApp({
  ...{ RATE_LIMITS: 'on', RATE_LIMIT_READ: LIMIT, RATE_LIMIT_WRITE: LIMIT },
  RATE_LIMIT_SECRETS: LIMIT,
});

let scene: ApprovalsScene;
let held: Held;

const describing = (...actions: string[]) => ({
  ...{ subject: 'secrets', action: actions },
  conditions: { secretPath: '/free' },
});
const REQUESTS_RULE = { subject: 'secret-approval-request', action: ['read'] };

interface Commit {
  readonly secretKey: string;
  readonly secret: { readonly secretValueHidden: boolean } | null;
}

/** The request as the caller sees it; on a busy machine so much may take the database longer than it is given. */
async function readHeld({ http }: Pick<SignedInPerson, 'http'>, query = '') {
  for (;;) {
    const answer = await http.get(`${REQUESTS}/${held.id}${query}`);
    if (answer.status !== 504) return answer;
  }
}

const commitsOf = (answer: { readonly body: unknown }): readonly Commit[] =>
  (answer.body as { approval: { commits: Commit[] } }).approval.commits;

beforeAll(async () => {
  scene = await ApprovalsScene.make(server);
  await scene.secret('HELD', 'x');
  for (const key of ['FREE', 'LARGE']) await scene.secret(key, 'x', '/free');
  await scene.policy();
});

describe('A large request', () => {
  it('costs who reads or merges it by its secrets and their bytes', async () => {
    const names = Array.from({ length: 300 }, (_, n) => `KEY_${n}`);
    const secrets = names.map((secretKey) => ({ secretKey, secretValue: 'x'.repeat(10_000) }));
    const { body } = await scene.writer.http
      .post('/api/v4/secrets/batch')
      .send(scene.at('/held', { secrets }))
      .expect(200);
    const { id } = (body as { approval: Held }).approval;
    const remaining = async (sent: Promise<{ headers: Record<string, string> }>) =>
      Number((await sent).headers['x-ratelimit-remaining']);
    const costOf = async (path: string, http = scene.writer.http) => {
      const before = await remaining(http.get(path).expect(200));
      const after = await remaining(http.get(`${REQUESTS}/count?projectId=${scene.project.id}`));
      return before - after - 1;
    };
    const unseeing = await scene.person([REQUESTS_RULE]);
    // 3 for the secrets, 2.9 for 3 MB that are opened; 11 and more for 3 MB that are sent.
    expect(await costOf(`${REQUESTS}/${id}`)).toBeGreaterThanOrEqual(16);
    expect(await costOf(`${REQUESTS}/${id}?limit=10`)).toBeLessThan(3);
    expect(await costOf(`${REQUESTS}/${id}`, unseeing.http)).toBeGreaterThanOrEqual(5);
    await scene.writer.http.post(`${REQUESTS}/${id}/status`).send({ status: 'close' }).expect(200);
    // Nothing of a closed request is opened; its secrets are found and weighed all the same.
    expect(await costOf(`${REQUESTS}/${id}`)).toBeGreaterThanOrEqual(3);
  });

  it('is shown in parts by limit and offset', async () => {
    const secrets = [
      { secretKey: 'HELD', secretValue: 'y' },
      { secretKey: 'FREE', secretPath: '/free', secretValue: 'y' },
      { secretKey: 'LARGE', secretPath: '/free', secretValue: 'y' },
    ];
    const { body } = await scene.writer.http
      .patch('/api/v4/secrets/batch')
      .send(scene.at('/held', { secrets }))
      .expect(200);
    held = (body as { approval: Held }).approval;
    const keysOf = async (query: string) =>
      commitsOf(await readHeld(scene.writer, query)).map(({ secretKey }) => secretKey);
    expect(await keysOf('')).toEqual(['HELD', 'FREE', 'LARGE']);
    expect(await keysOf('?limit=1')).toEqual(['HELD']);
    expect(await keysOf('?limit=2&offset=1')).toEqual(['FREE', 'LARGE']);
    expect(await keysOf('?offset=9007199254740991')).toEqual([]);
    for (const bad of ['limit=0', 'limit=1001', 'offset=-1', 'limit=x'])
      await scene.writer.http.get(`${REQUESTS}/${held.id}?${bad}`).expect(422);
  });

  it('is refused beyond 64 MiB of what the caller may see there today (400), and of nothing else', async () => {
    const [unseeing, describer] = [
      await scene.person([REQUESTS_RULE]),
      await scene.person([REQUESTS_RULE, describing('describeSecret')]),
    ];
    const reader = await scene.person([REQUESTS_RULE, describing('describeSecret', 'readValue')]);
    // What is not opened may be any bytes.
    await execute(
      server.databaseUrl,
      `update secrets set value = decode(repeat('00', 65 * 1024 * 1024), 'hex') where key = 'LARGE'`,
    );
    const refused = await readHeld(reader);
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ message: expect.stringContaining('limit and offset') });
    expect((await readHeld(reader, '?limit=2')).status).toBe(200);

    const nothing = await readHeld(unseeing);
    expect(nothing.status).toBe(200);
    expect(commitsOf(nothing).map(({ secret }) => secret)).toEqual([null, null, null]);
    const described = await readHeld(describer);
    expect(described.status).toBe(200);
    expect(commitsOf(described)[2]).toMatchObject({ secret: { secretValueHidden: true } });
  });
});
