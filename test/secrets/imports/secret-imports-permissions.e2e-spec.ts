import type { Rule } from '../../../src/permissions/rule.js';
import { useApp } from '../../support/harness.js';
import {
  anImport,
  type Import,
  importBody,
  IMPORTS,
  placeOf,
  someFolders,
} from '../../support/imports-scene.js';
import { aMember, type Caller } from '../../support/scene.js';
import { aSecretScene, at, type SecretScene } from '../../support/secrets-scene.js';
import { denied } from '../../support/refusals.js';

const server = useApp();

const rule = (subject: string, action: string, conditions?: object, inverted = false): Rule => ({
  ...{ subject, action },
  ...(conditions ? { conditions } : {}),
  ...(inverted ? { inverted } : {}),
});
const DESCRIBE = rule('secrets', 'describeSecret');
const WRITE = [rule('secrets', 'create'), rule('secrets', 'delete')];
const ALL = ['create', 'read', 'edit', 'delete'].map((action) => rule('secret-imports', action));

/** Every operation on imports of `dev:/web`, aimed at `prod:/`. */
const operations = (caller: Caller, scene: SecretScene, { id }: Import) => {
  const place = { workspaceId: scene.project.id, ...placeOf('dev:/web') };
  const one = `${IMPORTS}/${id}`;
  const patch = (change: object) => caller.http.patch(one).send({ import: change });
  return {
    create: () => caller.http.post(IMPORTS).send(importBody(scene, 'dev:/web', 'prod:/new')),
    list: () => caller.http.get(at(IMPORTS, place)),
    get: () => caller.http.get(one),
    secrets: () => caller.http.get(at(`${IMPORTS}/secrets/raw`, place)),
    move: () => patch({ position: 1 }),
    aim: () => patch({ path: '/else' }),
    delete: () => caller.http.delete(one).send({}),
  };
};

type Operation = keyof ReturnType<typeof operations>;
const OPERATIONS: readonly Operation[] = [
  'create',
  'list',
  'get',
  'secrets',
  'move',
  'aim',
  'delete',
];

const AT_WEB = { environment: 'dev', secretPath: '/web' };
const ELSEWHERE = { environment: 'dev', secretPath: '/' };

const TABLE: readonly (readonly [string, readonly Rule[], readonly Operation[]])[] = [
  ['nothing', [], []],
  ['to describe secrets', [DESCRIBE], []],
  ['imports without secrets', ALL, ['list', 'get', 'secrets']],
  ['imports, but not write secrets', [...ALL, DESCRIBE], ['list', 'get', 'secrets']],
  ['all of it', [...ALL, DESCRIBE, ...WRITE], OPERATIONS],
  [
    'write secrets of the importing folder only',
    [...ALL, DESCRIBE, rule('secrets', 'create', AT_WEB), rule('secrets', 'delete', AT_WEB)],
    OPERATIONS,
  ],
  [
    'create secrets, but not delete them',
    [...ALL, DESCRIBE, rule('secrets', 'create')],
    OPERATIONS.filter((operation) => operation !== 'aim' && operation !== 'delete'),
  ],
  ['to read', [rule('secret-imports', 'read'), DESCRIBE], ['list', 'get', 'secrets']],
  ['to create', [rule('secret-imports', 'create'), DESCRIBE, ...WRITE], ['create']],
  ['to edit', [rule('secret-imports', 'edit'), DESCRIBE, ...WRITE], ['move', 'aim']],
  ['to delete', [rule('secret-imports', 'delete'), DESCRIBE, ...WRITE], ['delete']],
  ['to edit there', [rule('secret-imports', 'edit', AT_WEB), DESCRIBE, ...WRITE], ['move', 'aim']],
  ['to edit elsewhere', [rule('secret-imports', 'edit', ELSEWHERE), DESCRIBE, ...WRITE], []],
  [
    'all but to delete there',
    [...ALL, DESCRIBE, ...WRITE, rule('secret-imports', 'delete', AT_WEB, true)],
    OPERATIONS.filter((operation) => operation !== 'delete'),
  ],
  [
    'to describe secrets of the source',
    [...ALL, ...WRITE, rule('secrets', 'describeSecret', { environment: 'prod' })],
    OPERATIONS,
  ],
  [
    'to describe secrets of the importing folder',
    [...ALL, ...WRITE, rule('secrets', 'describeSecret', { environment: 'dev' })],
    ['list', 'get', 'secrets', 'move', 'delete'],
  ],
  [
    'to describe some secrets of the source',
    [...ALL, ...WRITE, rule('secrets', 'describeSecret', { environment: 'prod', secretName: 'A' })],
    ['list', 'get', 'secrets', 'move', 'delete'],
  ],
  [
    'to describe all but some secrets of the source',
    [...ALL, DESCRIBE, ...WRITE, rule('secrets', 'describeSecret', { secretName: 'ROOT' }, true)],
    ['list', 'get', 'secrets', 'move', 'delete'],
  ],
];

