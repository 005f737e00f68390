import { createDocument } from '../../../src/openapi/document.js';
import type { Rule } from '../../../src/permissions/rule.js';
import { useApp } from '../../support/harness.js';
import { aMember, type Caller } from '../../support/scene.js';
import { anImport, IMPORTS } from '../../support/imports-scene.js';
import { statementsAbout } from '../../support/secrets-references-scene.js';
import {
  aFolder,
  anItem,
  aSecretScene,
  at,
  aTag,
  type Fields,
  listed,
  named,
  type Secret,
  type SecretScene,
  V3,
  V4,
  withSecrets,
} from '../../support/secrets-scene.js';

const server = useApp();
const STRICT = { expandSecretReferences: 'strict' };

interface Refusal {
  readonly message: string;
  readonly error: string;
  readonly details: { readonly unresolved: number; readonly references: readonly Fields[] };
}

const v4Of = (scene: SecretScene) => ({ projectId: scene.project.id, environment: 'dev' });

async function refusal(caller: Caller, path: string): Promise<Refusal> {
  const answer = await caller.http.get(path).expect(400);
  const body = answer.body as Refusal;
  expect(body.error).toBe('BadRequest');
  return body;
}

const inRoot = (secretKey: string, reference: string, reason: string) => ({
  secret: { environment: 'dev', secretPath: '/', secretKey },
  reference,
  reason,
});

