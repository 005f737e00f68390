import { beforeAll, describe, expect, it } from '@jest/globals';
import type { SecretNamesView } from '../../../src/secrets/names/secret-names.presenter.js';
import { useApp } from '../../support/harness.js';
import { anImport } from '../../support/imports-scene.js';
import { aMember, aProject, aScene, type Caller } from '../../support/scene.js';
import {
  aFolder,
  anItem,
  aSecretScene,
  aTag,
  type SecretScene,
  V4,
  withSecrets,
} from '../../support/secrets-scene.js';
import { countStatements } from '../../support/statements.js';

const server = useApp();
let scene: SecretScene;

const PROD = { environment: 'prod' };

/**
 * Root: A in dev and prod, B empty in dev, C refers to A in dev and is tagged. `/below` of prod: D. Prod imports
 * `/shared` of staging, which has A (hidden by its own) and E.
 */
beforeAll(async () => {
  scene = await aSecretScene(server);
  const tag = await aTag(scene, 'payments');
  await withSecrets(scene, [anItem('A'), anItem('B', ''), anItem('C', '${A}', { tagIds: [tag] })]);
  await withSecrets(scene, [anItem('A')], PROD);
  await aFolder(scene, '/below', 'prod');
  await withSecrets(scene, [anItem('D')], { ...PROD, secretPath: '/below' });
  await aFolder(scene, '/shared', 'staging');
  const shared = { environment: 'staging', secretPath: '/shared' };
  await withSecrets(scene, [anItem('A'), anItem('E')], shared);
  await anImport(scene, 'prod:/', 'staging:/shared');
});

const urlOf = (query: string) => `/api/v1/projects/${scene.project.id}/secret-names?${query}`;

async function namesAs({ http }: Caller, query = ''): Promise<SecretNamesView> {
  const { body } = await http.get(urlOf(query)).expect(200);
  return body as SecretNamesView;
}

const FLAGS = ['readable', 'editable', 'empty', 'refers', 'imported'];

/** Each cell as `path name environment version flags`, then tags and source where it has any. */
const cellsIn = (view: SecretNamesView): string[] =>
  view.cells.map((cell) => {
    const [name, environment, version, , , flags, tagSet, source] = cell as number[];
    const set = FLAGS.filter((_, bit) => (flags! & (1 << bit)) !== 0).join('+');
    const tags = tagSet === 0 ? [] : view.tagSets[tagSet! - 1]!;
    const from = source === 0 ? [] : Object.values(view.sources[source! - 1]!);
    const place = [view.paths[view.folders[name!]!], view.names[name!]];
    return [...place, view.environments[environment!], version, set, ...tags, ...from].join(' ');
  });

