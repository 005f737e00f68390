import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { fromBER, type Integer, type Sequence } from 'asn1js';
import { Certificate } from 'pkijs';
import type { Rule } from '../../src/permissions/rule.js';
import {
  aCertificate,
  aPolicy,
  aProfile,
  aRoot,
  AUTHORITIES,
  CERTIFICATES,
  certificateOf,
  hasOpenssl,
  openssl,
  thumbprintOf,
} from '../support/certificates.js';
import { useApp } from '../support/harness.js';
import { aMember, aProject, aScene, type Caller, type TestProject } from '../support/scene.js';

const server = useApp();
const withOpenssl = hasOpenssl ? describe : describe.skip;

let admin: Caller;
let orgId: string;
let project: TestProject;

beforeAll(async () => {
  ({ admin, orgId } = await aScene(server));
  project = await aProject(admin);
});

const EC = ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'];
const keyOf = (...options: string[]): string => openssl({}, 'genpkey', ...options).text;
const pemOf = (text: string): string =>
  /-----BEGIN CERTIFICATE-----[^]+?-----END CERTIFICATE-----\n/.exec(text)![0];
const AUTHORITY = 'basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign,cRLSign\n';
const LEAF = 'basicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature\n';

interface Issued {
  readonly certificate: string;
  readonly key: string;
}

let serials = 4_000;

/** A certificate that OpenSSL issued; without an issuer it signs itself. */
function issued(
  subject: string,
  extensions: string,
  issuer: Issued | null,
  { key = keyOf(...EC), days = '30', more = [] as string[] } = {},
): Issued {
  const csr = openssl(
    { 'k.pem': key },
    ...['req', '-new', '-batch', '-utf8', '-key', 'k.pem', '-subj', subject],
  ).text;
  const by = issuer ?? { certificate: '', key };
  const files = { 'r.pem': csr, 'x.cnf': extensions, 'ca.pem': by.certificate, 'ca.key': by.key };
  const signer = issuer ? ['-CA', 'ca.pem', '-CAkey', 'ca.key'] : ['-signkey', 'ca.key'];
  const { text } = openssl(
    files,
    ...['x509', '-req', '-in', 'r.pem', ...signer, '-set_serial', String((serials += 1))],
    ...['-days', days, '-extfile', 'x.cnf', ...more],
  );
  return { certificate: pemOf(text), key };
}

let outsideRoot: Issued;
let outsideIssuer: Issued;

if (hasOpenssl) {
  outsideRoot = issued('/CN=Outside root', AUTHORITY, null);
  outsideIssuer = issued('/CN=Outside issuer', AUTHORITY, outsideRoot);
}

const named = (...hosts: string[]) =>
  `${LEAF}extendedKeyUsage=serverAuth\nsubjectAltName=${hosts.map((each) => `DNS:${each}`).join(',')}\n`;

const leafOf = (host: string, options: Parameters<typeof issued>[3] = {}): Issued =>
  issued(`/O=Shop/CN=${host}`, named(host), outsideIssuer, options);

const bodyOf = ({ certificate, key }: Issued) => ({
  projectId: project.id,
  certificatePem: certificate,
  privateKeyPem: key,
  chainPem: outsideIssuer.certificate + outsideRoot.certificate,
});

const send = (body: object, caller: Caller = admin) =>
  caller.http.post(`${CERTIFICATES}/import-certificate`).send(body);

interface Imported {
  readonly certificate: string;
  readonly certificateChain: string;
  readonly privateKey: string;
  readonly serialNumber: string;
  readonly certificateId: string;
}

async function imported(leaf: Issued, more: object = {}): Promise<Imported> {
  return (await send({ ...bodyOf(leaf), ...more }).expect(200)).body as Imported;
}

const codeOf = ({ headers }: { headers: Record<string, string> }) =>
  /errors#([a-z-]+)/.exec(headers.link ?? '')?.[1];

const lastEntry = async (): Promise<{ action: string; target: object }> => {
  const [entry] = await server.database.source.query<{ action: string; target: object }[]>(
    'select action, target from audit_entries where org_id = $1 order by id desc limit 1',
    [orgId],
  );
  return entry!;
};

