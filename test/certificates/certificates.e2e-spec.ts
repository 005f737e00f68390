import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Rule } from '../../src/permissions/rule.js';
import { useApp } from '../support/harness.js';
import {
  aCertificate,
  anAuthority,
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
  inDays,
  OPEN_RULES,
  openssl,
  POLICIES,
  PROFILES,
  QUICK,
  type TestAuthority,
  type TestLeaf,
  type TestProfile,
  thumbprintOf,
} from '../support/certificates.js';
import { aMember, aProject, aScene, type Caller, type TestProject } from '../support/scene.js';
import { runOn } from '../support/key-commands.js';

const server = useApp();
const withOpenssl = hasOpenssl ? it : it.skip;

let admin: Caller;
let orgId: string;
let project: TestProject;
let root: TestAuthority;
let issuer: TestAuthority;
let profile: TestProfile;

beforeAll(async () => {
  ({ admin, orgId } = await aScene(server));
  project = await aProject(admin);
  root = await aRoot(admin, project.id);
  issuer = await anIntermediate(admin, root, { maxPathLength: 0 });
  profile = await aProfile(admin, issuer, await aPolicy(admin, project.id));
});

const at = ({ certificateId }: Pick<TestLeaf, 'certificateId'>, rest = '') =>
  `${CERTIFICATES}/${certificateId}${rest}`;

const codeOf = ({ headers }: { headers: Record<string, string> }) =>
  /errors#([a-z-]+)/.exec(headers.link ?? '')?.[1];

const request = (attributes: object, more: object = {}, caller: Caller = admin) =>
  caller.http
    .post(CERTIFICATES)
    .send({ profileId: profile.id, attributes: { ...QUICK, ...attributes }, ...more });

const holderOf = (...rules: readonly Rule[]): Promise<Caller> =>
  aMember(server, project, orgId, rules);

const ISSUE: Rule = { subject: 'certificate-profiles', action: ['issue-cert'] };
const certificates = (action: string[], conditions?: object): Rule => ({
  subject: 'certificates',
  action,
  ...(conditions ? { conditions: conditions as NonNullable<Rule['conditions']> } : {}),
});

/** The list of what the authority revoked, in PEM. */
async function listOf({ id }: TestAuthority): Promise<string> {
  const { body } = await admin.http.get(`${AUTHORITIES}/${id}/crls`).expect(200);
  return (body as { crl: string }[]).map(({ crl }) => crl).join('');
}

const lastEntries = async (count: number): Promise<{ action: string; target: object }[]> => {
  const rows = await server.database.source.query<{ action: string; target: object }[]>(
    `select action, target from audit_entries where org_id = $1 order by id desc limit $2`,
    [orgId, count],
  );
  return rows.reverse();
};

