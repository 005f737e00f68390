import { createHash, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type AcmeAnswered,
  type AcmeScene,
  AcmeTestClient,
  aJws,
  anAcmeProfile,
  bindingOf,
  PUBLIC,
  typeOf,
} from '../support/acme.js';
import { OrderPurge } from '../../src/acme/orders/order-purge.js';
import {
  aCertificate,
  inDays,
  anAuthority,
  aSigningRequest,
  AUTHORITIES,
  openssl,
  POLICIES,
  PROFILES,
} from '../support/certificates.js';
import { FakeNetwork } from '../support/outgoing/fake-network.js';
import { startApp, type TestApp } from '../support/harness.js';
import { aProject, aScene, type Caller, type TestProject } from '../support/scene.js';
import { untilLocksAreAwaited } from '../support/lock-waits.js';

const RULES = {
  subject: [{ type: 'common_name', allowed: ['*.example.org'] }],
  sans: [
    { type: 'dns_name', allowed: ['*.example.org'], denied: ['secret.example.org'] },
    { type: 'ip_address', allowed: ['127.0.0.0/8'] },
  ],
};

let server: TestApp;
let network: FakeNetwork;
let ends: (() => Promise<void>)[] = [];
let admin: Caller;
let project: TestProject;
let scene: AcmeScene;
let granted: AcmeScene;
/** What the host of every name answers. */
let answering: (req: IncomingMessage, res: ServerResponse) => void;
const asked: string[] = [];

beforeAll(async () => {
  const host = createServer((req, res) => {
    asked.push(`${req.headers.host}${req.url}`);
    answering(req, res);
  });
  const port = await listening(host);
  network = await FakeNetwork.open();
  network.route('127.0.0.1', port, port);
  const env = {
    ...{ PUBLIC_URL: PUBLIC, ACME_HTTP_PORT: String(port) },
    ...{ ACME_PERMITTED_RANGES: '127.0.0.0/8', ACME_EXCLUDED_RANGES: '127.0.0.9' },
  };
  const app = await startApp(env, [], undefined, undefined, network);
  server = app.parts;
  ends = [app.end, () => network.close(), () => closed(host)];
  ({ admin } = await aScene(server));
  project = await aProject(admin);
  scene = await anAcmeProfile(admin, project.id, { skipEabBinding: true }, RULES);
  granted = await anAcmeProfile(admin, project.id, { skipDnsOwnershipVerification: true }, RULES);
});

afterAll(async () => {
  for (const end of ends) await end();
});

const listening = (host: Server): Promise<number> =>
  new Promise((resolve) => {
    host.listen(0, '127.0.0.1', () => resolve((host.address() as AddressInfo).port));
  });
const closed = (host: Server): Promise<void> =>
  new Promise((resolve) => {
    host.closeAllConnections();
    host.close(() => resolve());
  });

let names = 0;
const freshHost = (addresses: readonly string[] = ['127.0.0.1']): string => {
  const name = `host-${(names += 1)}.example.org`;
  network.names.set(name, () => addresses);
  return name;
};

async function anAccount(): Promise<AcmeTestClient> {
  const client = new AcmeTestClient(server, scene.base);
  await client.register();
  return client;
}

const identifiersOf = (...values: readonly string[]) => ({
  identifiers: values.map((value) => ({ type: /^[\d.]+$/.test(value) ? 'ip' : 'dns', value })),
});

const order = (client: AcmeTestClient, ...values: readonly string[]): Promise<AcmeAnswered> =>
  client.post(`${client.base}/new-order`, identifiersOf(...values));

interface Challenge {
  readonly type: string;
  readonly url: string;
  readonly token: string;
  readonly status: string;
  readonly error?: { readonly type: string; readonly detail: string };
}

const urlsOf = ({ body }: AcmeAnswered) => body.authorizations as string[];

async function challengeOf(client: AcmeTestClient, url: string, type: string): Promise<Challenge> {
  const { body } = await client.post(url);
  return (body.challenges as Challenge[]).find((each) => each.type === type)!;
}

/** Asks until the status is another one; the server tries at once, and again after two seconds. */
async function settled(client: AcmeTestClient, url: string): Promise<AcmeAnswered> {
  for (let i = 0; i < 400; i++) {
    const answer = await client.post(url);
    if (answer.body.status !== 'pending' && answer.body.status !== 'processing') return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`Nothing came of ${url}`);
}

