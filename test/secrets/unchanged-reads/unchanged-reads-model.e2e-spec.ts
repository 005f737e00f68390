import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import { aMember, type Caller } from '../../support/scene.js';
import {
  aFolder,
  aSecretScene,
  at,
  aTag,
  named,
  type SecretScene,
  V3,
  V4,
} from '../../support/secrets-scene.js';
import { runs, timeLimit } from '../../support/runs.js';
import {
  replicas,
  ANEW,
  atReplica,
  etagOf,
  observe,
  recordsOf,
  own,
} from './unchanged-reads-scene.js';

/** What may happen between two reads. Most of it goes wrong now and then, which is a change of nothing. */
const ENVIRONMENTS = ['dev', 'staging'];

const PATHS = ['/', '/a', '/a/b', '/c'];

const KEYS = ['ONE', 'TWO', 'THREE'];

interface World extends SecretScene {
  readonly member: Caller;
  readonly tagIds: string[];
  /** Slugs of environments, as they are called now. */
  readonly slugs: Map<string, string>;
  /** When temporary rights end, in milliseconds. */
  readonly ends: number[];
}

interface Dice {
  readonly environment: string;
  readonly path: string;
  readonly key: string;
  readonly otherPath: string;
  readonly other: string;
  readonly n: number;
}

type Change = (world: World, dice: Dice) => PromiseLike<unknown>;

const placeOf = (world: World, { environment, path }: Dice) => ({
  workspaceId: world.project.id,
  environment: world.slugs.get(environment)!,
  secretPath: path,
});

const CHANGES: Readonly<Record<string, Change>> = {
  create: (world, dice) =>
    world.admin.http.post(named(dice.key)).send({
      ...placeOf(world, dice),
      secretValue: `\${${dice.other}} \${${world.slugs.get('staging')!}.a.${dice.other}} ${dice.n}`,
      tagIds: dice.n % 2 ? world.tagIds.slice(0, 1) : [],
    }),
  update: (world, dice) =>
    world.admin.http
      .patch(named(dice.key))
      .send({ ...placeOf(world, dice), secretValue: `v${dice.n}` }),
  retag: (world, dice) =>
    world.admin.http
      .patch(named(dice.key))
      .send({ ...placeOf(world, dice), tagIds: dice.n % 2 ? world.tagIds : [] }),
  comment: (world, dice) =>
    world.admin.http
      .patch(named(dice.key))
      .send({ ...placeOf(world, dice), secretComment: `c${dice.n}`, secretReminderNote: 'soon' }),
  rename: (world, dice) =>
    world.admin.http
      .patch(named(dice.key))
      .send({ ...placeOf(world, dice), newSecretName: dice.other }),
  remove: (world, dice) => world.admin.http.delete(named(dice.key)).send(placeOf(world, dice)),
  batch: (world, dice) =>
    world.admin.http.patch('/api/v4/secrets/batch').send({
      projectId: world.project.id,
      environment: world.slugs.get(dice.environment),
      secretPath: dice.path,
      mode: 'upsert',
      secrets: KEYS.map((secretKey) => ({ secretKey, secretValue: `b${dice.n}` })),
    }),
  move: async (world, dice) => {
    const read = await world.admin.http.get(at(named(dice.key), placeOf(world, dice)));
    const { secret } = read.body as { secret?: { id: string } };
    await world.admin.http.post('/api/v4/secrets/move').send({
      projectId: world.project.id,
      sourceEnvironment: world.slugs.get(dice.environment),
      sourceSecretPath: dice.path,
      destinationEnvironment: world.slugs.get('dev'),
      destinationSecretPath: dice.otherPath,
      secretIds: secret ? [secret.id] : [],
      shouldOverwrite: true,
    });
  },
  tagRename: (world, dice) =>
    world.admin.http
      .patch(`/api/v1/projects/${world.project.id}/tags/${world.tagIds[0]}`)
      .send({ slug: `tag-${dice.n}`, color: `#00000${dice.n}` }),
  tagRemove: async (world, dice) => {
    if (dice.n !== 3) return;
    const [id] = world.tagIds.splice(0, 1);
    await world.admin.http.delete(`/api/v1/projects/${world.project.id}/tags/${id}`);
    world.tagIds.push(
      await aTag(
        world,
        `tag-${world.tagIds.length}-${dice.n}-${Math.random().toString(36).slice(2)}`,
      ),
    );
  },
  folderCreate: (world, dice) =>
    world.admin.http.post('/api/v1/folders').send({
      workspaceId: world.project.id,
      environment: world.slugs.get(dice.environment),
      path: dice.path === '/a' ? '/a' : '/',
      name: dice.path === '/a' ? 'b' : 'c',
    }),
  folderRename: async (world, dice) => {
    const where = { workspaceId: world.project.id, environment: world.slugs.get(dice.environment) };
    await world.admin.http
      .patch(`/api/v1/folders/${dice.n % 2 ? 'c' : 'z'}`)
      .send({ ...where, path: '/', name: dice.n % 2 ? 'z' : 'c' });
  },
  folderRemove: (world, dice) =>
    world.admin.http.delete(`/api/v1/folders/${dice.path.slice(1) || 'c'}`).send({
      workspaceId: world.project.id,
      environment: world.slugs.get(dice.environment),
      path: '/',
    }),
  importCreate: (world, dice) =>
    world.admin.http.post('/api/v2/secret-imports').send({
      projectId: world.project.id,
      environment: world.slugs.get(dice.environment),
      path: dice.path,
      import: { environment: world.slugs.get('staging'), path: dice.otherPath },
    }),
  importChange: async (world, dice) => {
    const where = {
      projectId: world.project.id,
      environment: world.slugs.get(dice.environment)!,
      path: dice.path,
    };
    const list = await world.admin.http.get(at('/api/v2/secret-imports', where));
    const { secretImports = [] } = list.body as { secretImports?: { id: string }[] };
    const last = secretImports.at(-1);
    if (!last) return;
    const url = `/api/v2/secret-imports/${last.id}`;
    if (dice.n % 3 === 0) await world.admin.http.delete(url).send(where);
    else if (dice.n % 3 === 1) {
      await world.admin.http.patch(url).send({ ...where, import: { position: 1 } });
    } else {
      const to = { environment: world.slugs.get('dev'), path: dice.otherPath };
      await world.admin.http.patch(url).send({ ...where, import: to });
    }
  },
  environmentRename: async (world, { environment, n }) => {
    const slug = `${environment}-${n}`;
    const now = world.slugs.get(environment)!;
    const found = await world.admin.http.get(
      `/api/v1/projects/${world.project.id}/environments/slug/${now}`,
    );
    const body = found.body as { id?: string; environment?: { id: string } };
    const id = body.environment?.id ?? body.id;
    const answer = await world.admin.http
      .patch(`/api/v1/projects/${world.project.id}/environments/${id}`)
      .send({ slug });
    if (answer.status === 200) world.slugs.set(environment, slug);
  },
  role: (world, { n }) =>
    world.admin.http
      .patch(`/api/v1/projects/${world.project.id}/identity-memberships/${world.member.id}`)
      .send({ roles: [{ role: ['viewer', 'member', 'no-access'][n % 3], isTemporary: false }] }),
  privilege: (world, dice) =>
    world.admin.http.post('/api/v2/identity-project-additional-privilege').send({
      identityId: world.member.id,
      projectId: world.project.id,
      permissions: [
        {
          subject: 'secrets',
          action: ['describeSecret', 'readValue'],
          inverted: dice.n % 2 === 0,
          conditions: { secretName: dice.key },
        },
      ],
      type: { isTemporary: false },
    }),
  temporary: (world, { n, key }) => {
    const end = Date.now() + 150 + 100 * n;
    world.ends.push(end);
    return world.admin.http.post('/api/v2/identity-project-additional-privilege').send({
      identityId: world.member.id,
      projectId: world.project.id,
      permissions: [
        {
          subject: 'secrets',
          action: ['describeSecret', 'readValue'],
          inverted: n % 2 === 0,
          conditions: { secretName: key },
        },
      ],
      type: {
        isTemporary: true,
        temporaryMode: 'relative',
        temporaryRange: '1h',
        temporaryAccessStartTime: new Date(end - 3_600_000).toISOString(),
      },
    });
  },
  projectRename: (world, { n }) =>
    world.admin.http
      .patch(`/api/v1/projects/${world.project.id}`)
      .send({ slug: `${world.project.slug.slice(0, 20)}-${n}` }),
  nothing: async () => undefined,
};

