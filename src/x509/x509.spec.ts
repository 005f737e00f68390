import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { leastOf, quietStopwatch } from '../../test/support/quiet-stopwatch.js';
import {
  type AuthorityIssuer,
  makeIntermediateCertificate,
  makeRootCertificate,
} from './authority-certificate.js';
import { makeRequest, readRequest } from './certificate-request.js';
import { KEY_ALGORITHMS, type KeyAlgorithm, newKeyPair } from './key-algorithms.js';
import { distinguishedName, type Subject, subjectText } from './names.js';
import { CERTIFICATE, certificatePem, CRL, readPem, REQUEST, writePem } from './pem.js';
import { isIssuedBy, readCertificate } from './read-certificate.js';
import { makeRevocationList, type RevokedEntry } from './revocation-list.js';
import { KeySigner } from './signer.js';
import { isWeak } from './sound-keys.js';
import { X509Problem } from './x509-problem.js';

const directory = mkdtempSync(join(tmpdir(), 'x509-'));
afterAll(() => rmSync(directory, { recursive: true }));

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const hasCerttool = spawnSync('certtool', ['--version']).status === 0;
const withOpenssl = hasOpenssl ? it : it.skip;
const withCerttool = hasCerttool ? it : it.skip;

const file = (name: string, text: string): string => {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
};
const run = (command: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  return { status, text: `${stdout}${stderr}` };
};

const START = new Date('2026-01-01T00:00:00Z');
const END = new Date('2056-01-01T00:00:00Z');
const SUBJECT: Subject = {
  commonName: 'Test Root',
  organization: 'Ex, "ample" + Co',
  country: 'CH',
};

const isAlgorithmKnown = async (algorithm: KeyAlgorithm): Promise<boolean> =>
  newKeyPair(algorithm).then(
    () => true,
    () => false,
  );

async function aRoot(algorithm: KeyAlgorithm = 'EC_prime256v1', subject = SUBJECT) {
  const signer = new KeySigner((await newKeyPair(algorithm)).privateKey);
  const content = {
    subject: distinguishedName(subject),
    publicKey: signer.publicKey,
    notBefore: START,
    notAfter: END,
    maxPathLength: 1,
  };
  const { der, serialNumber } = await makeRootCertificate(content, signer);
  return { der, serialNumber, signer, facts: readCertificate(der) };
}

async function anIntermediate({ facts, signer }: Awaited<ReturnType<typeof aRoot>>) {
  const own = new KeySigner((await newKeyPair('EC_secp384r1')).privateKey);
  const issuer: AuthorityIssuer = {
    ...{ certificate: facts, signer, certificateUrl: 'http://ca.example.org/1.der' },
    revocationListUrls: ['http://ca.example.org/1.crl'],
  };
  const content = {
    subject: distinguishedName({ commonName: 'Test Intermediate' }),
    ...{ publicKey: own.publicKey, notBefore: START, notAfter: END, maxPathLength: 0 },
    constraints: {
      permitted: { dns: ['example.org'], ip: ['10.1.2.3/8', '2001:db8::/32'] },
      excluded: { email: ['example.com'], uri: ['.example.net'] },
    },
  };
  const made = await makeIntermediateCertificate(content, issuer);
  return { ...made, signer: own, facts: readCertificate(made.der) };
}