/** Answers every challenge as it should be for that client. */
async function meetsFor(client: AcmeTestClient): Promise<void> {
  const thumbprint = await client.thumbprint();
  answering = ({ url = '' }, res) => res.end(`${url.split('/').at(-1)}.${thumbprint}\n`);
}

async function aReadyOrder(client: AcmeTestClient, ...values: readonly string[]) {
  await meetsFor(client);
  const made = await order(client, ...values);
  for (const url of urlsOf(made)) {
    const { url: challenge } = await challengeOf(client, url, 'http-01');
    await client.post(challenge, {});
    await settled(client, url);
  }
  return { url: made.headers.get('location')!, finalize: String(made.body.finalize) };
}

const csrOf = (values: readonly string[], subject = '/', key?: readonly string[]): string => {
  const names = values.map((each) => `${/^[\d.]+$/.test(each) ? 'IP' : 'DNS'}:${each}`).join();
  return derOf(aSigningRequest(subject, names === '' ? undefined : names, key));
};
const derOf = (pem: string): string =>
  Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64').toString('base64url');

async function issued(client: AcmeTestClient, value = freshHost()) {
  const { finalize } = await aReadyOrder(client, value);
  const { body } = await client.post(finalize, { csr: csrOf([value]) });
  const { text } = await client.post(String(body.certificate));
  return { certificate: new X509Certificate(text), text, url: String(body.certificate) };
}

