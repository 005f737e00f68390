import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { BmpString, Utf8String } from 'asn1js';
import { AttributeTypeAndValue } from 'pkijs';
import type { Rule } from '../../src/permissions/rule.js';
import { makeRequest } from '../../src/x509/certificate-request.js';
import { nameOfParts } from '../../src/x509/names.js';
import { REQUEST, writePem } from '../../src/x509/pem.js';
import { KeySigner } from '../../src/x509/signer.js';
import {
  anAuthority,
  anIntermediate,
  aPolicy,
  aProfile,
  aRoot,
  aSigningRequest,
  AUTHORITIES,
  authorityOf,
  certificateOf,
  CERTIFICATES,
  hasOpenssl,
  inDays,
  inYears,
  OPEN_RULES,
  openssl,
  type TestAuthority,
  type TestLeaf,
  thumbprintOf,
} from '../support/certificates.js';
import { useApp } from '../support/harness.js';
import { aMember, aProject, aScene, type Caller, type TestProject } from '../support/scene.js';

const server = useApp();
const withOpenssl = hasOpenssl ? describe : describe.skip;

let admin: Caller;
let orgId: string;
let project: TestProject;
let root: TestAuthority;

beforeAll(async () => {
  ({ admin, orgId } = await aScene(server));
  project = await aProject(admin);
  root = await aRoot(admin, project.id, { commonName: 'Signing root', isOcspEnabled: true });
});

const codeOf = ({ headers }: { headers: Record<string, string> }) =>
  /errors#([a-z-]+)/.exec(headers.link ?? '')?.[1];

const ask = (by: Pick<TestAuthority, 'id'>, body: object, caller: Caller = admin) =>
  caller.http
    .post(`${AUTHORITIES}/${by.id}/sign-intermediate`)
    .send({ notAfter: inYears(2), ...body });

async function signed(by: TestAuthority, body: object): Promise<TestLeaf> {
  return (await ask(by, body).expect(200)).body as TestLeaf;
}

const holding = (...rules: readonly Rule[]): Promise<Caller> =>
  aMember(server, project, orgId, rules);

const signing = (name?: string): Rule => ({
  subject: 'certificate-authorities',
  action: ['sign-intermediate'],
  ...(name === undefined ? {} : { conditions: { name: { $eq: name } } }),
});

/** A signing request with those extensions, and its key. */
function elsewhere(subject: string, ...extensions: string[]) {
  const key = openssl(
    {},
    'genpkey',
    '-algorithm',
    'EC',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
  ).text;
  const added = extensions.flatMap((each) => ['-addext', each]);
  const { status, text } = openssl(
    { 'key.pem': key },
    ...['req', '-new', '-batch', '-utf8', '-key', 'key.pem', '-subj', subject, ...added],
  );
  if (status !== 0) throw new Error(text);
  return { key, csr: text };
}

const textOf = (certificate: string) =>
  openssl({ 'c.pem': certificate }, 'x509', '-noout', '-text', '-in', 'c.pem').text;

const listText = async ({ id }: TestAuthority): Promise<string> => {
  const { body } = await admin.http.get(`${AUTHORITIES}/${id}/crls`).expect(200);
  const [{ crl }] = body as [{ crl: string }];
  return openssl({ 'l.pem': crl }, 'crl', '-noout', '-text', '-in', 'l.pem').text;
};

const countCertificates = async (): Promise<number> => {
  const [row] = await server.database.source.query<{ count: number }[]>(
    'select count(*)::int from certificates where project_id = $1',
    [project.id],
  );
  return row!.count;
};