const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** The certificate with its signature by P-256 in its other form, which is as good: `s` and the order less `s` verify alike. */
function otherFormOf(pem: string): string {
  const certificate = Certificate.fromBER(new X509Certificate(pem).raw);
  const signature = fromBER(certificate.signatureValue.valueBlock.valueHexView).result as Sequence;
  const [r, s] = (signature.valueBlock.value as Integer[]).map((each) => each.toBigInt());
  const bytesOf = (number: bigint) => {
    const hex = number.toString(16);
    const bytes = Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex');
    const padded = bytes[0]! >= 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes;
    return Buffer.concat([Buffer.of(2, padded.length), padded]);
  };
  const both = Buffer.concat([bytesOf(r!), bytesOf(ORDER - s!)]);
  const value = Buffer.concat([Buffer.of(0x30, both.length), both]);
  certificate.signatureValue.valueBlock.valueHexView = new Uint8Array(value);
  const der = Buffer.from(certificate.toSchema(false).toBER());
  return new X509Certificate(der).toString();
}

const counts = async (): Promise<unknown> => {
  const [row] = await server.database.source.query<object[]>(
    `select (select count(*) from certificates where project_id = $1) certificates,
       (select count(*) from certificate_keys where project_id = $1) keys`,
    [project.id],
  );
  return row;
};

const importing = (conditions?: object): Rule => ({
  subject: 'certificates',
  action: ['import'],
  ...(conditions ? { conditions: conditions as NonNullable<Rule['conditions']> } : {}),
});

withOpenssl('An imported certificate', () => {
  it('is read, bundled, listed and found as others, with its chain and its key', async () => {
    const leaf = leafOf('api.shop.example');
    const made = await imported(leaf, { friendlyName: 'shop front' });
    const entry = await lastEntry();
    const path = `${CERTIFICATES}/${made.certificateId}`;
    const { body: known } = await admin.http.get(path).expect(200);
    const { body: bundle } = await admin.http.get(`${path}/bundle`).expect(200);
    const list = async (query: object) =>
      (
        (
          await admin.http
            .get(`/api/v1/projects/${project.id}/certificates`)
            .query(query)
            .expect(200)
        ).body as { certificates: { id: string }[] }
      ).certificates.map(({ id }) => id);
    const x509 = new X509Certificate(made.certificate);

    expect(made).toMatchObject({
      certificate: leaf.certificate,
      certificateChain: outsideIssuer.certificate + outsideRoot.certificate,
      serialNumber: x509.serialNumber.toLowerCase(),
    });
    expect(x509.checkPrivateKey(createPrivateKey(made.privateKey))).toBe(true);
    expect(bundle).toEqual({
      certificate: made.certificate,
      certificateChain: made.certificateChain,
      privateKey: made.privateKey,
      serialNumber: made.serialNumber,
    });
    expect(known).toMatchObject({
      certificate: {
        ...{ commonName: 'api.shop.example', altNames: 'api.shop.example', origin: 'import' },
        ...{ friendlyName: 'shop front', status: 'active', hasPrivateKey: true, caId: null },
        ...{ keyUsages: ['digital_signature'], extendedKeyUsages: ['server_auth'] },
        ...{ keyAlgorithm: 'EC_prime256v1', signatureAlgorithm: 'ECDSA-SHA256' },
        fingerprints: { sha256: thumbprintOf(leaf.certificate) },
      },
    });
    expect(await list({ friendlyName: 'Shop Front' })).toEqual([made.certificateId]);
    expect(await list({ friendlyName: 'other' })).toEqual([]);
    expect(await list({ search: 'api.shop' })).toEqual([made.certificateId]);
    expect(entry).toMatchObject({
      action: 'certificate.import',
      target: { certificateId: made.certificateId, commonName: 'api.shop.example' },
    });
    expect(JSON.stringify(entry)).not.toContain('PRIVATE');
  });

  it('is renewed and revoked by whoever issued it (400), and forgotten when it is deleted', async () => {
    const leaf = leafOf('gone.shop.example');
    const before = await counts();
    const made = await imported(leaf);
    const path = `${CERTIFICATES}/${made.certificateId}`;
    const reason = { revocationReason: 'KEY_COMPROMISE' };
    const revoked = await admin.http.post(`${path}/revoke`).send(reason).expect(400);
    const byThumbprint = await admin.http
      .post(`${CERTIFICATES}/revoke-by-thumbprint`)
      .send({ ...reason, projectId: project.id, thumbprint: thumbprintOf(leaf.certificate) })
      .expect(400);
    const renewed = await admin.http.post(`${path}/renew`).send({}).expect(400);

    expect([revoked, byThumbprint, renewed].map(codeOf)).toEqual([
      ...['signed-elsewhere', 'signed-elsewhere', 'not-renewable'],
    ]);
    expect(JSON.stringify(renewed.body)).toContain('imported');
    await admin.http.get(`${CERTIFICATES}/certificate-requests/${made.certificateId}`).expect(404);
    expect(codeOf(await send(bodyOf(leaf)).expect(409))).toBe('certificate-exists');
    await admin.http.delete(path).expect(200);
    expect(await lastEntry()).toMatchObject({ action: 'certificate.delete' });
    expect(await counts()).toEqual(before);
    await imported(leaf);
  });

  it('takes keys of every kind and form that is known, and keeps them as PKCS #8', async () => {
    const rsa = keyOf('-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048');
    const ed = keyOf('-algorithm', 'ED25519');
    const ec = keyOf(...EC);
    const forms: [string, string][] = [
      [rsa, openssl({ 'k.pem': rsa }, 'rsa', '-in', 'k.pem', '-traditional').text],
      [ec, openssl({ 'k.pem': ec }, 'ec', '-in', 'k.pem').text],
      [ed, ed],
    ];
    for (const [index, [key, text]] of forms.entries()) {
      const pem = /-----BEGIN[^]+-----END [A-Z ]+-----/.exec(text)![0];
      const made = await imported({ ...leafOf(`form-${index}.shop.example`, { key }), key: pem });
      expect(made.privateKey).toMatch(/^-----BEGIN PRIVATE KEY-----/);
    }
  });

  it('has a chain that may begin with itself and end below its root', async () => {
    const leaf = leafOf('chain.shop.example');
    const made = await imported(leaf, { chainPem: leaf.certificate + outsideIssuer.certificate });
    const own = issued('/CN=own.shop.example', named('own.shop.example'), null);
    const alone = await imported(own, { chainPem: own.certificate });

    expect(made.certificateChain).toBe(outsideIssuer.certificate);
    expect(alone.certificateChain).toBe('');
  });

  it('goes to the project of that slug, or of the organization', async () => {
    const { projectId: _, ...body } = bodyOf(leafOf('slug.shop.example'));
    const other = await aProject(admin);
    const both = { ...body, projectId: other.id, projectSlug: project.slug };

    expect(codeOf(await send(both).expect(400))).toBe('contradictory-fields');
    await send({ ...body, projectSlug: 'no-such-project' }).expect(404);
    await send({ ...body, projectSlug: project.slug }).expect(200);
  });

  it('shows its key once under an Idempotency-Key', async () => {
    const body = bodyOf(leafOf('once.shop.example'));
    const again = () => send(body).set('Idempotency-Key', 'import-once');
    await again().expect(200);
    const repeated = await again().expect(409);

    expect(codeOf(repeated)).toBe('secret-not-kept');
    expect(repeated.text).not.toContain('PRIVATE KEY');
  });
});