describe('a certificate by ACME', () => {
  it('is had by an order, an http-01 challenge and a signing request', async () => {
    const client = await anAccount();
    const [name, other] = [freshHost(), freshHost()];
    const { url, finalize } = await aReadyOrder(client, name, other);
    expect((await client.post(url)).body.status).toBe('ready');
    const done = await client.post(finalize, { csr: csrOf([other, name], `/CN=${name}`) });
    const answer = await client.post(String(done.body.certificate));
    const certificate = new X509Certificate(answer.text);

    expect(done.body).toMatchObject({ status: 'valid', certificate: `${url}/certificate` });
    expect(answer.headers.get('content-type')).toBe('application/pem-certificate-chain');
    expect(certificate.subjectAltName).toBe(`DNS:${name}, DNS:${other}`);
    expect(certificate.subject).toBe(`CN=${name}`);
    expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
    expect(certificate.ca).toBe(false);
    expect(asked).toContainEqual(expect.stringContaining(`${name}/`));
    const rows = await server.database.source.query<object[]>(
      `select 1 from audit_entries where action = 'certificate.issue' and target ->> 'serialNumber' = $1`,
      [certificate.serialNumber.toLowerCase()],
    );
    expect(rows).toHaveLength(1);
  });

  it('is had for an IP address too (RFC 8738), and for names without proof where the profile takes them for granted', async () => {
    const client = await anAccount();
    const { finalize } = await aReadyOrder(client, '127.0.0.1');
    const done = await client.post(finalize, { csr: csrOf(['127.0.0.1']) });
    const { text } = await client.post(String(done.body.certificate));
    expect(new X509Certificate(text).subjectAltName).toBe('IP Address:127.0.0.1');

    const trusted = new AcmeTestClient(server, granted.base);
    await trusted.register(await trusted.binding(await bindingOf(admin, granted.profile)));
    const ready = await order(trusted, 'any.example.org');
    const authorization = await trusted.post(urlsOf(ready)[0]!);
    expect(ready.body.status).toBe('ready');
    expect(authorization.body).toMatchObject({ status: 'valid', challenges: [{ type: 'dns-01' }] });
  });

  it('is had for a wildcard by a TXT record alone (dns-01), whose parts are joined', async () => {
    const client = await anAccount();
    const made = await order(client, '*.deep.example.org');
    const [url] = urlsOf(made);
    const { body } = await client.post(url!);
    expect(body).toMatchObject({ identifier: { value: 'deep.example.org' }, wildcard: true });
    const [challenge, ...others] = body.challenges as Challenge[];
    expect([challenge!.type, others]).toEqual(['dns-01', []]);

    const keyAuthorization = `${challenge!.token}.${await client.thumbprint()}`;
    const digest = createHash('sha256').update(keyAuthorization).digest('base64url');
    network.records.set('_acme-challenge.deep.example.org', ['other', digest]);
    await client.post(challenge!.url, {});
    expect((await settled(client, url!)).body.status).toBe('valid');
    // The base name itself is not proved by it (C38).
    network.names.set('deep.example.org', () => ['127.0.0.1']);
    expect((await order(client, 'deep.example.org')).body.status).toBe('pending');
  });

  it('is given out without its root, unless nothing would be left above it', async () => {
    const client = await anAccount();
    const { url, text } = await issued(client);
    const leaf = await client.fetch(url, { method: 'GET' });
    const missing = await client.post(`${url}/1`);

    expect(text.match(/BEGIN/g)).toHaveLength(2);
    expect([leaf.status, missing.status]).toEqual([405, 404]);
  });

  it('is one, however often and at once it is asked for, and then comes back for its key alone (C40, C42)', async () => {
    const client = await anAccount();
    const name = freshHost();
    const { finalize } = await aReadyOrder(client, name);
    const csr = csrOf([name]);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => client.post(finalize, { csr })),
    );
    const again = await client.post(finalize, { csr });
    const other = await client.post(finalize, { csr: csrOf([name]) });
    const rows = await server.database.source.query<object[]>(
      'select 1 from certificates where common_name = $1',
      [name],
    );

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(again.body).toEqual(answers[0]!.body);
    expect([other.status, typeOf(other)]).toEqual([403, 'orderNotReady']);
    expect(rows).toHaveLength(1);
  });

  it('is refused for an order that is not ready (orderNotReady, 403), and for an order of another account (404, C37)', async () => {
    const [client, other] = [await anAccount(), await anAccount()];
    const name = freshHost();
    const made = await order(client, name);
    const early = await client.post(String(made.body.finalize), { csr: csrOf([name]) });
    const urls = [made.headers.get('location')!, urlsOf(made)[0]!, String(made.body.finalize)];
    const { url } = await challengeOf(client, urls[1]!, 'http-01');
    const foreign = await other.post(`${other.base}/orders/${server.context.config.port}`);

    expect([early.status, typeOf(early)]).toEqual([403, 'orderNotReady']);
    for (const each of [...urls, url]) {
      const answer = await other.post(each, each.endsWith('finalize') ? { csr: 'AAAA' } : '');
      expect([answer.status, answer.body]).toEqual([404, foreign.body]);
    }
  });

  it('says the names of the order, exactly, and nothing else that its signing request says (badCSR, C43 to C46)', async () => {
    const client = await anAccount();
    const name = `k.${freshHost()}`;
    network.names.set(name, () => ['127.0.0.1']);
    const { url, finalize } = await aReadyOrder(client, name);
    const good = csrOf([name]);
    const rsa = (bits: number) => ['-newkey', `rsa:${bits}`];
    const pem = (altNames: string, ...rest: string[]) =>
      derOf(aSigningRequest('/', altNames, rest.length > 0 ? rest : undefined));
    const bad: unknown[] = [
      csrOf([name], `/CN=${name.replace('k', '\u212a')}`),
      csrOf([name, 'other.example.org']),
      csrOf(['other.example.org']),
      pem(`DNS:${name},DNS:${name}`),
      pem(`DNS:${name},email:a@example.org`),
      pem(`DNS:${name},URI:https://${name}`),
      csrOf([name], '/CN=other.example.org'),
      csrOf([name], `/O=Evil/CN=${name}`),
      csrOf([name], '/', rsa(1_024)),
      `${good}=`,
      ...[good.slice(0, 100), `${good.slice(0, -4)}AAAA`, 'AAAA', '', 7, undefined],
    ];
    for (const csr of bad) {
      const answer = await client.post(finalize, { csr });
      expect([answer.status, typeOf(answer), csr]).toEqual([400, 'badCSR', csr]);
    }
    expect((await client.post(url)).body.status).toBe('ready');
    // Another case is the same name.
    expect((await client.post(finalize, { csr: pem(`DNS:${name.toUpperCase()}`) })).status).toBe(
      200,
    );
  });

  it('is never for the key of an account (badCSR, C45)', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwk = publicKey.export({ format: 'jwk' }) as never;
    const client = new AcmeTestClient(server, scene.base, { privateKey, jwk, alg: 'ES256' });
    await client.register();
    const name = freshHost();
    const { finalize } = await aReadyOrder(client, name);
    const request = openssl(
      { key: privateKey.export({ format: 'pem', type: 'pkcs8' }) },
      ...['req', '-new', '-key', 'key', '-subj', '/', '-addext', `subjectAltName=DNS:${name}`],
    );
    const answer = await client.post(finalize, { csr: derOf(request.text) });

    expect(typeOf(answer)).toBe('badCSR');
  });

  it('is never for the key of an authority, also one that waits for its certificate (badCSR, C45)', async () => {
    const client = await anAccount();
    const name = freshHost();
    const { finalize } = await aReadyOrder(client, name);
    const configuration = { type: 'intermediate', keyAlgorithm: 'EC_prime256v1', commonName: name };
    const { id } = await anAuthority(admin, project.id, configuration);
    const { body } = await admin.http.get(`${AUTHORITIES}/${id}/csr`).expect(200);
    const answer = await client.post(finalize, { csr: derOf((body as { csr: string }).csr) });

    expect([answer.status, typeOf(answer)]).toEqual([400, 'badCSR']);
    expect(answer.body.detail).toContain('of an authority');
  });

  it('is refused when the policy allows its name no more, the authority is disabled, or its proof is over (C41, C49)', async () => {
    const { profile, base, root } = await anAcmeProfile(
      admin,
      project.id,
      { skipEabBinding: true },
      RULES,
    );
    const client = new AcmeTestClient(server, base);
    await client.register();
    const name = freshHost();
    const { url, finalize } = await aReadyOrder(client, name);
    const made = await client.post(url);
    const csr = csrOf([name]);
    const authority = (status: string) =>
      admin.http.patch(`${AUTHORITIES}/${root.id}`).send({ status }).expect(200);
    await authority('disabled');
    const disabled = await client.post(finalize, { csr });
    await authority('active');
    const policyId = (await admin.http.get(`${PROFILES}/${profile.id}`)).body as {
      certificateProfile: { certificatePolicyId: string };
    };
    const { certificatePolicyId } = policyId.certificateProfile;
    const narrowed = { sans: [{ type: 'dns_name', allowed: ['x.example.org'] }] };
    await admin.http.patch(`${POLICIES}/${certificatePolicyId}`).send(narrowed).expect(200);
    const refused = await client.post(finalize, { csr });
    await admin.http
      .patch(`${POLICIES}/${certificatePolicyId}`)
      .send({ sans: RULES.sans })
      .expect(200);
    expect((await client.post(url)).body.status).toBe('ready');
    await client.post(urlsOf(made)[0]!, { status: 'deactivated' });
    const over = await client.post(finalize, { csr });

    expect([disabled.status, typeOf(disabled)]).toEqual([403, 'unauthorized']);
    expect([refused.status, typeOf(refused)]).toEqual([400, 'rejectedIdentifier']);
    expect([over.status, typeOf(over)]).toEqual([403, 'orderNotReady']);
  });
});

