import { randomUUID } from 'node:crypto';
import type { Rule } from '../../../src/permissions/rule.js';
import { useApp } from '../../support/harness.js';
import { aMember, type Caller, withoutReqId } from '../../support/scene.js';
import { remember } from '../../support/secrets-history-scene.js';
import {
  aFolder,
  anItem,
  aSecretScene,
  at,
  aTag,
  BATCH,
  type Fields,
  footprint,
  type Item,
  named,
  type Secret,
  type SecretScene,
  V3,
  V4,
  withSecrets,
} from '../../support/secrets-scene.js';
import { NOT_FOUND } from '../../support/refusals.js';

const server = useApp();

type Method = 'post' | 'patch' | 'delete';

const batch = (caller: Caller, method: Method, where: Fields, secrets: readonly Item[]) =>
  caller.http[method](BATCH).send({ ...where, secrets });

interface ErrorBody {
  readonly error: string;
  readonly details?: object;
}

interface ReportBody {
  readonly dryRun: {
    readonly accepted: boolean;
    readonly items: readonly {
      readonly outcome: string;
      readonly problems: readonly { readonly error: string; readonly version?: number }[];
    }[];
  };
}

/** The refusal, and proof that nothing was written. */
async function refusal(scene: SecretScene, send: () => ReturnType<typeof batch>, status: number) {
  const before = await footprint(server, scene.project.id);
  const answer = await send().expect(status);
  expect(await footprint(server, scene.project.id)).toEqual(before);
  return answer.body as ErrorBody;
}

/** Each item of a preview: its outcome, or the names of the errors that speak against it. */
async function preview(
  caller: Caller,
  method: Method,
  where: Fields,
  secrets: readonly Item[],
): Promise<string[]> {
  const answer = await batch(caller, method, { ...where, dryRun: true }, secrets).expect(200);
  const { accepted, items } = (answer.body as ReportBody).dryRun;
  expect(accepted).toBe(items.every(({ problems }) => problems.length === 0));
  return items.map(({ outcome, problems }) =>
    [outcome, ...problems.map(({ error }) => error)].join(' '),
  );
}

interface RollbackBody {
  readonly items: readonly { readonly secretKey: string; readonly problems: readonly object[] }[];
}

const versionOf = async ({ admin, dev }: SecretScene, name: string) => {
  const answer = await admin.http.get(at(named(name), dev)).expect(200);
  return (answer.body as { secret: Secret }).secret.version;
};

describe('tags that are not the project’s', () => {
  let scene: SecretScene;
  let foreign: string;
  let own: string;

  beforeAll(async () => {
    scene = await aSecretScene(server);
    foreign = await aTag(await aSecretScene(server), 'theirs');
    own = await aTag(scene, 'ours');
    await withSecrets(scene, [anItem('A'), anItem('B'), anItem('C')]);
  });

  it.each(['post', 'patch'] as const)(
    'are not there, as anything else of others, %s',
    async (way) => {
      for (const tagId of [foreign, randomUUID(), 'none']) {
        const secrets = [anItem('A', 'v'), anItem('B', 'v', { tagIds: [own, tagId] })];
        const body = await refusal(scene, () => batch(scene.admin, way, scene.dev, secrets), 404);
        expect(withoutReqId(body)).toEqual({
          statusCode: 404,
          error: 'NotFound',
          message: NOT_FOUND.message,
        });
      }
    },
  );

  it('are told of by a preview, item by item, so that each of them can be found', async () => {
    const tags = [[foreign], [own], ['none']];
    const items = (keys: readonly string[]) =>
      keys.map((key, index) => anItem(key, 'v', { tagIds: tags[index] }));

    expect(await preview(scene.admin, 'post', scene.dev, items(['N1', 'N2', 'A']))).toEqual([
      'refused NotFound',
      'create',
      'refused NotFound Conflict',
    ]);
    expect(await preview(scene.admin, 'patch', scene.dev, items(['A', 'B', 'GONE']))).toEqual([
      'refused NotFound',
      'update',
      'refused NotFound NotFound',
    ]);
  });
});