describe('certificates of authorities', () => {
  it.each(KEY_ALGORITHMS)('are signed by keys of %s', async (algorithm) => {
    if (!(await isAlgorithmKnown(algorithm))) {
      expect(algorithm).toMatch(/^ML-DSA/);
      return;
    }
    const root = await aRoot(algorithm);

    expect(isIssuedBy(root.facts, root.facts)).toBe(true);
    expect(root.facts).toMatchObject({
      ...{ isAuthority: true, signsCertificates: true, signsLists: true, maxPathLength: 1 },
      ...{ notBefore: START, notAfter: END, serialNumber: root.serialNumber },
    });
    expect(root.serialNumber).toMatch(/^[4-7][0-9a-f]{31}$/);
  });

  it('have a subject whose parts follow one another, each by itself', async () => {
    const { der } = await aRoot();

    expect(new X509Certificate(der).subject.split('\n')).toHaveLength(3);
    const names = { commonName: 'a', organization: 'b' };
    const request = await makeRequest(distinguishedName(names), (await aRoot()).signer);
    expect(request.toString('latin1').split('1\u000a0\u0008')).toHaveLength(3);
  });

  it('hold texts of a subject as values, whatever stands in them', async () => {
    const texts = fc.string({ unit: 'binary', minLength: 1, maxLength: 64 });
    await fc.assert(
      fc.asyncProperty(texts, texts, async (commonName, organization) => {
        const { facts } = await aRoot('EC_prime256v1', { commonName, organization });

        const parts = facts.subject.typesAndValues;
        const values = parts.map(({ value }) => String(value.valueBlock.value));
        expect(values).toEqual([organization, commonName]);
      }),
      { numRuns: 30 },
    );
  });

  withOpenssl('are accepted by OpenSSL, with their constraints', async () => {
    const root = await aRoot('RSA_2048');
    const { der } = await anIntermediate(root);
    const rootFile = file('root.pem', certificatePem(root.der));
    const child = file('child.pem', certificatePem(der));

    expect(run('openssl', 'verify', '-x509_strict', '-CAfile', rootFile, child)).toMatchObject({
      status: 0,
    });
    const { text } = run('openssl', 'x509', '-in', child, '-noout', '-text');
    expect(text).toContain('CA:TRUE, pathlen:0');
    expect(text).toContain('Certificate Sign, CRL Sign');
    expect(text).toContain('IP:10.0.0.0/255.0.0.0');
    expect(text).toContain('CA Issuers - URI:http://ca.example.org/1.der');
    expect(text).toContain('URI:http://ca.example.org/1.crl');
    const { text: ofRoot } = run('openssl', 'x509', '-in', rootFile, '-noout', '-text');
    expect(ofRoot).toContain('O = "Ex, \\"ample\\" + Co"');
    expect(ofRoot).not.toContain('CRL Distribution');
  });

  withCerttool('are accepted by GnuTLS', async () => {
    const root = await aRoot();
    const { der } = await anIntermediate(root);
    const chain = file('chain.pem', certificatePem(der) + certificatePem(root.der));

    expect(run('certtool', '--verify-chain', '--infile', chain)).toMatchObject({ status: 0 });
  });

  it('are not taken for issued by an authority of the same name with another key', async () => {
    const [one, other] = [await aRoot(), await aRoot()];
    const { facts } = await anIntermediate(one);

    expect(isIssuedBy(facts, one.facts)).toBe(true);
    expect(isIssuedBy(facts, other.facts)).toBe(false);
  });
});

const SLICES = {
  map: <T, R>(items: readonly T[], work: (item: T) => R) => Promise.resolve(items.map(work)),
};

