import { X509Certificate } from 'node:crypto';
import type { Rule } from '../../src/permissions/rule.js';
import { useApp } from '../support/harness.js';
import {
  anAuthority,
  anIntermediate,
  aRoot,
  asBytes,
  AUTHORITIES,
  authorityOf,
  certificateOf,
  freshName,
  hasOpenssl,
  inDays,
  inYears,
  openssl,
  type TestAuthority,
  type TestCertificate,
} from '../support/certificates.js';
import {
  aMember,
  anIdentity,
  aProject,
  aScene,
  type Caller,
  type TestProject,
} from '../support/scene.js';

const server = useApp();
const withOpenssl = hasOpenssl ? it : it.skip;

let admin: Caller;
let orgId: string;
let project: TestProject;
let root: TestAuthority;

beforeAll(async () => {
  ({ admin, orgId } = await aScene(server));
  project = await aProject(admin);
  root = await aRoot(admin, project.id);
});

const create = (configuration: object, more: object = {}, caller: Caller = admin) =>
  caller.http
    .post(AUTHORITIES)
    .send({ name: freshName(), projectId: project.id, configuration, ...more });

const at = (authority: Pick<TestAuthority, 'id'>, rest = '') =>
  `${AUTHORITIES}/${authority.id}${rest}`;

const codeOf = ({ headers }: { headers: Record<string, string> }) =>
  /errors#([a-z-]+)/.exec(headers.link ?? '')?.[1];

/** A member of the project with these rules and no others. */
const holderOf = (...rules: readonly Rule[]): Promise<Caller> =>
  aMember(server, project, orgId, rules);

const allowing = (action: string | string[], name?: string): Rule => ({
  subject: 'certificate-authorities',
  action: typeof action === 'string' ? [action] : action,
  ...(name === undefined ? {} : { conditions: { name: { $eq: name } } }),
});

const lastEntry = async (): Promise<{ action: string; target: Record<string, unknown> }> => {
  const [entry] = await server.database.source.query<
    { action: string; target: Record<string, unknown> }[]
  >('select action, target from audit_entries where org_id = $1 order by id desc limit 1', [orgId]);
  return entry!;
};

