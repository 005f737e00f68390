import { readdirSync, readFileSync } from 'node:fs';
import { randomBytes, X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import { migrations } from '../../src/database/migrations.js';
import { startApp, type TestApp } from '../support/harness.js';
import type { Client } from '../support/harness.js';
import { runOn } from '../support/key-commands.js';
import { dropDatabase, execute, urlOfDatabase } from '../support/test-database.js';

/** Kept dumps, made by `scripts/dump-release.js`; CONTRIBUTING.md says when. */
const RELEASES = join(import.meta.dirname, 'releases');
/** Migrations that may be newer than the newest dump. */
const MOST_WITHOUT_DUMP = 10;
const MOST_BYTES = 500_000;

/** What `scripts/release-data.js` stored. */
interface Features {
  readonly project: { readonly id: string; readonly slug: string };
  readonly identity: { readonly id: string; readonly roleSlug: string };
  readonly workload: { readonly identityId: string; readonly boundSubject: string };
  readonly person: {
    readonly id: string;
    readonly email: string;
    readonly organizationId: string;
    readonly password: string;
    readonly totpSecret: string;
  };
  readonly group: { readonly id: string; readonly username: string };
  readonly scim: { readonly token: string; readonly userId: string; readonly groupId: string };
  readonly approval: { readonly approvalRequestId: string; readonly accessRequestId: string };
  readonly certificates: {
    readonly authorityIds: readonly string[];
    readonly ids: readonly string[];
  };
  readonly acme: { readonly chain: string };
  readonly serviceToken: { readonly id: string };
  readonly keyed: { readonly answered: object };
  readonly domain: { readonly name: string };
}

interface Facts {
  readonly encryptionKey: string;
  readonly authSecret: string;
  readonly login: { readonly clientId: string; readonly clientSecret: string };
  readonly projectId: string;
  /** Absent from the first dump, of a version that had only secrets and machines. */
  readonly features?: Features;
}

const dumps = readdirSync(RELEASES).sort();
const readDump = (file: string) => readFileSync(join(RELEASES, file), 'utf8');
const factsOf = (text: string) => JSON.parse(/^-- (.*)/.exec(text)![1]!) as Facts;

describe('the kept dumps', () => {
  const timeOf = ({ name }: { name: string }) => Number(/\d{13}$/.exec(name)![0]);

  it(`are made anew after ${MOST_WITHOUT_DUMP} migrations`, () => {
    const newest = Math.max(...dumps.map((file) => Number(/^(\d{13})\.sql$/.exec(file)?.[1] ?? 0)));
    const since = (migrations as { name: string }[]).filter((each) => timeOf(each) > newest);

    expect(since.length).toBeLessThanOrEqual(MOST_WITHOUT_DUMP);
  });

  it('are small', () => {
    const large = dumps.filter((file) => Buffer.byteLength(readDump(file)) > MOST_BYTES);

    expect(large).toEqual([]);
  });
});

describe.each(dumps)('the database of the kept dump %s', (file) => {
  const text = readDump(file);
  const facts = factsOf(text);
  const adminUrl = process.env['STRONGROOM_TEST_ADMIN_URL']!;
  const name = `release_${randomBytes(6).toString('hex')}`;
  let server: TestApp;
  let admin: Client;
  let end: () => Promise<void> = async () => undefined;

  beforeAll(async () => {
    await execute(adminUrl, `create database ${name} template template0`);
    const url = urlOfDatabase(adminUrl, name);
    await execute(url, text);
    const { encryptionKey, authSecret } = facts;
    ({ parts: server, end } = await startApp({}, [], url, {
      encryptionKey: Buffer.from(encryptionKey, 'base64'),
      authSecret,
    }));
    const login = await server.http
      .post('/api/v1/auth/universal-auth/login')
      .send(facts.login)
      .expect(200);
    admin = server.as((login.body as { accessToken: string }).accessToken);
  });
  afterAll(async () => {
    await end();
    await dropDatabase(adminUrl, name);
  });

  const value = async (secret: string, more = '') => {
    const where = `workspaceId=${facts.projectId}&environment=dev${more}`;
    const answer = await admin.get(`/api/v3/secrets/raw/${secret}?${where}`).expect(200);
    return (answer.body as { secret: { secretValue: string } }).secret.secretValue;
  };

  it('is migrated to the schema that the entities describe', async () => {
    const { source } = server.database;
    const { upQueries } = await source.driver.createSchemaBuilder().log();

    expect(await source.showMigrations()).toBe(false);
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('shows its secrets, past versions and references as they were stored', async () => {
    expect(await value('KEPT')).toBe('second');
    expect(await value('KEPT', '&version=1')).toBe('first');
    expect(await value('POINTS', '&secretPath=/api&expandSecretReferences=true')).toBe('second!');
  });

  it('shows its roles, and takes new secrets', async () => {
    await admin.get('/api/v1/organization/roles/slug/auditor').expect(200);
    const body = { workspaceId: facts.projectId, environment: 'dev', secretValue: 'new' };
    await admin.post('/api/v3/secrets/raw/ADDED').send(body).expect(200);

    expect(await value('ADDED')).toBe('new');
  });

  it('opens as a whole: values, keys of authorities, proposals, events and the audit chain', async () => {
    const { code, lines } = await runOn(server.context, 'restore:finish', '--check');

    const counts = lines.filter((line) => / looked at, /.test(line));
    expect(code).toBe(0);
    expect(counts.length).toBeGreaterThan(5);
    expect(counts.filter((line) => !line.endsWith(' looked at, 0 not whole'))).toEqual([]);
    if (facts.features) expect(counts.filter((line) => / 0 looked at/.test(line))).toEqual([]);
  });

  const { features } = facts;
  if (!features) return;

  it('shows its machines and how they sign in, its roles and service tokens', async () => {
    const { identity, workload, project, serviceToken } = features;
    const trust = `/api/v1/auth/jwt-auth/identities/${workload.identityId}`;
    const tokens = await admin
      .get(`/api/v1/workspace/${project.id}/service-token-data`)
      .expect(200);

    await admin.get(`/api/v1/identities/${identity.id}`).expect(200);
    await admin.get(trust).expect(200, new RegExp(workload.boundSubject));
    await admin.get(`/api/v1/projects/${project.id}/roles/slug/${identity.roleSlug}`).expect(200);
    expect(JSON.stringify(tokens.body)).toContain(serviceToken.id);
  });

  it('lets a person in by password and app, to the value that is theirs alone', async () => {
    const { email, password, organizationId, totpSecret } = features.person;
    const post = async (by: Client, path: string, body: object) =>
      (await by.post(`/api${path}`).send(body).expect(200)).body as {
        token: string;
        accessToken: string;
      };
    const login = await post(server.http, '/v3/auth/login', { email, password });
    const select = '/v3/auth/select-organization';
    const { token } = await post(server.as(login.accessToken), select, { organizationId });
    const mfaToken = new TOTP({ secret: Secret.fromBase32(totpSecret) }).generate();
    const verify = { email, mfaToken, mfaMethod: 'totp' };
    const verified = await post(server.as(token), '/v2/auth/mfa/verify', verify);
    const last = await post(server.as(verified.token), select, { organizationId });
    const where = `projectId=${features.project.id}&environment=dev&secretPath=/&type=personal`;
    const { body } = await server.as(last.token).get(`/api/v4/secrets/KEY?${where}`).expect(200);

    expect(body).toMatchObject({ secret: { secretValue: 'of one person' } });
  });

  it('shows its groups, and to the provider whom it keeps by SCIM', async () => {
    const { group, scim } = features;
    const members = await admin.get(`/api/v1/groups/${group.id}/users`).expect(200);
    const provider = server.as(scim.token);

    expect(JSON.stringify(members.body)).toContain(group.username);
    for (const path of [`Users/${scim.userId}`, `Groups/${scim.groupId}`])
      await provider.get(`/api/v1/scim/${path}`).expect(200);
  });

  it('shows what waits for consent', async () => {
    const { approvalRequestId, accessRequestId } = features.approval;

    await admin.get(`/api/v1/secret-approval-requests/${approvalRequestId}`).expect(200);
    await admin.get(`/api/v1/access-approvals/requests/${accessRequestId}`).expect(200);
  });

  it('shows its authorities and certificates, the one of an ACME order among them', async () => {
    const { certificates, acme, project } = features;
    const list = await admin.get(`/api/v1/projects/${project.id}/certificates`).expect(200);
    const serial = new X509Certificate(acme.chain).serialNumber.toLowerCase();

    for (const id of certificates.authorityIds)
      await admin.get(`/api/v1/cert-manager/ca/internal/${id}`).expect(200);
    expect(JSON.stringify(list.body).toLowerCase()).toContain(serial);
    for (const id of certificates.ids.slice(-2))
      await admin.get(`/api/v1/cert-manager/certificates/${id}/bundle`).expect(200);
  });

  it('shows its domains and audit log, and numbers new events after those that it has', async () => {
    const { project, domain } = features;
    const head = async () => {
      const [row] = await server.database.source.query<{ seq: string }[]>(
        'select last_seq seq from project_event_heads where project_id = $1',
        [project.id],
      );
      return Number(row!.seq);
    };
    const before = await head();
    const body = { projectId: project.id, environment: 'dev', secretValue: 'new' };
    await admin.post('/api/v4/secrets/ADDED').send(body).expect(200);

    expect(before).toBeGreaterThan(0);
    expect(await head()).toBe(before + 1);
    await admin.get('/api/v1/organization/email-domains').expect(200, new RegExp(domain.name));
    await admin
      .get(`/api/v1/organization/audit-logs?projectId=${project.id}&limit=1000`)
      .expect(200, /secret\.create/);
  });
});

describe('the newest dump', () => {
  /** Kept for minutes, written by outages and attempts, or in need of a provider or an approver elsewhere. */
  const EMPTY = new Set([
    ...[
      'certificate_projects',
      'access_votes',
      'approval_votes',
      'acme_binding_keys',
      'audit_pending',
    ],
    ...['blocked_keys', 'bounded_counts', 'event_cursors', 'login_failures', 'oidc_configurations'],
    ...['oidc_login_states', 'one_time_tokens', 'organization_storage', 'provider_accounts'],
    ...['scim_emails', 'secret_history_starts', 'setup_tokens', 'token_revocation_blocks'],
    ...['token_revocations', 'token_uses', 'workload_failures', 'workload_key_sets'],
    'workload_proofs',
  ]);

  it('has rows in every table but a few', () => {
    const text = readDump(dumps.at(-1)!);
    const named = (words: RegExp) => new Set(Array.from(text.matchAll(words), ([, name]) => name!));
    const filled = named(/^insert into (\w+)/gm);
    const gone = named(/^\s*drop table (?:if exists )?(\w+)/gm);
    const tables = [...named(/^\s*create table (?:if not exists )?(\w+)/gm)];

    expect(tables.length).toBeGreaterThan(70);
    expect(
      tables.filter((name) => !filled.has(name) && !gone.has(name) && !EMPTY.has(name)),
    ).toEqual([]);
    expect([...EMPTY].filter((name) => filled.has(name))).toEqual([]);
  });
});
