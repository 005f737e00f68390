import { describe, expect, it, jest } from '@jest/globals';
import { SealBroken, SealKey } from '../../src/crypto/envelope.js';
import type { StoredMetadata } from '../../src/database/entities/secret.entity.js';
import { KeyRing } from '../../src/keys/key-ring.js';
import type { SealedSecret } from '../../src/secrets/secret.js';
import { type Owner, SecretVault } from '../../src/secrets/secret-vault.js';
import { useApp } from '../support/harness.js';
import { withoutReqId } from '../support/scene.js';
import {
  aFolder,
  anItem,
  aSecretScene,
  at,
  BATCH,
  footprint,
  named,
  type Secret,
  type SecretScene,
  V3,
  withSecrets,
} from '../support/secrets-scene.js';

const server = useApp();
const query = <T = unknown>(text: string, values: unknown[] = []) =>
  server.database.source.query<T>(text, values);

/** Three secrets with everything, one without comment and metadata, and a past state of A and B. */
async function aSealedScene(): Promise<SecretScene> {
  const scene = await aSecretScene(server);
  const more = (text: string) => ({
    secretComment: `comment of ${text}`,
    secretMetadata: [
      { key: 'k', value: `plain of ${text}` },
      { key: 'k', value: `sealed of ${text}`, isEncrypted: true },
    ],
  });
  await withSecrets(scene, [
    anItem('A', 'value of A', more('A')),
    anItem('B', 'value of B', more('B')),
    anItem('C', 'value of C', more('C')),
    anItem('BARE', 'value of BARE'),
  ]);
  await aFolder(scene, '/other');
  for (const name of ['A', 'B']) {
    await scene.admin.http
      .patch(named(name))
      .send({ ...scene.dev, secretValue: `second value of ${name}` })
      .expect(200);
  }
  return scene;
}

const COLUMNS =
  '(select environment_id from folders f where f.id = folder_id) "environmentId", folder_id "folderId", key, version, key_version "keyVersion", salt, value, comment, metadata';

const present = ({ project }: SecretScene) =>
  query<SealedSecret[]>(`select id, ${COLUMNS} from secrets where project_id = $1 order by key`, [
    project.id,
  ]);

const past = ({ project }: SecretScene) =>
  query<SealedSecret[]>(
    `select secret_id id, ${COLUMNS} from secret_versions where project_id = $1 order by key`,
    [project.id],
  );

const ownerOf = ({ orgId, project }: SecretScene): Owner => ({ id: project.id, orgId });

/** Whether what was done to a row is noticed by whoever may read it. */
async function isNoticed(owner: Owner, row: SealedSecret): Promise<boolean> {
  const vault = new SecretVault(server.app.get(KeyRing));
  try {
    await vault.open(owner, [row], () => true);
    return false;
  } catch (error) {
    if (error instanceof SealBroken) return true;
    throw error;
  }
}

const sealedOf = (row: SealedSecret): string =>
  row.metadata!.find((item) => item.sealed !== undefined)!.sealed!;

const withSealed = (row: SealedSecret, sealed: string): readonly StoredMetadata[] =>
  row.metadata!.map((item) => (item.sealed === undefined ? item : { ...item, sealed }));

/** Every sealed part of a row: how it is read and replaced. */
const PARTS: Record<
  string,
  {
    get: (row: SealedSecret) => Buffer;
    set: (row: SealedSecret, blob: Buffer) => SealedSecret;
  }
> = {
  value: { get: (row) => row.value, set: (row, value) => ({ ...row, value }) },
  comment: { get: (row) => row.comment!, set: (row, comment) => ({ ...row, comment }) },
  salt: { get: (row) => row.salt, set: (row, salt) => ({ ...row, salt }) },
  metadata: {
    get: (row) => Buffer.from(sealedOf(row), 'base64'),
    set: (row, blob) => ({ ...row, metadata: withSealed(row, blob.toString('base64')) }),
  },
};