describe('lists of revoked certificates', () => {
  const SECONDS = START.getTime() / 1_000;
  const listOf = (by: Awaited<ReturnType<typeof aRoot>>, ...pages: RevokedEntry[][]) =>
    makeRevocationList(
      {
        number: 2n ** 70n,
        thisUpdate: START,
        nextUpdate: new Date(START.getTime() + 7 * 86_400_000),
        issuerDer: by.der,
        algorithm: by.signer.algorithm,
        pages: pages.map((entries) => JSON.stringify(entries)),
      },
      by.signer,
      SLICES,
    );

  withOpenssl('are accepted by OpenSSL, which refuses what is on them', async () => {
    const root = await aRoot();
    const child = await anIntermediate(root);
    const entry: RevokedEntry = [child.serialNumber, SECONDS, 'KEY_COMPROMISE'];
    const other: RevokedEntry = ['42', SECONDS, 'SUPERSEDED'];
    // The last is of several pages, and so made in a thread.
    const lists = [[], [[entry]], [[other], [entry]]];
    const rootFile = file('root.pem', certificatePem(root.der));
    const childFile = file('child.pem', certificatePem(child.der));
    const at = String(SECONDS + 60);

    const answers = [];
    for (const pages of lists) {
      const list = file('list.pem', writePem(await listOf(root, ...pages), CRL));
      const options = ['-attime', at, '-crl_check', '-CAfile', rootFile, '-CRLfile', list];
      answers.push(run('openssl', 'verify', ...options, childFile));
    }

    expect(answers[0]).toMatchObject({ status: 0 });
    for (const { text } of answers.slice(1)) expect(text).toContain('certificate revoked');
  });

  it('are the same bytes whether a thread makes them or not', async () => {
    const root = await aRoot('RSA_2048'); // whose signatures are the same each time
    const entries: RevokedEntry[] = Array.from({ length: 40 }, (_, n) => [
      (n + 16).toString(16),
      SECONDS + n,
      'UNSPECIFIED',
    ]);

    const [here, there] = [await listOf(root, entries), await listOf(root, entries, [])];

    expect(there.equals(here)).toBe(true);
  });

  it('that cannot be made in a thread are told as such', async () => {
    const root = await aRoot();
    const broken = ['41', SECONDS, 'NO_REASON'] as unknown as RevokedEntry;

    await expect(listOf(root, [broken], [broken])).rejects.toThrow('Received undefined');
  });

  withOpenssl('leave the reason out where it is unspecified', async () => {
    const list = await listOf(await aRoot('Ed25519'), [['41', SECONDS, 'UNSPECIFIED']]);

    const { text } = run(
      'openssl',
      'crl',
      '-in',
      file('list.pem', writePem(list, CRL)),
      '-noout',
      '-text',
    );

    expect(text).toContain('Serial Number: 41');
    expect(text).toContain('X509v3 CRL Number');
    expect(text).not.toContain('Reason');
  });
});