withOpenssl('An authority elsewhere', () => {
  it('is signed with its key and subject, and nothing else of its request', async () => {
    const { csr } = elsewhere(
      '/DC=org/DC=example/C=CH/O=Plant 7/OU=North/OU=Line 2/CN=Plant 7 CA',
      'basicConstraints=critical,CA:TRUE,pathlen:9',
      'keyUsage=critical,digitalSignature,dataEncipherment',
      'extendedKeyUsage=serverAuth,OCSPSigning',
      'subjectAltName=DNS:bank.example.com,IP:10.0.0.1',
      'nameConstraints=permitted;DNS:.',
      'authorityInfoAccess=caIssuers;URI:http://elsewhere.example.com/ca.der',
      '1.2.3.4.5=critical,ASN1:UTF8String:mine',
    );
    const made = await signed(root, { csr, maxPathLength: 0 });
    const x509 = new X509Certificate(made.certificate);
    const text = textOf(made.certificate);

    expect(x509.subject.split('\n')).toEqual([
      ...['DC=org', 'DC=example', 'C=CH', 'O=Plant 7', 'OU=North', 'OU=Line 2', 'CN=Plant 7 CA'],
    ]);
    expect(x509.serialNumber.toLowerCase()).toBe(made.serialNumber);
    expect(text).toMatch(/Basic Constraints: critical\s+CA:TRUE, pathlen:0\n/);
    expect(text).toMatch(/X509v3 Key Usage: critical\s+Certificate Sign, CRL Sign\n/);
    expect(text).toContain(`/api/v1/cert-manager/ca/internal/${root.id}/certificates/`);
    expect(text).toContain('/api/v1/cert-manager/crl/');
    for (const foreign of ['Extended Key', 'Alternative Name', 'Constraints:', '1.2.3.4.5'])
      expect(text.replace('Basic Constraints:', '')).not.toContain(foreign);
    expect(text).not.toContain('example.com');
    const { certificate: top } = await certificateOf(admin, root);
    expect([made.issuingCaCertificate, made.certificateChain]).toEqual([top, top]);
    expect(made.privateKey).toBeUndefined();
  });

  it('signs leaves that OpenSSL accepts, within the name constraints above it', async () => {
    const bounded = await anIntermediate(admin, root, {
      nameConstraints: {
        permitted: { dns: ['shop.example'] },
        excluded: { dns: ['hr.shop.example'] },
      },
    });
    const { certificate: top } = await certificateOf(admin, root);
    const { csr, key } = elsewhere('/CN=Shop CA');
    const made = await signed(bounded, { csr, notAfter: inYears(1) });
    const leaf = (host: string) => {
      const request = aSigningRequest('/O=Shop', `DNS:${host}`);
      const files = {
        'ca.pem': made.certificate,
        'ca.key': key,
        'r.pem': request,
        'x.cnf': `subjectAltName=DNS:${host}\nbasicConstraints=critical,CA:FALSE\n`,
      };
      const { text } = openssl(
        files,
        ...['x509', '-req', '-in', 'r.pem', '-CA', 'ca.pem', '-CAkey', 'ca.key'],
        ...['-set_serial', '5', '-days', '30', '-extfile', 'x.cnf'],
      );
      return /-----BEGIN[^]+-----END CERTIFICATE-----/.exec(text)![0];
    };
    const verified = (host: string) =>
      openssl(
        {
          'root.pem': top,
          'chain.pem': made.certificate + made.certificateChain,
          'leaf.pem': leaf(host),
        },
        ...['verify', '-CAfile', 'root.pem', '-untrusted', 'chain.pem', 'leaf.pem'],
      );

    expect(verified('api.shop.example')).toMatchObject({ status: 0 });
    expect(verified('bank.example').text).toContain('permitted subtree violation');
    expect(verified('x.hr.shop.example').text).toContain('excluded subtree violation');
    for (const name of [
      'bank.example',
      'BANK.Example',
      'x.hr.SHOP.example',
      '*.shop.example',
      '10.0.0.1',
    ]) {
      const refused = await ask(bounded, {
        csr: elsewhere(`/CN=${name}`).csr,
        notAfter: inYears(1),
      });
      const isExcluded = name !== '10.0.0.1';
      expect([name, refused.status]).toEqual([name, isExcluded ? 400 : 200]);
      if (isExcluded) expect(codeOf(refused)).toBe('certificate-out-of-bounds');
    }
    await ask(bounded, { csr: elsewhere('/CN=plant7-ca').csr, notAfter: inYears(1) }).expect(200);
  });

  it('is listed, read and revoked as a certificate, and lists know of it', async () => {
    const { csr } = elsewhere('/CN=Branch CA');
    const made = await signed(root, { csr, maxPathLength: 1 });
    const path = `${CERTIFICATES}/${made.certificateId}`;
    const { body: known } = await admin.http.get(path).expect(200);
    const { body: listed } = await admin.http
      .get(`/api/v1/projects/${project.id}/certificates`)
      .query({ search: 'Branch' })
      .expect(200);

    expect(known).toMatchObject({
      certificate: {
        ...{ commonName: 'Branch CA', status: 'active', origin: 'sign-intermediate' },
        ...{ caId: root.id, profileId: null, hasPrivateKey: false, altNames: '' },
        ...{ keyUsages: ['key_cert_sign', 'crl_sign'], extendedKeyUsages: [] },
        basicConstraints: { isCA: true, pathLength: 1 },
        fingerprints: { sha256: thumbprintOf(made.certificate) },
      },
    });
    expect((listed as { totalCount: number }).totalCount).toBe(1);
    const serial = made.serialNumber.toUpperCase();
    expect(await listText(root)).not.toContain(serial);
    expect(codeOf(await admin.http.post(`${path}/renew`).send({}).expect(400))).toBe(
      'not-renewable',
    );
    const reason = { revocationReason: 'KEY_COMPROMISE' };
    await admin.http.post(`${path}/revoke`).send(reason).expect(200);
    expect(await listText(root)).toContain(`Serial Number: ${serial}`);
    expect((await admin.http.get(path).expect(200)).body).toMatchObject({
      certificate: { status: 'revoked', revocationReason: 'KEY_COMPROMISE' },
    });
    const again = await ask(root, { csr }).expect(400);
    expect(codeOf(again)).toBe('already-revoked');
  });

  it('is recorded, and holds its authority back from being deleted', async () => {
    const own = await aRoot(admin, project.id, { commonName: 'Own root' });
    const made = await signed(own, { csr: elsewhere('/CN=Recorded CA').csr });
    const [entry] = await server.database.source.query<{ action: string; target: object }[]>(
      'select action, target from audit_entries where org_id = $1 order by id desc limit 1',
      [orgId],
    );

    expect(entry).toMatchObject({
      action: 'certificate.sign-intermediate',
      target: {
        ...{ certificateId: made.certificateId, authorityId: own.id },
        ...{ commonName: 'Recorded CA', serialNumber: made.serialNumber },
      },
    });
    const { body } = await admin.http.delete(`${AUTHORITIES}/${own.id}`).expect(409);
    expect(JSON.stringify(body)).toContain('have not expired');
  });

  it('may be an authority of this server, in another organization, which then signs by it', async () => {
    const other = await aScene(server);
    const there = await aProject(other.admin);
    const child = await anAuthority(
      other.admin,
      there.id,
      authorityOf('intermediate', { commonName: 'Far issuer' }),
    );
    const path = `${AUTHORITIES}/${child.id}`;
    const { body } = await other.admin.http.get(`${path}/csr`).expect(200);
    const { certificate, certificateChain } = await signed(root, body as { csr: string });
    await other.admin.http
      .post(`${path}/import-certificate`)
      .send({ certificate, certificateChain })
      .expect(200);
    const below = await anIntermediate(other.admin, child, { notAfter: inDays(100) });
    const own = await certificateOf(other.admin, below);
    const files = { 'root.pem': certificateChain, 'm.pem': certificate, 'c.pem': own.certificate };

    expect(
      openssl(files, 'verify', '-CAfile', 'root.pem', '-untrusted', 'm.pem', 'c.pem'),
    ).toMatchObject({ status: 0 });
  });

  it('is signed once under an Idempotency-Key', async () => {
    const before = await countCertificates();
    const { csr } = elsewhere('/CN=Once CA');
    const send = () =>
      admin.http
        .post(`${AUTHORITIES}/${root.id}/sign-intermediate`)
        .set('Idempotency-Key', 'once-ca')
        .send({ csr, notAfter: '2040-01-01T00:00:00Z' });
    const [first, second] = [await send().expect(200), await send().expect(200)];

    expect(second.text).toBe(first.text);
    expect(await countCertificates()).toBe(before + 1);
  });
});