describe('of all that can be done to the sealed parts of a row, nothing goes unnoticed', () => {
  it.each(Object.entries(PARTS))('each byte of %s flipped, and each cut', async (_, part) => {
    const scene = await aSealedScene();
    const owner = ownerOf(scene);
    const undetected: string[] = [];
    for (const row of [(await present(scene))[0]!, (await past(scene))[0]!]) {
      expect(await isNoticed(owner, row)).toBe(false);
      const blob = part.get(row);
      for (let i = 0; i < blob.length; i++) {
        const flipped = Buffer.from(blob);
        flipped[i]! ^= 1 << (i % 8);
        if (!(await isNoticed(owner, part.set(row, flipped)))) undetected.push(`byte ${i}`);
        if (!(await isNoticed(owner, part.set(row, blob.subarray(0, i)))))
          undetected.push(`cut ${i}`);
      }
    }
    expect(undetected).toEqual([]);
  });

  it('any two parts exchanged: between columns, rows, versions and projects', async () => {
    const [one, two] = [await aSealedScene(), await aSealedScene()];
    const rows = [...(await present(one)), ...(await past(one)), ...(await present(two))].filter(
      (row) => row.comment !== null,
    );
    const mine = rows[0]!;
    const undetected: string[] = [];
    let tried = 0;
    const parts = Object.entries(PARTS);
    const pairs = parts.flatMap((to) => parts.map((from) => [to, from] as const));
    for (const [[to, target], [from, source]] of pairs) {
      for (const row of rows.filter((each) => each !== mine || from !== to)) {
        tried += 1;
        const changed = target.set(mine, source.get(row));
        if (!(await isNoticed(ownerOf(one), changed))) undetected.push(`${from} as ${to}`);
      }
    }
    expect(undetected).toEqual([]);
    expect(tried).toBeGreaterThan(100);
  });

  it.each<[string, (row: SealedSecret, other: SealedSecret) => Partial<SealedSecret>]>([
    ['the name of another', (_, other) => ({ key: other.key })],
    ['a name that is not', () => ({ key: 'Z' })],
    ['another folder', (_, other) => ({ folderId: other.id })],
    ['another environment', (_, other) => ({ environmentId: other.id })],
    ['another version', (row) => ({ version: row.version + 1 })],
    ['another id', (_, other) => ({ id: other.id })],
    ['no comment', () => ({ comment: null })],
    ['no metadata', () => ({ metadata: null })],
    ['less metadata', (row) => ({ metadata: row.metadata!.slice(0, 1) })],
    ['more metadata', (row) => ({ metadata: [...row.metadata!, { key: 'x', value: 'y' }] })],
    ['metadata in another order', (row) => ({ metadata: row.metadata!.toReversed() })],
    [
      'metadata under another name',
      (row) => ({ metadata: row.metadata!.map((item) => ({ ...item, key: 'x' })) }),
    ],
    [
      'plain metadata with another value',
      (row) => ({ metadata: [{ key: 'k', value: 'z' }, row.metadata![1]!] }),
    ],
    [
      'sealed metadata made plain',
      (row) => ({ metadata: [row.metadata![0]!, { key: 'k', value: 'z' }] }),
    ],
    ['all of another but the name', (row, other) => ({ ...other, key: row.key })],
    ['all of another but the id', (row, other) => ({ ...other, id: row.id })],
  ])('%s', async (_, change) => {
    const scene = await aSealedScene();
    const [row, other] = (await present(scene)) as [SealedSecret, SealedSecret];
    expect(other.key).toBe('B');
    expect(await isNoticed(ownerOf(scene), { ...row, ...change(row, other) })).toBe(true);
  });

  it('a comment given to a secret that had none', async () => {
    const scene = await aSealedScene();
    const [other, , bare] = (await present(scene)) as [SealedSecret, SealedSecret, SealedSecret];
    expect(bare).toMatchObject({ key: 'BARE', comment: null });
    const changed = { ...bare, comment: other.comment };
    expect(await isNoticed(ownerOf(scene), changed)).toBe(true);
  });
});

describe('a random source that fails', () => {
  it('costs the write, and nothing else: no row, no event, no audit entry', async () => {
    const scene = await aSealedScene();
    const before = await footprint(server, scene.project.id);
    const seal = jest.spyOn(SealKey.prototype, 'seal').mockImplementation(() => {
      throw new Error('The random source failed');
    });
    const secrets = [anItem('X', 'x'), anItem('Y', 'y')];
    try {
      await scene.admin.http
        .post(BATCH)
        .send({ ...scene.dev, secrets })
        .expect(500);
      await scene.admin.http
        .patch(named('A'))
        .send({ ...scene.dev, secretValue: 'x' })
        .expect(500);
      const projectName = 'Without a key';
      await scene.admin.http.post('/api/v1/projects').send({ projectName }).expect(500);
    } finally {
      seal.mockRestore();
    }

    expect(await footprint(server, scene.project.id)).toEqual(before);
    expect(await query(`select 1 from projects where name = 'Without a key'`)).toEqual([]);
    await scene.admin.http
      .post(BATCH)
      .send({ ...scene.dev, secrets })
      .expect(200);
  });
});