describe('expectedVersion', () => {
  it('guards deletions of a batch, naming those that moved with where they are', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, [anItem('A'), anItem('B'), anItem('C')]);
    await batch(scene.admin, 'patch', scene.dev, [anItem('A', '2'), anItem('C', '2')]).expect(200);
    const secrets = [
      { secretKey: 'A', expectedVersion: 1 },
      { secretKey: 'B', expectedVersion: 1 },
      { secretKey: 'C', expectedVersion: 3 },
    ];
    const send = () => batch(scene.admin, 'delete', scene.dev, secrets);

    expect(await refusal(scene, send, 409)).toMatchObject({
      error: 'Conflict',
      details: {
        secretKeys: ['A', 'C'],
        items: [
          { index: 0, secretKey: 'A', expectedVersion: 1, version: 2 },
          { index: 2, secretKey: 'C', expectedVersion: 3, version: 2 },
        ],
      },
    });
    expect(await preview(scene.admin, 'delete', scene.dev, secrets)).toEqual([
      'refused Conflict',
      'delete',
      'refused Conflict',
    ]);
    const right = secrets.map((item, index) => ({ ...item, expectedVersion: [2, 1, 2][index] }));
    await batch(scene.admin, 'delete', scene.dev, right).expect(200);
  });

  it.each([V3, V4])('guards single changes and deletions by %s', async (root) => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, [anItem('A'), anItem('B')]);
    const where = { ...scene.dev, projectId: scene.project.id };
    const send = (method: 'patch' | 'delete', name: string, more: Fields) =>
      scene.admin.http[method](named(name, root)).send({ ...where, ...more });
    await send('patch', 'A', { secretValue: '2', expectedVersion: 1 }).expect(200);

    for (const method of ['patch', 'delete'] as const) {
      const change = () => send(method, 'A', { secretValue: '3', expectedVersion: 1 });
      expect(await refusal(scene, change, 409)).toMatchObject({
        error: 'Conflict',
        details: {
          secretKeys: ['A'],
          items: [{ secretPath: '/', secretKey: 'A', expectedVersion: 1, version: 2 }],
        },
      });
      for (const bad of [0, '1', 1.5, true, [1]]) {
        await send(method, 'A', { expectedVersion: bad }).expect(422);
      }
    }
    expect(await versionOf(scene, 'A')).toBe(2);
    await send('patch', 'B', { secretValue: '2', expectedVersion: null }).expect(200);
    await send('delete', 'A', { expectedVersion: 2 }).expect(200);
  });

  it('is looked at after scope and permission', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, [anItem('A')]);
    const reader = await aMember(server, scene.project, scene.orgId, [
      { subject: 'secrets', action: 'read' },
    ]);
    const where = { ...scene.dev, expectedVersion: 9 };
    for (const method of ['patch', 'delete'] as const) {
      await scene.admin.http[method](named('NONE')).send(where).expect(404);
      await reader.http[method](named('A')).send(where).expect(403);
    }
  });

  it('lets one of two that race through', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, [anItem('A')]);
    const change = (secretValue: string) =>
      scene.admin.http
        .patch(named('A'))
        .send({ ...scene.dev, secretValue, expectedVersion: 1 })
        .then(({ status }) => status);
    const statuses = await Promise.all(['a', 'b', 'c', 'd'].map(change));

    expect(statuses.sort()).toEqual([200, 409, 409, 409]);
    expect(await versionOf(scene, 'A')).toBe(2);
  });
});

describe('a preview', () => {
  const only = (action: string[], secretName: object): Rule => ({
    subject: 'secrets',
    action,
    conditions: { secretName },
  });

  it('does not tell which names are in use to who may neither have nor describe them', async () => {
    const scene = await aSecretScene(server);
    await aFolder(scene, '/a');
    await withSecrets(scene, [anItem('HIDDEN'), anItem('MINE')]);
    const caller = await aMember(server, scene.project, scene.orgId, [
      only(['create', 'edit', 'describeSecret'], { $in: ['MINE', 'FREE'] }),
    ]);
    const names = [anItem('HIDDEN'), anItem('NOT_THERE')];
    const renames = (newSecretName: string) => [{ secretKey: 'MINE', newSecretName }];

    expect(await preview(caller, 'post', scene.dev, names)).toEqual(
      Array(2).fill('refused PermissionDenied'),
    );
    const [taken, free] = [
      await preview(caller, 'patch', scene.dev, renames('HIDDEN')),
      await preview(caller, 'patch', scene.dev, renames('NOT_THERE')),
    ];
    expect(taken).toEqual(['refused PermissionDenied']);
    expect(free).toEqual(taken);
    expect(await preview(caller, 'post', scene.dev, [anItem('MINE')])).toEqual([
      'refused Conflict',
    ]);
  });

  it('nor does that of a rollback', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, [anItem('FORMER'), anItem('FORMER_2')]);
    const moment = await remember(server, scene);
    const renames = [
      { secretKey: 'FORMER', newSecretName: 'NOW' },
      { secretKey: 'FORMER_2', newSecretName: 'NOW_2' },
    ];
    await batch(scene.admin, 'patch', scene.dev, renames).expect(200);
    await withSecrets(scene, [anItem('FORMER')]);
    const caller = await aMember(server, scene.project, scene.orgId, [
      only(['create', 'edit', 'delete', 'read'], { $in: ['NOW', 'NOW_2'] }),
    ]);
    const where = { projectId: scene.project.id, environment: 'dev' };
    const answer = await caller.http
      .post(`${V4}/batch/rollback`)
      .send({ ...where, asOf: moment.event, dryRun: true })
      .expect(200);
    const { items } = (answer.body as { rollback: RollbackBody }).rollback;

    expect(items.map(({ secretKey, problems }) => [secretKey, problems])).toEqual(
      ['NOW', 'NOW_2'].map((name) => [
        name,
        [{ error: 'PermissionDenied', message: expect.any(String) }],
      ]),
    );
  });
});
