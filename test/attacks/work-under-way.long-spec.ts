import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { Admission } from '../../src/http/limits/admission.js';
import { closeAll, subscribe } from '../support/events/event-source.js';
import { useApp } from '../support/harness.js';
import { aMember, anIdentity, aProject, type Caller } from '../support/scene.js';
import {
  anItem,
  aSecretScene,
  type SecretScene,
  V3,
  withSecrets,
} from '../support/secrets-scene.js';
import { until } from '../support/until.js';
import { lockWaits } from '../support/lock-waits.js';

// F12, N9: what one caller, one organization or all strangers have under way leaves the others their share.

const POOL = 8;
const server = useApp({ DATABASE_POOL_SIZE: String(POOL) });
const blockers: pg.Client[] = [];

afterEach(async () => {
  closeAll();
  for (const client of blockers.splice(0)) await client.end();
});

const admission = () => server.app.get(Admission);

/** Holds a table so that whoever needs it waits; gives the way to let go. */
async function block(table: string, mode = 'access exclusive'): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  blockers.push(client);
  await client.query('begin');
  await client.query(`lock table ${table} in ${mode} mode`);
  return async () => void (await client.query('rollback'));
}

/** Statements of the server that wait for a lock, but for those of background work. */
async function statementsThatWait(): Promise<number> {
  const waits = await lockWaits(server);
  return waits.filter(({ statement }) => !statement.includes('audit_pending')).length;
}

interface Sent {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: { readonly message?: string };
}

const agent = new Agent({ keepAlive: true, maxSockets: 1_000 });

/** Sends a request whose connection the test may end; a connection that ends counts as status 0. */
function send(method: string, path: string, token?: string, body?: object) {
  const outgoing = request(`${server.url}${path}`, {
    method,
    agent,
    headers: {
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'Content-Type': 'application/json' } : {}),
    },
  });
  const answer = new Promise<Sent>((resolve) => {
    outgoing.on('error', () => resolve({ status: 0, headers: {}, body: {} }));
    outgoing.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: JSON.parse(text || '{}') as Sent['body'],
        }),
      );
    });
    outgoing.end(body ? JSON.stringify(body) : undefined);
  });
  return { answer, abort: () => outgoing.destroy() };
}

const create = ({ token }: Caller, projectId: string, key: string) =>
  send('POST', `${V3}/${key}`, token, {
    workspaceId: projectId,
    environment: 'dev',
    secretValue: 'x',
  });

const getPath = ({ project }: SecretScene, key: string) =>
  `${V3}/${key}?workspaceId=${project.id}&environment=dev`;

const REQUESTS = 60;
const many = <T>(make: (n: number) => T, count = REQUESTS): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

type Pending = ReturnType<typeof send>;

interface Attack {
  readonly what: string;
  /** What is held, so that all of it waits. */
  readonly table: string;
  readonly mode?: string;
  /** Prepares; the attack itself begins once the table is held. */
  readonly prepare: (scene: SecretScene) => Promise<() => Pending[]>;
}

/** Reads go on while this is held. */
const WRITES = 'share row exclusive';

const ATTACKS: readonly Attack[] = [
  {
    what: 'writes of one caller in one project',
    table: 'secrets',
    mode: WRITES,
    prepare: async ({ admin, project }) => {
      return () => many((n) => create(admin, project.id, `KEY_${n}`));
    },
  },
  {
    what: 'writes of one caller in many projects',
    table: 'secrets',
    mode: WRITES,
    prepare: async ({ admin }) => {
      const projects = await Promise.all(many(() => aProject(admin), 10));
      return () => many((n) => create(admin, projects[n % 10]!.id, `KEY_${n}`));
    },
  },
  {
    what: 'writes of ten identities of one organization',
    table: 'secrets',
    mode: WRITES,
    prepare: async ({ orgId }) => {
      const callers = await Promise.all(many(() => anIdentity(server, orgId, 'admin'), 10));
      const projects = await Promise.all(callers.map(aProject));
      return () => many((n) => create(callers[n % 10]!, projects[n % 10]!.id, `KEY_${n}`));
    },
  },
  {
    what: 'new roles of one project',
    table: 'project_roles',
    mode: WRITES,
    prepare: async ({ admin, project }) => {
      const path = `/api/v1/projects/${project.id}/roles`;
      const role = { name: 'Role', permissions: [] };
      return () => many((n) => send('POST', path, admin.token, { ...role, slug: `role-${n}` }));
    },
  },
  {
    what: 'identity searches',
    table: 'universal_auths',
    prepare: async ({ admin }) => {
      return () => many(() => send('POST', '/api/v1/identities/search', admin.token, {}));
    },
  },
  {
    what: 'pages of the audit log',
    table: 'audit_links',
    prepare: async ({ admin }) => {
      return () => many(() => send('GET', '/api/v1/organization/audit-logs', admin.token));
    },
  },
  {
    what: 'lists with imports',
    table: 'secret_imports',
    prepare: async ({ admin, project }) => {
      const path = `/api/v4/secrets?projectId=${project.id}&environment=dev`;
      return () => many(() => send('GET', path, admin.token));
    },
  },
  {
    what: 'reads of single secrets that only an import could have',
    table: 'secret_imports',
    prepare: async ({ admin, project }) => {
      const path = `/api/v4/secrets/NONE?projectId=${project.id}&environment=dev`;
      return () => many(() => send('GET', path, admin.token));
    },
  },
  {
    what: 'logins of strangers',
    table: 'client_secrets',
    prepare: async () => {
      const credentials = { clientId: randomUUID(), clientSecret: 'a'.repeat(64) };
      const path = '/api/v1/auth/universal-auth/login';
      return () => many(() => send('POST', path, undefined, credentials));
    },
  },
];