withOpenssl('An import is refused', () => {
  it('without the right to each of its names, folded as those of issued ones (403)', async () => {
    const within = await aMember(server, project, orgId, [
      importing({ altNames: { $glob: '*.shop.example' }, commonName: { $glob: '*.shop.example' } }),
    ]);
    const but = await aMember(server, project, orgId, [
      importing(),
      { ...importing({ altNames: { $eq: 'secret.shop.example' } }), inverted: true },
    ]);
    const two = issued(
      '/CN=a.shop.example',
      named('a.shop.example', 'SECRET.shop.example'),
      outsideIssuer,
    );
    const other = issued('/CN=a.shop.example', named('a.shop.example', 'b.example'), outsideIssuer);

    await send(bodyOf(other), within).expect(403);
    await send(bodyOf(two), but).expect(403);
    await send(
      { ...bodyOf(two), certificatePem: 'none' },
      await aMember(server, project, orgId, [{ ...importing(), action: ['create', 'read'] }]),
    ).expect(403);
    await send(bodyOf(two), within).expect(200);
  });

  it('in an order that tells strangers nothing: 422 before 404', async () => {
    const stranger = (await aScene(server)).admin;
    const body = bodyOf(leafOf('order.shop.example'));
    const { privateKeyPem: _, ...keyless } = body;

    await send(body, stranger).expect(404);
    await send(keyless, stranger).expect(422);
    const long = 'a'.repeat(65_537);
    for (const more of [
      { certificatePem: long },
      { privateKeyPem: long },
      { chainPem: long },
      { friendlyName: 'a'.repeat(256) },
      { friendlyName: 'a\0b' },
      { chainPem: '' },
    ])
      await send({ ...body, ...more }).expect(422);
  });

  it('with a key that is not its own, damaged, encrypted, weak, or only says so (400)', async () => {
    const rsaKey = keyOf('-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048');
    const leaf = leafOf('key.shop.example');
    const rsaLeaf = leafOf('rsa.shop.example', { key: rsaKey });
    const { n, e } = createPrivateKey(rsaKey).export({ format: 'jwk' });
    const otherRsa = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;
    // The modulus of the certificate, and all else of another key.
    const pretended = createPrivateKey({
      key: { ...otherRsa.export({ format: 'jwk' }), n: n!, e: e! },
      format: 'jwk',
    });
    const ecDer = Buffer.from(createPrivateKey(leaf.key).export({ format: 'der', type: 'pkcs8' }));
    const scalar = ecDer.indexOf(Buffer.from([0x02, 0x01, 0x01, 0x04, 0x20])) + 5;
    ecDer[scalar + 31]! ^= 1;
    const lying = `-----BEGIN PRIVATE KEY-----\n${ecDer
      .toString('base64')
      .match(/.{1,64}/g)!
      .join('\n')}\n-----END PRIVATE KEY-----\n`;
    const files = { 'k.pem': leaf.key };
    const bad: [string, Issued, string][] = [
      ['another key', leaf, keyOf(...EC)],
      ['another kind', leaf, rsaKey],
      ['parts of two keys', rsaLeaf, pretended.export({ format: 'pem', type: 'pkcs8' }) as string],
      ['a scalar that is another', leaf, lying],
      [
        'encrypted',
        leaf,
        openssl(files, ...['pkcs8', '-topk8', '-in', 'k.pem', '-passout', 'pass:abcd']).text,
      ],
      [
        'encrypted as of old',
        leaf,
        openssl(files, ...['ec', '-in', 'k.pem', '-aes128', '-passout', 'pass:abcd']).text.replace(
          /^[^-]*/,
          '',
        ),
      ],
      [
        'parameters before it',
        leaf,
        `-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n${leaf.key}`,
      ],
      [
        'a curve without a name',
        leaf,
        openssl(files, ...['pkey', '-in', 'k.pem', '-ec_param_enc', 'explicit']).text,
      ],
      ['two keys', leaf, leaf.key + leaf.key],
      ['text before it', leaf, `key:\n${leaf.key}`],
      ['a certificate', leaf, leaf.certificate],
      ['damaged', leaf, leaf.key.replace('M', '!')],
      ['cut', leaf, leaf.key.slice(0, -40)],
      ['a public key', leaf, openssl(files, 'pkey', '-in', 'k.pem', '-pubout').text],
      ['none', leaf, 'none'],
    ];
    const before = await counts();
    for (const [what, of, privateKeyPem] of bad) {
      const refused = await send({ ...bodyOf(of), privateKeyPem });
      expect([what, refused.status, codeOf(refused)]).toEqual([what, 400, 'certificate-unusable']);
      expect(refused.text).not.toContain('PRIVATE KEY-----\\n');
      expect(refused.text).toContain('privateKeyPem');
    }
    expect(await counts()).toEqual(before);
  });

  it('where the certificate is damaged, weak, over, or an authority’s (400)', async () => {
    const good = leafOf('good.shop.example');
    const weak = (...options: string[]) =>
      keyOf('-algorithm', 'RSA', ...options.flatMap((each) => ['-pkeyopt', each]));
    const der = new X509Certificate(good.certificate).raw;
    const pem = (bytes: Buffer) =>
      `-----BEGIN CERTIFICATE-----\n${bytes
        .toString('base64')
        .match(/.{1,64}/g)!
        .join('\n')}\n-----END CERTIFICATE-----\n`;
    const bad: [string, Issued][] = [
      ['two certificates', { ...good, certificate: good.certificate + outsideIssuer.certificate }],
      [
        'a thousand blocks',
        {
          ...good,
          certificate: '-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n'
            .repeat(1_000)
            .slice(0, 65_000),
        },
      ],
      ['text before it', { ...good, certificate: `subject=a\n${good.certificate}` }],
      ['truncated', { ...good, certificate: pem(der.subarray(0, -1)) }],
      ['bytes behind it', { ...good, certificate: pem(Buffer.concat([der, Buffer.of(0)])) }],
      ['no base64', { ...good, certificate: good.certificate.replace('M', '*') }],
      ['an authority', issued('/CN=ca.shop.example', AUTHORITY, outsideIssuer)],
      [
        'what signs lists',
        issued('/CN=l.shop.example', 'keyUsage=critical,cRLSign\n', outsideIssuer),
      ],
      ['RSA of 1024 bits', leafOf('w.shop.example', { key: weak('rsa_keygen_bits:1024') })],
      [
        'the exponent 3',
        leafOf('e.shop.example', { key: weak('rsa_keygen_bits:2048', 'rsa_keygen_pubexp:3') }),
      ],
      [
        'P-224',
        leafOf('p.shop.example', {
          key: keyOf('-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-224'),
        }),
      ],
      [
        'an explicit curve',
        leafOf('x.shop.example', { key: keyOf(...EC, '-pkeyopt', 'ec_param_enc:explicit') }),
      ],
      ['signed with SHA-1', leafOf('s.shop.example', { more: ['-sha1'] })],
      ['two common names', issued('/CN=a.shop.example/CN=b.shop.example', LEAF, outsideIssuer)],
      [
        'a name of another kind',
        issued('/CN=o', `${LEAF}subjectAltName=otherName:1.2.3.4;UTF8:me\n`, outsideIssuer),
      ],
      ['a host with a dot at its end', issued('/CN=a.shop.example.', LEAF, outsideIssuer)],
      ['what nobody sees', issued('/CN=a\u200b.shop.example', LEAF, outsideIssuer)],
      ['an end before now', leafOf('over.shop.example', { days: '-1' })],
    ];
    const before = await counts();
    for (const [what, leaf] of bad) {
      const refused = await send(bodyOf(leaf));
      expect([what, refused.status, codeOf(refused)]).toEqual([what, 400, 'certificate-unusable']);
    }
    expect(await counts()).toEqual(before);
  });

  it('with a chain that is one by names alone, in disorder, or of others (400)', async () => {
    const leaf = leafOf('links.shop.example');
    const twin = issued('/CN=Outside issuer', AUTHORITY, outsideRoot);
    const serviceIssuer = issued('/CN=Outside issuer', LEAF, outsideRoot, {
      key: outsideIssuer.key,
    });
    const otherRoot = issued('/CN=Outside root', AUTHORITY, null);
    const short = issued('/CN=Short root', AUTHORITY.replace('TRUE', 'TRUE,pathlen:0'), null);
    const middle = issued('/CN=Middle', AUTHORITY, short);
    const ofMiddle = issued('/CN=m.shop.example', named('m.shop.example'), middle);
    const ended = issued('/CN=Outside issuer', AUTHORITY, outsideRoot, {
      key: outsideIssuer.key,
      days: '-1',
    });
    const chains: [string, Issued, string][] = [
      ['a twin of the issuer', leaf, twin.certificate + outsideRoot.certificate],
      ['an issuer that is none', leaf, serviceIssuer.certificate],
      ['another root of that name', leaf, outsideIssuer.certificate + otherRoot.certificate],
      ['disorder', leaf, outsideRoot.certificate + outsideIssuer.certificate],
      [
        'a circle',
        leaf,
        outsideIssuer.certificate + outsideRoot.certificate + outsideIssuer.certificate,
      ],
      ['itself alone', leaf, leaf.certificate],
      ['too long a path', ofMiddle, middle.certificate + short.certificate],
      ['one that is over', leaf, ended.certificate],
      ['eleven', leaf, outsideRoot.certificate.repeat(11)],
      ['none', leaf, 'none'],
    ];
    for (const [what, of, chainPem] of chains) {
      const refused = await send({ ...bodyOf(of), chainPem });
      expect([what, refused.status, codeOf(refused)]).toEqual([what, 400, 'certificate-unusable']);
      expect(refused.text).toContain('chainPem');
    }
  });

  it('for one of this server, a deleted one too, which it would make good again (409)', async () => {
    const { id } = await aProject(admin);
    const root = await aRoot(admin, id);
    const profile = await aProfile(admin, root, await aPolicy(admin, id));
    const made = await aCertificate(admin, profile);
    await admin.http.delete(`${CERTIFICATES}/${made.certificateId}`).expect(200);
    const body = {
      certificatePem: made.certificate,
      privateKeyPem: made.privateKey,
      chainPem: made.certificateChain,
    };
    for (const projectId of [id, project.id])
      expect(codeOf(await send({ projectId, ...body }).expect(409))).toBe('certificate-exists');
  });

  it('for a key that others know, as the organization was told (400)', async () => {
    const { id } = await aProject(admin);
    const profile = await aProfile(admin, await aRoot(admin, id), await aPolicy(admin, id));
    const made = await aCertificate(admin, profile, { commonName: 'known.shop.example' });
    await admin.http
      .post(`${CERTIFICATES}/${made.certificateId}/revoke`)
      .send({ revocationReason: 'KEY_COMPROMISE' })
      .expect(200);
    const leaf = leafOf('known.shop.example', { key: made.privateKey! });

    expect(codeOf(await send(bodyOf(leaf)).expect(400))).toBe('certificate-unusable');
  });

  it('by an authority whose chain has dates before all certificates (400), never 500', async () => {
    const root = await aRoot(admin, project.id, { commonName: 'Root for dates' });
    const { certificate } = await certificateOf(admin, root);
    const der = Buffer.from(new X509Certificate(certificate).raw);
    const at = der.indexOf(Buffer.from([0x17, 0x0d]));
    const early = Buffer.concat([
      der.subarray(0, at),
      Buffer.from([0x18, 0x0f]),
      Buffer.from('00000101000000Z'),
      der.subarray(at + 15),
    ]);
    // Three lengths grow by two: that of all, of what is signed, and of the validity.
    early[at - 1]! += 2;
    early.writeUInt16BE(early.readUInt16BE(2) + 2, 2);
    early.writeUInt16BE(early.readUInt16BE(6) + 2, 6);
    const pem = `-----BEGIN CERTIFICATE-----\n${early
      .toString('base64')
      .match(/.{1,64}/g)!
      .join('\n')}\n-----END CERTIFICATE-----\n`;
    const child = await admin.http
      .post(AUTHORITIES)
      .send({
        name: 'dated',
        projectId: project.id,
        configuration: { type: 'intermediate', commonName: 'Dated', keyAlgorithm: 'EC_prime256v1' },
      })
      .expect(200);
    const { id } = child.body as { id: string };
    const refused = await admin.http
      .post(`${AUTHORITIES}/${id}/import-certificate`)
      .send({ certificate: pem, certificateChain: certificate })
      .expect(400);

    expect(JSON.stringify(refused.body)).toContain('A date of it');
  });
});