describe('creating an authority', () => {
  it('waits for its certificate, and repeats the status that was sent', async () => {
    const made = await anAuthority(admin, project.id, authorityOf('root'));
    const { body } = await admin.http.get(at(made)).expect(200);

    expect(made.status).toBe('active');
    expect(body).toMatchObject({
      ...{ id: made.id, name: made.name, type: 'internal', status: 'pending-certificate' },
      configuration: {
        ...{ type: 'root', commonName: 'Test root', organization: '', country: '', ou: '' },
        ...{ keyAlgorithm: 'EC_prime256v1', dn: 'CN=Test root', activeCaCertId: null },
        ...{ notAfter: null, maxPathLength: null, parentCaId: null, serialNumber: null },
      },
    });
    await admin.http.get(at(made, '/certificate')).expect(404);
    expect((await admin.http.get(at(made, '/crls')).expect(200)).body).toEqual([]);
  });

  it('makes a root that signed itself where dates were given, and records it', async () => {
    const made = await aRoot(admin, project.id, { maxPathLength: 1, country: 'CH' });
    const entry = await lastEntry();
    const { certificate, certificateChain, serialNumber } = await certificateOf(admin, made);
    const x509 = new X509Certificate(certificate);

    expect(certificateChain).toBe('');
    expect(x509.verify(x509.publicKey)).toBe(true);
    expect(x509.ca).toBe(true);
    expect(x509.serialNumber.toLowerCase()).toBe(serialNumber);
    expect(made.configuration).toMatchObject({ serialNumber, dn: 'C=CH, CN=Test root' });
    expect(entry).toMatchObject({
      action: 'certificate-authority.create',
      target: { certificateAuthorityId: made.id, name: made.name, serialNumber },
    });
  });

  withOpenssl('makes chains that OpenSSL accepts, three certificates deep', async () => {
    const middle = await anIntermediate(admin, root, { maxPathLength: 0 });
    const { certificate, certificateChain } = await certificateOf(admin, middle);
    const { certificate: top } = await certificateOf(admin, root);

    expect(certificateChain).toBe(top);
    const files = { 'root.pem': top, 'child.pem': certificate };
    const verify = ['verify', '-x509_strict', '-CAfile', 'root.pem', 'child.pem'];
    expect(openssl(files, ...verify)).toMatchObject({ status: 0 });
    const { text } = openssl(files, 'x509', '-noout', '-text', '-in', 'child.pem');
    expect(text).toContain(`/api/v1/cert-manager/ca/internal/${root.id}/certificates/`);
    expect(text).toContain('/api/v1/cert-manager/crl/');
  });

  it('writes dates back as they were sent', async () => {
    const [notBefore, notAfter] = ['2026-01-01T00:00:00Z', '2046-01-01T00:00:00+00:00'];
    const made = await anAuthority(
      admin,
      project.id,
      authorityOf('root', { notBefore, notAfter, maxPathLength: -1 }),
    );
    const { certId } = await certificateOf(admin, made);
    const { body } = await admin.http.get(at(made, `/certificate/${certId}`)).expect(200);

    expect(body).toMatchObject({
      certId,
      notBefore,
      notAfter,
      maxPathLength: -1,
      parentCaId: null,
    });
    expect(made.configuration).toMatchObject({ notBefore, notAfter });
  });

  it.each([
    { dns: ['*.secret.corp'] },
    { dns: ['secret.corp.'] },
    { uri: ['https://secret.corp'] },
    { email: ['@secret.corp'] },
  ])('refuses a bound that would bound nothing: %j (422)', async (excluded) => {
    const nameConstraints = { excluded };
    const dates = { notAfter: inYears(1), parentCaId: root.id };
    await create(authorityOf('intermediate', { ...dates, nameConstraints })).expect(422);
  });

  it('puts constraints and mirrors into the certificate of an intermediate', async () => {
    const nameConstraints = { permitted: { dns: ['example.org'], ip: ['10.0.0.0/8'] } };
    const mirror = 'http://pki.example.org/root.crl';
    const parent = await aRoot(admin, project.id, { crlDistributionPointUrls: [mirror] });
    const made = await anIntermediate(admin, parent, { nameConstraints });

    expect(made.configuration).toMatchObject({ nameConstraints, parentCaId: parent.id });
    if (!hasOpenssl) return;
    const files = { 'child.pem': (await certificateOf(admin, made)).certificate };
    const { text } = openssl(files, 'x509', '-noout', '-text', '-in', 'child.pem');
    expect(text).toMatch(/Name Constraints: critical\s+Permitted:\s+DNS:example.org\s+IP:10/);
    expect(text).toContain(mirror);
  });

  it.each([
    [
      'no part of a subject',
      authorityOf('root', { commonName: '' }),
      ['configuration', 'commonName'],
    ],
    [
      'an unknown algorithm',
      authorityOf('root', { keyAlgorithm: 'SLH-DSA-SHA2-128S' }),
      ['configuration', 'keyAlgorithm'],
    ],
    [
      'a country of three letters',
      authorityOf('root', { country: 'CHE' }),
      ['configuration', 'country'],
    ],
    [
      'a mirror that is no URL',
      authorityOf('root', { crlDistributionPointUrls: ['ldap://x'] }),
      ['configuration', 'crlDistributionPointUrls'],
    ],
    [
      'a path length below -1',
      authorityOf('root', { maxPathLength: -2 }),
      ['configuration', 'maxPathLength'],
    ],
  ])('refuses %s (422)', async (_, configuration, path) => {
    const { body } = await create(configuration).expect(422);

    expect(body).toMatchObject({ message: [{ path }] });
  });

  it.each([
    ['commonName', 'adm\u200bin'],
    ['commonName', 'mu\u0308nchen.example'],
    ['commonName', 'm\u00fcnchen.example.'],
    ['organization', 'Exam\u00adple'],
  ])('refuses a subject that some read as another one: %s %j (400)', async (part, text) => {
    const answer = await create(authorityOf('root', { [part]: text })).expect(400);

    expect(codeOf(answer)).toBe('certificate-unusable');
  });

  it.each([
    [
      'a root with a parent',
      () => authorityOf('root', { parentCaId: root.id, notAfter: inYears(1) }),
    ],
    [
      'constraints of a root',
      () => authorityOf('root', { nameConstraints: { permitted: { dns: ['x'] } } }),
    ],
    ['constraints that name nothing', () => authorityOf('intermediate', { nameConstraints: {} })],
    [
      'a range that is none',
      () => authorityOf('intermediate', { nameConstraints: { excluded: { ip: ['10.0.0.1'] } } }),
    ],
    ['a parent without dates', () => authorityOf('intermediate', { parentCaId: root.id })],
    ['dates without a parent', () => authorityOf('intermediate', { notAfter: inYears(1) })],
    ['an end in the past', () => authorityOf('root', { notAfter: '2020-01-01T00:00:00Z' })],
    [
      'an end before the beginning',
      () => authorityOf('root', { notBefore: inYears(3), notAfter: inYears(2) }),
    ],
    ['more than thirty years', () => authorityOf('root', { notAfter: inYears(31) })],
    [
      'an end after that of the parent',
      () => authorityOf('intermediate', { notAfter: inYears(21), parentCaId: root.id }),
    ],
  ])('refuses %s (400)', async (_, configuration) => {
    const before = await server.database.source.query(
      'select count(*) from certificate_authorities',
    );

    await create(configuration()).expect(400);

    expect(
      await server.database.source.query('select count(*) from certificate_authorities'),
    ).toEqual(before);
  });

  it('refuses a child whose path is not shorter than that of its parent (400)', async () => {
    const bounded = await aRoot(admin, project.id, { maxPathLength: 1 });
    const last = await anIntermediate(admin, bounded, { maxPathLength: 0 });
    const child = (parent: TestAuthority, maxPathLength: number) =>
      create(
        authorityOf('intermediate', { notAfter: inYears(1), parentCaId: parent.id, maxPathLength }),
      );

    for (const length of [-1, 1, 2]) await child(bounded, length).expect(400);
    const answer = await child(last, 0).expect(400);

    expect(codeOf(answer)).toBe('certificate-out-of-bounds');
    expect(answer.body).toMatchObject({ message: expect.stringContaining('signs no other') });
  });

  it('refuses a name that is taken (409), and takes it again once it is free', async () => {
    const name = freshName();
    const made = await anAuthority(admin, project.id, authorityOf('root'), { name });
    await create(authorityOf('root'), { name }).expect(409);
    await admin.http.delete(at(made)).expect(200);

    await create(authorityOf('root'), { name }).expect(200);
  });

  it('seals the key under the data key of the project, and shows it nowhere', async () => {
    const made = await aRoot(admin, project.id);
    const [row] = await server.database.source.query<{ sealed: Buffer }[]>(
      'select sealed from ca_keys where authority_id = $1',
      [made.id],
    );

    expect(row!.sealed.includes(Buffer.from('2a8648ce3d0201', 'hex'))).toBe(false);
    const shown = JSON.stringify([made, await certificateOf(admin, made)]);
    expect(shown).not.toContain('PRIVATE');
  });
});

