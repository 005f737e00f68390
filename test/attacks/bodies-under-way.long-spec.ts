import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { BodyMemory } from '../../src/http/body/body-memory.js';
import { useApp } from '../support/harness.js';
import { listen, open, type RawAnswer } from '../support/raw-http.js';
import {
  aMember,
  anIdentity,
  aProject,
  aScene,
  type Caller,
  type TestProject,
} from '../support/scene.js';
import { until } from '../support/until.js';

const MIB = 1024 * 1024;
const BATCH = '/api/v4/secrets/batch';
const LOGIN = '/api/v1/auth/universal-auth/login';

/** The smallest setting: 16 MiB for a member or organization of the 48 that members share, 4 for an address of 16. */
const server = useApp({ REQUEST_BODY_MEMORY_MIB: '64' });
const held = () => server.app.get(BodyMemory).held;

let admin: Caller;
let project: TestProject;

beforeAll(async () => {
  ({ admin } = await aScene(server));
  project = await aProject(admin);
});

/** A body of which one byte never comes. */
class Body {
  answer: RawAnswer | null = null;

  private constructor(private readonly socket: Socket) {
    void listen(socket, 1).then(({ answers }) => (this.answer = answers[0] ?? null));
  }

  static async send(path: string, token: string | null, size: number, isChunked = false) {
    const socket = await open(server.url);
    const bearer = token === null ? [] : [`Authorization: Bearer ${token}`];
    const framing = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${size + 1}`;
    const head = [`POST ${path} HTTP/1.1`, 'Host: x', 'Content-Type: application/json', framing];
    socket.write(`${[...head, ...bearer].join('\r\n')}\r\n\r\n`);
    if (isChunked) socket.write(`${(size + 1).toString(16)}\r\n`);
    socket.write(Buffer.alloc(size, 0x20));
    return new Body(socket);
  }

  cut(): void {
    this.socket.destroy();
  }
}

/** Waits until so many of them are refused, and gives the refusals and the most that was held meanwhile. */
async function refusals(bodies: readonly Body[], count: number) {
  const refused = () => bodies.flatMap(({ answer }) => answer ?? []);
  let most = 0;
  for (; refused().length < count; await delay(5)) most = Math.max(most, held());
  return { refused: refused(), most };
}

async function end(bodies: readonly Body[]): Promise<void> {
  for (const body of bodies) body.cut();
  await until(() => held() === 0, 20);
}

function expectRefusals(answers: readonly RawAnswer[]): void {
  for (const answer of answers) {
    expect(answer.status).toBe(429);
    expect(answer.headers['retry-after']).toBe('2');
    expect(JSON.parse(answer.text)).toEqual({
      reqId: expect.stringMatching(/^req-/),
      statusCode: 429,
      error: 'RateLimitExceeded',
      message: 'Too much is being sent at this moment. Try again in 2 seconds.',
    });
  }
}

const many = (count: number, send: () => Promise<Body>) =>
  Promise.all(Array.from({ length: count }, send));

/** A batch of just under 16 MiB. */
const largest = () => ({
  projectId: project.id,
  environment: 'dev',
  secretPath: '/',
  secrets: Array.from({ length: 15 }, (_, i) => ({
    secretKey: `LARGE_${i}`,
    secretValue: 'x'.repeat(MIB),
  })),
  dryRun: true,
});

describe('N7: bodies under way of one member', () => {
  it.each([
    ['announced', false],
    ['in chunks', true],
  ])('hold no more than its part when they come %s; the next are 429', async (_, isChunked) => {
    const { token } = await anIdentity(server, admin.orgId, 'no-access');
    const bodies = await many(12, () => Body.send(BATCH, token, 6 * MIB, isChunked));

    const { refused, most } = await refusals(bodies, 10);

    expect(most).toBeLessThanOrEqual(16 * MIB);
    expectRefusals(refused);
    await end(bodies);
  });

  it('leave room for logins, and for a batch of 7 MiB of another organization', async () => {
    const { admin: attacker } = await aScene(server);
    const bodies = await many(12, () => Body.send(BATCH, attacker.token, 4 * MIB));
    await refusals(bodies, 8);

    await admin.http.post(LOGIN).send({ clientId: 'x', clientSecret: 'y' }).expect(401);
    const small = { ...largest(), secrets: largest().secrets.slice(0, 7) };
    const answer = await admin.http.post(BATCH).send(small);
    await end(bodies);

    expect(answer.status).toBe(200);
  });

  it('are given back when they are cut, answered or refused', async () => {
    const member = await aMember(server, project, admin.orgId, 'viewer');
    await end([await Body.send(BATCH, member.token, MIB)]);
    // The server learns of the end a moment later.
    await until(() => held() === 0, 20);
    await admin.http.post(BATCH).send(largest()).expect(200);
    await member.http.post(BATCH).send(largest()).expect(403);
    await member.http.post(BATCH).send({}).expect(422);

    await until(() => held() === 0, 20);
    expect(held()).toBe(0);
  });
});

describe('F13: bodies under way of strangers', () => {
  it('hold no more than the part of an address, and nobody signed in feels it', async () => {
    const bodies = await many(400, () => Body.send(LOGIN, null, 16 * 1024 - 1));

    const { refused, most } = await refusals(bodies, 100);

    expect(most).toBeLessThanOrEqual(4 * MIB);
    expectRefusals(refused);
    await admin.http.post(BATCH).send(largest()).expect(200);
    await end(bodies);
  });

  it('end after 15 s, each with a 408', async () => {
    const body = await Body.send(LOGIN, null, 1_000);
    await until(() => body.answer !== null, 100);

    expect(body.answer!.status).toBe(408);
    expect(JSON.parse(body.answer!.text)).toMatchObject({ error: 'RequestTimeout' });
    await until(() => held() === 0, 20);
  });
});

describe('bodies of more than 1 MiB', () => {
  it('of many callers at once are all taken, one after another', async () => {
    const callers = await Promise.all(
      Array.from({ length: 6 }, () => aMember(server, project, admin.orgId, 'admin')),
    );
    const body = { ...largest(), secrets: largest().secrets.slice(0, 2) };

    const answers = await Promise.all(callers.map(({ http }) => http.post(BATCH).send(body)));

    expect(answers.map(({ status }) => status)).toEqual(callers.map(() => 200));
  });
});