describe('an order', () => {
  it.each([
    ...[
      '*.*.example.org',
      'a.*.example.org',
      'x*.example.org',
      'host.example.org.',
      'a..example.org',
      '\u212aey.example.org',
    ],
    ...[`${'a'.repeat(64)}.example.org`, 'a_b.example.org', 'a b.example.org', 'a\0.example.org'],
    ...[
      'ａ.example.org',
      'xn--a.example.org',
      'ab--c.example.org',
      '1.2.3.4',
      '127.1',
      '0177.0.0.1',
      '*',
      '',
    ],
    `${'a.'.repeat(130)}example.org`,
  ])('is refused for a DNS name %s (malformed, C32)', async (value) => {
    const client = await shared();
    const answer = await client.post(`${client.base}/new-order`, {
      identifiers: [{ type: 'dns', value }],
    });

    expect([answer.status, typeOf(answer)]).toEqual([400, 'malformed']);
  });

  it.each([
    'host.example.org',
    '::ffff:1.2.3.4',
    'fe80::1%eth0',
    '0177.0.0.1',
    '127.1',
    '[::1]',
    '2001:DB8::0001',
  ])('is refused for an IP address %s (malformed, C32)', async (value) => {
    const client = await shared();
    const answer = await client.post(`${client.base}/new-order`, {
      identifiers: [{ type: 'ip', value }],
    });

    expect([answer.status, typeOf(answer)]).toEqual([400, 'malformed']);
  });

  it.each<[string, object]>([
    ['malformed', { identifiers: [] }],
    ['malformed', { identifiers: 'x' }],
    [
      'malformed',
      {
        identifiers: Array.from({ length: 101 }, (_, i) => ({
          type: 'dns',
          value: `a${i}.example.org`,
        })),
      },
    ],
    ['malformed', { identifiers: [{ type: 'dns' }] }],
    ['malformed', { identifiers: [{ type: ['dns'], value: 'a.example.org' }] }],
    ['unsupportedIdentifier', { identifiers: [{ type: 'email', value: 'a@example.org' }] }],
    ['malformed', { ...identifiersOf('a.example.org'), notAfter: '2030-01-01T00:00:00' }],
    ['malformed', { ...identifiersOf('a.example.org'), notAfter: '2020-01-01T00:00:00Z' }],
    ['malformed', { ...identifiersOf('a.example.org'), notAfter: 7 }],
    // After the end of the authority, and before its beginning.
    ['malformed', { ...identifiersOf('a.example.org'), notAfter: '2090-01-01T00:00:00Z' }],
    ['malformed', { ...identifiersOf('a.example.org'), notBefore: '2090-01-01T00:00:00Z' }],
    ['malformed', { ...identifiersOf('a.example.org'), notBefore: '2001-01-01T00:00:00Z' }],
    ['malformed', { ...identifiersOf('a.example.org'), notBefore: inDays(31) }],
    ['invalidProfile', { ...identifiersOf('a.example.org'), profile: 'another' }],
    ['invalidProfile', { ...identifiersOf('a.example.org'), profile: 7 }],
    ['rejectedIdentifier', identifiersOf('secret.example.org')],
    ['rejectedIdentifier', identifiersOf('*.example.org')],
    ['rejectedIdentifier', identifiersOf('10.0.0.1')],
  ])('is refused as %s: %j (C31, C33 to C35, C39)', async (type, payload) => {
    const client = await shared();
    const answer = await client.post(`${client.base}/new-order`, payload);

    expect([answer.status, typeOf(answer)]).toEqual([400, type]);
  });

  it('may name the profile of the directory, and shows it', async () => {
    const client = await shared();
    const { slug } = scene.profile;
    const named = { ...identifiersOf('profile.example.org'), profile: slug };
    const answers = [
      await client.post(`${client.base}/new-order`, named),
      await order(client, 'profile.example.org'),
    ];

    expect(answers.map(({ body }) => body.profile)).toEqual([slug, slug]);
  });

  it('with some names that the policy denies tells each of them by itself (compound, C35)', async () => {
    const client = await shared();
    const answer = await order(client, 'a.example.org', 'secret.example.org', 'b.example.org');

    expect(typeOf(answer)).toBe('compound');
    expect(answer.body.subproblems).toEqual([
      expect.objectContaining({
        type: 'urn:ietf:params:acme:error:rejectedIdentifier',
        identifier: { type: 'dns', value: 'secret.example.org' },
      }),
    ]);
  });

  it('that asks for the same comes back while it is not over, in lower case and with each name once', async () => {
    const client = await anAccount();
    const made = await order(client, 'Twin.example.org', 'twin.example.org');
    const again = await order(client, 'twin.example.org');
    const listed = await client.post(`${client.kid}/orders`);

    expect(made.body.identifiers).toEqual([{ type: 'dns', value: 'twin.example.org' }]);
    expect([made.status, again.status]).toEqual([201, 201]);
    expect(again.headers.get('location')).toBe(made.headers.get('location'));
    expect(listed.body.orders).toEqual([made.headers.get('location')]);
  });

  it('needs no proof of what the account proved a moment ago; another account does', async () => {
    const client = await anAccount();
    const name = freshHost();
    await aReadyOrder(client, name);
    const further = await order(client, name, '127.0.0.1');
    const other = await order(await anAccount(), name);

    expect(further.body.status).toBe('pending');
    expect((await client.post(urlsOf(further)[0]!)).body.status).toBe('valid');
    expect(other.body.status).toBe('pending');
  });

  it('is limited to 300 names that are not proved (429 rateLimited, C31)', async () => {
    const client = await anAccount();
    const many = (from: number) =>
      Array.from({ length: 100 }, (_, i) => `n${from + i}.example.org`);
    for (const from of [0, 100, 200]) expect((await order(client, ...many(from))).status).toBe(201);
    const beyond = await order(client, 'one-more.example.org');

    expect([beyond.status, typeOf(beyond)]).toEqual([429, 'rateLimited']);
    expect(beyond.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it('is forgotten a month after its end, but not while its certificate is good', async () => {
    const client = await anAccount();
    const { certificate } = await issued(client);
    const made = await order(client, freshHost());
    const { source } = server.database;
    await source.query(`update acme_orders set expires_at = now() - interval '31 days'`);
    await source.query(`update acme_authorizations set expires_at = now() - interval '31 days'`);
    await server.app.get(OrderPurge).sweep();
    const rows = await source.query<{ number: string }[]>(
      `select c.serial_number "number" from acme_orders o left join certificates c on c.id = o.certificate_id`,
    );

    expect((await client.post(made.headers.get('location')!)).status).toBe(404);
    expect((await client.post(urlsOf(made)[0]!)).status).toBe(404);
    expect(rows.map((each) => each.number)).toContain(certificate.serialNumber.toLowerCase());
  });

  it('ends with its account (C21)', async () => {
    const client = await anAccount();
    const made = await order(client, freshHost());
    await client.post(client.kid!, { status: 'deactivated' });
    const id = made.headers.get('location')!.split('/').at(-1);
    const rows = await server.database.source.query<object[]>(
      'select status from acme_orders where id = $1',
      [id],
    );

    expect(rows).toEqual([{ status: 'invalid' }]);
  });
});

describe('a challenge', () => {
  const CANARY = 'canary-of-an-inside-host';

  async function outcomeOf(client: AcmeTestClient, name: string): Promise<Challenge> {
    const made = await order(client, name);
    const [url] = urlsOf(made);
    const { url: challenge } = await challengeOf(client, url!, 'http-01');
    await client.post(challenge, {});
    await settled(client, url!);
    const found = await challengeOf(client, url!, 'http-01');
    if (found.status === 'invalid') {
      const { body } = await client.post(made.headers.get('location')!);
      expect(body).toMatchObject({ status: 'invalid', error: found.error });
    }
    return found;
  }

  it.each<[string, readonly string[]]>([
    ['private', ['10.0.0.1', '192.168.1.1', 'fd00::1', '100.64.0.1']],
    ['of the link or a metadata service', ['169.254.169.254', 'fe80::1']],
    ['of this machine by other names', ['::1', '0.0.0.0', '::ffff:10.0.0.1', '64:ff9b::a00:1']],
    ['excluded by the operator', ['127.0.0.9']],
  ])(
    'of a name with addresses that are %s is refused at once, and nobody is called (C51)',
    async (_, addresses) => {
      const client = await anAccount();
      const before = network.dialled.length;
      const found = await outcomeOf(client, freshHost(addresses));

      expect(found).toMatchObject({
        status: 'invalid',
        error: { type: 'urn:ietf:params:acme:error:connection' },
      });
      expect(network.dialled.slice(before)).toEqual([]);
    },
  );

  it('of a name with one address that may not be called goes to the other one alone (C52), looked up once (C53)', async () => {
    const client = await anAccount();
    await meetsFor(client);
    const name = freshHost(['10.0.0.1', '127.0.0.1']);
    const [before, looked] = [network.dialled.length, network.resolved.length];

    expect((await outcomeOf(client, name)).status).toBe('valid');
    expect(network.dialled.slice(before)).toEqual([expect.stringMatching(/^127\.0\.0\.1:/)]);
    expect(network.resolved.slice(looked)).toEqual([name]);
  });

  it.each([
    ...[
      'file:///etc/passwd',
      'gopher://127.0.0.1/',
      'http://user:pass@host.example.org/',
      'http://127.0.0.1/',
    ],
    ...['http://host.example.org:8080/', `http://host.example.org/${'a'.repeat(2_100)}`],
  ])('is refused at once when its host redirects to %s (connection, C54)', async (location) => {
    const client = await anAccount();
    answering = (_req, res) => res.writeHead(302, { Location: location }).end();

    expect((await outcomeOf(client, freshHost())).error).toMatchObject({
      type: 'urn:ietf:params:acme:error:connection',
    });
  });

  it('follows redirects between names, to addresses that it checks, and not in circles (C54)', async () => {
    const client = await anAccount();
    const thumbprint = await client.thumbprint();
    const [near, far, inside] = [freshHost(), freshHost(), freshHost(['10.0.0.1'])];
    let next = `http://${far}/elsewhere`;
    let token = '';
    answering = ({ url = '', headers }, res) => {
      if (headers.host === far) return void res.end(`${token}.${thumbprint}`);
      token = url.split('/').at(-1)!;
      res.writeHead(301, { Location: next }).end();
    };
    expect((await outcomeOf(client, near)).status).toBe('valid');
    for (next of [`http://${inside}/`, `http://${freshHost()}/`]) {
      const found = await outcomeOf(client, freshHost());
      expect(found.error).toMatchObject({ type: expect.stringMatching(/:connection$/) });
    }
  });

  it('of a host that answers something else fails at the third try, and its error holds no byte of the answer (C55, C56, C58)', async () => {
    const client = await anAccount();
    const thumbprint = await client.thumbprint();
    const answers: ((token: string) => [number, string])[] = [
      () => [200, CANARY],
      () => [401, CANARY],
      (token) => [200, `${token}.${thumbprint}${' '.repeat(600)}`],
      (token) => [200, `${token.toLowerCase()}.${thumbprint}`],
    ];
    const found = await Promise.all(
      answers.map(async (answer) => {
        const name = freshHost();
        return { name, answer, client: await anAccount() };
      }),
    );
    answering = ({ url = '', headers }, res) => {
      const one = found.find(({ name }) => headers.host === name)!;
      const [status, text] = one.answer(url.split('/').at(-1)!);
      res.writeHead(status, { 'X-Canary': CANARY }).end(text);
    };
    const outcomes = await Promise.all(found.map((each) => outcomeOf(each.client, each.name)));

    for (const { error } of outcomes) {
      expect(error!.type).toBe('urn:ietf:params:acme:error:incorrectResponse');
      expect(JSON.stringify(error)).not.toContain(CANARY);
    }
    expect(asked.filter((each) => each.startsWith(found[0]!.name))).toHaveLength(3);
    expect(server.logLines.join('')).not.toContain(CANARY);
  });

  it('is looked at once more when another process left it, and has one result (C61, C62)', async () => {
    const client = await anAccount();
    await meetsFor(client);
    const name = freshHost();
    const [url] = urlsOf(await order(client, name));
    const { url: challenge } = await challengeOf(client, url!, 'http-01');
    const id = challenge.split('/').at(-1);
    // A process took it and ended: its lease is over.
    await server.database.source.query(
      `update acme_challenges set status = 'processing', tries = 1, next_try_at = now() where id = $1`,
      [id],
    );
    await Promise.all([client.post(challenge, {}), client.post(challenge, {})]);
    const done = await settled(client, url!);

    expect(done.body.status).toBe('valid');
    expect(asked.filter((each) => each.startsWith(`${name}/`))).toHaveLength(1);
    expect((await client.post(challenge, {})).body.status).toBe('valid');
  });
});

describe('a revocation by ACME', () => {
  const revoke = (client: AcmeTestClient, certificate: X509Certificate, more: object = {}) =>
    client.post(`${client.base}/revoke-cert`, {
      certificate: certificate.raw.toString('base64url'),
      ...more,
    });
  const reasonOf = async ({ serialNumber }: X509Certificate) => {
    const rows = await server.database.source.query<{ reason: string | null }[]>(
      'select revocation_reason reason from certificates where serial_number = $1',
      [serialNumber.toLowerCase()],
    );
    return rows[0]!.reason;
  };

  it('is by the account that got the certificate, and once (alreadyRevoked, C65)', async () => {
    const client = await anAccount();
    const { certificate } = await issued(client);
    const stranger = await revoke(await anAccount(), certificate);
    const answers = [
      await revoke(client, certificate, { reason: 4 }),
      await revoke(client, certificate),
    ];

    expect([stranger.status, typeOf(stranger)]).toEqual([403, 'unauthorized']);
    expect([answers[0]!.status, answers[0]!.text]).toEqual([200, '']);
    expect([answers[1]!.status, typeOf(answers[1]!)]).toEqual([400, 'alreadyRevoked']);
    expect(await reasonOf(certificate)).toBe('SUPERSEDED');
  });

  it('is by an account that proved all its names too, but not because of its key (C65)', async () => {
    const [client, other] = [await anAccount(), await anAccount()];
    const name = freshHost();
    const { certificate } = await issued(client, name);
    await aReadyOrder(other, name);
    const compromised = await revoke(other, certificate, { reason: 1 });

    expect(typeOf(compromised)).toBe('unauthorized');
    expect((await revoke(other, certificate)).status).toBe(200);
  });

  it('takes the proof of a common name that is a host too (C65)', async () => {
    const open = await anAcmeProfile(admin, project.id, { skipEabBinding: true });
    const account = new AcmeTestClient(server, open.base);
    await account.register();
    const [name, common] = [freshHost(), freshHost()];
    const certificateFor = async (commonName: string) => {
      const altNames = [{ type: 'dns_name', value: name }];
      const { certificate } = await aCertificate(admin, open.profile, { commonName, altNames });
      return new X509Certificate(certificate);
    };
    await aReadyOrder(account, name);

    for (const commonName of [common, common.toUpperCase(), '127.0.0.1']) {
      const refused = await revoke(account, await certificateFor(commonName));
      expect([refused.status, typeOf(refused)]).toEqual([403, 'unauthorized']);
    }
    for (const commonName of [name, name.toUpperCase(), 'Ann Example', 'machine'])
      expect((await revoke(account, await certificateFor(commonName))).status).toBe(200);
    const other = await certificateFor(common);
    await aReadyOrder(account, common);
    expect((await revoke(account, other)).status).toBe(200);
  });

  it('is refused to an account that has lost its proofs while it waits', async () => {
    const [client, other] = [await anAccount(), await anAccount()];
    const name = freshHost();
    const { certificate } = await issued(client, name);
    await aReadyOrder(other, name);
    const id = other.kid!.split('/').at(-1);
    const { source } = server.database;
    const runner = source.createQueryRunner();
    await runner.startTransaction();
    await runner.query('select from acme_accounts where id = $1 for update', [id]);
    const waiting = revoke(other, certificate);
    await untilLocksAreAwaited(server, { part: 'acme_accounts' });
    await runner.query(
      `update acme_authorizations set status = 'deactivated' where account_id = $1`,
      [id],
    );
    await runner.commitTransaction();
    await runner.release();

    expect(typeOf(await waiting)).toBe('unauthorized');
    expect(await reasonOf(certificate)).toBeNull();
  });

  it('is by the key of the certificate without an account, and by no other key (C65)', async () => {
    const client = await anAccount();
    const name = freshHost();
    const { finalize } = await aReadyOrder(client, name);
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key = privateKey.export({ format: 'pem', type: 'pkcs8' });
    const { text: csr } = openssl(
      { key },
      ...['req', '-new', '-key', 'key', '-subj', '/', '-addext', `subjectAltName=DNS:${name}`],
    );
    const { body } = await client.post(finalize, { csr: derOf(csr) });
    const certificate = new X509Certificate((await client.post(String(body.certificate))).text);
    const jwk = publicKey.export({ format: 'jwk' }) as never;
    const holder = new AcmeTestClient(server, scene.base, { privateKey, jwk, alg: 'ES256' });
    const other = new AcmeTestClient(server, scene.base);

    expect(typeOf(await revoke(other, certificate))).toBe('unauthorized');
    expect((await revoke(holder, certificate, { reason: 1 })).status).toBe(200);
    expect(await reasonOf(certificate)).toBe('KEY_COMPROMISE');
    expect(typeOf(await holder.register())).toBe('badPublicKey');
    const url = `${scene.base}/key-change`;
    const change = { account: client.kid, oldKey: client.key.jwk };
    const known = await aJws(change, { alg: 'ES256', jwk, url }, privateKey);
    expect(typeOf(await client.post(url, known))).toBe('badPublicKey');
  });

  it('is refused for other reasons (badRevocationReason), certificates of others (404) and what is none (malformed) (C65)', async () => {
    const client = await anAccount();
    const { certificate } = await issued(client);
    for (const reason of [2, 7, 8, 11, -1, '1'])
      expect(typeOf(await revoke(client, certificate, { reason }))).toBe('badRevocationReason');
    const authority = new X509Certificate(
      (
        (await admin.http.get(`${AUTHORITIES}/${scene.root.id}/certificate`)).body as {
          certificate: string;
        }
      ).certificate,
    );
    const url = `${client.base}/revoke-cert`;

    expect((await revoke(client, authority)).status).toBe(404);
    expect(typeOf(await client.post(url, { certificate: 'a=' }))).toBe('malformed');
    expect(await reasonOf(certificate)).toBeNull();
  });
});

let sharedClient: Promise<AcmeTestClient> | undefined;
const shared = (): Promise<AcmeTestClient> => (sharedClient ??= anAccount());