describe('the project that is meant', () => {
  it('is made by the first who may, and found by everybody after', async () => {
    const scene = await aScene(server);
    const body = { name: 'first', configuration: authorityOf('root') };
    const powerless = await anIdentity(server, scene.orgId, 'no-access');
    const refusal = await powerless.http.post(AUTHORITIES).send(body).expect(400);
    await scene.admin.http.get(AUTHORITIES).expect(400);

    const made = (await scene.admin.http.post(AUTHORITIES).send(body).expect(200))
      .body as TestAuthority;
    const { body: list } = await scene.admin.http.get(AUTHORITIES).expect(200);
    const { body: projects } = await scene.admin.http
      .get('/api/v1/projects?type=cert-manager')
      .expect(200);

    expect(refusal.body).toMatchObject({ message: expect.stringContaining('projectId') });
    expect(list).toMatchObject([{ id: made.id }]);
    expect(projects).toMatchObject({ projects: [{ id: made.projectId, name: 'Certificates' }] });
  });

  it('is one project, whoever asks first at the same moment', async () => {
    const scene = await aScene(server);
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        scene.admin.http.post(AUTHORITIES).send({ name, configuration: authorityOf('root') }),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => (body as TestAuthority).projectId)).size).toBe(1);
  });

  it('has to be named among several (400)', async () => {
    const scene = await aScene(server);
    for (const projectName of ['one', 'two'])
      await scene.admin.http
        .post('/api/v1/projects')
        .send({ projectName, type: 'cert-manager' })
        .expect(200);

    const answer = await scene.admin.http.get('/api/v1/cert-manager/ca').expect(400);

    expect(codeOf(answer)).toBe('missing-field');
  });
});

