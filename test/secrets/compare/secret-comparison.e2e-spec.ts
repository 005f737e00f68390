import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Rule } from '../../../src/permissions/rule.js';
import { useApp } from '../../support/harness.js';
import { aMember, aProject, aScene, type Caller } from '../../support/scene.js';
import {
  aFolder,
  anItem,
  aSecretScene,
  type SecretScene,
  withSecrets,
} from '../../support/secrets-scene.js';

const server = useApp();
let scene: SecretScene;

const DEV = {};
const STAGING = { environment: 'staging' };
const PROD = { environment: 'prod' };

/** ALL is the same everywhere, ODD another in prod, ONE in dev alone, REF as it is written. */
beforeAll(async () => {
  scene = await aSecretScene(server);
  const secrets = [anItem('ALL', 'same'), anItem('ODD', 'one'), anItem('REF', '${ALL}')];
  await withSecrets(scene, [...secrets, anItem('ONE', 'same')], DEV);
  await withSecrets(scene, secrets, STAGING);
  await withSecrets(
    scene,
    [anItem('ALL', 'same'), anItem('ODD', 'other'), anItem('REF', 'same')],
    PROD,
  );
  await aFolder(scene, '/deep');
  await withSecrets(scene, [anItem('DEEP')], { secretPath: '/deep' });
});

const compareAs = ({ http }: Caller, body: object = {}, { project } = scene) =>
  http.post(`/api/v1/projects/${project.id}/secrets/compare`).send(body);

interface Compared {
  readonly environments: string[];
  readonly names: string[];
  readonly letters: string[][];
}

/** Each name with its letters, `-` for none. */
async function lettersAs(caller: Caller, body: object = {}) {
  const { body: answer } = await compareAs(caller, body).expect(200);
  const { names, letters } = answer as Compared;
  return names.map((name, i) => `${name} ${letters[i]!.map((each) => each || '-').join('')}`);
}

const member = (rules: readonly Rule[]) => aMember(server, scene.project, scene.orgId, rules);

const may = (action: string[], more: object = {}): Rule => ({
  subject: 'secrets',
  action,
  ...more,
});
const inEnvironment = (environment: string) => ({ conditions: { environment } });

async function entriesOf(caller: Caller) {
  const { body } = await scene.admin.http
    .get('/api/v1/organization/audit-logs')
    .query({ actor: caller.id })
    .expect(200);
  return (body as { auditLogs: { action: string; target: object }[] }).auditLogs;
}

