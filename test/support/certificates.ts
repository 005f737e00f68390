import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'supertest';
import type { Caller } from './scene.js';

export const AUTHORITIES = '/api/v1/cert-manager/ca/internal';

/** An authority as the API answers it, as far as tests look. */
export interface TestAuthority {
  readonly id: string;
  readonly name: string;
  readonly projectId: string;
  readonly status: string;
  readonly configuration: Readonly<Record<string, unknown>>;
}

export interface TestCertificate {
  readonly certId: string;
  readonly certificate: string;
  readonly certificateChain: string;
  readonly serialNumber: string;
}

let names = 0;

export const freshName = (prefix = 'authority'): string => `${prefix}-${(names += 1)}`;

/** Years from now, as text. */
export const inYears = (years: number): string => {
  const date = new Date();
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return date.toISOString();
};

export const inDays = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString();

/** The body of a request for an authority of that kind, with a quick key. */
export const authorityOf = (type: 'root' | 'intermediate', more: object = {}) => ({
  type,
  keyAlgorithm: 'EC_prime256v1',
  commonName: `Test ${type}`,
  ...more,
});

export async function anAuthority(
  caller: Pick<Caller, 'http'>,
  projectId: string,
  configuration: object,
  more: object = {},
): Promise<TestAuthority> {
  const body = { name: freshName(), projectId, configuration, ...more };
  return (await caller.http.post(AUTHORITIES).send(body).expect(200)).body as TestAuthority;
}

export const aRoot = (
  caller: Pick<Caller, 'http'>,
  projectId: string,
  more: object = {},
): Promise<TestAuthority> =>
  anAuthority(caller, projectId, authorityOf('root', { notAfter: inYears(20), ...more }));

/** An intermediate with its certificate. */
export const anIntermediate = (
  caller: Pick<Caller, 'http'>,
  parent: TestAuthority,
  more: object = {},
): Promise<TestAuthority> =>
  anAuthority(
    caller,
    parent.projectId,
    authorityOf('intermediate', { notAfter: inYears(5), parentCaId: parent.id, ...more }),
  );

export async function certificateOf(
  caller: Pick<Caller, 'http'>,
  { id }: Pick<TestAuthority, 'id'>,
): Promise<TestCertificate> {
  const { body } = await caller.http.get(`${AUTHORITIES}/${id}/certificate`).expect(200);
  return body as TestCertificate;
}

export const POLICIES = '/api/v1/cert-manager/certificate-policies';
export const PROFILES = '/api/v1/cert-manager/certificate-profiles';

export interface TestPolicy {
  readonly id: string;
  readonly name: string;
}

export interface TestProfile {
  readonly id: string;
  readonly slug: string;
  readonly projectId: string;
}

const ANYTHING = { allowed: ['*'] };

/** Rules that allow a web server every name. */
export const OPEN_RULES = {
  subject: [
    { type: 'common_name', ...ANYTHING },
    { type: 'organization', ...ANYTHING },
  ],
  sans: ['dns_name', 'ip_address', 'email', 'uri'].map((type) => ({ type, ...ANYTHING })),
};

export async function aPolicy(
  caller: Pick<Caller, 'http'>,
  projectId: string,
  rules: object = OPEN_RULES,
): Promise<TestPolicy> {
  const body = { name: freshName('policy'), projectId, ...rules };
  const answer = await caller.http.post(POLICIES).send(body).expect(200);
  return (answer.body as { certificatePolicy: TestPolicy }).certificatePolicy;
}

export async function aProfile(
  caller: Pick<Caller, 'http'>,
  { id: caId, projectId }: Pick<TestAuthority, 'id' | 'projectId'>,
  { id: certificatePolicyId }: Pick<TestPolicy, 'id'>,
  more: object = {},
): Promise<TestProfile> {
  const body = { slug: freshName('profile'), projectId, caId, certificatePolicyId, ...more };
  const answer = await caller.http.post(PROFILES).send(body).expect(200);
  return (answer.body as { certificateProfile: TestProfile }).certificateProfile;
}

