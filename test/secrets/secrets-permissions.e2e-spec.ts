import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Rule } from '../../src/permissions/rule.js';
import { anIdentity, aScene, join, withoutReqId } from '../support/scene.js';
import {
  aFolder,
  anItem,
  aSecretScene,
  at,
  aTag,
  type Fields,
  footprint,
  keysOf,
  listed,
  named,
  type Secret,
  type SecretScene,
  V3,
  V4,
  withSecrets,
} from '../support/secrets-scene.js';
import { runs } from '../support/runs.js';
import { denied, NOT_FOUND } from '../support/refusals.js';
import { server, MASK, allow, deny, member, secretOf, operations } from './permissions-scene.js';

async function statuses(calls: ReturnType<typeof operations>): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const [name, call] of Object.entries(calls)) found[name] = (await call()).status;
  return found;
}

const FORBIDDEN = {
  list: 403,
  names: 403,
  get: 403,
  describe: 403,
  getV4: 403,
  getById: 403,
  create: 403,
  batch: 403,
  update: 403,
  remove: 403,
};

describe('each right alone', () => {
  it.each([
    ['describeSecret', { names: 200, describe: 200 }],
    ['readValue', {}],
    ['read', { list: 200, names: 200, describe: 200, get: 200, getV4: 200, getById: 200 }],
    ['create', { create: 200, batch: 200 }],
    ['edit', { update: 200 }],
    ['delete', { remove: 200 }],
  ])('%s', async (action, allowed) => {
    const scene = await aSecretScene(server);
    const secrets = await withSecrets(scene, [anItem('A', 'v')]);
    const caller = await member(scene, [allow(action)]);
    const calls = operations(caller, scene, 'A', secrets.get('A')!.id);
    expect(await statuses(calls)).toEqual({ ...FORBIDDEN, ...allowed });
  });

  it('none: 403 whether or not the secret exists, in the same words', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, [anItem('A', 'v')]);
    for (const role of ['no-access', [], [{ subject: 'tags', action: 'read' }]] as const) {
      const caller = await member(scene, role);
      const there = operations(caller, scene, 'A');
      const absent = operations(caller, scene, 'B');
      for (const name of [
        'get',
        'describe',
        'getV4',
        'update',
        'remove',
        'create',
        'list',
      ] as const) {
        const [one, other] = [await there[name]().expect(403), await absent[name]().expect(403)];
        const text = (body: unknown) => JSON.stringify(withoutReqId(body as object));
        expect(text(one.body)).toBe(
          text(other.body)
            .replaceAll('"B"', '"A"')
            .replaceAll('(B)', '(A)')
            .replaceAll('NEW_B', 'NEW_A'),
        );
        expect(one.body).toMatchObject({
          error: 'PermissionDenied',
          details: { subject: 'secrets' },
        });
      }
    }
  });
});