describe('what a batch keeps of a row that was tampered with', () => {
  const parts = {
    secretValue: 'new',
    secretComment: 'new',
    secretMetadata: [{ key: 'n', value: 'new' }],
  };
  const { secretComment: _, ...butComment } = parts;
  const { secretMetadata: __, ...butMetadata } = parts;

  it.each([
    ['no comment', 'comment = null', butComment],
    ['no metadata', 'metadata = null', butMetadata],
    ['other plain metadata', `metadata = '[{"key":"k","value":"z"}]'`, butMetadata],
  ])('is not sealed as if it were right: %s', async (_, change, fields) => {
    const scene = await aSealedScene();
    const update = (changes: object) => {
      const secrets = [{ secretKey: 'A', ...changes }];
      return scene.admin.http.patch(BATCH).send({ ...scene.dev, secrets });
    };
    await query(`update secrets set ${change} where project_id = $1 and key = 'A'`, [
      scene.project.id,
    ]);
    const before = await footprint(server, scene.project.id);

    await update({ secretValue: 'new' }).expect(500);
    await update(fields).expect(500);
    expect(await footprint(server, scene.project.id)).toEqual(before);

    await update(parts).expect(200);
    const { body } = await scene.admin.http.get(at(named('A'), scene.dev)).expect(200);
    expect(body).toMatchObject({
      secret: { secretValue: 'new', secretComment: 'new', secretMetadata: [{ key: 'n' }] },
    });
  });
});

describe('a row that was tampered with in the database', () => {
  const read = ({ admin, dev }: SecretScene, name: string, more = {}) =>
    admin.http.get(at(named(name), dev, more));

  it.each([
    [
      'two names exchanged in one folder',
      `update secrets s set key = case key when 'A' then 'B' else 'A' end
       where project_id = $1 and key in ('A', 'B')`,
      ['A', 'B'],
      {},
    ],
    [
      'a name changed',
      `update secrets set key = 'D' where project_id = $1 and key = 'A'`,
      ['D'],
      {},
    ],
    [
      'another folder',
      `update secrets set folder_id = (select f.id from folders f join environments e
         on e.id = f.environment_id where e.project_id = $1 and e.slug = 'dev' and f.path = '/other')
       where project_id = $1 and key = 'A'`,
      ['A'],
      { secretPath: '/other' },
    ],
    [
      'a comment taken away',
      `update secrets set comment = null where project_id = $1 and key = 'A'`,
      ['A'],
      {},
    ],
    [
      'metadata taken away',
      `update secrets set metadata = null where project_id = $1 and key = 'A'`,
      ['A'],
      {},
    ],
    [
      'names of past states exchanged',
      `update secret_versions set key = case key when 'A' then 'B' else 'A' end where project_id = $1`,
      ['A', 'B'],
      { version: 1 },
    ],
  ])('is refused, and told of: %s', async (_, sql, names, more) => {
    const scene = await aSealedScene();
    await query('alter table secrets drop constraint uq_secrets_key');
    await query(sql, [scene.project.id]);
    const logged = server.logLines.length;

    for (const name of names) {
      const answer = await read(scene, name, more).expect(500);
      expect(withoutReqId(answer.body)).toEqual({
        statusCode: 500,
        error: 'InternalServerError',
        message: 'Something went wrong. Quote the reqId to support.',
      });
    }

    const lines = server.logLines.slice(logged);
    const alarms = lines.filter((line) => line.includes('"msg":"sealed value broken"'));
    expect(alarms).toHaveLength(names.length);
    expect(JSON.parse(alarms[0]!)).toMatchObject({
      level: 50,
      projectId: scene.project.id,
      secretId: expect.any(String),
      version: expect.any(Number),
    });
    expect(lines.join('\n')).not.toMatch(/(value|comment|plain|sealed) of/);
    const healthy = await read(scene, 'C').expect(200);
    expect((healthy.body as { secret: Secret }).secret.secretValue).toBe('value of C');
    await query('alter table secrets add constraint uq_secrets_key unique (folder_id, key)');
  });

  it('is not touched by what is not bound: the address of its folder', async () => {
    const scene = await aSealedScene();
    await withSecrets(scene, [anItem('A', 'moved along')], { secretPath: '/other' });
    const folders = await scene.admin.http.get(at('/api/v1/folders', { ...scene.dev, path: '/' }));
    const [{ id }] = (folders.body as { folders: { id: string }[] }).folders as [{ id: string }];
    await scene.admin.http
      .patch(`/api/v1/folders/${id}`)
      .send({ ...scene.dev, path: '/', name: 'renamed' })
      .expect(200);
    const answer = await scene.admin.http
      .get(at(V3, scene.dev, { secretPath: '/renamed' }))
      .expect(200);
    expect((answer.body as { secrets: Secret[] }).secrets[0]!.secretValue).toBe('moved along');
  });
});