export const APPLICATIONS = '/api/v1/cert-manager/applications';

export interface TestApplication {
  readonly id: string;
  readonly name: string;
  readonly projectId: string;
}

export async function anApplication(
  caller: Pick<Caller, 'http'>,
  projectId: string,
  profileIds: readonly string[] = [],
): Promise<TestApplication> {
  const body = { name: freshName('application'), projectId, profileIds };
  const answer = await caller.http.post(APPLICATIONS).send(body).expect(200);
  return (answer.body as { application: TestApplication }).application;
}

/** The path of the enrollment of a profile of an application. */
export const enrollmentOf = (
  { id }: Pick<TestApplication, 'id'>,
  profile: Pick<TestProfile, 'id'>,
): string => `${APPLICATIONS}/${id}/profiles/${profile.id}/enrollment`;

export const CERTIFICATES = '/api/v1/cert-manager/certificates';

/** A certificate as its request answers it. */
export interface TestLeaf {
  readonly certificate: string;
  readonly certificateChain: string;
  readonly issuingCaCertificate: string;
  readonly privateKey?: string;
  readonly serialNumber: string;
  readonly certificateId: string;
}

export const QUICK = { keyAlgorithm: 'EC_prime256v1', ttl: '1h' };

export async function aCertificate(
  caller: Pick<Caller, 'http'>,
  { id: profileId }: Pick<TestProfile, 'id'>,
  attributes: object = { commonName: 'api.example.org' },
  more: object = {},
): Promise<TestLeaf> {
  const body = { profileId, attributes: { ...QUICK, ...attributes }, ...more };
  const answer = await caller.http.post(CERTIFICATES).send(body).expect(200);
  return (answer.body as { certificate: TestLeaf }).certificate;
}

/** SHA-256 of a certificate in PEM, in lower-case hex. */
export const thumbprintOf = (pem: string): string =>
  new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase();

/** A new key and a signing request for it, by OpenSSL. */
export function aSigningRequest(
  subject: string,
  altNames?: string,
  key: readonly string[] = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
): string {
  const names = altNames === undefined ? [] : ['-addext', `subjectAltName=${altNames}`];
  const { status, text } = openssl(
    {},
    ...[
      'req',
      '-new',
      '-nodes',
      '-batch',
      '-utf8',
      ...key,
      '-keyout',
      '/dev/null',
      '-subj',
      subject,
      ...names,
    ],
  );
  const csr = /-----BEGIN CERTIFICATE REQUEST-----[^]+-----END CERTIFICATE REQUEST-----\n/.exec(
    text,
  );
  if (status !== 0 || !csr) throw new Error(text);
  return csr[0];
}

/** Takes the body of an answer as its bytes, and that of a refusal as JSON. */
export const asBytes = (test: Test): Test =>
  test.buffer(true).parse((res, done) => {
    const chunks: Buffer[] = [];
    res.on('data', (chunk: Buffer) => chunks.push(chunk));
    res.on('end', () => {
      const bytes = Buffer.concat(chunks);
      const isJson = String(res.headers['content-type']).includes('json');
      done(null, isJson ? JSON.parse(bytes.toString('utf8')) : bytes);
    });
  });

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/** Runs OpenSSL on files of those contents: an argument that is a key of `files` becomes the path of the file. */
export function openssl(
  files: Readonly<Record<string, string | Buffer>>,
  ...args: string[]
): { readonly status: number | null; readonly text: string } {
  const directory = mkdtempSync(join(tmpdir(), 'certificates-'));
  try {
    const paths = new Map(Object.keys(files).map((name) => [name, join(directory, name)]));
    for (const [name, path] of paths) writeFileSync(path, files[name]!); // its own key
    const given = args.map((each) => paths.get(each) ?? each);
    const { status, stdout, stderr } = spawnSync('openssl', given, { encoding: 'utf8' });
    return { status, text: `${stdout}${stderr}` };
  } finally {
    rmSync(directory, { recursive: true });
  }
}
