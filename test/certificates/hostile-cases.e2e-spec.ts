import { X509Certificate } from 'node:crypto';
import { fromBER } from 'asn1js';
import { Certificate, CertificateRevocationList } from 'pkijs';
import {
  aCertificate,
  aPolicy,
  aProfile,
  aRoot,
  asBytes,
  CERTIFICATES,
  certificateOf,
  OPEN_RULES,
  type TestAuthority,
  type TestProfile,
} from '../support/certificates.js';
import { useApp } from '../support/harness.js';
import { quietStopwatch } from '../support/quiet-stopwatch.js';
import { aProject, aScene, type Caller, type TestProject } from '../support/scene.js';

const server = useApp();

let admin: Caller;
let project: TestProject;
let root: TestAuthority;
let profile: TestProfile;
beforeAll(async () => {
  ({ admin } = await aScene(server));
  project = await aProject(admin);
  root = await aRoot(admin, project.id);
  profile = await aProfile(admin, root, await aPolicy(admin, project.id));
});

const query = <T>(text: string, ...values: unknown[]) =>
  server.database.source.query<T[]>(text, values);

async function revokedAt(authority: Pick<TestAuthority, 'id'>): Promise<string[]> {
  const [list] = await query<{ id: string }>(
    'select id from crls where authority_id = $1',
    authority.id,
  );
  const path = `/api/v1/cert-manager/crl/${list!.id}/der`;
  const { body } = await asBytes(server.http.get(path)).expect(200);
  const { result: schema } = fromBER(body as Buffer);
  const { revokedCertificates = [] } = new CertificateRevocationList({ schema });
  return revokedCertificates.map(({ userCertificate }) =>
    Buffer.from(userCertificate.valueBlock.valueHexView).toString('hex'),
  );
}

const revoke = (id: string) =>
  admin.http.post(`${CERTIFICATES}/${id}/revoke`).send({ revocationReason: 'SUPERSEDED' });

describe('a revocation whose commit fails', () => {
  it('is told as failed, and the certificate is good: never revoked without effect (C67)', async () => {
    const made = await aCertificate(admin, profile);
    await query(`create or replace function test_fail() returns trigger language plpgsql as $$
      begin raise exception 'the disk is full'; end $$`);
    await query(`create constraint trigger test_fail after update on certificates
      deferrable initially deferred for each row execute function test_fail()`);
    const failed = await revoke(made.certificateId);
    await query('drop trigger test_fail on certificates');
    const { body } = await admin.http.get(`${CERTIFICATES}/${made.certificateId}`).expect(200);
    const before = await revokedAt(root);
    const entries = () =>
      query(
        `select 1 from audit_entries where action = 'certificate.revoke' and target::text like $1`,
        `%${made.certificateId}%`,
      );

    expect(failed.status).toBe(500);
    expect((body as { certificate: object }).certificate).toMatchObject({ status: 'active' });
    expect(before).not.toContain(made.serialNumber);
    expect(await entries()).toEqual([]);
    await revoke(made.certificateId).expect(200);
    expect(await revokedAt(root)).toContain(made.serialNumber);
    expect(await entries()).toHaveLength(1);
  });
});

describe('two authorities of one name', () => {
  it('are told apart by their keys, and what one revokes is on its own list alone (C85)', async () => {
    const twin = await aRoot(admin, project.id, { commonName: root.configuration['commonName'] });
    const ofTwin = await aProfile(admin, twin, await aPolicy(admin, project.id));
    const [mine, other] = [await aCertificate(admin, profile), await aCertificate(admin, ofTwin)];
    const [one, two] = [await certificateOf(admin, root), await certificateOf(admin, twin)].map(
      ({ certificate }) => new X509Certificate(certificate),
    ) as [X509Certificate, X509Certificate];
    await revoke(mine.certificateId).expect(200);
    await revoke(other.certificateId).expect(200);
    const [ofMine, ofOther] = [await revokedAt(root), await revokedAt(twin)];

    expect(one.subject).toBe(two.subject);
    const leaf = new X509Certificate(mine.certificate);
    expect([leaf.verify(one.publicKey), leaf.verify(two.publicKey)]).toEqual([true, false]);
    const identifiers = [mine, other].map(({ certificate }) => keyIdentifierIn(certificate));
    expect(identifiers[0]).not.toBe(identifiers[1]);
    expect(ofMine).toContain(mine.serialNumber);
    expect(ofMine).not.toContain(other.serialNumber);
    expect(ofOther).toEqual([other.serialNumber]);
  });
});

const contentOf = (pem: string) => {
  const { result: schema } = fromBER(new X509Certificate(pem).raw);
  return new Certificate({ schema });
};
const keyIdentifierIn = (pem: string) => {
  const found = contentOf(pem).extensions?.find(({ extnID }) => extnID === '2.5.29.35');
  return Buffer.from(found!.extnValue.valueBlock.valueHexView).toString('hex');
};

describe('texts of a subject', () => {
  it.each([
    'A", O="B',
    'A + O=B, C=D / E',
    'CN=x\\2C',
    '#0c0141',
    'שלום עולם',
    ' leading and trailing ',
    '<script>&amp;%00',
  ])(
    '%j are data in it, as they were sent, or refused (422); never structure (C48)',
    async (organization) => {
      const attributes = {
        commonName: 'api.example.org',
        organization,
        keyAlgorithm: 'EC_prime256v1',
        ttl: '1h',
      };
      const answer = await admin.http
        .post(CERTIFICATES)
        .send({ profileId: profile.id, attributes });
      if (answer.status !== 200) {
        expect(answer.status).toBe(422);
        return;
      }
      const { certificate } = (answer.body as { certificate: { certificate: string } }).certificate;
      const { typesAndValues } = contentOf(certificate).subject;
      const texts = typesAndValues.map(({ type, value }) => [type, String(value.valueBlock.value)]);

      expect(new Map(texts as [string, string][])).toEqual(
        new Map([
          ['2.5.4.10', organization.trim()],
          ['2.5.4.3', 'api.example.org'],
        ]),
      );
      expect(texts).toHaveLength(2);
    },
  );
});

describe('patterns of a policy', () => {
  it('of any form take no time to speak of, and longer ones are refused (422, C78)', async () => {
    const patterns = [
      '*',
      '**',
      '*.*',
      `${'*a'.repeat(126)}c`,
      `${'*'.repeat(254)}b`,
      `${'a*'.repeat(126)}c`,
    ];
    const rules = {
      ...OPEN_RULES,
      sans: [
        { type: 'dns_name', allowed: ['*.example.org'], denied: patterns.slice(3) },
        { type: 'ip_address', allowed: patterns },
      ],
    };
    const slow = await aProfile(admin, root, await aPolicy(admin, project.id, rules));
    const host = `${'a'.repeat(63)}.${'a'.repeat(63)}.${'a'.repeat(63)}.example.org`;
    const took = quietStopwatch();
    await aCertificate(admin, slow, { altNames: [{ type: 'dns_name', value: host }] });
    const spent = took();
    const long = {
      name: 'long',
      projectId: project.id,
      sans: [{ type: 'dns_name', allowed: ['a'.repeat(10_000)] }],
    };

    await admin.http.post('/api/v1/cert-manager/certificate-policies').send(long).expect(422);
    expect(spent).toBeLessThan(2_000);
  });
});