describe('what may be described but not read', () => {
  it('is listed with its value masked if values are not asked for, and a single read of the value is a 403', async () => {
    const scene = await aSecretScene(server);
    const secretMetadata = [
      { key: 'p', value: 'plain' },
      { key: 's', value: 'canary', isEncrypted: true },
    ];
    await withSecrets(scene, [
      anItem('A', 'canary', { secretComment: 'why', secretMetadata }),
      anItem('PUBLIC', 'open'),
    ]);
    const caller = await member(scene, [
      allow('describeSecret'),
      allow('readValue', { secretName: 'PUBLIC' }),
    ]);

    const list = await caller.http.get(at(V3, scene.dev, { viewSecretValue: false })).expect(200);

    const hidden = { secretValue: MASK, secretValueHidden: true };
    expect((list.body as { secrets: Secret[] }).secrets).toMatchObject([
      {
        secretKey: 'A',
        ...hidden,
        secretComment: 'why',
        secretMetadata: [
          { key: 'p', value: 'plain', isEncrypted: false },
          { key: 's', value: MASK, isEncrypted: true },
        ],
      },
      { secretKey: 'PUBLIC', ...hidden },
    ]);
    expect(list.text).not.toContain('canary');
    const read = await caller.http.get(at(named('A'), scene.dev)).expect(403);
    expect(read.body).toMatchObject({
      message: denied('readValue', 'secrets'),
      details: { attributes: { secretName: 'A', secretPath: '/', environment: 'dev' } },
    });
    const masked = await caller.http.get(at(named('A'), scene.dev, { viewSecretValue: false }));
    expect(secretOf(masked)).toMatchObject({ secretValue: MASK, secretValueHidden: true });
    await caller.http.get(at(named('PUBLIC'), scene.dev)).expect(200);
  });

  it('makes a list of the folder that asks for values a 403 that names it, on v3, v4 and asOf', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, [anItem('A', 'canary'), anItem('B', 'canary'), anItem('PUBLIC')]);
    const caller = await member(scene, [
      allow('describeSecret'),
      allow('readValue', { secretName: 'PUBLIC' }),
    ]);
    const v4 = { projectId: scene.project.id, environment: 'dev' };
    const [clock] = await server.database.source.query<{ now: Date }[]>('select now()');
    const asOf = clock!.now.toISOString();
    const lists = [
      at(V3, scene.dev),
      at(V3, scene.dev, { viewSecretValue: true, recursive: true }),
      at(V4, v4),
      at(V4, v4, { includeImports: false, expandSecretReferences: 'strict' }),
      at(V4, v4, { asOf }),
    ];

    for (const path of lists) {
      const { body, text } = await caller.http.get(path).expect(403);
      const { message } = body as { message: string };
      expect(message).toContain('A, B');
      expect(message).toContain('viewSecretValue=false');
      expect(body).toMatchObject({
        error: 'PermissionDenied',
        details: { action: 'readValue', subject: 'secrets', refused: 2 },
      });
      expect(text).not.toMatch(/canary|PUBLIC|hidden-by/);
    }
  });

  it('names ten of the secrets in the message, and counts the others', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(
      scene,
      Array.from({ length: 13 }, (_, i) => anItem(`KEY_${10 + i}`)),
    );
    const caller = await member(scene, [allow('describeSecret')]);

    const { body } = await caller.http.get(at(V3, scene.dev)).expect(403);

    expect((body as { message: string }).message).toMatch(/KEY_19, and 3 more/);
  });

  it('is left out of a list where it lies in a folder below, or is not selected', async () => {
    const scene = await aSecretScene(server);
    await aFolder(scene, '/below');
    const tagIds = [await aTag(scene, 'red')];
    await withSecrets(scene, [anItem('OWN', 'own', { tagIds })]);
    await withSecrets(scene, [anItem('SHUT', 'canary'), anItem('OPEN', 'open')], {
      secretPath: '/below',
    });
    const caller = await member(scene, [
      allow('describeSecret'),
      allow('readValue', { secretName: { $in: ['OWN', 'OPEN'] } }),
    ]);
    const recursive = { ...scene.dev, recursive: true };

    const all = await listed(caller, recursive);
    expect(all.map(({ secretKey, secretValue }) => [secretKey, secretValue])).toEqual([
      ['OWN', 'own'],
      ['OPEN', 'open'],
    ]);
    expect(keysOf(await listed(caller, { ...recursive, viewSecretValue: false }))).toHaveLength(3);
    await withSecrets(scene, [anItem('SHUT_TOO', 'canary')]);
    await caller.http.get(at(V3, scene.dev)).expect(403);
    expect(keysOf(await listed(caller, { ...scene.dev, tagSlugs: 'red' }))).toEqual(['OWN']);
  });

  it('is not there when it may not be described, whatever the right to its value', async () => {
    const scene = await aSecretScene(server);
    const secrets = await withSecrets(scene, [anItem('A', 'canary'), anItem('B', 'open')]);
    const caller = await member(scene, [
      allow('readValue'),
      allow('describeSecret'),
      deny('describeSecret', { secretName: 'A' }),
    ]);
    expect(keysOf(await listed(caller, scene.dev))).toEqual(['B']);
    const calls = operations(caller, scene, 'A', secrets.get('A')!.id);
    for (const name of ['get', 'describe', 'getV4', 'getById'] as const) {
      expect(withoutReqId((await calls[name]().expect(404)).body)).toEqual(NOT_FOUND);
    }
    const past = at(named('A'), scene.dev, { version: 1 });
    expect(withoutReqId((await caller.http.get(past).expect(404)).body)).toEqual(NOT_FOUND);
  });
});

describe('lists and single reads', () => {
  it('say the same for any rules', async () => {
    const scene = await aSecretScene(server);
    const tags = [await aTag(scene, 'red'), await aTag(scene, 'blue')];
    await aFolder(scene, '/a/b');
    const PATHS = ['/', '/a', '/a/b'];
    for (const secretPath of PATHS) {
      const items = ['K', '.env', 'APP_K'].map((key, index) =>
        anItem(key, 'x', { tagIds: tags.slice(0, index) }),
      );
      await withSecrets(scene, items, { secretPath });
    }
    const all = await listed(scene.admin, { ...scene.dev, recursive: true });
    const caller = await anIdentity(server, scene.orgId, 'no-access');
    await join(server, scene.project, caller, [allow('read')]);

    await fc.assert(
      fc.asyncProperty(fc.array(aRule, { minLength: 1, maxLength: 6 }), async (rules) => {
        await replaceRules(scene, rules);
        const where = { ...scene.dev, recursive: true };
        const answer = await caller.http.get(at(V3, where, { viewSecretValue: false }));
        const listing = answer.status === 200 ? (answer.body as { secrets: Secret[] }).secrets : [];
        const seen = new Map(listing.map((each) => [each.id, each]));
        const readable: Secret[] = [];
        for (const { id, secretKey, secretPath } of all) {
          const path = (more: Fields) => at(named(secretKey), scene.dev, { secretPath }, more);
          const described = await caller.http.get(path({ viewSecretValue: false }));
          const read = await caller.http.get(path({}));
          const inList = seen.get(id);
          const absent = answer.status === 200 ? 404 : 403;
          expect(described.status).toBe(inList ? 200 : absent);
          if (inList) expect(secretOf(described)).toEqual(inList);
          expect(read.status === 200 && !inList).toBe(false);
          if (read.status === 200) readable.push(secretOf(read));
          else expect(read.status).toBe(inList ? 403 : absent);
        }
        const values = await caller.http.get(at(V3, where));
        const ids = new Set(readable.map(({ id }) => id));
        const isShut = listing.some(({ id, secretPath }) => secretPath === '/' && !ids.has(id));
        expect(values.status).toBe(isShut ? 403 : answer.status);
        const shown = values.status === 200 ? (values.body as { secrets: Secret[] }).secrets : [];
        expect(shown).toEqual(isShut ? [] : readable);
      }),
      { numRuns: runs(10, 200) },
    );
  });
});

