import { randomBytes } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp, useApp } from '../support/harness.js';
import {
  aCertificate,
  anIntermediate,
  aPolicy,
  aProfile,
  aRoot,
  asBytes,
  aSigningRequest,
  AUTHORITIES,
  certificateOf,
  CERTIFICATES,
  hasOpenssl,
  inYears,
  type TestAuthority,
  type TestLeaf,
  type TestProfile,
} from '../support/certificates.js';
import { aProject, aScene, type Caller, type TestProject } from '../support/scene.js';

const server = useApp();
const withOpenssl = hasOpenssl ? it : it.skip;
const certtool = spawnSync('ocsptool', ['--version']).status === 0;
const withGnutls = hasOpenssl && certtool ? it : it.skip;
const OCSP = '/api/v1/cert-manager/ocsp';
const REQUEST = 'application/ocsp-request';

let admin: Caller;
let project: TestProject;
let root: TestAuthority;
let issuer: TestAuthority;
let profile: TestProfile;
let directory: string;

beforeAll(async () => {
  ({ admin } = await aScene(server));
  project = await aProject(admin);
  root = await aRoot(admin, project.id);
  issuer = await anIntermediate(admin, root, { isOcspEnabled: true });
  profile = await aProfile(admin, issuer, await aPolicy(admin, project.id));
  directory = mkdtempSync(join(tmpdir(), 'ocsp-'));
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

const fileOf = (name: string, content: string | Buffer): string => {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
};

function run(command: string, ...args: string[]): { status: number | null; text: string } {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  return { status, text: `${stdout}${stderr}` };
}

/** A request about certificates of the issuer, made by OpenSSL. */
function questionAbout(leaves: readonly TestLeaf[], ...more: readonly string[]): Buffer {
  const issuing = fileOf('issuer.pem', leaves[0]!.issuingCaCertificate); // one at least
  const out = join(directory, 'request.der');
  const certs = leaves.flatMap(({ certificate }, index) => [
    '-cert',
    fileOf(`leaf-${index}.pem`, certificate),
  ]);
  const { status, text } = run(
    'openssl',
    ...['ocsp', ...more, '-issuer', issuing, ...certs, '-reqout', out],
  );
  if (status !== 0) throw new Error(text);
  return readFileSync(out);
}

const ask = (request: Buffer, { id }: Pick<TestAuthority, 'id'> = issuer, http = server.http) =>
  asBytes(http.post(`${OCSP}/${id}`).set('Content-Type', REQUEST).send(request));

/** What OpenSSL takes from an answer, whose signature it checks up to the root. */
async function verdict(response: Buffer, leaf: TestLeaf, ...more: string[]): Promise<string> {
  const { text } = run(
    'openssl',
    ...['ocsp', '-respin', fileOf('response.der', response), '-issuer'],
    fileOf('issuer.pem', leaf.issuingCaCertificate),
    ...['-cert', fileOf('leaf.pem', leaf.certificate), '-CAfile'],
    fileOf('root.pem', (await certificateOf(admin, root)).certificate),
    ...more,
  );
  return text;
}

const revoke = ({ certificateId }: TestLeaf, revocationReason: string) =>
  admin.http.post(`${CERTIFICATES}/${certificateId}/revoke`).send({ revocationReason }).expect(200);

/** The status of an answer without a signature (RFC 6960, 4.2.1). */
const failureOf = (body: unknown): string => (body as Buffer).toString('hex');
const MALFORMED = '30030a0101';
const UNAUTHORIZED = '30030a0106';

describe('an OCSP responder', () => {
  withOpenssl('knows of the authorities elsewhere that it signed', async () => {
    const { body } = await admin.http
      .post(`${AUTHORITIES}/${issuer.id}/sign-intermediate`)
      .send({ csr: aSigningRequest('/CN=Branch'), notAfter: inYears(1) })
      .expect(200);
    const branch = body as TestLeaf;
    const request = questionAbout([branch], '-no_nonce');
    const before = await ask(request).expect(200);
    await revoke(branch, 'SUPERSEDED');
    const after = await ask(request).expect(200);

    expect(await verdict(before.body as Buffer, branch)).toMatch(/: good[^]*Response verify OK/);
    expect(await verdict(after.body as Buffer, branch)).toMatch(/: revoked[^]*superseded/);
  });

  withOpenssl(
    'says what is good, and what was revoked a moment ago on another replica too',
    async () => {
      const leaf = await aCertificate(admin, profile);
      const request = questionAbout([leaf], '-no_nonce');
      const good = await ask(request).expect(200);

      expect(good.headers['content-type']).toBe('application/ocsp-response');
      expect(await verdict(good.body as Buffer, leaf)).toMatch(/: good[^]*Response verify OK/);
      const { parts: other, end } = await startApp({}, [], server.databaseUrl);
      try {
        const before = await ask(request, issuer, other.http).expect(200);
        expect(await verdict(before.body as Buffer, leaf)).toMatch(/: good/);
        await revoke(leaf, 'KEY_COMPROMISE');
        for (const http of [server.http, other.http]) {
          const answer = await ask(request, issuer, http).expect(200);
          const text = await verdict(answer.body as Buffer, leaf);
          expect(text).toMatch(/: revoked[^]*Reason: keyCompromise[^]*Response verify OK/);
        }
      } finally {
        await end();
      }
    },
  );

  withOpenssl(
    'answers GET, with headers for caches and the same answer until something is revoked',
    async () => {
      const leaf = await aCertificate(admin, profile);
      const request = questionAbout([leaf], '-no_nonce').toString('base64');
      const path = `${OCSP}/${issuer.id}/${encodeURIComponent(request)}`;
      const first = await asBytes(server.http.get(path)).expect(200);
      const again = await asBytes(server.http.get(path)).expect(200);

      expect(first.headers['cache-control']).toMatch(/^max-age=3[56]\d\d, public, no-transform/);
      expect(first.headers).toHaveProperty('last-modified');
      expect(again.body).toEqual(first.body);
      await revoke(leaf, 'UNSPECIFIED');
      const after = await asBytes(server.http.get(path)).expect(200);
      expect(await verdict(after.body as Buffer, leaf)).toMatch(/: revoked/);
    },
  );

  withOpenssl('sends a nonce back, and answers about several at once, by SHA-256 too', async () => {
    const leaves = [await aCertificate(admin, profile), await aCertificate(admin, profile)];
    const request = questionAbout(leaves, '-sha256', '-nonce');
    const answer = await ask(request).expect(200);
    const [one, two] = leaves as [TestLeaf, TestLeaf];

    expect(answer.headers['cache-control']).toBe('no-store');
    const reqin = ['-reqin', fileOf('request.der', request)];
    const text = run(
      'openssl',
      ...['ocsp', ...reqin, '-respin', fileOf('response.der', answer.body as Buffer)],
      ...['-issuer', fileOf('issuer.pem', one.issuingCaCertificate)],
      ...['-CAfile', fileOf('root.pem', (await certificateOf(admin, root)).certificate)],
      '-resp_text',
    ).text;
    expect(text).toContain('Response verify OK');
    expect(text).not.toMatch(/no nonce|Nonce Verify/);
    for (const { serialNumber } of [one, two])
      expect(text.toLowerCase()).toContain(`serial number: ${serialNumber}`);
  });

  withOpenssl(
    'knows no serial number that was never issued, and forgets that as soon as it is',
    async () => {
      const leaf = await aCertificate(admin, profile);
      const request = questionAbout([leaf], '-no_nonce');
      const hide = (id: string | null) =>
        server.database.source.query('update certificates set serial_number = $2 where id = $1', [
          leaf.certificateId,
          id ?? leaf.serialNumber,
        ]);

      await hide('41');
      expect(await verdict((await ask(request).expect(200)).body as Buffer, leaf)).toMatch(
        /: unknown/,
      );
      await hide(null);
      expect(await verdict((await ask(request).expect(200)).body as Buffer, leaf)).toMatch(
        /: good/,
      );
    },
  );

  withOpenssl('calls all revoked that an authority signed which is revoked itself', async () => {
    const own = await anIntermediate(admin, root, { isOcspEnabled: true });
    const leaf = await aCertificate(
      admin,
      await aProfile(admin, own, await aPolicy(admin, project.id)),
    );
    const request = questionAbout([leaf], '-no_nonce');

    await ask(request, own).expect(200);
    await admin.http
      .post(`${AUTHORITIES}/${own.id}/revoke`)
      .send({ revocationReason: 'CESSATION_OF_OPERATION' })
      .expect(200);
    expect(await verdict((await ask(request, own).expect(200)).body as Buffer, leaf)).toMatch(
      /: revoked/,
    );
  });

  withOpenssl('answers for nobody else, and not at all where it is off: unauthorized', async () => {
    const leaf = await aCertificate(admin, profile);
    const request = questionAbout([leaf], '-no_nonce');
    const other = await anIntermediate(admin, root, { isOcspEnabled: true });
    const off = await anIntermediate(admin, root);

    expect(failureOf((await ask(request, other).expect(200)).body)).toBe(UNAUTHORIZED);
    expect(failureOf((await ask(request, off).expect(200)).body)).toBe(UNAUTHORIZED);
    for (const id of [project.id, 'x'])
      await server.http
        .post(`${OCSP}/${id}`)
        .set('Content-Type', REQUEST)
        .send(request)
        .expect(404);
  });

  it('answers junk as malformed, and takes no other media type or more than 4 KiB', async () => {
    for (const junk of [Buffer.from('junk'), randomBytes(4_000), Buffer.from('3000', 'hex')])
      expect(failureOf((await ask(junk).expect(200)).body)).toBe(MALFORMED);
    for (const text of ['x', 'MAA%253D', '%2F%2F%2F%2F', 'MAA'])
      expect(
        failureOf(
          (await asBytes(server.http.get(`${OCSP}/${issuer.id}/${text}`)).expect(200)).body,
        ),
      ).toBe(MALFORMED);
    await server.http
      .post(`${OCSP}/${issuer.id}`)
      .set('Content-Type', REQUEST)
      .send(randomBytes(4_097))
      .expect(413);
    await server.http.post(`${OCSP}/${issuer.id}`).send({ a: 1 }).expect(415);
  });

  withOpenssl('takes a nonce of 1 to 128 octets, and 20 certificates at most', async () => {
    const leaf = await aCertificate(admin, profile);
    const many = (count: number) =>
      questionAbout(
        Array.from({ length: count }, () => leaf),
        '-no_nonce',
      );
    const withNonce = (length: number): Buffer => {
      const request = questionAbout([leaf], '-nonce');
      const at = request.lastIndexOf(Buffer.from('0410', 'hex'));
      const head = request.subarray(0, at);
      // OpenSSL makes nonces of 16 octets: the lengths around it grow with it.
      return relengthened(head, length, request.length - at);
    };

    expect(failureOf((await ask(many(20)).expect(200)).body).length).toBeGreaterThan(200);
    expect(failureOf((await ask(many(21)).expect(200)).body)).toBe(MALFORMED);
    expect(failureOf((await ask(withNonce(0)).expect(200)).body)).toBe(MALFORMED);
    expect(failureOf((await ask(withNonce(1)).expect(200)).body).length).toBeGreaterThan(200);
  });

  withOpenssl('is named in certificates that are issued while it is on', async () => {
    const on = await aCertificate(admin, profile);
    const off = await aCertificate(
      admin,
      await aProfile(admin, root, await aPolicy(admin, project.id)),
    );
    const uriOf = ({ certificate }: TestLeaf) =>
      run('openssl', 'x509', '-noout', '-ocsp_uri', '-in', fileOf('x.pem', certificate)).text;

    expect(uriOf(on)).toContain(`${OCSP}/${issuer.id}`);
    expect(uriOf(off).trim()).toBe('');
  });

  withGnutls('gives answers that GnuTLS accepts', async () => {
    const leaf = await aCertificate(admin, profile);
    const { body } = await ask(questionAbout([leaf], '-no_nonce')).expect(200);
    const { status, text } = run(
      'ocsptool',
      ...['--verify-response', '--load-response', fileOf('response.der', body as Buffer)],
      ...['--load-trust', fileOf('issuer.pem', leaf.issuingCaCertificate)],
    );

    expect([status, text]).toEqual([0, expect.stringContaining('Success')]);
  });
});

/** The head of a request whose last octet string begins there, with another one of that length (below 64). */
function relengthened(head: Buffer, length: number, before: number): Buffer {
  const tail = Buffer.concat([Buffer.from([0x04, length]), randomBytes(length)]);
  const change = tail.length - before;
  const bytes = Buffer.from(head);
  // Each sequence around it has its length in the second octet, or in the third after 0x81.
  for (let at = 0; at < bytes.length - 1; at++) {
    const [tag, first = 0, second = 0] = bytes.subarray(at, at + 3);
    const isAround = tag === 0x30 || tag === 0xa2 || tag === 0x04;
    const isLong = first === 0x81;
    const end = isLong ? at + 3 + second : at + 2 + first;
    if (!isAround || end !== head.length + before) continue;
    bytes[isLong ? at + 2 : at + 1] = (isLong ? second : first) + change;
  }
  return Buffer.concat([bytes, tail]);
}