describe('requests', () => {
  it('are read as they were made, and not with a bit changed', async () => {
    const { signer } = await aRoot('EC_secp521r1');
    const der = await makeRequest(distinguishedName(SUBJECT), signer);

    expect(readRequest(der).publicKey.equals(signer.publicKey)).toBe(true);
    fc.assert(
      fc.property(fc.nat(der.length * 8 - 1), (bit) => {
        const changed = Buffer.from(der);
        changed[bit >> 3]! ^= 1 << (bit & 7);
        expect(() => readRequest(changed)).toThrow(X509Problem);
      }),
      { numRuns: 500 },
    );
  });

  it('are refused when cut off at any byte, or with bytes behind them', async () => {
    const { signer } = await aRoot();
    const der = await makeRequest(distinguishedName(SUBJECT), signer);

    for (let length = 0; length < der.length; length++)
      expect(() => readRequest(der.subarray(0, length))).toThrow(X509Problem);
    expect(() => readRequest(Buffer.concat([der, Buffer.of(0)]))).toThrow(X509Problem);
  });

  it.each([
    ['an indefinite length', '30800201010000'],
    ['a length that is longer than it need be', '308103020101'],
    ['a boolean that is neither', '3003010101'],
    ['an integer with a zero before it', '300402020001'],
    ['an integer without octets', '30020200'],
    ['a length beyond the end', '3084ffffffff'],
    ['an empty text', ''],
    ['10,000 sequences inside one another', nested(10_000)],
  ])('are refused with %s', (_, hex) => {
    expect(() => readRequest(Buffer.from(hex, 'hex'))).toThrow(X509Problem);
  });

  withOpenssl.each([
    ['an RSA key of 1024 bits', ['-newkey', 'rsa:1024'], /Keys are RSA/],
    ['the exponent 3', ['-newkey', 'rsa:2048', '-pkeyopt', 'rsa_keygen_pubexp:3'], /65537/],
    ['SHA-1', ['-newkey', 'rsa:2048', '-sha1'], /SHA-1/],
    ['P-224', ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-224'], /Keys are RSA/],
    [
      'a curve by its parameters',
      ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-pkeyopt', 'ec_param_enc:explicit'],
      /name of the curve/,
    ],
  ])('are refused with %s', (_, options, message) => {
    const out = join(directory, 'request.pem');
    const made = run(
      ...(['openssl', 'req', '-new', '-nodes', '-subj', '/CN=x', '-keyout', '/dev/null'] as const),
      ...['-out', out, ...options],
    );

    expect(made).toMatchObject({ status: 0 });
    const { text } = run('openssl', 'req', '-in', out, '-outform', 'PEM');
    const [der] = readPem(text, REQUEST);
    expect(() => readRequest(der!)).toThrow(message);
  });

  it('are refused with a key that is weak', () => {
    // The product of neighbouring primes, one with a small factor, and a sound one.
    const { n } = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({
      format: 'jwk',
    });
    const sound = BigInt(`0x${Buffer.from(n!, 'base64url').toString('hex')}`);
    const [p, q] = [2n ** 521n - 1n, 2n ** 521n + 10_001n];

    expect(isWeak(sound)).toBe(false);
    expect(isWeak(p * q)).toBe(true);
    expect(isWeak(sound * 751n)).toBe(true);
    expect(isWeak(65_537n ** 40n % 2n ** 500n)).toBe(true);
  });
});

/** A SEQUENCE in a SEQUENCE, so many times, as hex. */
function nested(times: number): string {
  let inner = '';
  for (let depth = 0; depth < times; depth++) {
    const length = inner.length / 2;
    const bytes = length.toString(16).padStart(6, '0');
    inner = `30${length < 128 ? bytes.slice(4) : `83${bytes}`}${inner}`;
    if (inner.length > 30_000) break;
  }
  return inner;
}

describe('PEM', () => {
  const der = Buffer.from('certificate');
  const block = writePem(der, CERTIFICATE);

  it('is written with 64 characters a line and one newline at the end', () => {
    const text = writePem(Buffer.alloc(100), CERTIFICATE);

    expect(text.split('\n').map(({ length }) => length)).toEqual([27, 64, 64, 8, 25, 0]);
    expect(readPem(text + text.replaceAll('\n', '\r\n'), CERTIFICATE)).toHaveLength(2);
  });

  it.each([
    ['text before a block', `subject=x\n${block}`],
    ['text between blocks', `${block}x\n${block}`],
    ['another label', writePem(der, REQUEST)],
    ['no end', block.slice(0, 40)],
    ['another end', block.replace('END CERTIFICATE', 'END X509 CRL')],
    ['other characters', block.replace('Y', '*')],
    ['eleven blocks', block.repeat(11)],
    ['too much', block.repeat(2_000)],
    ['nothing', ''],
  ])('is refused with %s', (_, text) => {
    expect(() => readPem(text, CERTIFICATE)).toThrow(X509Problem);
  });

  it('is refused within 50 ms, however it is made', async () => {
    const measure = () => {
      const took = quietStopwatch();
      for (const text of [
        '-----BEGIN '.repeat(5_000),
        `-----BEGIN CERTIFICATE-----\n`.repeat(2_000),
      ])
        expect(() => readPem(text, CERTIFICATE)).toThrow(X509Problem);
      return took();
    };

    expect(await leastOf(50, measure)).toBeLessThan(50);
  });
});

describe('subjects', () => {
  it('are shown with what has a meaning escaped', () => {
    expect(subjectText(SUBJECT)).toBe('C=CH, O=Ex\\, \\"ample\\" \\+ Co, CN=Test Root');
  });
});

it('reads a certificate that another library made', () => {
  if (!hasOpenssl) return;
  const out = join(directory, 'foreign.pem');
  const made = run(
    ...(['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=x'] as const),
    ...['-keyout', '/dev/null', '-out', out],
  );
  expect(made).toMatchObject({ status: 0 });
  const { text } = run('openssl', 'x509', '-in', out);
  const [der] = readPem(text, CERTIFICATE);

  const facts = readCertificate(der!);

  expect(facts.serialNumber).toBe(new X509Certificate(der!).serialNumber.toLowerCase());
  expect(facts.isAuthority).toBe(true);
});