describe('certificates of authorities', () => {
  it('are made once, by a parent of the same project', async () => {
    const child = await anAuthority(admin, project.id, authorityOf('intermediate'));
    const order = { notAfter: inYears(5), maxPathLength: 0, parentCaId: root.id };
    const elsewhere = await aRoot(admin, (await aProject(admin)).id);
    const make = (more: object) =>
      admin.http.post(at(child, '/certificate')).send({ ...order, ...more });
    await make({ parentCaId: elsewhere.id }).expect(404);
    await make({ parentCaId: undefined }).expect(400);
    await make({ parentCaId: child.id }).expect(400);

    const made = (await make({}).expect(200)).body as TestCertificate;
    const again = await make({}).expect(400);

    expect(made).toEqual(await certificateOf(admin, child));
    expect(codeOf(again)).toBe('already-certified');
    expect((await admin.http.get(at(child)).expect(200)).body).toMatchObject({
      status: 'active',
      configuration: { parentCaId: root.id, activeCaCertId: made.certId, maxPathLength: 0 },
    });
  });

  it('are made once, however many ask at the same moment', async () => {
    const child = await anAuthority(admin, project.id, authorityOf('root'));
    const order = { notAfter: inYears(5), maxPathLength: 0 };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => admin.http.post(at(child, '/certificate')).send(order)),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    expect((await admin.http.get(at(child, '/ca-certificates'))).body).toHaveLength(1);
  });

  it('are renewed with the same key, or with a new one; all stay in the list', async () => {
    const made = await aRoot(admin, project.id);
    const first = await certificateOf(admin, made);
    const renew = async (type: string) =>
      (
        await admin.http
          .post(at(made, '/renew'))
          .send({ type, notAfter: inYears(25) })
          .expect(200)
      ).body as TestCertificate;
    const renewed = await renew('existing');
    const rekeyed = await renew('rekey');
    const { body } = await admin.http.get(at(made, '/ca-certificates')).expect(200);

    const keys = [first, renewed, rekeyed].map(
      ({ certificate }) => new X509Certificate(certificate).publicKey,
    );
    expect(keys[0]!.equals(keys[1]!)).toBe(true);
    expect(keys[1]!.equals(keys[2]!)).toBe(false);
    expect((body as TestCertificate[]).map(({ certId }) => certId)).toEqual(
      [first, renewed, rekeyed].map(({ certId }) => certId),
    );
    expect((await admin.http.get(at(made, '/crls')).expect(200)).body).toHaveLength(2);
    expect((await lastEntry()).action).toBe('certificate-authority.rekey');
  });

  it('are shown to anybody in DER, at the address that they name', async () => {
    const { certId, certificate } = await certificateOf(admin, root);
    const answer = await asBytes(server.http.get(at(root, `/certificates/${certId}/der`)))
      .expect(200)
      .expect('Content-Type', 'application/pkix-cert');

    expect(new X509Certificate(answer.body as Buffer).toString()).toBe(certificate);
    const other = await aRoot(admin, project.id);
    for (const path of [at(other, `/certificates/${certId}/der`), at(root, '/certificates/x/der')])
      await server.http.get(path).expect(404);
  });
});