withOpenssl('Signing an authority elsewhere is refused', () => {
  const good = () => elsewhere('/CN=Refused CA').csr;

  it('without the right to sign with that authority (403), whatever else is wrong', async () => {
    const csr = good();
    const other = await aRoot(admin, project.id, { commonName: 'Other root' });
    const one = await holding(signing(root.name));
    await ask(root, { csr }, one).expect(200);
    await ask(other, { csr }, one).expect(403);
    await ask(
      root,
      { csr: 'none' },
      await holding({ ...signing(), action: ['read', 'issue-ca-certificate'] }),
    ).expect(403);
    await ask(root, { csr: 'none' }, one).expect(400);
  });

  it('in an order that tells strangers nothing: 422 before 404, and one 404 for all', async () => {
    const stranger = (await aScene(server)).admin;
    const csr = good();
    const theirs = await ask(root, { csr }, stranger).expect(404);
    const nobodys = await ask(
      { id: '0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a' },
      { csr },
      stranger,
    ).expect(404);
    const withoutIds = ({ body }: { body: object }) => ({ ...body, reqId: '' });

    expect(withoutIds(theirs)).toEqual(withoutIds(nobodys));
    await ask(root, { csr: 7 }, stranger).expect(422);
    for (const body of [
      { csr: '' },
      { maxPathLength: 101 },
      { maxPathLength: -2 },
      { notAfter: 'soon' },
      { csr: 'a\0' },
      { csr: 'a'.repeat(65_537) },
    ])
      await ask(root, { csr, ...body }).expect(422);
    await admin.http.post(`${AUTHORITIES}/${root.id}/sign-intermediate`).send({ csr }).expect(422);
  });

  it('where the request is damaged, its key weak or its signature not by its key (400)', async () => {
    const csr = good();
    const lines = csr.trim().split('\n');
    const der = Buffer.from(lines.slice(1, -1).join(''), 'base64');
    const pem = (bytes: Buffer) =>
      `-----BEGIN CERTIFICATE REQUEST-----\n${bytes
        .toString('base64')
        .match(/.{1,64}/g)!
        .join('\n')}\n-----END CERTIFICATE REQUEST-----\n`;
    const changed = (at: number) => {
      const copy = Buffer.from(der);
      copy[at]! ^= 1;
      return pem(copy);
    };
    const rsa = (bits: string, ...more: string[]) =>
      aSigningRequest('/CN=Weak CA', undefined, ['-newkey', `rsa:${bits}`, ...more]);
    const bad: Record<string, string> = {
      'no PEM': 'none',
      'two requests': csr + csr,
      'text between': `hello\n${csr}`,
      'a certificate': (await certificateOf(admin, root)).certificate,
      truncated: pem(der.subarray(0, -1)),
      'trailing bytes': pem(Buffer.concat([der, Buffer.of(0)])),
      'another signature': changed(der.length - 3),
      'another subject': changed(der.indexOf('Refused')),
      'RSA of 1024 bits': rsa('1024'),
      'RSA with the exponent 3': rsa('2048', '-pkeyopt', 'rsa_keygen_pubexp:3'),
      'signed with SHA-1': aSigningRequest('/CN=Weak CA', undefined, [
        '-sha1',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:P-256',
      ]),
      'explicit curve': aSigningRequest('/CN=Weak CA', undefined, [
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:P-256',
        '-pkeyopt',
        'ec_param_enc:explicit',
      ]),
      'P-224': aSigningRequest('/CN=Weak CA', undefined, [
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:P-224',
      ]),
    };
    const before = await countCertificates();
    for (const [what, sent] of Object.entries(bad)) {
      const refused = await ask(root, { csr: sent });
      expect([what, refused.status, codeOf(refused)]).toEqual([what, 400, 'certificate-unusable']);
    }
    expect(await countCertificates()).toBe(before);
  });

  it('where its subject would have to be another one (400)', async () => {
    const subjects = {
      'no subject': '/',
      'an unknown part': '/CN=A CA/emailAddress=ca@example.org',
      'two parts in one place': '/O=A+CN=A CA',
      'two common names': '/CN=A CA/CN=B CA',
      'a country in words': '/C=ch/CN=A CA',
      'a control character': '/CN=A\u0007CA',
      'what is not seen': '/CN=A\u200bCA',
      'a mark of direction': '/O=A\u202eB/CN=A CA',
      'letters of full width': '/CN=\uff21 CA',
      'the name of the issuer': '/CN=signing  ROOT',
    };
    for (const [what, subject] of Object.entries(subjects)) {
      const multi = what === 'two parts in one place' ? ['-multivalue-rdn'] : [];
      const csr = aSigningRequest(subject, undefined, [
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:P-256',
        ...multi,
      ]);
      const refused = await ask(root, { csr });
      expect([what, refused.status, codeOf(refused)]).toEqual([what, 400, 'certificate-unusable']);
    }
  });

  it('where a text of its subject is half a character (400)', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    const half = new BmpString();
    half.valueBlock.valueHexView = Uint8Array.of(0, 65, 0xd8, 0);
    const damaged = new Utf8String({ value: 'AB' });
    damaged.valueBlock.valueHexView = Uint8Array.of(0x41, 0xc3);
    for (const value of [half, damaged]) {
      const part = new AttributeTypeAndValue({ type: '2.5.4.10', value });
      const request = await makeRequest(nameOfParts([part]), new KeySigner(privateKey));
      const refused = await ask(root, { csr: writePem(request, REQUEST) }).expect(400);
      expect(JSON.stringify(refused.body)).toContain('The subject takes DC');
    }
  });

  it('beyond the end or the path of the authority (400)', async () => {
    const bounded = await anIntermediate(admin, root, { maxPathLength: 1 });
    const last = await anIntermediate(admin, bounded, { maxPathLength: 0, notAfter: inYears(3) });
    const csr = good();
    const cases: [TestAuthority, object][] = [
      [root, { notAfter: inYears(21) }],
      [root, { notBefore: inDays(3), notAfter: inDays(2) }],
      [root, { notAfter: inDays(-1) }],
      [root, { notBefore: '2020-01-01T00:00:00Z' }],
      [bounded, { maxPathLength: -1 }],
      [bounded, {}],
      [bounded, { maxPathLength: 1 }],
      [last, { maxPathLength: 0 }],
    ];
    for (const [by, body] of cases) {
      const refused = await ask(by, { csr, ...body });
      expect([body, refused.status, codeOf(refused)]).toEqual([
        body,
        400,
        'certificate-out-of-bounds',
      ]);
    }
    await ask(bounded, { csr, maxPathLength: 0 }).expect(200);
  });

  it('by one that waits, is disabled, revoked or has expired (400)', async () => {
    const csr = good();
    const waiting = await anAuthority(admin, project.id, authorityOf('intermediate'));
    const disabled = await aRoot(admin, project.id, { commonName: 'Disabled root' });
    await admin.http
      .patch(`${AUTHORITIES}/${disabled.id}`)
      .send({ status: 'disabled' })
      .expect(200);
    const revoked = await anIntermediate(admin, root, {});
    await admin.http
      .post(`${AUTHORITIES}/${revoked.id}/revoke`)
      .send({ revocationReason: 'CA_COMPROMISE' })
      .expect(200);
    const expired = await aRoot(admin, project.id, { commonName: 'Expired root' });
    await server.database.source.query(
      `update ca_certificates set not_after = now() - interval '1 second' where authority_id = $1`,
      [expired.id],
    );
    for (const by of [waiting, disabled, revoked, expired])
      expect(codeOf(await ask(by, { csr }).expect(400))).toBe('authority-cannot-sign');
  });

  it('for a key that was revoked, and for that of an authority above (400)', async () => {
    const middle = await anIntermediate(admin, root, { commonName: 'Middle' });
    const lower = await anIntermediate(admin, middle, {
      commonName: 'Lower',
      notAfter: inYears(4),
    });
    const csrOf = async ({ id }: TestAuthority) =>
      (await admin.http.get(`${AUTHORITIES}/${id}/csr`).expect(200)).body as { csr: string };
    const ofMiddle = await csrOf(middle);

    expect(codeOf(await ask(lower, ofMiddle).expect(400))).toBe('certificate-unusable');
    await admin.http
      .post(`${AUTHORITIES}/${middle.id}/revoke`)
      .send({ revocationReason: 'SUPERSEDED' })
      .expect(200);
    expect(codeOf(await ask(root, ofMiddle).expect(400))).toBe('certificate-unusable');
  });

  it('for an authority of the organization, which is certified where it is revoked too (400)', async () => {
    const waiting = await anAuthority(
      admin,
      project.id,
      authorityOf('intermediate', { commonName: 'Waiting' }),
    );
    const { body } = await admin.http.get(`${AUTHORITIES}/${waiting.id}/csr`).expect(200);

    expect(codeOf(await ask(root, body as object).expect(400))).toBe('certificate-unusable');
  });

  it('for the name of an authority beside it, in whatever case (400)', async () => {
    await anIntermediate(admin, root, { commonName: 'Sibling stra\u00dfe' });

    for (const name of ['Sibling stra\u00dfe', 'SIBLING  STRASSE']) {
      const { csr } = elsewhere(`/CN=${name}`);
      expect(codeOf(await ask(root, { csr }).expect(400))).toBe('certificate-unusable');
    }
  });

  it('for a life that begins in years (400)', async () => {
    const { csr } = elsewhere('/CN=Late');
    await ask(root, { csr, notBefore: inYears(1), notAfter: inYears(3) }).expect(400);
  });
});

withOpenssl('An authority by a profile', () => {
  const byProfile = async (csr: string) => {
    const policy = await aPolicy(admin, project.id, {
      ...OPEN_RULES,
      basicConstraints: { isCA: 'allowed' },
    });
    const profile = await aProfile(admin, root, policy);
    const attributes = { ttl: '1h', basicConstraints: { isCA: true } };
    return admin.http.post(CERTIFICATES).send({ profileId: profile.id, csr, attributes });
  };

  it('is refused as one by its request, for a key that was revoked (400)', async () => {
    const { csr } = elsewhere('/CN=By a profile');
    const { certificateId } = await signed(root, { csr });
    await admin.http
      .post(`${CERTIFICATES}/${certificateId}/revoke`)
      .send({ revocationReason: 'PRIVILEGE_WITHDRAWN' })
      .expect(200);

    expect(codeOf(await byProfile(csr))).toBe('already-revoked');
    const fresh = await byProfile(elsewhere('/CN=Fresh by a profile').csr);
    expect(fresh.status).toBe(200);
  });
});