const dice = fc.record({
  environment: fc.constantFrom(...ENVIRONMENTS),
  path: fc.constantFrom(...PATHS),
  otherPath: fc.constantFrom(...PATHS),
  key: fc.constantFrom(...KEYS),
  other: fc.constantFrom(...KEYS),
  n: fc.integer({ min: 0, max: 6 }),
});

const step = fc.record({
  change: fc.constantFrom(...Object.keys(CHANGES)),
  dice,
  read: fc.record({
    dice,
    isMember: fc.boolean(),
    isList: fc.boolean(),
    isV4: fc.boolean(),
    replica: fc.constantFrom(0, 1),
    options: fc.record(
      {
        viewSecretValue: fc.boolean(),
        expandSecretReferences: fc.boolean(),
        includeImports: fc.boolean(),
        recursive: fc.boolean(),
        tagSlugs: fc.constantFrom('tag-1', 'tag-2'),
      },
      { requiredKeys: [] },
    ),
  }),
});

type Read = typeof step extends fc.Arbitrary<infer S extends { read: unknown }> ? S['read'] : never;

function urlOf(world: World, { dice: rolled, isList, isV4, options }: Read): string {
  const { environment, path, key } = rolled;
  const root = isV4 ? V4 : V3;
  const project = isV4 ? { projectId: world.project.id } : { workspaceId: world.project.id };
  const place = { ...project, environment: world.slugs.get(environment), secretPath: path };
  const { viewSecretValue = true, expandSecretReferences = false } = options;
  const shown = { viewSecretValue, expandSecretReferences };
  return isList ? at(root, place, options) : at(named(key, root), place, shown);
}