describe('an authority that is certified outside', () => {
  /** The request of an authority, signed by a root of OpenSSL with those extensions. */
  async function signedOutside(child: TestAuthority, extensions: string) {
    const { body } = await admin.http.get(at(child, '/csr')).expect(200);
    const { csr } = body as { csr: string };
    const key = openssl({}, 'genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256');
    const files = { 'csr.pem': csr, 'key.pem': key.text, 'extensions.cnf': extensions };
    const ofRoot = openssl(
      { ...files, 'root.cnf': ROOT_CONFIG },
      ...['req', '-x509', '-new', '-key', 'key.pem', '-days', '3650', '-config', 'root.cnf'],
    );
    const signed = openssl(
      { ...files, 'root.pem': ofRoot.text },
      ...['x509', '-req', '-in', 'csr.pem', '-CA', 'root.pem', '-CAkey', 'key.pem', '-days', '365'],
      ...['-set_serial', '7', '-extfile', 'extensions.cnf'],
    );
    const [certificate] = /-----BEGIN CERTIFICATE-----[^]*-----END CERTIFICATE-----/.exec(
      signed.text,
    )!;
    return { certificate: certificate!, certificateChain: ofRoot.text };
  }

  const ROOT_CONFIG = `[req]\ndistinguished_name=dn\nprompt=no\nx509_extensions=v3\n[dn]\nCN=Outside\n[v3]\nbasicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign,cRLSign\nsubjectKeyIdentifier=hash\n`;
  const AUTHORITY =
    'basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign,cRLSign\nsubjectKeyIdentifier=hash\n';

  const install = (authority: TestAuthority, body: object) =>
    admin.http.post(at(authority, '/import-certificate')).send(body);

  withOpenssl('takes its request there, and what they signed back', async () => {
    const child = await anAuthority(admin, project.id, authorityOf('intermediate'));
    const signed = await signedOutside(child, AUTHORITY);
    const { body } = await install(child, signed).expect(200);
    const grandchild = await anIntermediate(admin, child, { notAfter: inDays(100) });
    const own = await certificateOf(admin, grandchild);
    const files = {
      'root.pem': signed.certificateChain,
      'middle.pem': signed.certificate,
      'child.pem': own.certificate,
    };

    expect(body).toMatchObject({ caId: child.id });
    expect(
      openssl(files, 'verify', '-CAfile', 'root.pem', '-untrusted', 'middle.pem', 'child.pem'),
    ).toMatchObject({ status: 0 });
    expect(own.certificateChain.match(/BEGIN/g)).toHaveLength(2);
    const renewal = await admin.http
      .post(at(child, '/renew'))
      .send({ type: 'existing', notAfter: inYears(1) })
      .expect(400);
    expect(codeOf(renewal)).toBe('signed-elsewhere');
  });

  withOpenssl('takes no outside chain for what an authority here certified (400)', async () => {
    const child = await anAuthority(admin, project.id, authorityOf('intermediate'));
    const signed = await signedOutside(child, AUTHORITY);
    const order = { notAfter: inYears(1), maxPathLength: 0, parentCaId: root.id };
    const { body } = await admin.http.post(at(child, '/certificate')).send(order).expect(200);
    const { serialNumber } = body as TestCertificate;

    expect(codeOf(await install(child, signed).expect(400))).toBe('already-certified');
    const revoke = { revocationReason: 'CA_COMPROMISE' };
    await admin.http.post(at(child, '/revoke')).send(revoke).expect(200);
    expect(codeOf(await install(child, signed).expect(400))).toBe('already-certified');
    const { body: lists } = await admin.http.get(at(root, '/crls')).expect(200);
    const files = { 'list.pem': (lists as [{ crl: string }])[0].crl };
    const { text } = openssl(files, 'crl', '-in', 'list.pem', '-noout', '-text');
    expect(text.replaceAll(':', '')).toContain(`Serial Number ${serialNumber.toUpperCase()}`);
  });

  withOpenssl('refuses what is not for it, or no authority (400)', async () => {
    const child = await anAuthority(admin, project.id, authorityOf('intermediate'));
    const other = await anAuthority(admin, project.id, authorityOf('intermediate'));
    const good = await signedOutside(child, AUTHORITY);
    const ofOther = await signedOutside(other, AUTHORITY);
    const leaf = await signedOutside(child, 'basicConstraints=critical,CA:FALSE\n');
    const unable = await signedOutside(
      child,
      'basicConstraints=critical,CA:TRUE\nkeyUsage=critical,digitalSignature\n',
    );

    for (const bad of [
      ofOther,
      leaf,
      unable,
      // The chain of another root of the same name.
      { ...good, certificateChain: ofOther.certificateChain },
      { ...good, certificateChain: good.certificate },
      { ...good, certificateChain: `${good.certificateChain}text\n` },
      { ...good, certificate: `${good.certificate}\n${good.certificate}` },
      { ...good, certificate: 'text' },
    ]) {
      const answer = await install(child, bad).expect(400);
      expect(codeOf(answer)).toBe('certificate-unusable');
    }
    await install(root, good).expect(400);
    expect((await admin.http.get(at(child, '/ca-certificates'))).body).toEqual([]);
  });

  it('has no request if it is a root (400)', async () => {
    const answer = await admin.http.get(at(root, '/csr')).expect(400);

    expect(codeOf(answer)).toBe('signed-elsewhere');
  });
});

