import { describe, expect, it } from '@jest/globals';
import type { Rule } from '../../src/permissions/rule.js';
import { useApp } from '../support/harness.js';
import {
  anImport,
  type Import,
  importBody,
  IMPORTS,
  importsOf,
  someFolders,
} from '../support/imports-scene.js';
import { aMember, type Caller } from '../support/scene.js';
import { anItem, aSecretScene, type SecretScene, withSecrets } from '../support/secrets-scene.js';

const server = useApp();

const ALL_IMPORTS: Rule = {
  subject: 'secret-imports',
  action: ['create', 'read', 'edit', 'delete'],
};
const READ: Rule = { subject: 'secrets', action: ['describeSecret', 'readValue'] };
const write = (...action: ('create' | 'edit' | 'delete')[]): Rule => ({
  subject: 'secrets',
  action,
});
const WRITE = write('create', 'edit', 'delete');
const inProd = (rule: Rule): Rule => ({ ...rule, conditions: { environment: 'prod' } });
const forbidden = (rule: Rule): Rule => ({ ...rule, inverted: true });

interface World {
  readonly scene: SecretScene;
  readonly first: Import;
  readonly last: Import;
}

/** `prod:/` imports from two folders of `dev`, and the attacker may write in a third. */
async function aWorld(): Promise<World> {
  const scene = await aSecretScene(server);
  await someFolders(scene, 'dev:/shared', 'dev:/more', 'dev:/mine');
  for (const secretPath of ['/shared', '/more', '/mine'])
    await withSecrets(scene, [anItem('DATABASE_URL', `of ${secretPath}`)], { secretPath });
  const first = await anImport(scene, 'prod:/', 'dev:/shared');
  return { scene, first, last: await anImport(scene, 'prod:/', 'dev:/more') };
}

const BEFORE = ['1 dev:/shared', '2 dev:/more'];

/** Every change of the imports of `prod:/`. */
const changes = (caller: Caller, { scene, first, last }: World) => {
  const patch = (change: object) =>
    caller.http.patch(`${IMPORTS}/${first.id}`).send({ import: change });
  return {
    create: () => caller.http.post(IMPORTS).send(importBody(scene, 'prod:/', 'dev:/mine')),
    aim: () => patch({ path: '/mine/deep' }),
    reorder: () => patch({ position: 2 }),
    delete: () => caller.http.delete(`${IMPORTS}/${last.id}`).send({}),
  };
};

type Change = keyof ReturnType<typeof changes>;

async function outcome(rules: string | readonly Rule[]) {
  const world = await aWorld();
  const { scene } = world;
  const caller = await aMember(server, scene.project, scene.orgId, rules);
  const denials: Partial<Record<Change, string>> = {};
  const allowed: Change[] = [];
  for (const [name, send] of Object.entries(changes(caller, world))) {
    const { status, body } = await send();
    if (status === 200) allowed.push(name as Change);
    else denials[name as Change] = `${status} ${(body as { message: string }).message}`;
  }
  return { allowed, denials, imports: await importsOf(scene, 'prod:/') };
}

const NO_CREATE = expect.stringMatching(/^403 You may not create secrets in prod at \/[.]/);
const NO_DELETE = expect.stringMatching(/^403 You may not delete secrets in prod at \/[.]/);
const ALL_DENIED = { create: NO_CREATE, aim: NO_CREATE, reorder: NO_CREATE, delete: NO_DELETE };

describe('F16: whoever may not write secrets in a folder does not decide what it imports', () => {
  it.each<[string, Rule[]]>([
    ['is forbidden secrets in prod', [WRITE, READ, forbidden(inProd(WRITE))]],
    ['holds no right to write secrets', [READ]],
    [
      'may write secrets in another environment only',
      [READ, { ...WRITE, conditions: { environment: 'dev' } }],
    ],
    [
      'may write some names in prod only',
      [READ, { ...WRITE, conditions: { environment: 'prod', secretName: { $glob: 'MINE_*' } } }],
    ],
    [
      'is forbidden some names in prod',
      [
        READ,
        WRITE,
        forbidden({
          ...inProd(WRITE),
          conditions: { environment: 'prod', secretName: 'DATABASE_URL' },
        }),
      ],
    ],
  ])('refuses every change of the imports to a caller who %s (403)', async (_, rules) => {
    expect(await outcome([ALL_IMPORTS, ...rules])).toEqual({
      ...{ allowed: [], denials: ALL_DENIED, imports: BEFORE },
    });
  });

  it('names the missing right, the folder and the rule that forbids', async () => {
    const { scene } = await aWorld();
    const rule = forbidden({
      ...write('create'),
      conditions: { environment: 'prod', secretName: 'A' },
    });
    const rules = [ALL_IMPORTS, READ, WRITE, rule];
    const caller = await aMember(server, scene.project, scene.orgId, rules);
    const body = importBody(scene, 'prod:/', 'dev:/mine');
    const answer = await caller.http.post(IMPORTS).send(body).expect(403);
    expect(answer.body).toMatchObject({
      error: 'PermissionDenied',
      details: {
        subject: 'secrets',
        action: 'create',
        attributes: { environment: 'prod', secretPath: '/' },
        rule,
      },
    });
  });

  it('refuses to take secrets away without the right to delete them, by aiming elsewhere too (403)', async () => {
    const { allowed, denials } = await outcome([ALL_IMPORTS, READ, write('create', 'edit')]);
    expect(allowed).toEqual(['create', 'reorder']);
    expect(denials).toEqual({ aim: NO_DELETE, delete: NO_DELETE });
  });
});

describe('what stays allowed', () => {
  it.each<[string, string | readonly Rule[]]>([
    ['an admin', 'admin'],
    ['a member', 'member'],
    ['whoever may write secrets in the importing folder', [ALL_IMPORTS, READ, inProd(WRITE)]],
  ])('lets %s make, aim, reorder and delete imports', async (_, rules) => {
    const { allowed, denials } = await outcome(rules);
    expect(denials).toEqual({});
    expect(allowed).toEqual(['create', 'aim', 'reorder', 'delete']);
  });
});