describe('expandSecretReferences=strict', () => {
  it('answers what true answers where every reference resolves', async () => {
    const scene = await aSecretScene(server);
    await aFolder(scene, '/x', 'prod');
    await withSecrets(scene, [anItem('A', '<${B}>'), anItem('B', '${prod.x.C}')]);
    await withSecrets(scene, [anItem('C', 'c')], { environment: 'prod', secretPath: '/x' });

    const strict = await scene.admin.http.get(at(V4, v4Of(scene), STRICT)).expect(200);
    const plain = await scene.admin.http.get(at(V4, v4Of(scene))).expect(200);

    expect(strict.body).toEqual(plain.body);
    const values = (strict.body as { secrets: Secret[] }).secrets.map((each) => each.secretValue);
    expect(values).toEqual(['<c>', 'c']);
  });

  it('names every reference that does not resolve, where it stands, and why', async () => {
    const scene = await aSecretScene(server);
    const chain = Array.from({ length: 12 }, (_, step) =>
      anItem(`K${String(step).padStart(2, '0')}`, `\${K${String(step + 1).padStart(2, '0')}}`),
    );
    await withSecrets(scene, [
      anItem('A', 'canary ${NONE} ${no.where.X} ${NONE}'),
      anItem('B', '${C}'),
      anItem('C', '${B}'),
      ...chain,
      anItem('K12', 'end'),
    ]);

    const { details, message } = await refusal(scene.admin, at(V3, scene.dev, STRICT));

    expect(message).toBe(
      'References do not resolve: ${NONE} in A, ${no.where.X} in A, ${B} in C, ${C} in B, ${K11} in K10, ${K12} in K11.',
    );
    expect(details).toEqual({
      unresolved: 6,
      references: [
        inRoot('A', '${NONE}', 'missing'),
        inRoot('A', '${no.where.X}', 'missing'),
        inRoot('C', '${B}', 'cycle'),
        inRoot('B', '${C}', 'cycle'),
        inRoot('K10', '${K11}', 'too deep'),
        inRoot('K11', '${K12}', 'too deep'),
      ],
    });
  });

  it('holds single reads to it, by name, by id and of past versions', async () => {
    const scene = await aSecretScene(server);
    const made = await withSecrets(scene, [anItem('A', '${GONE}'), anItem('B', '${A}')]);
    await scene.admin.http
      .patch(named('A'))
      .send({ ...scene.dev, secretValue: 'a' })
      .expect(200);
    const v4 = v4Of(scene);
    const id = made.get('B')!.id;
    for (const path of [
      at(named('B'), scene.dev, STRICT),
      at(named('B', V4), v4, STRICT),
      at(`${V3}/id/${id}`, STRICT),
      at(`${V4}/id/${id}`, STRICT),
    ]) {
      const answer = await scene.admin.http.get(path).expect(200);
      expect((answer.body as { secret: Secret }).secret.secretValue).toBe('a');
    }
    for (const path of [
      at(named('A'), scene.dev, STRICT, { version: 1 }),
      at(named('A', V4), v4, STRICT, { version: 1 }),
    ]) {
      const { details } = await refusal(scene.admin, path);
      expect(details.references).toEqual([inRoot('A', '${GONE}', 'missing')]);
    }
  });

  it('tells what may be described but not read from what may not be known, which is missing', async () => {
    const scene = await aSecretScene(server);
    await aFolder(scene, '/private');
    await withSecrets(scene, [anItem('DEEP', 'canary')], { secretPath: '/private' });
    await withSecrets(scene, [
      anItem('A', '${BLIND} ${UNKNOWN} ${NONE} ${dev.private.DEEP} ${dev.private.NONE}', {
        tagIds: [await aTag(scene, 'shown')],
      }),
      anItem('BLIND', 'canary ${NONE}'),
      anItem('UNKNOWN', 'canary ${NONE}'),
    ]);
    const deny = (action: string, conditions: object): Rule => ({
      subject: 'secrets',
      action,
      conditions,
      inverted: true,
    });
    const reader = await aMember(server, scene.project, scene.orgId, [
      { subject: 'secrets', action: 'read' },
      deny('readValue', { secretName: 'BLIND' }),
      deny('describeSecret', { secretName: 'UNKNOWN' }),
      deny('read', { secretPath: '/private' }),
    ]);

    const list = at(V3, scene.dev, STRICT, { tagSlugs: 'shown' });
    for (const path of [list, at(named('A'), scene.dev, STRICT)]) {
      const { details } = await refusal(reader, path);
      expect(details.references).toEqual([
        inRoot('A', '${BLIND}', 'forbidden'),
        inRoot('A', '${UNKNOWN}', 'missing'),
        inRoot('A', '${NONE}', 'missing'),
        inRoot('A', '${dev.private.DEEP}', 'missing'),
        inRoot('A', '${dev.private.NONE}', 'missing'),
      ]);
      expect(JSON.stringify(details)).not.toContain('canary');
    }
  });

  it('asks nothing of values that are not shown', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, [anItem('A', '${NONE}')]);
    const masked = { ...scene.dev, ...STRICT, viewSecretValue: false };
    expect(await listed(scene.admin, masked)).toHaveLength(1);
  });

  it('lists a hundred, counts all, and cuts what cannot be a name', async () => {
    const scene = await aSecretScene(server);
    const names = Array.from({ length: 150 }, (_, index) => `\${N${index}}`);
    await withSecrets(scene, [
      anItem('A', `\${${'L'.repeat(100_000)}}${names.join('')}`),
      anItem('B', '${A}'),
    ]);
    const answer = await scene.admin.http.get(at(V3, scene.dev, STRICT)).expect(400);
    const { details } = answer.body as Refusal;
    expect(details.unresolved).toBe(151);
    expect(details.references).toHaveLength(100);
    expect(answer.text.length).toBeLessThan(20_000);
  });

  it('is a boolean or strict; anything else is a 422', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, [anItem('A', '${B}'), anItem('B', 'b')]);
    const read = async (path: string) => {
      const answer = await scene.admin.http.get(path).expect(200);
      return (answer.body as { secret: Secret }).secret.secretValue;
    };
    const v4 = v4Of(scene);
    expect(await read(at(named('A'), scene.dev))).toBe('${B}');
    expect(await read(at(named('A', V4), v4))).toBe('b');
    for (const [word, value] of [
      ['true', 'b'],
      ['false', '${B}'],
      ['True', 'b'],
      ['0', '${B}'],
      ['strict', 'b'],
    ]) {
      expect(await read(at(named('A'), scene.dev, { expandSecretReferences: word }))).toBe(value);
      expect(await read(at(named('A', V4), v4, { expandSecretReferences: word }))).toBe(value);
    }
    for (const word of ['Strict', 'yes', '2', 'on'])
      for (const path of [named('A'), V3]) {
        const query = { ...scene.dev, expandSecretReferences: word };
        const answer = await scene.admin.http.get(at(path, query)).expect(422);
        expect(answer.body).toMatchObject({ message: [{ path: ['expandSecretReferences'] }] });
      }
    const twice = `${at(named('A'), scene.dev)}&expandSecretReferences=true&expandSecretReferences=strict`;
    await scene.admin.http.get(twice).expect(422);
  });

  it('holds what imports bring to it, in every answer that has it', async () => {
    const scene = await aSecretScene(server);
    await anImport(scene, 'dev:/', 'prod:/');
    await anImport(scene, 'prod:/', 'staging:/');
    await withSecrets(scene, [anItem('A', '${B}'), anItem('B', 'b')], { environment: 'prod' });
    await withSecrets(scene, [anItem('DEEP', '${prod.A}')], { environment: 'staging' });
    const importsOnly = [`${IMPORTS}/secrets`, `${IMPORTS}/secrets/raw`];
    const paths = [at(V4, v4Of(scene), STRICT)].concat(
      importsOnly.map((path) => at(path, v4Of(scene), STRICT)),
      at(named('DEEP', V4), v4Of(scene), STRICT),
    );
    for (const path of paths) await scene.admin.http.get(path).expect(200);

    await withSecrets(scene, [anItem('DEEP2', '${NONE}')], { environment: 'staging' });
    paths[3] = at(named('DEEP2', V4), v4Of(scene), STRICT);
    for (const path of paths) {
      const { details } = await refusal(scene.admin, path);
      const secret = { environment: 'staging', secretPath: '/', secretKey: 'DEEP2' };
      const reference = { secret, reference: '${NONE}', reason: 'missing' };
      expect(details).toEqual({ unresolved: 1, references: [reference] });
    }
    for (const path of importsOnly)
      await scene.admin.http
        .get(at(path, v4Of(scene), STRICT, { viewSecretValue: false }))
        .expect(200);
  });

  it('is in the document, with its default', () => {
    const document = createDocument(server.app);
    for (const [path, byDefault] of [
      ['/api/v3/secrets/raw', 'false'],
      ['/api/v4/secrets', 'true'],
      ['/api/v3/secrets/raw/{secretName}', 'false'],
      ['/api/v4/secrets/{secretName}', 'true'],
      ['/api/v4/secrets/id/{secretId}', 'true'],
      ['/api/v1/secret-imports/secrets', 'false'],
      ['/api/v2/secret-imports/secrets/raw', 'false'],
    ]) {
      const parameters = (document.paths[path!]!.get!.parameters ?? []) as { name: string }[];
      expect(parameters.find(({ name }) => name === 'expandSecretReferences')).toMatchObject({
        required: false,
        schema: { type: 'string', enum: ['true', 'false', 'strict'], default: byDefault },
      });
    }
  });

  it('costs what true costs: one statement a step for a thousand references', async () => {
    const scene = await aSecretScene(server);
    const items = Array.from({ length: 998 }, (_, index) => anItem(`K${index}`, `\${BASE} \${K0}`));
    items[0] = anItem('K0', 'k');
    await withSecrets(scene, [...items, anItem('BASE', '${LAST}'), anItem('LAST', 'l')]);
    const list = (more: Fields) =>
      statementsAbout(() => scene.admin.http.get(at(V3, scene.dev, more)));
    const off = await list({});
    const on = await list({ expandSecretReferences: true });
    const strict = await list(STRICT);
    // The targets of the first step are those of the second too: all of them are listed.
    expect(on).toHaveLength(off.length + 1);
    expect(strict).toHaveLength(on.length);
    await withSecrets(scene, [anItem('BAD', '${prod.x.DEEP}')]);
    await aFolder(scene, '/x', 'prod');
    const deep = { environment: 'prod', secretPath: '/x' };
    await withSecrets(scene, [anItem('DEEP', '${DEEPER}'), anItem('DEEPER', '${NONE}')], deep);
    expect(await list(STRICT)).toHaveLength(off.length + 3);
    await refusal(scene.admin, at(V3, scene.dev, STRICT));
  });
});
