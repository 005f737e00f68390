import type { Rule } from '../../../src/permissions/rule.js';
import { useApp } from '../../support/harness.js';
import { aMember } from '../../support/scene.js';
import {
  aFolder,
  anItem,
  aSecretScene,
  at,
  aTag,
  listed,
  named,
  type Secret,
  type SecretScene,
  V3,
  V4,
  withSecrets,
} from '../../support/secrets-scene.js';

const server = useApp();
const EXPAND = { expandSecretReferences: true };

async function expanded(scene: SecretScene, where = {}): Promise<Record<string, string>> {
  const secrets = await listed(scene.admin, { ...scene.dev, ...EXPAND, ...where });
  return Object.fromEntries(secrets.map((secret) => [secret.secretKey, secret.secretValue]));
}

describe('references', () => {
  it('within one batch are stored as written and resolved when read', async () => {
    const scene = await aSecretScene(server);
    const written = await withSecrets(scene, [
      anItem('URL', 'pg://${USER}:${PASSWORD}@${HOST}/${HOST}'),
      anItem('USER', 'me'),
      anItem('PASSWORD', '${SALT}!'),
      anItem('SALT', 'p'),
    ]);
    expect(written.get('URL')!.secretValue).toBe('pg://${USER}:${PASSWORD}@${HOST}/${HOST}');
    expect(await expanded(scene)).toMatchObject({ URL: 'pg://me:p!@${HOST}/${HOST}' });
    await withSecrets(scene, [anItem('HOST', 'db')]);
    expect(await expanded(scene)).toMatchObject({ URL: 'pg://me:p!@db/db', PASSWORD: 'p!' });
    const asWritten = await listed(scene.admin, scene.dev);
    expect(asWritten.find((each) => each.secretKey === 'PASSWORD')!.secretValue).toBe('${SALT}!');
  });

  it('reach other folders and environments, and are seen from where they stand', async () => {
    const scene = await aSecretScene(server);
    await aFolder(scene, '/a/b', 'prod');
    const prod = { environment: 'prod', secretPath: '/a/b' };
    await withSecrets(scene, [anItem('X', 'prod ${Y}'), anItem('Y', 'deep')], prod);
    await withSecrets(scene, [
      anItem('A', '${prod.a.b.X}|${prod.X}|${Y}|${dev.Y}'),
      anItem('Y', 'near'),
    ]);
    expect((await expanded(scene))['A']).toBe('prod deep|${prod.X}|near|near');
    const single = await scene.admin.http.get(at(named('A'), scene.dev, EXPAND)).expect(200);
    expect((single.body as { secret: Secret }).secret.secretValue).toBe(
      'prod deep|${prod.X}|near|near',
    );
  });

  it('never leave the project', async () => {
    const foreign = await aSecretScene(server);
    await withSecrets(foreign, [anItem('CANARY', 'foreign')]);
    const scene = await aSecretScene(server);
    await withSecrets(scene, [anItem('A', '${CANARY} ${dev.CANARY}')]);
    expect((await expanded(scene))['A']).toBe('${CANARY} ${dev.CANARY}');
  });

  it('end in cycles, and after ten steps', async () => {
    const scene = await aSecretScene(server);
    const chain = Array.from({ length: 15 }, (_, step) =>
      anItem(`K${step}`, `${step} \${K${step + 1}}`),
    );
    await withSecrets(scene, [
      ...chain,
      anItem('P', 'p${Q}'),
      anItem('Q', 'q${P}'),
      anItem('S', '${S}'),
    ]);
    expect(await expanded(scene)).toMatchObject({
      K0: '0 1 2 3 4 5 6 7 8 9 10 ${K11}',
      P: 'pq${P}',
      Q: 'qp${Q}',
      S: '${S}',
    });
  });

  it('in a past version lead to what is there now', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, [anItem('A', 'old ${B}'), anItem('B', 'b')]);
    await scene.admin.http
      .patch(named('A'))
      .send({ ...scene.dev, secretValue: 'new' })
      .expect(200);
    const past = at(named('A'), scene.dev, EXPAND, { version: 1 });
    const answer = await scene.admin.http.get(past).expect(200);
    expect((answer.body as { secret: Secret }).secret.secretValue).toBe('old b');
  });

  it('stay as written where the reader may not read their target', async () => {
    const scene = await aSecretScene(server);
    const locked = await aTag(scene, 'locked');
    await aFolder(scene, '/private');
    await withSecrets(scene, [anItem('DEEP', 'canary')], { secretPath: '/private' });
    await withSecrets(scene, [
      anItem('A', '${OPEN} ${TAGGED} ${BLIND} ${dev.private.DEEP} ${UNDESCRIBED}', {
        tagIds: [await aTag(scene, 'shown')],
      }),
      anItem('OPEN', 'o${TAGGED}'),
      anItem('TAGGED', 'canary', { tagIds: [locked] }),
      anItem('BLIND', 'canary'),
      anItem('UNDESCRIBED', 'canary'),
    ]);
    const deny = (action: string, conditions: object): Rule => ({
      subject: 'secrets',
      action,
      conditions,
      inverted: true,
    });
    const reader = await aMember(server, scene.project, scene.orgId, [
      { subject: 'secrets', action: 'read' },
      deny('readValue', { secretTags: { $in: ['locked'] } }),
      deny('readValue', { secretName: 'BLIND' }),
      deny('describeSecret', { secretName: 'UNDESCRIBED' }),
      deny('read', { secretPath: '/private' }),
    ]);

    const single = await reader.http.get(at(named('A'), scene.dev, EXPAND)).expect(200);
    const shown = { ...EXPAND, tagSlugs: 'shown' };
    const list = await reader.http.get(at(V3, scene.dev, shown)).expect(200);

    const expected = 'o${TAGGED} ${TAGGED} ${BLIND} ${dev.private.DEEP} ${UNDESCRIBED}';
    expect((single.body as { secret: Secret }).secret.secretValue).toBe(expected);
    expect(list.text).toContain(JSON.stringify(expected));
    expect(list.text).not.toContain('canary');
  });

  it('are not followed for values that are not shown', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, [anItem('A', '${B}'), anItem('B', 'canary')]);
    const where = { ...scene.dev, ...EXPAND, viewSecretValue: false };
    const answer = await scene.admin.http.get(at(V3, where)).expect(200);
    expect(answer.text).not.toContain('canary');
  });

  it('that would grow without bound are a 400, and the secrets can still be read as written', async () => {
    const scene = await aSecretScene(server);
    const doubling = Array.from({ length: 10 }, (_, step) =>
      anItem(`K${step}`, `\${K${step + 1}}`.repeat(8)),
    );
    await withSecrets(scene, [...doubling, anItem('K10', 'x'.repeat(1024))]);
    const v4 = { projectId: scene.project.id, environment: 'dev' };
    const answer = await scene.admin.http.get(at(V4, v4)).expect(400);
    expect(answer.body).toMatchObject({ error: 'BadRequest', message: expect.any(String) });
    expect(await listed(scene.admin, scene.dev)).toHaveLength(11);
    await scene.admin.http.get(at(named('K9', V4), v4)).expect(200);
  });

  it('that are very many are a 400, even if none of them leads anywhere', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, [anItem('A', '${B}'.repeat(262_144))]);
    await scene.admin.http.get(at(named('A'), scene.dev, EXPAND)).expect(400);
    const asWritten = await scene.admin.http.get(at(named('A'), scene.dev)).expect(200);
    expect((asWritten.body as { secret: Secret }).secret.secretValue).toHaveLength(1_048_576);
  });

  it('of a thousand secrets cost one statement a step, not one each', async () => {
    const scene = await aSecretScene(server);
    const items = Array.from({ length: 999 }, (_, index) =>
      anItem(`K${index}`, `${index} \${BASE}`),
    );
    await withSecrets(scene, [...items, anItem('BASE', 'b')]);
    const pool = (server.database as unknown as { pool: { query: unknown } }).pool;
    const query = pool.query as (...args: unknown[]) => unknown;
    let statements = 0;
    pool.query = function (this: unknown, ...args: unknown[]) {
      statements++;
      return query.apply(this, args);
    };
    try {
      const values = await expanded(scene);
      expect(values['K998']).toBe('998 b');
    } finally {
      pool.query = query;
    }
    expect(statements).toBeLessThan(10);
  });
});