describe('permissions on imports', () => {
  it.each(TABLE)('allow only what follows from the right: %s', async (_, rules, allowed) => {
    const scene = await aSecretScene(server);
    await someFolders(scene, 'dev:/web');
    await anImport(scene, 'dev:/web', 'prod:/first');
    const aimed = await anImport(scene, 'dev:/web', 'prod:/');
    const caller = await aMember(server, scene.project, scene.orgId, rules);
    const outcome: [Operation, number][] = [];
    for (const [name, send] of Object.entries(operations(caller, scene, aimed)))
      outcome.push([name as Operation, (await send()).status]);
    expect(outcome).toEqual(OPERATIONS.map((name) => [name, allowed.includes(name) ? 200 : 403]));
  });
});

it('are asked of the new source in its own environment', async () => {
  const scene = await aSecretScene(server);
  await someFolders(scene, 'dev:/web');
  const { id } = await anImport(scene, 'dev:/web', 'prod:/');
  const ofProd = rule('secrets', 'describeSecret', { environment: 'prod' });
  const caller = await aMember(server, scene.project, scene.orgId, [...ALL, ...WRITE, ofProd]);
  const aim = (source: object) => caller.http.patch(`${IMPORTS}/${id}`).send({ import: source });

  await aim({ environment: 'staging' }).expect(403);
  await aim({ environment: 'staging', path: '/else' }).expect(403);
  await aim({ environment: 'prod', path: '/else' }).expect(200);
});

it('names the missing right, on the importing folder or the source (403)', async () => {
  const scene = await aSecretScene(server);
  const caller = await aMember(server, scene.project, scene.orgId, 'no-access');
  const creator = await aMember(server, scene.project, scene.orgId, ALL);
  const body = importBody(scene, 'dev:/', 'prod:/');
  const first = await caller.http.post(IMPORTS).send(body).expect(403);
  expect(first.body).toMatchObject({
    error: 'PermissionDenied',
    message: denied('create', 'secret-imports'),
  });
  const second = await creator.http.post(IMPORTS).send(body).expect(403);
  expect(second.body).toMatchObject({
    message: denied('describeSecret', 'secrets'),
  });
  const describing = await aMember(server, scene.project, scene.orgId, [...ALL, DESCRIBE]);
  const third = await describing.http.post(IMPORTS).send(body).expect(403);
  expect(third.body).toMatchObject({
    message: denied('create', 'secrets'),
    details: { attributes: { environment: 'dev', secretPath: '/' } },
  });
});

it('lets a viewer read imports and a member delete them', async () => {
  const scene = await aSecretScene(server);
  const { id } = await anImport(scene, 'dev:/', 'prod:/');
  const as = (role: string) => aMember(server, scene.project, scene.orgId, role);
  const [viewer, member] = [await as('viewer'), await as('member')];
  await viewer.http.get(`${IMPORTS}/${id}`).expect(200);
  await viewer.http.delete(`${IMPORTS}/${id}`).send({}).expect(403);
  await member.http.delete(`${IMPORTS}/${id}`).send({}).expect(200);
});