describe('changing an authority', () => {
  it('takes the same values again, as clients send all of them', async () => {
    const made = await aRoot(admin, project.id);
    const { name, status, configuration } = made;

    const { body } = await admin.http
      .patch(at(made))
      .send({ name, status, configuration })
      .expect(200);

    expect(body).toMatchObject({ name, configuration });
  });

  it.each([
    ['type', 'intermediate'],
    ['commonName', 'Other'],
    ['organization', 'Other'],
    ['keyAlgorithm', 'RSA_4096'],
    ['notAfter', '2030-01-01T00:00:00Z'],
    ['maxPathLength', 3],
    ['parentCaId', '0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a'],
    ['nameConstraints', { permitted: { dns: ['x'] } }],
  ])('refuses another %s (400)', async (field, value) => {
    const answer = await admin.http
      .patch(at(root))
      .send({ configuration: { [field]: value } })
      .expect(400);

    expect(codeOf(answer)).toBe('authority-unchangeable');
  });

  it('signs nothing while it is disabled, and shows its list', async () => {
    const made = await aRoot(admin, project.id);
    await admin.http.patch(at(made)).send({ status: 'disabled' }).expect(200);
    const configuration = authorityOf('intermediate', {
      ...{ parentCaId: made.id, notAfter: inYears(1) },
    });

    expect(codeOf(await create(configuration).expect(400))).toBe('authority-cannot-sign');
    expect((await admin.http.get(at(made, '/crls')).expect(200)).body).toHaveLength(1);
    await admin.http.patch(at(made)).send({ status: 'active' }).expect(200);
    await create(configuration).expect(200);
  });

  it('keeps a name from opening to others what the caller could not (403)', async () => {
    const made = await anAuthority(admin, project.id, authorityOf('root'), { name: 'dev-root' });
    await holderOf(allowing('sign-intermediate', 'prod-root'));
    const editor = await holderOf(allowing(['read', 'edit']));

    await editor.http.patch(at(made)).send({ name: 'prod-root' }).expect(403);
    await editor.http.patch(at(made)).send({ name: 'test-root' }).expect(200);
    await admin.http.patch(at(made)).send({ name: 'prod-root' }).expect(200);
  });
});

describe('renewing an authority that is revoked', () => {
  it('is refused for its key (400), and makes a certificate for a new one', async () => {
    const middle = await anIntermediate(admin, root);
    const renew = (type: string) =>
      admin.http.post(at(middle, '/renew')).send({ type, notAfter: inYears(1) });
    const revoke = { revocationReason: 'CA_COMPROMISE' };
    await admin.http.post(at(middle, '/revoke')).send(revoke).expect(200);

    expect(codeOf(await renew('existing').expect(400))).toBe('already-revoked');
    await renew('rekey').expect(200);
  });
});

describe('dates', () => {
  it.each(['20360101T100000Z', '2036-W01', '2036-01-01T10'])(
    'of a form that has no moment are refused: %s (422)',
    async (notAfter) => {
      await create(authorityOf('root', { notAfter })).expect(422);
      const waiting = await anAuthority(admin, project.id, authorityOf('root'));
      const order = { notAfter, maxPathLength: -1 };
      await admin.http.post(at(waiting, '/certificate')).send(order).expect(422);
      await admin.http.post(at(root, '/renew')).send({ type: 'existing', notAfter }).expect(422);
    },
  );
});

it('makes keys of ML-DSA, or says which server it takes (400)', async () => {
  const answer = await create(authorityOf('root', { keyAlgorithm: 'ML-DSA-44' }));

  if (answer.status === 200) return;
  expect([answer.status, codeOf(answer)]).toEqual([400, 'certificate-unusable']);
});