describe('each kind of change', () => {
  /** The table above, with what makes each of them happen. */
  const EFFECTS: Readonly<Record<string, Partial<Dice>>> = {
    update: {},
    retag: { n: 2 },
    comment: {},
    remove: {},
    batch: {},
    move: { otherPath: '/c' },
    tagRename: {},
    tagRemove: { n: 3 },
    importCreate: { otherPath: '/' },
    importChange: { n: 0 },
    environmentRename: { environment: 'staging' },
  };

  it.each(Object.entries(EFFECTS))('%s: is seen by the next read', async (change, rolled) => {
    const world = await aWorld();
    const where = { projectId: world.project.id, environment: 'dev', secretPath: '/' };
    const url = at(V4, where, { recursive: true, includeImports: true });
    for (const replica of [0, 1]) {
      const before = await etagOf(world.admin, url, replica);
      const poll = () => atReplica(replica, world.admin).get(url).set('If-None-Match', before);
      await poll().expect(304);
      expect((await observe(world.admin, url, {}, replica)).opened).toBe(0);
    }
    const before = await etagOf(world.admin, url);

    const still = { environment: 'dev', path: '/', otherPath: '/a', key: 'ONE', other: 'FOUR' };
    await CHANGES[change]!(world, { ...still, n: 1, ...rolled });

    expect(await etagOf(world.admin, url, 1)).not.toBe(before);
    for (const replica of [0, 1]) {
      await atReplica(replica, world.admin).get(url).set('If-None-Match', before).expect(200);
      expect(own(await observe(world.admin, url, {}, replica))).toEqual(
        own(await observe(world.admin, url, {}, ANEW)),
      );
    }
  });
});

describe('random changes between random reads on two replicas', () => {
  it(
    'give what an answer made anew has: 304 if and only if it has the same ETag, else its bytes; and record the same',
    async () => {
      const counts = { 304: 0, 200: 0, other: 0, unopened: 0 };
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 25, maxLength: 40 }), async (steps) => {
          const world = await aWorld();
          const seen = new Map<string, { read: Read; etag: string }>();
          for (const { change, dice: rolled, read } of steps) {
            await CHANGES[change]!(world, rolled);
            // What was read before, and this.
            const reads = [...[...seen.values()].slice(-4).map((each) => each.read), read];
            for (const each of reads) {
              const caller = each.isMember ? world.member : world.admin;
              const address = urlOf(world, each);
              const name = `${each.isMember} ${address}`;
              const before = seen.get(name)?.etag ?? '"none"';
              const start = Date.now();
              const polled = await atReplica(each.replica, caller)
                .get(address)
                .set('If-None-Match', before);
              const plain = await observe(caller, address, {}, each.replica);
              const fresh = await observe(caller, address, {}, ANEW);
              // A right that ends between the two makes them differ.
              if (world.ends.some((end) => start - 20 <= end && end <= Date.now() + 20)) continue;
              const etag = fresh.headers['etag'] as string;
              const expected = fresh.status === 200 && etag === before ? 304 : fresh.status;

              expect({ change, address, status: polled.status }).toEqual({
                change,
                address,
                status: expected,
              });
              if (fresh.status === 200) {
                expect({ change, address, ...own(plain) }).toEqual({
                  change,
                  address,
                  ...own(fresh),
                });
                expect(await recordsOf(plain)).toEqual(await recordsOf(fresh));
                counts.unopened += Number(plain.opened === 0);
              }
              if (expected === 304) counts[304]++;
              else if (expected === 200) counts[200]++;
              else counts.other++;
              if (fresh.status === 200) seen.set(name, { read: each, etag });
            }
          }
        }),
        { numRuns: runs(2, 20, 'UNCHANGED_READS') },
      );
      // Else the sentence above would be about nothing.
      expect(counts[304]).toBeGreaterThan(20);
      expect(counts[200]).toBeGreaterThan(20);
      expect(counts.unopened).toBeGreaterThan(20);
    },
    timeLimit(240_000),
  );
});

async function aWorld(): Promise<World> {
  const scene = await aSecretScene(replicas[0]!);
  const { admin, project } = scene;
  const tagIds = [await aTag(scene, 'tag-1'), await aTag(scene, 'tag-2')];
  for (const environment of ENVIRONMENTS) {
    for (const path of ['/a', '/a/b', '/c']) await aFolder(scene, path, environment);
    for (const secretPath of ['/', '/a']) {
      const secrets = KEYS.map((secretKey) => ({ secretKey, secretValue: 'first', tagIds }));
      const where = { workspaceId: project.id, environment, secretPath };
      await admin.http
        .post('/api/v3/secrets/batch/raw')
        .send({ ...where, secrets })
        .expect(200);
    }
  }
  await admin.http
    .post('/api/v2/secret-imports')
    .send({
      projectId: project.id,
      environment: 'dev',
      path: '/',
      import: { environment: 'staging', path: '/a' },
    })
    .expect(200);
  const member = await aMember(replicas[0]!, project, scene.orgId, 'viewer');
  const slugs = new Map(ENVIRONMENTS.map((slug) => [slug, slug]));
  return { ...scene, member, tagIds, slugs, ends: [] };
}
