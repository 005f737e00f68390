import { generateKeyPairSync, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { useApp } from '../support/harness.js';
import {
  anItem,
  aSecretScene,
  at,
  BATCH,
  listed,
  named,
  type Secret,
  type SecretScene,
  V3,
  withSecrets,
} from '../support/secrets-scene.js';
import { runs } from '../support/runs.js';

const server = useApp();

const { privateKey } = generateKeyPairSync('ed25519');
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;

/** One character of each Unicode plane that has any, noncharacters and private use included. */
const planes = Array.from({ length: 17 }, (_, plane) =>
  String.fromCodePoint(plane * 0x10000 + 0xfff, plane * 0x10000 + 0xffff),
).join('');

const VALUES: Readonly<Record<string, string>> = {
  EMPTY: '',
  ONE: 'x',
  NEWLINE: '\n',
  TRAILING_NEWLINE: 'a\n',
  TRAILING_NEWLINES: 'a\n\n\n',
  CRLF: 'a\r\nb\r\n',
  CR: 'a\rb',
  BLANKS: '  \t a \u00a0\u2003 ',
  ONLY_BLANKS: '   ',
  BOM: '\ufeffa\ufeff',
  NUL: 'a\0b\0',
  ONLY_NUL: '\0',
  CONTROLS:
    Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join('') + '\x7f\x80',
  PLANES: planes,
  NFC: 'é',
  NFD: 'e\u0301',
  BIDI: '\u202eabc\u202c\u2066x\u2069',
  SEPARATORS: 'a\u2028b\u2029c\u0085d',
  EMOJI: '👩‍👩‍👧‍👦🏳️‍🌈',
  PEM: pem,
  PEM_CRLF: pem.replaceAll('\n', '\r\n'),
  JSON_TEXT: '{"a":"\\u0000\\\\","b":[1e400,"\\"]}',
  SQL: `'; drop table secrets; --\\`,
  HTML: '<script>alert(1)</script>&amp;',
  PERCENT: '%00%2F%s${}$${x}',
  KIB_64: 'k'.repeat(65_536),
  KIB_64_AND_ONE: 'k'.repeat(65_537),
  MASKED: '<hidden-by-infisical>',
};

const readBack = async ({ admin, dev }: SecretScene, name: string): Promise<Secret> => {
  const answer = await admin.http.get(at(named(name), dev)).expect(200);
  return (answer.body as { secret: Secret }).secret;
};

describe('values', () => {
  it('come back byte for byte, from a batch, a list and a single read', async () => {
    const scene = await aSecretScene(server);
    const items = Object.entries(VALUES).map(([key, value]) => anItem(key, value));
    const written = await withSecrets(scene, items);
    const found = await listed(scene.admin, scene.dev);
    expect(Object.fromEntries(found.map((each) => [each.secretKey, each.secretValue]))).toEqual(
      VALUES,
    );
    for (const [key, value] of Object.entries(VALUES)) {
      expect(written.get(key)!.secretValue).toBe(value);
      expect((await readBack(scene, key)).secretValue).toBe(value);
    }
  });

  it('come back byte for byte after single creation and update', async () => {
    const scene = await aSecretScene(server);
    const { admin, dev } = scene;
    await admin.http.post(named('UPDATED')).send(dev).expect(200);
    for (const [key, secretValue] of Object.entries(VALUES)) {
      await admin.http
        .post(named(key))
        .send({ ...dev, secretValue })
        .expect(200);
      expect((await readBack(scene, key)).secretValue).toBe(secretValue);
      const patch = await admin.http
        .patch(named('UPDATED'))
        .send({ ...dev, secretValue })
        .expect(200);
      expect((patch.body as { secret: Secret }).secret.secretValue).toBe(secretValue);
      expect((await readBack(scene, 'UPDATED')).secretValue).toBe(secretValue);
    }
  });

  it('of any well-formed text come back as they were', async () => {
    const scene = await aSecretScene(server);
    let run = 0;
    const text = fc.string({ unit: 'binary', maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 20 }), async (values) => {
        const keys = values.map((_, index) => `R${run}_${index}`);
        run++;
        const answer = await withSecrets(
          scene,
          values.map((value, index) => anItem(keys[index]!, value)),
        );
        expect(keys.map((key) => answer.get(key)!.secretValue)).toEqual(values);
        expect((await readBack(scene, keys[0]!)).secretValue).toBe(values[0]);
      }),
      { numRuns: runs(6, 200) },
    );
  });

  it('of 1 MiB come back, also where every byte needs an escape, and one byte more is refused', async () => {
    const scene = await aSecretScene(server);
    const { admin, dev } = scene;
    const mib = 1024 * 1024;
    const large = { ASCII: 'a'.repeat(mib), NULS: '\0'.repeat(mib), WIDE: '😀'.repeat(mib / 4) };
    for (const [name, secretValue] of Object.entries(large)) {
      await admin.http
        .post(named(name))
        .send({ ...dev, secretValue })
        .expect(200);
      expect((await readBack(scene, name)).secretValue === secretValue).toBe(true);
      const more = { ...dev, secretValue: `${secretValue}a` };
      await admin.http.patch(named(name)).send(more).expect(422);
    }
    const random = randomBytes(mib * 0.75).toString('base64');
    await admin.http
      .patch(named('ASCII'))
      .send({ ...dev, secretValue: random })
      .expect(200);
    expect((await readBack(scene, 'ASCII')).secretValue === random).toBe(true);
  });

  it('that are not well formed are refused, never altered', async () => {
    const scene = await aSecretScene(server);
    const { admin, dev } = scene;
    const send = (json: string) =>
      admin.http.post(BATCH).set('Content-Type', 'application/json').send(json);
    const body = (value: string) =>
      `{"workspaceId":"${dev.workspaceId}","environment":"dev","secrets":[{"secretKey":"A","secretValue":"${value}"}]}`;
    for (const lone of ['\\ud800', '\\udc00', 'a\\udbffb', '\\udc00\\ud800']) {
      const answer = await send(body(lone)).expect(422);
      expect((answer.body as { message: unknown }).message).toEqual([
        expect.objectContaining({ path: ['secrets', 0, 'secretValue'] }),
      ]);
    }
    await send(body('\\ud83d\\ude00')).expect(200);
    const bytes = Buffer.concat([
      Buffer.from(body('@').split('@')[0]!),
      Buffer.from([0xc3, 0x28]),
      Buffer.from(body('@').split('@')[1]!),
    ]);
    const invalid = admin.http.post(BATCH).set('Content-Type', 'application/json');
    await invalid
      .serialize((each) => each as unknown as string)
      .send(bytes)
      .expect(400);
    for (const field of ['secretComment', 'secretReminderNote']) {
      await send(body('v').replace('}]', `,"${field}":"\\ud800"}]`)).expect(422);
      await send(body('v').replace('}]', `,"${field}":"\\u0000"}]`)).expect(422);
    }
    await admin.http
      .get(`${V3}/A`)
      .query({ ...dev })
      .expect(200);
  });
});

