import { readdirSync, readFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../support/harness.js';
import type { Client } from '../support/harness.js';
import { dropDatabase, execute, urlOfDatabase } from '../support/test-database.js';

/** One file for each release, made by `scripts/dump-release.js`. */
const RELEASES = join(import.meta.dirname, 'releases');

interface Facts {
  readonly version: string;
  readonly encryptionKey: string;
  readonly authSecret: string;
  readonly login: { readonly clientId: string; readonly clientSecret: string };
  readonly projectId: string;
}

describe.each(readdirSync(RELEASES))('a database of release %s', (file) => {
  const text = readFileSync(join(RELEASES, file), 'utf8');
  const facts = JSON.parse(/^-- (.*)/.exec(text)![1]!) as Facts;
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
});