describe('issuing a certificate', () => {
  it('makes a key where none is sent, and shows it once and to whoever may read it', async () => {
    const altNames = [
      { type: 'dns_name', value: 'API.example.org' },
      { type: 'DNS', value: '10.0.0.7' },
    ];
    const { body } = await request({ commonName: 'api.example.org', altNames }).expect(200);
    const {
      certificate: made,
      status,
      certificateRequestId,
    } = body as {
      certificate: TestLeaf;
      status: string;
      certificateRequestId: string;
    };
    const x509 = new X509Certificate(made.certificate);

    expect([status, certificateRequestId]).toEqual(['issued', made.certificateId]);
    expect(x509.checkPrivateKey(createPrivateKey(made.privateKey!))).toBe(true);
    expect(x509.subjectAltName).toBe('DNS:api.example.org, IP Address:10.0.0.7');
    expect(x509.serialNumber.toLowerCase()).toBe(made.serialNumber);
    expect(made.issuingCaCertificate).toBe((await certificateOf(admin, issuer)).certificate);
    expect(made.certificateChain).toBe(
      made.issuingCaCertificate + (await certificateOf(admin, root)).certificate,
    );
    const life = Date.parse(x509.validTo) - Date.parse(x509.validFrom);
    expect(life).toBe(3_599_000);

    const known = await admin.http.get(at(made)).expect(200);
    expect(known.body).toMatchObject({
      certificate: {
        ...{
          id: made.certificateId,
          projectId: project.id,
          profileId: profile.id,
          caId: issuer.id,
        },
        ...{ profileName: profile.slug, caName: issuer.name, status: 'active', revokedAt: null },
        ...{ commonName: 'api.example.org', altNames: 'api.example.org, 10.0.0.7' },
        ...{ keyUsages: ['digital_signature'], extendedKeyUsages: ['server_auth'] },
        ...{ keyAlgorithm: 'EC_prime256v1', signatureAlgorithm: 'ECDSA-SHA256' },
        ...{ basicConstraints: { isCA: false }, hasPrivateKey: true, enrollmentType: 'api' },
        fingerprints: { sha256: thumbprintOf(made.certificate) },
      },
    });
    expect(JSON.stringify(known.body)).not.toContain('PRIVATE KEY');
    const key = await admin.http.get(at(made, '/private-key')).expect(200);
    expect(key.body).toBe(made.privateKey);
  });

  withOpenssl('gives certificates that OpenSSL accepts, with their names and purpose', async () => {
    for (const keyAlgorithm of ['RSA_2048', 'EC_secp384r1', 'Ed25519']) {
      const altNames = [{ type: 'dns_name', value: '*.example.org' }];
      const made = await aCertificate(admin, profile, { altNames, keyAlgorithm });
      const files = {
        'root.pem': (await certificateOf(admin, root)).certificate,
        'middle.pem': made.issuingCaCertificate,
        'leaf.pem': made.certificate,
      };
      const verify = ['verify', '-x509_strict', '-purpose', 'sslserver'];
      const names = ['-verify_hostname', 'www.example.org', '-CAfile', 'root.pem'];
      const { status, text } = openssl(
        files,
        ...[...verify, ...names, '-untrusted', 'middle.pem', 'leaf.pem'],
      );
      expect([keyAlgorithm, status, text.includes('OK')]).toEqual([keyAlgorithm, 0, true]);
    }
  });

  withOpenssl('takes key and names of a signing request, and nothing else', async () => {
    const csr = aSigningRequest('/CN=web.example.org/O=Evil', 'DNS:web.example.org,IP:10.0.0.8');
    const { body } = await request({}, { csr }).expect(200);
    const { certificate: made } = body as { certificate: TestLeaf };
    const x509 = new X509Certificate(made.certificate);

    expect(made).not.toHaveProperty('privateKey');
    expect(x509.subject).toBe('CN=web.example.org');
    expect(x509.subjectAltName).toBe('DNS:web.example.org, IP Address:10.0.0.8');
    const bundle = await admin.http.get(at(made, '/bundle')).expect(200);
    expect(bundle.body).toMatchObject({ certificate: made.certificate, privateKey: null });
    await admin.http.get(at(made, '/private-key')).expect(404);
  });

  withOpenssl('refuses attributes that contradict the signing request (400)', async () => {
    const csr = aSigningRequest('/CN=web.example.org', 'DNS:web.example.org');
    const altNames = [{ type: 'dns_name', value: 'other.example.org' }];

    for (const attributes of [
      { commonName: 'other.example.org' },
      { altNames },
      { keyAlgorithm: 'RSA_2048' },
    ])
      expect(codeOf(await request(attributes, { csr }).expect(400))).toBe('contradictory-fields');
  });

  withOpenssl('refuses signing requests with weak keys, other names or damage (400)', async () => {
    const weak = aSigningRequest('/CN=a.example.org', undefined, ['-newkey', 'rsa:1024']);
    const other = aSigningRequest('/CN=a.example.org', 'RID:1.2.3.4');
    const damaged = aSigningRequest('/CN=a.example.org').replace(/[a-z]/, 'A');

    for (const csr of [weak, other, damaged, 'no request'])
      expect(codeOf(await request({}, { csr }).expect(400))).toBe('certificate-unusable');
  });

  it.each([
    [{ commonName: 'a.example.org', ttl: undefined }, 400],
    [{ commonName: 'a.example.org', notAfter: '2030-01-01T00:00:00Z' }, 422],
    [{}, 400],
    [{ commonName: 'a'.repeat(65) }, 422],
    [{ altNames: [{ type: 'dns_name', value: 'a b' }] }, 400],
    [{ altNames: [{ type: 'dns_name', value: 'xn--a.example' }] }, 400],
    [{ altNames: [{ type: 'email', value: 'a@xn--a.example' }] }, 400],
    [{ altNames: [{ type: 'uri', value: 'https://XN--a.example/' }] }, 400],
    [{ altNames: [{ type: 'ip', value: '10.1' }] }, 400],
    [{ altNames: [{ type: 'other', value: 'x' }] }, 422],
    [{ commonName: 'a', country: 'ch' }, 400],
    [{ commonName: 'a', signatureAlgorithm: 'RSA-SHA256' }, 400],
    [{ commonName: 'a', keyUsages: ['key_cert_sign'] }, 400],
    [{ commonName: 'a', ttl: '9y' }, 400],
    [{ commonName: 'a', notBefore: inDays(31) }, 400],
  ])('refuses %j (%d)', async (attributes, status) => {
    await request(attributes).expect(status);
  });

  it('uses the defaults of the profile, and holds them to the policy too', async () => {
    const rules = { ...OPEN_RULES, extendedKeyUsages: { allowed: ['client_auth'] } };
    const defaults = { ttlDays: 2, organization: 'Example', keyAlgorithm: 'Ed25519' };
    const other = await aProfile(admin, issuer, await aPolicy(admin, project.id, rules), {
      defaults: { ...defaults, extendedKeyUsages: ['client_auth'] },
    });
    const body = { profileId: other.id, attributes: { commonName: 'a' } };
    const made = await admin.http.post(CERTIFICATES).send(body).expect(200);
    const { certificate } = made.body as { certificate: TestLeaf };
    const x509 = new X509Certificate(certificate.certificate);

    expect(x509.subject).toBe('O=Example\nCN=a');
    expect(x509.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2']);
    const without = { commonName: 'a', organization: null };
    const bare = await aCertificate(admin, other, without);
    expect(new X509Certificate(bare.certificate).subject).toBe('CN=a');
    for (const extendedKeyUsages of [['server_auth'], []]) {
      const refused = { ...body, attributes: { commonName: 'a', extendedKeyUsages } };
      const answer = await admin.http.post(CERTIFICATES).send(refused).expect(400);
      expect(codeOf(answer)).toBe('policy-refused');
    }
  });

  it('refuses names beyond the policy wherever they come from, and lists them (400)', async () => {
    const rules = {
      subject: [{ type: 'common_name', allowed: ['*.example.org'] }],
      sans: [{ type: 'dns_name', allowed: ['*.example.org'], denied: ['secret.example.org'] }],
    };
    const narrow = await aProfile(admin, issuer, await aPolicy(admin, project.id, rules));
    const ask = (attributes: object) =>
      admin.http
        .post(CERTIFICATES)
        .send({ profileId: narrow.id, attributes: { ...QUICK, ...attributes } });
    const names = (...values: string[]) => values.map((value) => ({ type: 'dns_name', value }));
    const answer = await ask({
      commonName: 'a.example.com',
      altNames: names('10.0.0.1', '*.example.org', 'a.example.org'),
    }).expect(400);

    expect(codeOf(answer)).toBe('policy-refused');
    const { details } = answer.body as { details: { problems: { value: string }[] } };
    expect(details.problems.map(({ value }) => value)).toEqual([
      'a.example.com',
      '*.example.org',
      '10.0.0.1',
    ]);
    await ask({ commonName: 'a.example.org', altNames: names('b.example.org') }).expect(200);
  });

  it('holds a common name that is a host to the rules about altNames as well (400)', async () => {
    const rules = {
      subject: [{ type: 'common_name', allowed: ['*'] }],
      sans: [
        { type: 'dns_name', allowed: ['*.example.org'], denied: ['secret.example.org', 'db'] },
        { type: 'ip_address', allowed: ['10.0.0.0/8'] },
      ],
    };
    const policy = await aPolicy(admin, project.id, rules);
    const narrow = await aProfile(admin, issuer, policy);
    const ask = (commonName: string, status: number) =>
      request({ commonName }, { profileId: narrow.id }).expect(status);

    for (const name of ['secret.example.org', 'SECRET.example.org', 'db', 'evil.com', '11.0.0.1'])
      expect(codeOf(await ask(name, 400))).toBe('policy-refused');
    for (const name of ['a.example.org', 'worker-7', 'Anna Lee', '10.0.0.1']) await ask(name, 200);
  });

  it.each([
    'sec*.example.org',
    '*cret.example.org',
    's*',
    '*',
    '*.*.org',
    'a.example.org.',
    'corp.',
    'geheim.mu\u0308nchen.example',
    '\uff47eheim.m\u00fcnchen.example',
    'ge\u200dheim.m\u00fcnchen.example',
    'geheim.m\u00fcnchen.example.',
    '\uff41dmin',
    'adm\u200bin',
  ])('takes no common name that only some read as a host: %s (400)', async (commonName) => {
    expect(codeOf(await request({ commonName }).expect(400))).toBe('certificate-unusable');
  });

  it('takes names of persons and organizations in any script, and refuses parts of a subject with what cannot be seen', async () => {
    for (const commonName of ['M\u00fcller GmbH', '\u682a\u5f0f\u4f1a\u793e', 'O\u2019Brien'])
      await request({ commonName }).expect(200);
    const organization = 'Exam\u200bple';
    const answer = await request({ commonName: 'a', organization }).expect(400);
    expect(codeOf(answer)).toBe('certificate-unusable');
  });

  it('holds denied parts of a subject against characters that stand for others (400)', async () => {
    const rules = {
      subject: [{ type: 'common_name' }, { type: 'organization', denied: ['Geheim*'] }],
    };
    const narrow = await aProfile(admin, issuer, await aPolicy(admin, project.id, rules));
    const ask = (organization: string, status: number) =>
      request({ commonName: 'a', organization }, { profileId: narrow.id }).expect(status);

    await ask('\uff27eheim AG', 400);
    await ask('\uff2e\uff34\uff34', 200);
  });

  withOpenssl(
    'holds a common name of a signing request, and that of a renewal, to the same (400)',
    async () => {
      const ask = (commonName: string) =>
        request({}, { csr: aSigningRequest(`/CN=${commonName}`) });
      for (const name of ['geheim.mu\u0308nchen.example', 'adm\u200bin', 'admin '])
        expect(codeOf(await ask(name).expect(400))).toBe('certificate-unusable');
      const { certificateId } = await aCertificate(admin, profile, { commonName: 'M\u00fcller' });
      // As one that was made before this was refused.
      await server.database.source.query(
        `update certificates set content = replace(content::text, $2, $3)::jsonb where id = $1`,
        [certificateId, 'M\u00fcller', 'Mu\u0308ller'],
      );
      const answer = await admin.http.post(at({ certificateId }, '/renew')).send({}).expect(400);
      expect(codeOf(answer)).toBe('certificate-unusable');
    },
  );

  it('takes the right to each name that a wildcard stands for, and to one label alone (403)', async () => {
    const forbid = (altNames: object) => ({
      ...certificates(['create'], { altNames }),
      inverted: true,
    });
    const kept = await holderOf(
      ISSUE,
      certificates(['create']),
      forbid({ $in: ['db.corp', 'db'] }),
    );
    const excepted = await holderOf(
      ISSUE,
      certificates(['create'], { altNames: { $ne: 'db.corp' } }),
    );
    const patterned = await holderOf(ISSUE, certificates(['create']), forbid({ $glob: 'd*.corp' }));
    const dns = (value: string) => ({ altNames: [{ type: 'dns_name', value }] });

    const ofHolder = await holderOf(
      ISSUE,
      certificates(['create']),
      forbid({ $eq: '{{identity.name}}.corp' }),
    );
    const names = Array.from({ length: 1_000 }, (_, n) => `n${n}.corp`);
    const many = await holderOf(ISSUE, certificates(['create']), forbid({ $in: names }));
    const hyphened = await holderOf(ISSUE, certificates(['create']), forbid({ $glob: 'DB-*' }));
    const short = await holderOf(
      ISSUE,
      certificates(['create'], { altNames: { $glob: '?.corp' } }),
    );
    await request({ commonName: undefined, ...dns('a.corp') }, {}, short).expect(200);
    for (const holder of [ofHolder, many, hyphened, short])
      await request({ commonName: undefined, ...dns('*.corp') }, {}, holder).expect(403);
    for (const holder of [kept, excepted, patterned]) {
      for (const sent of [dns('*.corp'), { commonName: '*.corp' }, dns('db.corp')])
        await request({ commonName: undefined, ...sent }, {}, holder).expect(403);
    }
    for (const holder of [kept, excepted, patterned, ofHolder, many])
      await request({ commonName: undefined, ...dns('*.other.org') }, {}, holder).expect(200);
    await request({ commonName: 'db' }, {}, kept).expect(403);
    await request({ commonName: 'db', ...dns('a.corp') }, {}, kept).expect(200);
  });

  it('takes the right to the key of each name that a wildcard stands for (403)', async () => {
    const attributes = { ...QUICK, altNames: [{ type: 'dns_name', value: '*.corp' }] };
    const made = await admin.http.post(CERTIFICATES).send({ profileId: profile.id, attributes });
    const { certificateId } = (made.body as { certificate: { certificateId: string } }).certificate;
    const key = certificates(['read', 'read-private-key']);
    const altNames = { $glob: 'db*' };
    const bounded = { ...certificates(['read-private-key'], { altNames }), inverted: true };
    const path = `${CERTIFICATES}/${certificateId}/private-key`;

    await (await holderOf(key)).http.get(path).expect(200);
    await (await holderOf(key, bounded)).http.get(path).expect(403);
  });

  it.each(['2001:DB8::5', '2001:db8:0::5', '::ffff:10.0.0.5', 'Db.Corp'])(
    'forbids a name however a rule writes it: %s (403)',
    async (written) => {
      const forbidding = { ...certificates(['create'], { altNames: written }), inverted: true };
      const holder = await holderOf(ISSUE, certificates(['create']), forbidding);

      const values = { Db: 'db.corp', '20': '2001:db8::5', '::': '10.0.0.5' };
      const commonName = values[written.slice(0, 2) as keyof typeof values];
      await request({ commonName }, {}, holder).expect(403);
      await request({ commonName: 'other.corp' }, {}, holder).expect(200);
    },
  );

  it.each(['10.5', '0x0a.0.0.5', '012.0.0.5', '167772165', '[::ffff:a00:5]'])(
    'takes %s as a common name for the address that others read in it (403)',
    async (commonName) => {
      const altNames = '10.0.0.5';
      const forbidding = { ...certificates(['create'], { altNames }), inverted: true };
      const holder = await holderOf(ISSUE, certificates(['create']), forbidding);

      await request({ commonName }, {}, holder).expect(403);
      await request({ commonName: '10.0.0.6' }, {}, holder).expect(200);
    },
  );

  it('holds the name in a common name against rules about altNames whatever is done (403)', async () => {
    const { body } = await request({ commonName: 'only.corp' }).expect(200);
    const { certificateId } = (body as { certificate: { certificateId: string } }).certificate;
    const actions = ['read', 'read-private-key', 'delete'];
    const forbidding = (forbidden: string[]) => ({
      ...certificates(forbidden, { altNames: 'only.corp' }),
      inverted: true,
    });
    const reader = await holderOf(certificates(actions), forbidding(actions.slice(1)));
    const path = `${CERTIFICATES}/${certificateId}`;

    await reader.http.get(path).expect(200);
    await reader.http.get(`${path}/private-key`).expect(403);
    await reader.http.post(`${path}/revoke`).send({ revocationReason: 'SUPERSEDED' }).expect(403);
    const blind = await holderOf(certificates(actions), forbidding(actions));
    await blind.http.get(path).expect(403);
  });

  it('takes a number for the name of somebody beside an altName, and for an address without one', async () => {
    const altNames = { $glob: '*.corp' };
    const holder = await holderOf(ISSUE, certificates(['create'], { altNames }));
    const beside = { altNames: [{ type: 'dns_name', value: 'a.corp' }] };

    await request({ commonName: '1001', ...beside }, {}, holder).expect(200);
    await request({ commonName: '1001' }, {}, holder).expect(403);
  });

  it('forbids no new certificate by the serial number of another', async () => {
    const actions = ['create', 'read', 'delete'];
    const forbidding = { ...certificates(actions, { serialNumber: '00' }), inverted: true };
    const holder = await holderOf(ISSUE, certificates(actions), forbidding);

    await request({ commonName: 'new.corp' }, {}, holder).expect(200);
  });

  it('keeps to the name constraints of every authority above (400)', async () => {
    const nameConstraints = {
      permitted: { dns: ['example.org'] },
      excluded: { ip: ['10.0.0.0/8'] },
    };
    const bounded = await anIntermediate(admin, root, { nameConstraints, maxPathLength: 1 });
    const below = await anIntermediate(admin, bounded, { maxPathLength: 0, notAfter: inDays(30) });
    const inside = await aProfile(admin, below, await aPolicy(admin, project.id));
    const ask = (commonName: string, type = 'dns_name', value = commonName) =>
      admin.http.post(CERTIFICATES).send({
        profileId: inside.id,
        attributes: { ...QUICK, commonName, altNames: [{ type, value }] },
      });

    await ask('a.example.org').expect(200);
    await ask('a.example.org', 'ip', '192.168.1.1').expect(200);
    for (const answer of [
      await ask('a.example.com'),
      await ask('badexample.org'),
      await ask('a.example.com', 'dns_name', 'a.example.org'),
      await ask('a.example.org', 'ip', '10.255.255.255'),
      await ask('10.0.0.1', 'dns_name', 'a.example.org'),
    ])
      expect([answer.status, codeOf(answer)]).toEqual([400, 'certificate-out-of-bounds']);
  });

  it('makes an authority only for who may sign it, whatever the profile allows (403)', async () => {
    const rules = { ...OPEN_RULES, basicConstraints: { isCA: 'allowed' } };
    const open = await aProfile(admin, root, await aPolicy(admin, project.id, rules));
    const holder = await holderOf(ISSUE, certificates(['create']));
    const ask = (caller: Caller, profileId: string) =>
      caller.http.post(CERTIFICATES).send({
        profileId,
        attributes: { ...QUICK, commonName: 'Sub', basicConstraints: { isCA: true } },
      });

    await ask(holder, open.id).expect(403);
    expect(codeOf(await ask(admin, profile.id).expect(400))).toBe('policy-refused');
    const { body } = await ask(admin, open.id).expect(200);
    const { certificate } = (body as { certificate: TestLeaf }).certificate;
    expect(new X509Certificate(certificate).ca).toBe(true);
  });

  it.each([{ extendedKeyUsages: ['ocsp_signing'] }, { keyUsages: ['crl_sign'] }])(
    'makes what speaks for its issuer only for who may sign an authority with it: %j (403)',
    async (usages) => {
      const holder = await holderOf(ISSUE, certificates(['create']));

      await request({ commonName: 'a', ...usages }, {}, holder).expect(403);
      await request({ commonName: 'a', ...usages }).expect(200);
    },
  );

  it.each(['Test intermediate', ' test  INTERMEDIATE', 'Test root'])(
    'bears the name of an authority only for who may sign one with it: %j (403)',
    async (commonName) => {
      const holder = await holderOf(ISSUE, certificates(['create']));
      const unlimited = { keyUsages: [], extendedKeyUsages: [] };

      await request({ commonName, ...unlimited }, {}, holder).expect(403);
      await request({ commonName, organization: 'Other', ...unlimited }, {}, holder).expect(200);
      await request({ commonName, ...unlimited }).expect(200);
    },
  );

  it.each(['::ffff:10.0.0.1', '::ffff:a00:1'])(
    'takes no IPv4 address as %s (400)',
    async (value) => {
      const answer = await request({ altNames: [{ type: 'ip', value }] }).expect(400);

      expect(codeOf(answer)).toBe('certificate-unusable');
    },
  );

  it.each(['20360101T100000Z', '2036-W01', '2036-01-01T10'])(
    'takes no date of the form %s (422)',
    async (date) => {
      await request({ commonName: 'a', ttl: undefined, notAfter: date }).expect(422);
      await admin.http
        .post(`/api/v1/projects/${project.id}/certificates/search`)
        .send({ fromDate: date })
        .expect(422);
    },
  );

  it.each([
    ['uri', 'https://secret.corp./'],
    ['uri', 'foo://%73ecret.corp/'],
    ['uri', 'https://good.corp\\@evil.com/'],
    ['uri', 'https:/secret.corp/'],
    ['uri', 'https://evil.org;.secret.corp/'],
    ['uri', 'https://a@b@secret.corp/'],
    ['uri', 'https:///secret.corp/'],
    ['uri', 'foo:bar|baz'],
    ['uri', 'spiffe://td/ns/dev/../prod'],
    ['uri', 'spiffe://td/ns/./dev'],
    ['uri', 'spiffe://td/ns/%64ev'],
    ['uri', 'https://user@secret.corp/'],
    ['uri', 'https://secret.corp:443/x'],
    ['uri', 'https://secret.corp:/x'],
    ['uri', 'https://secret.corp:00443/x'],
    ['uri', 'spiffe://td:/ns'],
    ['uri', 'https://secret.corp'],
    ['uri', 'https://secret.corp?x'],
    ['uri', 'wss://secret.corp#x'],
    ['uri', 'https://10.0.1/x'],
    ['uri', 'https://0x0a000001/x'],
    ['uri', 'https://167772161/x'],
    ['uri', 'https://[::ffff:10.0.0.1]/x'],
    ['uri', 'https://[::ffff:a00:1]/x'],
    ['uri', 'https://[2001:db8:0::1]/x'],
    ['email', 'a@secret.corp.'],
    ['email', '"a"@secret.corp'],
    ['email', 'a..b@secret.corp'],
  ])('takes no %s that is read in two ways: %s (400)', async (type, value) => {
    const answer = await request({ altNames: [{ type, value }] }).expect(400);

    expect(codeOf(answer)).toBe('certificate-unusable');
  });

  it('takes URIs and mailboxes in their normal form', async () => {
    const altNames = [
      { type: 'uri', value: 'spiffe://td/ns/dev/sa/web-1_a~b' },
      { type: 'uri', value: 'urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6' },
      { type: 'uri', value: 'https://shop.corp:8443/a%20b?c=%2F' },
      { type: 'uri', value: 'HTTPS://Shop.corp/' },
      { type: 'uri', value: "https://[2001:db8::1]/it's?a=b'c" },
      { type: 'uri', value: 'spiffe://td' },
      { type: 'email', value: "ann.o'brien+shop@secret.corp" },
    ];

    await request({ altNames }).expect(200);
  });

  it('asks for the right to a common name however many spaces and joiners it is written with (403)', async () => {
    const caller = await holderOf(ISSUE, certificates(['create']), {
      ...certificates(['create'], {
        commonName: { $in: ['root admin', '\u0639\u0644\u06cc\u0631'] },
      }),
      inverted: true,
    });

    await request({ commonName: 'Root Owner' }, {}, caller).expect(200);
    await request({ commonName: 'Root  Admin' }, {}, caller).expect(403);
    await request({ commonName: '\u0639\u0644\u06cc\u200c\u0631' }, {}, caller).expect(403);
  });

  it.each([
    ['commonName', 'mu\u0308ller gmbh', { commonName: 'M\u00fcller GmbH' }],
    ['commonName', 'root\u00a0admin', { commonName: 'Root Admin' }],
    ['commonName', '\uff25vil', { commonName: 'Evil' }],
    ['commonName', 'ad\u200bmin', { commonName: 'Admin' }],
    ['commonName', 'root\u1680admin', { commonName: 'Root Admin' }],
    ['commonName', 'stra\u00dfe', { commonName: 'STRASSE' }],
    ['commonName', 'strasse', { commonName: 'Stra\u00dfe' }],
    ['commonName', '\u03bf\u03b4\u03bf\u03c3', { commonName: '\u039f\u03b4\u03bf\u03c2' }],
    ['altNames', 'evil\u3002corp', { altNames: [{ type: 'dns_name', value: 'evil.corp' }] }],
    ['altNames', '[fd00::1]', { altNames: [{ type: 'ip_address', value: 'fd00::1' }] }],
  ])('forbids by a rule on %s %s what it reads as', async (field, forbidden, names) => {
    const caller = await holderOf(ISSUE, certificates(['create']), {
      ...certificates(['create'], { [field]: { $eq: forbidden } }),
      inverted: true,
    });

    await request(names, {}, caller).expect(403);
  });

  it('asks for the right to the host that a common name names, in any case (403)', async () => {
    const names = { altNames: [{ type: 'dns_name', value: 'a.dev.corp' }] };
    const bounded = await holderOf(
      ISSUE,
      certificates(['create'], { altNames: { $glob: '*.dev.corp' } }),
    );
    const kept = await holderOf(ISSUE, certificates(['create']), {
      ...certificates(['create'], { commonName: { $eq: 'admin.corp' } }),
      inverted: true,
    });

    await request({ ...names, commonName: 'b.dev.corp' }, {}, bounded).expect(200);
    await request({ ...names, commonName: 'admin.corp' }, {}, bounded).expect(403);
    await request({ ...names, commonName: 'ADMIN.corp' }, {}, kept).expect(403);
  });

  it('is never for the key of an authority, also one that waits or of another organization (400)', async () => {
    const commonName = 'waiting.example.org';
    const configuration = { type: 'intermediate', keyAlgorithm: 'EC_prime256v1', commonName };
    const waiting = await anAuthority(admin, project.id, configuration);
    const { admin: stranger } = await aScene(server);
    const foreign = await anAuthority(stranger, (await aProject(stranger)).id, configuration);
    for (const [{ id }, caller] of [[waiting, admin] as const, [foreign, stranger] as const]) {
      const { body } = await caller.http.get(`${AUTHORITIES}/${id}/csr`).expect(200);
      const { csr } = body as { csr: string };
      const refused = await request({ keyAlgorithm: undefined }, { csr }).expect(400);
      expect(codeOf(refused)).toBe('certificate-unusable');
      expect(refused.body).toMatchObject({ message: expect.stringContaining('of an authority') });
    }
    const { body } = await admin.http.get(`/api/v1/projects/${project.id}/certificates`);
    const { certificates: all } = body as { certificates: { commonName: string }[] };
    expect(all.map((each) => each.commonName)).not.toContain(commonName);
  });

  it('reads no signing request of who may not issue (403, 404)', async () => {
    const bystander = await holderOf(certificates(['create']));
    const { admin: stranger } = await aScene(server);
    const csr = '-----BEGIN CERTIFICATE REQUEST-----\nAA==\n-----END CERTIFICATE REQUEST-----\n';

    expect(codeOf(await request({}, { csr }).expect(400))).toBe('certificate-unusable');
    await request({}, { csr }, bystander).expect(403);
    await request({}, { csr }, stranger).expect(404);
  });

  it('leaves the root out of the chain where that is asked for, at either place', async () => {
    const { body: top } = await request({ commonName: 'a' }, { removeRootsFromChain: true });
    const { body: inside } = await request({ commonName: 'a', removeRootsFromChain: true });

    for (const { certificate } of [top, inside] as { certificate: TestLeaf }[])
      expect(certificate.certificateChain).toBe(certificate.issuingCaCertificate);
  });

  it('needs the right to issue, and to each name (403); writes what was made, without the key', async () => {
    const pattern = { altNames: { $glob: '*.team.example.org' } };
    const holder = await holderOf(ISSUE, certificates(['create'], pattern));
    const names = (...values: string[]) => ({
      altNames: values.map((value) => ({ type: 'dns_name', value })),
    });

    await request(names('a.team.example.org', 'b.team.example.org'), {}, holder).expect(200);
    const [entry] = await lastEntries(1);
    expect(entry).toMatchObject({
      action: 'certificate.issue',
      target: { commonName: '', profileId: profile.id, authorityId: issuer.id },
    });
    expect(JSON.stringify(entry)).not.toContain('PRIVATE');
    await request(names('a.team.example.org', 'b.example.org'), {}, holder).expect(403);
    await request({ commonName: 'a.team.example.org' }, {}, holder).expect(403);
    await request({ commonName: 'a' }, {}, await holderOf(certificates(['create']))).expect(403);
  });

  it('stores no key where the profile says so, and none where the authority is disabled (400)', async () => {
    const authority = await aRoot(admin, project.id);
    const policy = await aPolicy(admin, project.id);
    const forgetful = await aProfile(admin, authority, policy, { storePrivateKey: false });
    const made = await aCertificate(admin, forgetful);

    expect(made.privateKey).toContain('PRIVATE KEY');
    await admin.http.get(at(made, '/private-key')).expect(404);
    await admin.http.patch(`${AUTHORITIES}/${authority.id}`).send({ status: 'disabled' });
    const body = { profileId: forgetful.id, attributes: { ...QUICK, commonName: 'a' } };
    const answer = await admin.http.post(CERTIFICATES).send(body).expect(400);
    expect(codeOf(answer)).toBe('authority-cannot-sign');
  });
});

describe('private keys', () => {
  it('are apart from reading: null in a bundle, 403 by themselves, an entry when they are shown', async () => {
    const made = await aCertificate(admin, profile);
    const reader = await holderOf(certificates(['read']));
    const bundle = await reader.http.get(at(made, '/bundle')).expect(200);

    expect(bundle.body).toMatchObject({ certificate: made.certificate, privateKey: null });
    await reader.http.get(at(made, '/private-key')).expect(403);
    const whole = await admin.http.get(at(made, '/bundle')).expect(200);
    expect(whole.body).toMatchObject({ privateKey: made.privateKey });
    expect(await lastEntries(1)).toMatchObject([
      { action: 'certificate.read-private-key', target: { certificateId: made.certificateId } },
    ]);
    const body = await admin.http.get(at(made, '/certificate')).expect(200);
    expect(body.body).not.toHaveProperty('privateKey');
  });

  it('are shown to the requester for a day, and then to whoever may read them', async () => {
    const holder = await holderOf(ISSUE, certificates(['create']));
    const made = await aCertificate(holder, profile);
    const path = `${CERTIFICATES}/certificate-requests/${made.certificateId}`;

    const own = await holder.http.get(path).expect(200);
    expect(own.body).toMatchObject({ status: 'issued', privateKey: made.privateKey });
    await (await holderOf(ISSUE)).http.get(path).expect(403);
    const reader = await holderOf(certificates(['read']));
    expect((await reader.http.get(path).expect(200)).body).toMatchObject({ privateKey: null });
    await server.database.source.query(
      `update certificates set created_at = now() - interval '25 hours' where id = $1`,
      [made.certificateId],
    );
    expect((await holder.http.get(path).expect(200)).body).toMatchObject({ privateKey: null });
  });

  it('do not open in the place of another (500)', async () => {
    const [one, two] = [await aCertificate(admin, profile), await aCertificate(admin, profile)];
    await server.database.source.query(
      `update certificate_keys k set public_key = o.public_key, salt = o.salt, sealed = o.sealed,
         key_version = o.key_version from certificate_keys o
       where k.certificate_id = $1 and o.certificate_id = $2`,
      [one.certificateId, two.certificateId],
    );

    await admin.http.get(at(one, '/private-key')).expect(500);
    await admin.http.get(at(two, '/private-key')).expect(200);
  });
});

describe('keys of certificates', () => {
  it('open after their data key is rotated, and keep it from being retired before', async () => {
    const own = await aProject(admin);
    const authority = await aRoot(admin, own.id);
    const made = await aCertificate(
      admin,
      await aProfile(admin, authority, await aPolicy(admin, own.id)),
    );
    const of = ['--project', own.id];
    const versionOf = async (): Promise<number> => {
      const [row] = await server.database.source.query<{ version: number }[]>(
        'select key_version "version" from certificate_keys where certificate_id = $1',
        [made.certificateId],
      );
      return row!.version;
    };

    expect(await versionOf()).toBe(1);
    expect(await runOn(server.context, 'keys:rotate', ...of, '--older-than', '0s')).toMatchObject({
      code: 0,
    });
    expect(await versionOf()).toBe(2);
    expect(await runOn(server.context, 'keys:retire', ...of, '--wait', '0s')).toMatchObject({
      code: 0,
    });
    const answer = await admin.http.get(at(made, '/private-key')).expect(200);
    expect(answer.body).toBe(made.privateKey);
  });
});

describe('below an authority', () => {
  it('that is revoked, certificates count as revoked; what it gets a new key for is renewed', async () => {
    const middle = await anIntermediate(admin, root);
    const below = await aProfile(admin, middle, await aPolicy(admin, project.id));
    const made = await aCertificate(admin, below);
    const revoke = { revocationReason: 'CA_COMPROMISE' };
    await admin.http.post(`${AUTHORITIES}/${middle.id}/revoke`).send(revoke).expect(200);
    const { body } = await admin.http.get(at(made)).expect(200);

    expect(body).toMatchObject({ certificate: { status: 'revoked' } });
    const rekey = { type: 'rekey', notAfter: inDays(30) };
    await admin.http.post(`${AUTHORITIES}/${middle.id}/renew`).send(rekey).expect(200);
    await admin.http.post(at(made, '/renew')).send({}).expect(200);
  });

  it('that is deleted, none is called revoked without a list that says so (400)', async () => {
    const authority = await aRoot(admin, project.id);
    const below = await aProfile(admin, authority, await aPolicy(admin, project.id));
    const made = await aCertificate(admin, below);
    await admin.http.delete(`${AUTHORITIES}/${authority.id}`).query({ force: true }).expect(200);
    const revoke = { revocationReason: 'KEY_COMPROMISE' };

    const answer = await admin.http.post(at(made, '/revoke')).send(revoke).expect(400);
    expect(codeOf(answer)).toBe('authority-cannot-sign');
    await admin.http.delete(at(made)).expect(200);
  });
});

describe('renewing', () => {
  it('makes a certificate with a new key and the same names, and each names the other', async () => {
    const made = await aCertificate(admin, profile);
    const { body } = await admin.http.post(at(made, '/renew')).send({}).expect(200);
    const next = body as TestLeaf;
    const [before, after] = [made, next].map(({ certificate }) => new X509Certificate(certificate));

    expect(body).not.toHaveProperty('certificateRequestId');
    expect(after!.subject).toBe(before!.subject);
    expect(after!.checkPrivateKey(createPrivateKey(next.privateKey!))).toBe(true);
    expect(after!.publicKey.equals(before!.publicKey)).toBe(false);
    expect((await admin.http.get(at(made))).body).toMatchObject({
      certificate: { renewedByCertificateId: next.certificateId },
    });
    expect((await admin.http.get(at(next))).body).toMatchObject({
      certificate: { renewedFromCertificateId: made.certificateId },
    });
    expect(codeOf(await admin.http.post(at(made, '/renew')).send({}).expect(400))).toBe(
      'not-renewable',
    );
    await admin.http.delete(at(next)).expect(200);
    await admin.http.post(at(made, '/renew')).send({}).expect(200);
  });

  it('makes one of two that are asked for at once', async () => {
    const made = await aCertificate(admin, profile);
    const answers = await Promise.all(
      [1, 2, 3].map(() => admin.http.post(at(made, '/renew')).send({})),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  withOpenssl('keeps the key of a signing request', async () => {
    const csr = aSigningRequest('/CN=web.example.org', 'DNS:web.example.org');
    const { body } = await request({}, { csr }).expect(200);
    const { certificate: made } = body as { certificate: TestLeaf };
    const renewed = await admin.http.post(at(made, '/renew')).send({}).expect(200);
    const [before, after] = [made, renewed.body as TestLeaf].map(
      ({ certificate }) => new X509Certificate(certificate),
    );

    expect(renewed.body).not.toHaveProperty('privateKey');
    expect(after!.publicKey.equals(before!.publicKey)).toBe(true);
  });

  it('is held to the policy of now (400), and not done for one that is revoked (400)', async () => {
    const policy = await aPolicy(admin, project.id);
    const other = await aProfile(admin, issuer, policy);
    const [made, revoked] = [await aCertificate(admin, other), await aCertificate(admin, other)];
    await admin.http.post(at(revoked, '/revoke')).send({ revocationReason: 'SUPERSEDED' });
    const refused = await admin.http.post(at(revoked, '/renew')).send({}).expect(400);
    expect(codeOf(refused)).toBe('not-renewable');
    await admin.http.patch(`${POLICIES}/${policy.id}`).send({ subject: [] }).expect(200);
    const beyond = await admin.http.post(at(made, '/renew')).send({}).expect(400);
    expect(codeOf(beyond)).toBe('policy-refused');
    await admin.http.delete(`${PROFILES}/${other.id}`).expect(200);
    const without = await admin.http.post(at(made, '/renew')).send({}).expect(400);
    expect(codeOf(without)).toBe('not-renewable');
  });
});

describe('revoking', () => {
  const revoke = (made: TestLeaf, revocationReason: string, caller: Caller = admin) =>
    caller.http.post(at(made, '/revoke')).send({ revocationReason });

  withOpenssl('is in the next list of the authority, which OpenSSL heeds', async () => {
    const made = await aCertificate(admin, profile);
    const files = async () => ({
      'root.pem': (await certificateOf(admin, root)).certificate,
      'middle.pem': made.issuingCaCertificate,
      'crl.pem': await listOf(issuer),
      'leaf.pem': made.certificate,
    });
    const check = ['verify', '-crl_check', '-CAfile', 'root.pem', '-untrusted', 'middle.pem'];
    const args = [...check, '-CRLfile', 'crl.pem', 'leaf.pem'];

    expect(openssl(await files(), ...args)).toMatchObject({ status: 0 });
    const { body } = await revoke(made, 'KEY_COMPROMISE').expect(200);
    expect(body).toMatchObject({ serialNumber: made.serialNumber });
    const { status, text } = openssl(await files(), ...args);
    expect([status === 0, text.includes('certificate revoked')]).toEqual([false, true]);
    expect((await admin.http.get(at(made))).body).toMatchObject({
      certificate: { status: 'revoked', revocationReason: 'KEY_COMPROMISE' },
    });
  });

  it('happens once (400), but for a key that is compromised', async () => {
    const made = await aCertificate(admin, profile);
    const first = await revoke(made, 'SUPERSEDED').expect(200);

    expect(codeOf(await revoke(made, 'CESSATION_OF_OPERATION').expect(400))).toBe(
      'already-revoked',
    );
    const again = await revoke(made, 'KEY_COMPROMISE').expect(200);
    expect(again.body).toMatchObject({
      revokedAt: (first.body as { revokedAt: string }).revokedAt,
    });
    await revoke(made, 'KEY_COMPROMISE').expect(400);
    await revoke(made, 'CA_COMPROMISE').expect(422);
  });

  withOpenssl(
    'because others know the key keeps that key from another certificate (400)',
    async () => {
      const csr = aSigningRequest('/CN=web.example.org', 'DNS:web.example.org');
      const { body } = await request({}, { csr }).expect(200);
      await revoke((body as { certificate: TestLeaf }).certificate, 'KEY_COMPROMISE').expect(200);

      expect(codeOf(await request({}, { csr }).expect(400))).toBe('certificate-unusable');
      const elsewhere = await aProject(admin);
      const other = await aProfile(
        admin,
        await aRoot(admin, elsewhere.id),
        await aPolicy(admin, elsewhere.id),
      );
      const answer = await request({}, { csr, profileId: other.id }).expect(400);
      expect(codeOf(answer)).toBe('certificate-unusable');
    },
  );

  it('goes by thumbprint too, and needs the right (403); one elsewhere is unknown (404)', async () => {
    const made = await aCertificate(admin, profile);
    const path = `${CERTIFICATES}/revoke-by-thumbprint`;
    const body = {
      ...{ projectId: project.id, revocationReason: 'SUPERSEDED' },
      thumbprint: thumbprintOf(made.certificate).toUpperCase(),
    };
    const elsewhere = await aProject(admin);

    await (await holderOf(certificates(['read']))).http.post(path).send(body).expect(403);
    await admin.http
      .post(path)
      .send({ ...body, projectId: elsewhere.id })
      .expect(404);
    await admin.http.post(path).send(body).expect(200);
    expect(await lastEntries(1)).toMatchObject([
      { action: 'certificate.revoke', target: { serialNumber: made.serialNumber } },
    ]);
  });

  it('comes before the end of a certificate that is deleted, whose serial number stays listed', async () => {
    const made = await aCertificate(admin, profile);
    await admin.http.delete(at(made)).expect(200);

    await admin.http.get(at(made)).expect(404);
    expect(
      await server.database.source.query('select from certificate_keys where certificate_id = $1', [
        made.certificateId,
      ]),
    ).toEqual([]);
    const [{ id }] = (await admin.http.get(`${AUTHORITIES}/${issuer.id}/crls`)).body as [
      { id: string },
    ];
    const { body } = await asBytes(admin.http.get(`/api/v1/cert-manager/crl/${id}`)).expect(200);
    expect((body as Buffer).toString('hex')).toContain(made.serialNumber);
  });

  it('keeps an authority from being forgotten while its certificates live (409)', async () => {
    const authority = await aRoot(admin, project.id);
    const own = await aProfile(admin, authority, await aPolicy(admin, project.id));
    const made = await aCertificate(admin, own);
    await admin.http.delete(`${PROFILES}/${own.id}`).expect(200);
    const path = `${AUTHORITIES}/${authority.id}`;

    await admin.http.delete(path).expect(409);
    await admin.http.delete(path).query({ force: true }).expect(200);
    expect((await admin.http.get(at(made)).expect(200)).body).toMatchObject({
      certificate: { status: 'active', profileId: null },
    });
  });
});

describe('listing', () => {
  it('finds by names, status, profile, dates and metadata, the newest first', async () => {
    const own = await aProfile(admin, issuer, await aPolicy(admin, project.id));
    const metadata = [{ key: 'team', value: 'a' }];
    const one = await aCertificate(admin, own, { commonName: 'one.find.org' }, { metadata });
    const two = await aCertificate(admin, own, {
      altNames: [{ type: 'dns_name', value: 'two.find.org' }],
    });
    await admin.http.post(at(two, '/revoke')).send({ revocationReason: 'SUPERSEDED' });
    const search = async (body: object): Promise<string[]> => {
      const path = `/api/v1/projects/${project.id}/certificates/search`;
      const answer = await admin.http
        .post(path)
        .send({ profileIds: [own.id], ...body })
        .expect(200);
      const found = answer.body as { certificates: { id: string }[]; totalCount: number };
      expect(found.totalCount).toBeGreaterThanOrEqual(found.certificates.length);
      return found.certificates.map(({ id }) => id);
    };
    const [first, second] = [one.certificateId, two.certificateId];

    expect(await search({})).toEqual([second, first]);
    expect(await search({ limit: 1, offset: 1 })).toEqual([first]);
    expect(await search({ search: 'FIND.org' })).toEqual([second, first]);
    expect(await search({ search: '%' })).toEqual([]);
    expect(await search({ search: one.serialNumber })).toEqual([first]);
    expect(await search({ commonName: 'ONE.find.org' })).toEqual([first]);
    expect(await search({ status: ['revoked'] })).toEqual([second]);
    expect(await search({ status: ['active', 'expired'] })).toEqual([first]);
    expect(await search({ metadata })).toEqual([first]);
    expect(await search({ toDate: '2026-01-01T00:00:00Z' })).toEqual([]);
    expect(await search({ profileIds: ['none'] })).toEqual([]);
    expect(await search({ friendlyName: 'shop' })).toEqual([]);
    const list = async (query: object): Promise<string[]> => {
      const path = `/api/v1/projects/${project.id}/certificates`;
      const answer = await admin.http.get(path).query(query).expect(200);
      return (answer.body as { certificates: { id: string }[] }).certificates.map(({ id }) => id);
    };
    const profileIds = own.id;
    expect(await list({ profileIds })).toEqual([second, first]);
    expect(await list({ profileIds: [own.id, profile.id], search: 'find.org' })).toEqual([
      second,
      first,
    ]);
    expect(await list({ profileIds: `none,${own.id}` })).toEqual([second, first]);
    expect(await list({ profileIds: 'none' })).toEqual([]);
    expect(await list({ profileIds: '', search: 'find.org' })).toEqual([second, first]);
    expect(await list({ profileIds, fromDate: inDays(1) })).toEqual([]);
    expect(await list({ profileIds, fromDate: inDays(-1), toDate: inDays(1) })).toEqual([
      second,
      first,
    ]);
    expect(await list({ profileIds, toDate: inDays(-1) })).toEqual([]);
    expect(await list({ profileIds, friendlyName: 'shop' })).toEqual([]);
    expect(await list({ profileIds, friendlyName: '' })).toEqual([second, first]);
    expect(await list({ profileIds, metadata: 'key=team,value=a' })).toEqual([first]);
    expect(await list({ profileIds, metadata: 'key=team,value=b' })).toEqual([]);
    for (const query of [{ metadata: 'team' }, { fromDate: 'today' }])
      await admin.http.get(`/api/v1/projects/${project.id}/certificates`).query(query).expect(422);
    const latest = `${PROFILES}/${own.id}/certificates/latest-active-bundle`;
    expect((await admin.http.get(latest).expect(200)).body).toMatchObject({
      ...{ serialNumber: one.serialNumber, privateKey: one.privateKey },
    });
    const page = await admin.http.get(`${PROFILES}/${own.id}/certificates`).query({ limit: 1 });
    expect(page.body).toMatchObject({ certificates: [{ id: second }], totalCount: 2 });
  });

  it('lists those that end first, where it is asked to', async () => {
    const own = await aProfile(admin, issuer, await aPolicy(admin, project.id));
    const made: string[] = [];
    for (const ttl of ['3h', '1h', '2h']) {
      const { certificateId } = await aCertificate(admin, own, { commonName: 'end.org', ttl });
      made.push(certificateId);
    }
    const [third, first, second] = made;
    const path = `/api/v1/projects/${project.id}/certificates`;
    const idsOf = ({ body }: { body: unknown }) =>
      (body as { certificates: { id: string }[] }).certificates.map(({ id }) => id);
    const query = { commonName: 'end.org', orderBy: 'notAfter' };
    const reader = await holderOf(
      certificates(['read'], { commonName: { $eq: query.commonName } }),
    );

    for (const { http } of [admin, reader]) {
      expect(idsOf(await http.get(path).query(query).expect(200))).toEqual([first, second, third]);
      expect(
        idsOf(
          await http
            .post(`${path}/search`)
            .send({ ...query, limit: 1, offset: 1 })
            .expect(200),
        ),
      ).toEqual([second]);
    }
    await admin.http.get(path).query({ orderBy: 'name' }).expect(422);
  });

  it('shows only what the caller may read', async () => {
    const mine = await aCertificate(admin, profile, { commonName: 'mine.example.org' });
    await aCertificate(admin, profile, { commonName: 'theirs.example.org' });
    const reader = await holderOf(
      certificates(['read'], { commonName: { $eq: 'mine.example.org' } }),
    );
    const path = `/api/v1/projects/${project.id}/certificates`;

    expect((await reader.http.get(path).expect(200)).body).toMatchObject({
      certificates: [{ id: mine.certificateId }],
      totalCount: 1,
    });
    await (await holderOf(ISSUE)).http.get(path).expect(403);
  });

  it('knows one that has expired by the clock of the database', async () => {
    const made = await aCertificate(admin, profile);
    await server.database.source.query(
      `update certificates set not_after = now() - interval '1 second' where id = $1`,
      [made.certificateId],
    );

    expect((await admin.http.get(at(made))).body).toMatchObject({
      certificate: { status: 'expired' },
    });
    const answer = await admin.http
      .post(at(made, '/revoke'))
      .send({ revocationReason: 'SUPERSEDED' });
    expect([answer.status, codeOf(answer)]).toEqual([400, 'already-revoked']);
  });
});