const condition = fc.oneof(
  fc.constantFrom('/', '/a', '/a/b').map((path) => ({ secretPath: path })),
  fc.constantFrom('/a/**', '/*', '/**', '/a/*').map((glob) => ({ secretPath: { $glob: glob } })),
  fc.constantFrom('K', '.env').map((name) => ({ secretName: name })),
  fc.constantFrom('*K', '.*', 'APP_*').map((glob) => ({ secretName: { $glob: glob } })),
  fc.constantFrom(['red'], ['blue'], ['none']).map((slugs) => ({ secretTags: { $in: slugs } })),
  fc.constant({ secretTags: { $all: ['red', 'blue'] } }),
  fc.constantFrom('dev', 'prod').map((environment) => ({ environment: { $ne: environment } })),
  fc.constant({ eventType: 'secret:create' }),
);

const aRule: fc.Arbitrary<Rule> = fc
  .record({
    action: fc.constantFrom('read', 'describeSecret', 'readValue', 'edit'),
    conditions: fc.option(condition, { nil: undefined, freq: 3 }),
    inverted: fc.boolean(),
  })
  .map(({ action, conditions, inverted }) =>
    inverted && conditions ? deny(action, conditions) : allow(action, conditions),
  );

async function replaceRules({ project }: SecretScene, rules: readonly Rule[]): Promise<void> {
  const { source } = server.database;
  const update = 'update project_roles set permissions = $2 where project_id = $1';
  await source.query(update, [project.id, JSON.stringify(rules)]);
  await source.query('update projects set epoch = epoch + 1 where id = $1', [project.id]);
}

describe('out of scope', () => {
  it('answers one 404 for another tenant, no such project and a malformed id, and 403 to no member', async () => {
    const scene = await aSecretScene(server);
    const secrets = await withSecrets(scene, [anItem('A', 'canary')]);
    const { id } = secrets.get('A')!;
    const stranger = (await aScene(server)).admin;
    const nonMember = await anIdentity(server, scene.orgId, 'admin');
    const nowhere = (workspaceId: string) => ({
      dev: { workspaceId, environment: 'dev' as const },
    });
    const attempts = [
      operations(stranger, scene, 'A', id),
      operations(scene.admin, nowhere(randomUUID()), 'A'),
      operations(scene.admin, nowhere('undefined'), 'A', 'undefined'),
    ];
    const before = await footprint(server, scene.project.id);
    for (const calls of attempts) {
      for (const call of Object.values(calls)) {
        expect(withoutReqId((await call().expect(404)).body)).toEqual(NOT_FOUND);
      }
    }
    for (const call of Object.values(operations(nonMember, scene, 'A', id)))
      await call().expect(403);
    expect(await footprint(server, scene.project.id)).toEqual(before);
  });

  it('begins when a membership ends, with the token still alive', async () => {
    const scene = await aSecretScene(server);
    const { id } = (await withSecrets(scene, [anItem('A')])).get('A')!;
    const caller = await member(scene, 'admin');
    await caller.http.get(at(named('A'), scene.dev)).expect(200);
    const { source } = server.database;
    await source.query('delete from project_memberships where identity_id = $1', [caller.id]);
    await source.query('update projects set epoch = epoch + 1 where id = $1', [scene.project.id]);
    for (const call of Object.values(operations(caller, scene, 'A', id))) await call().expect(403);
  });

  it('names no project by a slug that another tenant has too', async () => {
    const [one, other] = [await aSecretScene(server), await aSecretScene(server)];
    const { source } = server.database;
    for (const { project } of [one, other]) {
      await source.query(`update projects set slug = 'same-slug' where id = $1`, [project.id]);
    }
    await withSecrets(one, [anItem('A', 'of one')]);
    await withSecrets(other, [anItem('A', 'of the other')]);
    for (const [scene, value] of [
      [one, 'of one'],
      [other, 'of the other'],
    ] as const) {
      const where = { workspaceSlug: 'same-slug', environment: 'dev' };
      expect((await listed(scene.admin, where))[0]!.secretValue).toBe(value);
    }
  });
});

describe('without a token', () => {
  it('nothing is answered but 401', async () => {
    const scene = await aSecretScene(server);
    const nobody = { ...scene.admin, http: server.http };
    for (const call of Object.values(operations(nobody, scene))) await call().expect(401);
  });
});