describe('comments and metadata', () => {
  const texts = Object.values(VALUES).filter((text) => !text.includes('\0'));

  it('come back as they were, plain and encrypted', async () => {
    const scene = await aSecretScene(server);
    const short = texts.filter((text) => text.length <= 1020);
    const items = texts.map((text, index) =>
      anItem(`K${index}`, 'v', {
        secretComment: text.slice(0, 65_536),
        secretReminderNote: text.slice(0, 1024),
        secretMetadata: short.slice(0, 50).flatMap((value) => [
          { key: 'plain', value, isEncrypted: false },
          { key: 'sealed', value, isEncrypted: true },
        ]),
      }),
    );
    await withSecrets(scene, items);
    const found = new Map((await listed(scene.admin, scene.dev)).map((s) => [s.secretKey, s]));
    for (const item of items) {
      const secret = found.get(item['secretKey'] as string)!;
      expect(secret.secretComment).toBe(item['secretComment']);
      expect(secret.secretMetadata).toEqual(item['secretMetadata']);
    }
  });

  it('of the greatest length are taken, and one character more is refused', async () => {
    const { admin, dev } = await aSecretScene(server);
    const create = (name: string, more: object) =>
      admin.http.post(named(name)).send({ ...dev, ...more });
    const metadata = (key: number, value: number) => ({
      secretMetadata: [{ key: 'k'.repeat(key), value: 'v'.repeat(value) }],
    });
    await create('A', { secretComment: 'c'.repeat(65_536), ...metadata(255, 1020) }).expect(200);
    await create('B', { secretComment: 'c'.repeat(65_537) }).expect(422);
    await create('B', metadata(256, 1)).expect(422);
    await create('B', metadata(1, 1021)).expect(422);
    const many = Array.from({ length: 101 }, (_, index) => ({ key: `k${index}` }));
    await create('B', { secretMetadata: many }).expect(422);
    await create('B', { secretMetadata: many.slice(1) }).expect(200);
  });
});

describe('skipMultilineEncoding', () => {
  it('renders several lines as one quoted line where references are expanded, and never otherwise', async () => {
    const scene = await aSecretScene(server);
    const { admin, dev } = scene;
    const skip = { skipMultilineEncoding: true };
    await withSecrets(scene, [
      anItem('PEM', 'a\nb\n', skip),
      anItem('ONE_LINE', 'a', skip),
      anItem('PLAIN', 'a\nb\n'),
    ]);
    const values = async (more: object) =>
      (await listed(admin, { ...dev, ...more })).map((secret) => secret.secretValue);
    expect(await values({})).toEqual(['a', 'a\nb\n', 'a\nb\n']);
    expect(await values({ expandSecretReferences: true })).toEqual(['a', '"a\\nb\\n"', 'a\nb\n']);
  });
});

describe('keys', () => {
  it('match exactly: case, composition, dots and zero-width characters', async () => {
    const scene = await aSecretScene(server);
    const keys = [
      'Key',
      'key',
      'KEY',
      'é',
      'e\u0301',
      'key.',
      'k\u200bey',
      '\u0430',
      'a',
      'ﬁ',
      'fi',
      '.key',
    ];
    await withSecrets(
      scene,
      keys.map((key) => anItem(key, key)),
    );
    for (const key of keys) expect((await readBack(scene, key)).secretValue).toBe(key);
    await scene.admin.http.get(at(named('kEY'), scene.dev)).expect(404);
  });

  it('may hold what would break a line or a query', async () => {
    const scene = await aSecretScene(server);
    const keys = [
      'a\nb',
      'data= x',
      "';--",
      '__proto__',
      'constructor',
      'a\u2028b',
      '<b>',
      '"',
      '\\',
      '#?&',
    ];
    await withSecrets(
      scene,
      keys.map((key) => anItem(key, key)),
    );
    for (const key of keys) expect((await readBack(scene, key)).secretValue).toBe(key);
  });
});