describe('POST /api/v1/projects/:projectId/secrets/compare', () => {
  it('gives equal values of a name one letter, as they are stored', async () => {
    const { body } = await compareAs(scene.admin).expect(200);

    expect((body as Compared).environments).toEqual(['dev', 'prod', 'staging']);
    expect(await lettersAs(scene.admin)).toEqual(['ALL aaa', 'ODD aba', 'ONE a--', 'REF aba']);
  });

  it('compares the names and environments that are asked for, in one folder', async () => {
    const environments = ['dev', 'prod'];
    const asked = { secretNames: ['ODD', 'NO_SUCH'], environments };

    expect(await lettersAs(scene.admin, asked)).toEqual(['ODD ab']);
    expect(await lettersAs(scene.admin, { secretPath: '/deep' })).toEqual(['DEEP a']);
    expect(await lettersAs(scene.admin, { secretPath: '/nowhere' })).toEqual([]);
  });

  it('tells nothing of values that the caller may not read', async () => {
    const describes = may(['describeSecret']);
    const partly = await member([
      describes,
      may(['readValue'], inEnvironment('dev')),
      may(['readValue'], inEnvironment('staging')),
    ]);
    const blind = await member([describes]);
    const hidden = await member([
      may(['readValue']),
      may(['describeSecret'], inEnvironment('dev')),
    ]);

    expect(await lettersAs(partly)).toEqual(['ALL aa', 'ODD aa', 'ONE a-', 'REF aa']);
    expect(await lettersAs(blind)).toEqual([]);
    expect(await lettersAs(hidden)).toEqual(['ALL a', 'ODD a', 'ONE a', 'REF a']);
  });

  it('answers the same whatever stands in values that the caller may not read', async () => {
    const caller = await member([may(['read'], inEnvironment('dev')), may(['describeSecret'])]);
    const before = (await compareAs(caller).expect(200)).text;
    await scene.admin.http
      .patch('/api/v4/secrets/ODD')
      .send({ projectId: scene.project.id, environment: 'prod', secretValue: 'one' })
      .expect(200);

    expect((await compareAs(caller).expect(200)).text).toBe(before);
    await scene.admin.http
      .patch('/api/v4/secrets/ODD')
      .send({ projectId: scene.project.id, environment: 'prod', secretValue: 'other' })
      .expect(200);
  });

  it('answers the same however large the values are that the caller may not read', async () => {
    const other = await aSecretScene(server);
    await withSecrets(other, [anItem('A')]);
    await withSecrets(other, [anItem('A')], PROD);
    const { source } = server.database;
    const [{ columns }] = await source.query<[{ columns: string }]>(
      `select string_agg(column_name, ', ') columns from information_schema.columns
       where table_name = 'secrets' and column_name not in ('id', 'key', 'value')`,
    );
    await source.query(
      `insert into secrets (id, key, value, ${columns})
       select gen_random_uuid(), 'B' || n, decode(repeat('00', 1024 * 1024), 'hex'), s.${columns.replaceAll(', ', ', s.')}
       from secrets s join folders f on f.id = s.folder_id
       join environments e on e.id = f.environment_id and e.slug = 'prod', generate_series(1, 65) n
       where s.project_id = $1`,
      [other.project.id],
    );
    const rules = [may(['read'], inEnvironment('dev'))];
    const caller = await aMember(server, other.project, other.orgId, rules);

    expect((await compareAs(caller, {}, other).expect(200)).body).toMatchObject({ names: ['A'] });
  });

  it('holds no value and no digest in its answer', async () => {
    const { text } = await compareAs(scene.admin).expect(200);

    expect(text).not.toMatch(/same|other|one/);
    expect(JSON.parse(text)).toEqual({
      environments: expect.any(Array),
      names: expect.any(Array),
      letters: expect.any(Array),
    });
    expect((JSON.parse(text) as Compared).letters.flat().join('')).toMatch(/^[ab]+$/);
  });

  it('leaves an entry of its own in the audit log, with what was compared, and no other', async () => {
    const caller = await member([may(['read'])]);
    await lettersAs(caller, { secretNames: ['ALL', 'ONE'], environments: ['dev', 'prod'] });
    const entries = await entriesOf(caller);

    expect(entries.map(({ action }) => action)).toEqual(['secret.compare']);
    expect(entries[0]!.target).toEqual({
      folders: ['dev', 'prod'].map((environment) => ({
        ...{ environment, secretPath: '/', secretKeys: ['ALL'] },
        versions: [1],
      })),
      count: 2,
    });
  });

  it('leaves no entry where nothing was compared', async () => {
    const caller = await member([may(['read'], inEnvironment('dev'))]);
    await lettersAs(caller);

    expect(await entriesOf(caller)).toEqual([]);
  });

  it('refuses who may describe nothing (403), and hides the projects of others (404)', async () => {
    const nobody = await aMember(server, scene.project, scene.orgId, 'no-access');
    const stranger = (await aScene(server)).admin;
    await aProject(stranger);

    expect((await compareAs(nobody)).status).toBe(403);
    expect((await compareAs(stranger)).status).toBe(404);
  });

  it.each([
    ['no names', { secretNames: [] }],
    ['too many names', { secretNames: Array.from({ length: 1_001 }, (_, i) => `A${i}`) }],
    ['a path that is none', { secretPath: '/a//b' }],
  ])('refuses %s (422)', async (_, body) => {
    expect((await compareAs(scene.admin, body)).status).toBe(422);
  });
});
