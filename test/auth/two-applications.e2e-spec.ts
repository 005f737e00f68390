import { randomBytes } from 'node:crypto';
import passport from 'passport';
import { startApp, TEST_KEYS, type TestApp } from '../support/harness.js';
import { aScene } from '../support/scene.js';

const DETAILS = '/api/v1/identities/details';

/** Starts an application with a key of its own. */
async function startWithOwnKey() {
  const before = TEST_KEYS.authSecret;
  TEST_KEYS.authSecret = randomBytes(32).toString('base64');
  try {
    return await startApp();
  } finally {
    TEST_KEYS.authSecret = before;
  }
}

/** Spec files of one worker share `passport`; an application that never ended there leaves its name behind. */
const strategyNames = () =>
  Object.keys((passport as unknown as { _strategies: Record<string, unknown> })._strategies);
const registeredBefore = strategyNames();
const newNames = () => strategyNames().filter((name) => !registeredBefore.includes(name));

describe('two applications in one process', () => {
  const apps: Awaited<ReturnType<typeof startApp>>[] = [];

  beforeAll(async () => {
    apps.push(await startWithOwnKey(), await startWithOwnKey());
  });
  afterAll(async () => {
    for (const app of apps.splice(0)) await app.end();
    expect(newNames()).toEqual([]);
  });

  /** As many callers as tokens, so that no verification is remembered. */
  async function callersOf(server: TestApp, count: number) {
    const callers: { token: string; orgId: string }[] = [];
    for (let i = 0; i < count; i++) {
      const { admin } = await aScene(server);
      callers.push({ token: admin.token, orgId: admin.orgId });
    }
    return callers;
  }

  it('register nothing under a shared name', () => {
    expect(strategyNames()).not.toContain('jwt');
    expect(newNames()).toHaveLength(2);
    expect(newNames().every((name) => name.startsWith('access-token'))).toBe(true);
  });

  it('answer 200 interleaved requests each by its own key', async () => {
    const servers = apps.map(({ parts }) => parts);
    const callers = await Promise.all(servers.map((server) => callersOf(server, 10)));
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, i) => {
        const asked = i % 2;
        const signer = Math.floor(i / 2) % 2;
        const { token, orgId } = callers[signer]![Math.floor(i / 4) % 10]!;
        const answer = await servers[asked]!.as(token).get(DETAILS);
        const { identityDetails } = answer.body as {
          identityDetails?: { organization: { id: string } };
        };
        return { isOwn: asked === signer, orgId, answer, found: identityDetails?.organization.id };
      }),
    );

    for (const { isOwn, orgId, answer, found } of answers) {
      if (isOwn) expect([answer.status, found]).toEqual([200, orgId]);
      else expect(answer.status).toBe(401);
      if (!isOwn) expect(answer.body).toMatchObject({ error: 'UnauthorizedError' });
    }
  });
});