describe('GET /api/v1/projects/:projectId/secret-names', () => {
  it('lists what is set where, with versions, flags, tags and imports', async () => {
    const view = await namesAs(scene.admin);

    expect(view.environments).toEqual(['dev', 'staging', 'prod']);
    expect(cellsIn(view)).toEqual([
      '/ A dev 1 readable+editable',
      '/ A prod 1 readable+editable',
      '/ B dev 1 readable+editable+empty',
      '/ C dev 1 readable+editable+refers payments',
      '/ E prod 1 readable+imported staging /shared',
    ]);
    expect(view.nextCursor).toBeUndefined();
  });

  it('tells when each was changed and by whom', async () => {
    const view = await namesAs(scene.admin, 'search=b');
    const [[, , , changedAt, changedBy]] = view.cells as [readonly number[]];
    const { body } = await scene.admin.http
      .get(`${V4}/B`)
      .query({ projectId: scene.project.id, environment: 'dev' });
    const { updatedAt } = (body as { secret: { updatedAt: string } }).secret;

    expect(changedAt).toBe(Math.floor(Date.parse(updatedAt) / 1000));
    expect(view.actors[changedBy!]).toMatchObject({
      actorId: scene.admin.id,
      actorType: 'identity',
    });
  });

  it('lists folders below, each name by its folder', async () => {
    const view = await namesAs(scene.admin, 'recursive=true&search=d');

    expect(cellsIn(view)).toEqual(['/below D prod 1 readable+editable']);
  });

  it('gives every name once, page by page, imports included', async () => {
    const whole = await namesAs(scene.admin, 'recursive=true');
    const names: string[] = [];
    let cursor = '';
    do {
      const page = await namesAs(scene.admin, `recursive=true&limit=1&cursor=${cursor}`);
      names.push(...page.names);
      expect(page.names).toHaveLength(1);
      cursor = page.nextCursor ?? '';
    } while (cursor !== '');

    expect(names).toEqual(whole.names);
    expect(names).toEqual(['A', 'B', 'C', 'E', 'D', 'A', 'E']);
  });

  it('hides what the caller may not describe, and tells nothing of values it may not read', async () => {
    const describes = [
      { subject: 'secrets', action: ['describeSecret'], conditions: { environment: 'dev' } },
      {
        subject: 'secrets',
        action: ['describeSecret'],
        inverted: true,
        conditions: { secretName: 'A' },
      },
    ];
    const caller = await aMember(server, scene.project, scene.orgId, describes);
    const view = await namesAs(caller, 'limit=2');

    expect(view.environments).toEqual(['dev']);
    expect(cellsIn(view)).toEqual(['/ B dev 1 ', '/ C dev 1  payments']);
    expect(view.nextCursor).toBeUndefined();
  });

  it('passes over so many hidden names for a page, and goes on after them', async () => {
    const other = await aSecretScene(server);
    await withSecrets(other, [anItem('ZZZ')]);
    await withSecrets(other, [anItem('HIDDEN')], PROD);
    const columns = (
      await server.database.source.query<{ column_name: string }[]>(
        `select column_name from information_schema.columns
         where table_name = 'secrets' and column_name not in ('id', 'key')`,
      )
    ).map(({ column_name }) => column_name);
    await server.database.source.query(
      `insert into secrets (id, key, ${columns}) select gen_random_uuid(), 'HIDDEN' || n, ${columns}
       from secrets, generate_series(1, 20500) n where key = 'HIDDEN' and project_id = $1`,
      [other.project.id],
    );
    const rule = { subject: 'secrets', action: ['describeSecret'] };
    const conditions = { environment: 'dev' };
    const { http } = await aMember(server, other.project, other.orgId, [{ ...rule, conditions }]);
    const ask = async (query: string) => {
      const url = `/api/v1/projects/${other.project.id}/secret-names?limit=1&${query}`;
      const { body } = await http.get(url).expect(200);
      return body as SecretNamesView;
    };
    const first = await ask('');
    const second = await ask(`cursor=${first.nextCursor}`);

    expect(first.names).toEqual([]);
    expect(second.names).toEqual(['ZZZ']);
    expect(second.nextCursor).toBeUndefined();
  });

  it('gives 304 until something changes, and then the new state', async () => {
    const first = await scene.admin.http.get(urlOf('search=new'));
    const ask = () =>
      scene.admin.http.get(urlOf('search=new')).set('If-None-Match', first.headers['etag']!);

    expect((await ask()).status).toBe(304);
    await withSecrets(scene, [anItem('NEW')], { environment: 'staging' });
    expect((await ask()).body).toMatchObject({ names: ['NEW'] });
  });

  describe('of a name that was deleted in an environment', () => {
    let other: SecretScene;
    let deleter: Caller;
    const listAs = async ({ http }: Caller, query: string) => {
      const url = `/api/v1/projects/${other.project.id}/secret-names?${query}`;
      const { body } = await http.get(url).expect(200);
      return body as SecretNamesView;
    };
    /** Each deletion as `name environment version who`. */
    const deletionsIn = ({ deletions, names, environments, actors }: SecretNamesView) =>
      deletions!.map(([name, environment, version, , by]) => {
        const who = by === 0 ? 'unknown' : actors[by! - 1]!.actorId;
        return [names[name!], environments[environment!], version, who].join(' ');
      });
    const write = (how: 'delete' | 'patch', caller: Caller, name: string, body: object) =>
      caller.http[how](`${V4}/${name}`)
        .send({ projectId: other.project.id, ...body })
        .expect(200);

    /** GONE: deleted in prod at its second version; RENAMED: called so in dev, and was so in prod; BACK: deleted in prod, and made again. */
    beforeAll(async () => {
      other = await aSecretScene(server);
      deleter = await aMember(server, other.project, other.orgId, 'admin');
      const items = [anItem('GONE'), anItem('RENAMED'), anItem('BACK')];
      await withSecrets(other, [...items, anItem('ONCE')], PROD);
      await withSecrets(other, [anItem('NEVER'), ...items]);
      await write('patch', other.admin, 'GONE', { ...PROD, secretValue: 'the-last' });
      await write('delete', deleter, 'GONE', PROD);
      await write('patch', other.admin, 'RENAMED', { ...PROD, newSecretName: 'OTHER' });
      await write('delete', deleter, 'BACK', PROD);
      await withSecrets(other, [anItem('BACK')], PROD);
      await write('delete', deleter, 'ONCE', PROD);
    });

    it('tells who deleted it and when, in place of a cell', async () => {
      const before = Math.floor(Date.now() / 1000) - 600;
      const view = await listAs(other.admin, 'includeDeleted=true');

      expect(deletionsIn(view)).toEqual([`GONE prod 2 ${deleter.id}`]);
      expect(view.deletions![0]![3]).toBeGreaterThan(before);
      expect(view.names).toEqual(['BACK', 'GONE', 'NEVER', 'OTHER', 'RENAMED']);
    });

    it('tells of none unless it is asked for', async () => {
      expect(await listAs(other.admin, '')).not.toHaveProperty('deletions');
    });

    it('tells nobody of a secret that they may not know of', async () => {
      const rule = { subject: 'secrets', action: ['describeSecret'] };
      const conditions = { environment: 'dev' };
      const inDev = await aMember(server, other.project, other.orgId, [{ ...rule, conditions }]);
      const view = await listAs(inDev, 'includeDeleted=true');

      expect(view.names).toContain('GONE');
      expect(view.deletions).toEqual([]);
      expect(view.environments).toEqual(['dev']);
      expect(JSON.stringify(view)).not.toContain(deleter.id);
    });

    it('tells so to who may know of it without reading a value', async () => {
      const rule = { subject: 'secrets', action: ['describeSecret'] };
      const knows = await aMember(server, other.project, other.orgId, [rule]);
      const view = await listAs(knows, 'includeDeleted=true&search=gone');

      expect(deletionsIn(view)).toEqual([`GONE prod 2 ${deleter.id}`]);
      expect(view.environments).toEqual(['dev', 'prod']);
    });

    it('names each deleter where two deleted at the same moment', async () => {
      const second = await aMember(server, other.project, other.orgId, 'admin');
      await withSecrets(other, [anItem('TWICE')], PROD);
      await withSecrets(other, [anItem('TWICE')], { environment: 'staging' });
      await withSecrets(other, [anItem('TWICE')]);
      await write('delete', deleter, 'TWICE', PROD);
      await write('delete', second, 'TWICE', { environment: 'staging' });
      for (const [table, column] of [
        ['secret_versions', 'ended_at'],
        ['audit_entries', 'created_at'],
      ])
        await server.database.source.query(
          `update ${table} set ${column} = '2026-01-01T00:00:00Z' where project_id = $1
           and ${table === 'audit_entries' ? `target::text like '%TWICE%' and action = 'secret.delete'` : `key = 'TWICE'`}`,
          [other.project.id],
        );
      const view = await listAs(other.admin, 'includeDeleted=true&search=twice');

      expect(deletionsIn(view)).toEqual([
        `TWICE staging 1 ${second.id}`,
        `TWICE prod 1 ${deleter.id}`,
      ]);
    });

    it('gives 304 until one more is deleted', async () => {
      const url = `/api/v1/projects/${other.project.id}/secret-names?includeDeleted=true`;
      const first = await other.admin.http.get(url);
      const ask = () => other.admin.http.get(url).set('If-None-Match', first.headers['etag']!);

      expect((await ask()).status).toBe(304);
      await write('delete', deleter, 'BACK', PROD);
      expect((await ask()).status).toBe(200);
    });

    it('tells of no deletion whose last state is not kept any more, though nothing else changed', async () => {
      const url = `/api/v1/projects/${other.project.id}/secret-names?includeDeleted=true&search=gone`;
      const first = await other.admin.http.get(url).expect(200);
      await server.database.source.query(
        `delete from secret_versions where project_id = $1 and key = 'GONE'`,
        [other.project.id],
      );
      const { body } = await other.admin.http
        .get(url)
        .set('If-None-Match', first.headers['etag']!)
        .expect(200);

      expect((body as SecretNamesView).deletions).toEqual([]);
    });
  });

  it('takes as many statements for many names as for few, and for many deleted ones', async () => {
    const other = await aSecretScene(server);
    const url = `/api/v1/projects/${other.project.id}/secret-names`;
    const counted = async (limit: number) => {
      const counting = countStatements(server.database);
      try {
        await other.admin.http.get(`${url}?includeDeleted=true&limit=${limit}`).expect(200);
        return counting.take();
      } finally {
        counting.stop();
      }
    };
    const deleteAll = (names: readonly string[]) =>
      other.admin.http
        .delete(`${V4}/batch`)
        .send({
          ...PROD,
          projectId: other.project.id,
          secrets: names.map((secretKey) => ({ secretKey })),
        })
        .expect(200);
    await withSecrets(other, [anItem('KEY')]);
    await withSecrets(other, [anItem('KEY')], PROD);
    await deleteAll(['KEY']);
    await counted(500);
    const few = await counted(501);
    const many = Array.from({ length: 300 }, (_, i) => anItem(`KEY_${i}`));
    await withSecrets(other, many);
    await withSecrets(other, many, PROD);
    await deleteAll(many.map((_, i) => `KEY_${i}`));

    await counted(502);

    expect(few).toBeGreaterThan(0);
    expect(await counted(503)).toBe(few);
  });

  it('tells of folders without secrets, of all environments, where it is asked for', async () => {
    const other = await aSecretScene(server);
    await withSecrets(other, [anItem('A')]);
    for (const [path, environment] of [
      ['/apps/web', 'dev'],
      ['/apps/web', 'prod'],
      ['/jobs', 'staging'],
    ] as const)
      await aFolder(other, path, environment);
    const rule = { subject: 'secrets', action: ['describeSecret'] };
    const conditions = { environment: 'dev' };
    const inDev = await aMember(server, other.project, other.orgId, [{ ...rule, conditions }]);
    const ask = async ({ http }: Caller, query: string) => {
      const url = `/api/v1/projects/${other.project.id}/secret-names?${query}`;
      const { body } = await http.get(url).expect(200);
      return (body as SecretNamesView).allPaths;
    };
    const all = ['/', '/apps', '/apps/web', '/jobs'];

    expect(await ask(other.admin, 'includeFolders=true&recursive=true')).toEqual(all);
    // As the list of folders tells every member.
    expect(await ask(inDev, 'includeFolders=true&recursive=true')).toEqual(all);
    expect(await ask(other.admin, 'includeFolders=true&secretPath=/jobs')).toEqual(['/jobs']);
    expect(await ask(other.admin, 'recursive=true')).toBeUndefined();
  });

  it('tells of the folders on the first page alone, and anew once there is another', async () => {
    const url = urlOf('includeFolders=true&recursive=true&limit=1');
    const first = await scene.admin.http.get(url).expect(200);
    const { allPaths, nextCursor } = first.body as SecretNamesView;
    const next = await scene.admin.http.get(`${url}&cursor=${nextCursor}`).expect(200);
    const ask = () => scene.admin.http.get(url).set('If-None-Match', first.headers['etag']!);

    expect(allPaths).toEqual(['/', '/below', '/shared']);
    expect(next.body).not.toHaveProperty('allPaths');
    await ask().expect(304);
    await aFolder(scene, '/later', 'dev');
    const { body } = await ask().expect(200);
    expect((body as SecretNamesView).allPaths).toContain('/later');
  });

  it('names a folder that no environment has in a hint', async () => {
    const answer = await scene.admin.http.get(urlOf('secretPath=/nowhere')).expect(200);

    expect(answer.headers['x-hint']).toBe('No environment of the project has a folder /nowhere.');
    expect((answer.body as SecretNamesView).names).toEqual([]);
  });

  it.each(['cursor=no', 'limit=0', 'limit=10001', 'recursive=perhaps', 'secretPath=/a//b'])(
    'refuses %s (422)',
    async (query) => {
      const { status } = await scene.admin.http.get(urlOf(query));

      expect(status).toBe(422);
    },
  );

  it('refuses a member who may describe nothing (403), and hides the projects of others (404)', async () => {
    const nobody = await aMember(server, scene.project, scene.orgId, 'no-access');
    const stranger = (await aScene(server)).admin;
    await aProject(stranger);

    expect((await nobody.http.get(urlOf(''))).status).toBe(403);
    expect((await stranger.http.get(urlOf(''))).status).toBe(404);
  });
});
