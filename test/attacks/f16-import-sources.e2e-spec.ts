import { describe, expect, it } from '@jest/globals';
import type { Rule } from '../../src/permissions/rule.js';
import { useApp } from '../support/harness.js';
import { anImport, inShort, someFolders, takenOver } from '../support/imports-scene.js';
import { aMember, type Caller } from '../support/scene.js';
import {
  anItem,
  aSecretScene,
  at,
  type Fields,
  named,
  type SecretScene,
  V3,
  V4,
  withSecrets,
} from '../support/secrets-scene.js';

const server = useApp();

const READS_DEV: Rule = {
  subject: 'secrets',
  action: ['describeSecret', 'readValue'],
  conditions: { environment: 'dev' },
};
const READS_IMPORTS: Rule = { subject: 'secret-imports', action: 'read' };

interface World {
  readonly scene: SecretScene;
  readonly low: Caller;
}

/** `dev:/web` takes over from `dev:/lib`, and in one of two worlds also from what `low` may not know of. */
async function aWorld(hasHidden: boolean): Promise<World> {
  const scene = await aSecretScene(server);
  await someFolders(scene, 'dev:/web', 'dev:/web/sub', 'dev:/lib', 'prod:/acquisition-of-acme');
  await withSecrets(scene, [anItem('LIB', 'of lib')], { secretPath: '/lib' });
  await withSecrets(scene, [anItem('REF', '${dev.web.LIB}'), anItem('OWN')], {
    secretPath: '/web',
  });
  const hidden = { environment: 'prod', secretPath: '/acquisition-of-acme' };
  await withSecrets(scene, [anItem('PRICE', 'of acme')], hidden);
  await anImport(scene, 'dev:/web', 'dev:/lib');
  if (hasHidden) {
    await anImport(scene, 'dev:/web', 'prod:/acquisition-of-acme');
    await anImport(scene, 'dev:/web/sub', 'prod:/acquisition-of-acme');
    await anImport(scene, 'dev:/web/sub', 'prod:/');
  }
  const low = await aMember(server, scene.project, scene.orgId, [READS_DEV]);
  return { scene, low };
}

const VOLATILE =
  /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z|req-\w+/g;

async function answers({ scene, low }: World): Promise<string[]> {
  const { id, slug } = scene.project;
  const place = { environment: 'dev', secretPath: '/web' };
  const v3 = { workspaceId: id, ...place, include_imports: true };
  const v4 = { projectId: id, ...place, includeImports: true };
  const asked: [string, Fields][] = [
    [V3, v3],
    [V3, { ...v3, recursive: true }],
    [V3, { ...v3, viewSecretValue: false }],
    [V3, { ...v3, expandSecretReferences: true }],
    [V3, { ...v3, tagSlugs: 'none' }],
    [V4, v4],
    [V4, { ...v4, recursive: true }],
    [V4, { ...v4, expandSecretReferences: true }],
    [V4, { ...v4, asOf: new Date().toISOString() }],
    ...['LIB', 'PRICE', 'REF', 'OWN'].flatMap((name): [string, Fields][] => [
      [named(name), v3],
      [named(name, V4), v4],
    ]),
  ];
  const found: string[] = [];
  for (const [path, query] of asked) {
    const { status, body } = await low.http.get(at(path, query));
    const text = JSON.stringify(body).replaceAll(slug, 'slug').replaceAll(VOLATILE, 'x');
    found.push(`${path} ${status} ${text}`);
  }
  return found;
}

describe('F16: a list that includes imports names no source that is hidden', () => {
  it('answers the same whether or not there is a hidden source', async () => {
    const [one, other] = [await answers(await aWorld(true)), await answers(await aWorld(false))];
    expect(one.join('\n')).not.toMatch(/acme|PRICE"/);
    expect(one).toEqual(other);
  });

  it('names a hidden source not even for what it takes over itself', async () => {
    const { scene, low } = await aWorld(true);
    await anImport(scene, 'prod:/acquisition-of-acme', 'dev:/');
    await withSecrets(scene, [anItem('ROOT', 'of root')]);
    expect(inShort(await takenOver(scene, 'dev:/web', {}, low))).toEqual([
      'dev:/lib LIB=of lib',
      'dev:/ ROOT=of root',
    ]);
  });
});

describe('what stays shown', () => {
  it('every source, to whom imports may be read, and a source with a secret that may be known of', async () => {
    const { scene } = await aWorld(true);
    const all = ['dev:/lib LIB=of lib', 'prod:/acquisition-of-acme'];
    const reader = await aMember(server, scene.project, scene.orgId, [READS_DEV, READS_IMPORTS]);
    expect(inShort(await takenOver(scene, 'dev:/web', {}, reader))).toEqual(all);
    const knows: Rule = {
      subject: 'secrets',
      action: 'describeSecret',
      conditions: { environment: 'prod' },
    };
    const knowing = await aMember(server, scene.project, scene.orgId, [READS_DEV, knows]);
    expect(inShort(await takenOver(scene, 'dev:/web', {}, knowing))).toEqual(all);
    expect(inShort(await takenOver(scene, 'dev:/web'))).toEqual([
      'dev:/lib LIB=of lib',
      'prod:/acquisition-of-acme PRICE=of acme',
    ]);
  });
});