describe('deleting an authority', () => {
  it('is refused while what it signed is good (409), unless forced; its last list stays', async () => {
    const parent = await aRoot(admin, project.id);
    const child = await anIntermediate(admin, parent);
    const { body: lists } = await admin.http.get(at(parent, '/crls')).expect(200);
    const [{ id: crlId }] = lists as [{ id: string }];
    await admin.http
      .post(at(child, '/revoke'))
      .send({ revocationReason: 'SUPERSEDED' })
      .expect(200);
    const refusal = await admin.http.delete(at(parent)).expect(409);

    await admin.http.delete(at(parent)).query({ force: true }).expect(200);

    expect(codeOf(refusal)).toBe('authority-in-use');
    await admin.http.get(at(parent)).expect(404);
    const keys = 'select 1 from ca_keys where authority_id = $1';
    expect(await server.database.source.query(keys, [parent.id])).toEqual([]);
    const { body } = await asBytes(server.http.get(`/api/v1/cert-manager/crl/${crlId}/der`)).expect(
      200,
    );
    if (!hasOpenssl) return;
    const files = { 'list.der': body as Buffer };
    const { text } = openssl(files, 'crl', '-inform', 'DER', '-in', 'list.der', '-noout', '-text');
    const { serialNumber } = child.configuration as { serialNumber: string };
    expect(text.replaceAll(':', '')).toContain(`Serial Number ${serialNumber.toUpperCase()}`);
  });

  it('leaves a child on the list of its parent', async () => {
    const parent = await aRoot(admin, project.id);
    const child = await anIntermediate(admin, parent);
    const revoke = { revocationReason: 'KEY_COMPROMISE' };
    await admin.http.post(at(child, '/revoke')).send(revoke).expect(200);
    await admin.http.delete(at(child)).expect(200);
    const rows = await server.database.source.query(
      'select revocation_reason from ca_certificates where issuer_id = $1 and authority_id <> $1',
      [parent.id],
    );

    expect(rows).toEqual([{ revocation_reason: 'KEY_COMPROMISE' }]);
  });
});

describe('rights', () => {
  it('show what the caller may read, by name', async () => {
    const mine = await anAuthority(admin, project.id, authorityOf('root'));
    const reader = await holderOf(allowing('read', mine.name));
    const { body } = await reader.http
      .get('/api/v1/cert-manager/ca')
      .query({ projectId: project.id })
      .expect(200);

    expect((body as { certificateAuthorities: TestAuthority[] }).certificateAuthorities).toEqual([
      expect.objectContaining({ id: mine.id }),
    ]);
    await reader.http.get(at(root)).expect(403);
    const other = await holderOf(allowing('create'));
    await other.http.get(AUTHORITIES).query({ projectId: project.id }).expect(403);
  });

  it('ask for the child and for the parent where one signs the other (403)', async () => {
    const child = await anAuthority(admin, project.id, authorityOf('intermediate'));
    const order = { notAfter: inYears(1), maxPathLength: 0, parentCaId: root.id };
    const ofChild = allowing('issue-ca-certificate', child.name);
    const ofParent = allowing('sign-intermediate', root.name);
    const make = (caller: Caller) => caller.http.post(at(child, '/certificate')).send(order);

    await make(await holderOf(ofChild)).expect(403);
    await make(await holderOf(ofParent)).expect(403);
    await make(await holderOf(ofChild, allowing('sign-intermediate', child.name))).expect(403);
    await make(await holderOf(ofChild, ofParent)).expect(200);
  });

  it('tell nothing of authorities of other organizations (404)', async () => {
    const stranger = (await aScene(server)).admin;
    const own = await aRoot(stranger, (await aProject(stranger)).id);

    for (const path of ['', '/certificate', '/csr', '/crls', '/ca-certificates'])
      await stranger.http.get(at(root, path)).expect(404);
    const order = { notAfter: inYears(1), maxPathLength: 0, parentCaId: root.id };
    const child = await anAuthority(stranger, own.projectId, authorityOf('intermediate'));
    await stranger.http.post(at(child, '/certificate')).send(order).expect(404);
  });
});