describe('another tenant is served while these wait for the database', () => {
  it.each(ATTACKS)('$what', async ({ table, mode, prepare }) => {
    const victim = await aSecretScene(server);
    await withSecrets(victim, [anItem('MINE')]);
    const attack = await prepare(await aSecretScene(server));
    const { full } = admission();
    const letGo = await block(table, mode);
    const pending = attack();
    let held = 0;
    await until(async () => {
      held = Math.max(held, await statementsThatWait());
      return held > 0 && (held >= POOL || full.queued > 0);
    });
    for (let n = 0; n < 5; n++) {
      await victim.admin.http.get(getPath(victim, 'MINE')).expect(200);
      held = Math.max(held, await statementsThatWait());
    }
    await server.http.get('/api/health/live').expect(200);
    expect(held).toBeLessThanOrEqual(POOL / 2);

    await letGo();
    for (const { abort } of pending) abort();
    await until(() => full.atWork === 0 && full.queued === 0);
  });
});

describe('the queue', () => {
  const LIMITED = /^Rate limit exceeded\. Try again in (\d+) seconds\.$/;

  it('refuses beyond its patience, and names the seconds (429)', async () => {
    const { admin, project } = await aSecretScene(server);
    const { full } = admission();
    const { patience } = full.queue;
    Object.assign(full.queue, { patience: 50 });
    const letGo = await block('secrets', WRITES);
    try {
      const pending = many((n) => create(admin, project.id, `KEY_${n}`), 2);
      const { status, headers, body } = await Promise.race(pending.map(({ answer }) => answer));

      expect(status).toBe(429);
      const [, seconds] = LIMITED.exec(body.message ?? '') ?? [];
      expect(headers['retry-after']).toBe(seconds);
      expect(Number(seconds)).toBeGreaterThan(0);
      await letGo();
      await Promise.all(pending.map(({ answer }) => answer));
    } finally {
      Object.assign(full.queue, { patience });
    }
  });

  it('refuses beyond its length (429)', async () => {
    const { admin, project } = await aSecretScene(server);
    const { full } = admission();
    const { perCaller } = full.queue;
    Object.assign(full.queue, { perCaller: 3 });
    const letGo = await block('secrets', WRITES);
    try {
      const pending = many((n) => create(admin, project.id, `KEY_${n}`), 8);
      let answered = 0;
      for (const { answer } of pending) void answer.then(() => (answered += 1));
      await until(() => full.queued === 3 && answered === 4);
      await letGo();
      const statuses = await Promise.all(pending.map(({ answer }) => answer));
      expect(statuses.filter(({ status }) => status === 429).length).toBe(4);
    } finally {
      Object.assign(full.queue, { perCaller });
    }
  });

  it('forgets a request whose client goes away: it never happens', async () => {
    const scene = await aSecretScene(server);
    const { admin, project } = scene;
    const { full } = admission();
    const letGo = await block('secrets', WRITES);
    const first = create(admin, project.id, 'FIRST');
    await until(() => full.atWork === 1);
    const second = create(admin, project.id, 'SECOND');
    await until(() => full.queued === 1);
    second.abort();
    await until(() => full.queued === 0);
    await letGo();

    await first.answer;
    const { status } = await admin.http.get(getPath(scene, 'SECOND'));
    expect(status).toBe(404);
  });

  it('keeps the place of a client that goes away until its work is done', async () => {
    const { admin, project } = await aSecretScene(server);
    const { full } = admission();
    const letGo = await block('secrets', WRITES);
    const pending = many((n) => create(admin, project.id, `KEY_${n}`), 1);
    await until(() => full.atWork === 1);
    pending[0]!.abort();
    await pending[0]!.answer;
    const next = create(admin, project.id, 'NEXT');
    await until(() => full.queued === 1);

    expect(full.atWork).toBe(1);
    await letGo();
    expect((await next.answer).status).toBe(200);
  });

  it('serves nobody whose token was revoked while it waited (401)', async () => {
    const scene = await aSecretScene(server);
    const { admin, orgId, project } = scene;
    const member = await aMember(server, project, orgId, 'member');
    const letGo = await block('secrets', WRITES);
    const first = create(admin, project.id, 'FIRST');
    const { full } = admission();
    await until(() => full.atWork === 1);
    const waiting = create(member, project.id, 'SECOND');
    await until(() => full.queued === 1);
    await server.database.source.query(
      `update access_tokens t set is_revoked = true from token_auths a
       where a.id = t.token_auth_id and a.identity_id = $1`,
      [member.id],
    );
    await letGo();

    await first.answer;
    expect((await waiting.answer).status).toBe(401);
    expect(full.atWork).toBe(0);
  });
});

describe('a stream', () => {
  it('holds no place once it is open', async () => {
    const { admin, project } = await aSecretScene(server);
    for (let n = 0; n < POOL; n++) {
      const { status } = await subscribe(server, admin.token, { projectId: project.id });
      expect(status).toBe(200);
    }
    expect(admission().full.atWork).toBe(0);
  });
});

describe('an honest client with 64 requests at a time', () => {
  it('gets every answer, reading, listing and writing', async () => {
    const scene = await aSecretScene(server);
    const { admin, project } = scene;
    await withSecrets(scene, [anItem('MINE')]);
    const kinds = [
      () => send('GET', getPath(scene, 'MINE'), admin.token),
      () => send('GET', `${V3}?workspaceId=${project.id}&environment=dev`, admin.token),
      (n: number) => create(admin, project.id, `KEY_${n}`),
    ];
    for (const kind of kinds) {
      const answers = await Promise.all(many(kind, 64).map(({ answer }) => answer));
      expect(answers.map(({ status }) => status)).toEqual(many(() => 200, 64));
    }
  });
});