withOpenssl('A certificate that this server issued', () => {
  it('is not imported, in whatever form its signature is written: an import would make it good again (409)', async () => {
    const root = await aRoot(admin, project.id, { keyAlgorithm: 'EC_prime256v1' });
    const profile = await aProfile(admin, root, await aPolicy(admin, project.id));
    const leaf = await aCertificate(admin, profile, { commonName: 'again.example.org' });
    const path = `${CERTIFICATES}/${leaf.certificateId}`;
    const again = {
      projectId: project.id,
      certificatePem: otherFormOf(leaf.certificate),
      privateKeyPem: leaf.privateKey,
      chainPem: leaf.certificateChain,
    };
    const { status } = openssl(
      { 'ca.pem': leaf.issuingCaCertificate, 'leaf.pem': again.certificatePem },
      ...['verify', '-CAfile', 'ca.pem', 'leaf.pem'],
    );
    await admin.http
      .post(`${path}/revoke`)
      .send({ revocationReason: 'PRIVILEGE_WITHDRAWN' })
      .expect(200);

    expect(status).toBe(0);
    expect(again.certificatePem).not.toBe(leaf.certificate);
    expect(codeOf(await send(again).expect(409))).toBe('certificate-exists');
    await admin.http.delete(path).expect(200);
    expect(codeOf(await send(again).expect(409))).toBe('certificate-exists');
  });
});

withOpenssl('A mailbox in the subject', () => {
  it('is one of the names that rules speak of (403)', async () => {
    const importing = { subject: 'certificates', action: ['import'] };
    const caller = await aMember(server, project, orgId, [
      importing,
      { ...importing, conditions: { altNames: { $glob: '*evil*' } }, inverted: true },
    ]);
    const leaf = issued(
      '/CN=a.team.org/emailAddress=boss@evil.com',
      named('a.team.org'),
      outsideIssuer,
    );

    await send(bodyOf(leaf), caller).expect(403);
    await send(bodyOf(leafOf('b.team.org')), caller).expect(200);
  });
});
