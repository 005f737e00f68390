import { createHash, webcrypto, X509Certificate } from 'node:crypto';
import { createSecureContext, createServer, type SecureContext } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import {
  type AcmeScene,
  AcmeTestClient,
  anAcmeApplication,
  anAcmeProfile,
  baseOf,
  bindingOf,
  PUBLIC,
  typeOf,
} from '../support/acme.js';
import {
  anIntermediate,
  aPolicy,
  aProfile,
  aRoot,
  aSigningRequest,
  openssl,
} from '../support/certificates.js';
import { startApp, type TestApp } from '../support/harness.js';
import { FakeNetwork } from '../support/outgoing/fake-network.js';
import { aProject, aScene, type Caller, type TestProject } from '../support/scene.js';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const IDENTIFIER = '1.3.6.1.5.5.7.1.31';

/** What the host shows, by the name that is asked for. */
const contexts = new Map<string, SecureContext>();
/** Names at which the host speaks no protocol of challenges. */
let protocols: readonly string[] = ['acme-tls/1'];

let server: TestApp;
let ends: (() => Promise<void>)[] = [];
let network: FakeNetwork;
let admin: Caller;
let project: TestProject;
let scene: AcmeScene;

beforeAll(async () => {
  x509.cryptoProvider.set(webcrypto as never);
  const host = createServer({
    ALPNCallback: ({ protocols: offered }) => offered.find((each) => protocols.includes(each)),
    SNICallback: (name, done) => done(null, contexts.get(name)),
  });
  host.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', () => resolve()));
  const { port } = host.address() as AddressInfo;
  network = await FakeNetwork.open();
  network.route('127.0.0.1', port, port);
  const env = {
    ...{ PUBLIC_URL: PUBLIC, ACME_TLS_PORT: String(port) },
    ACME_PERMITTED_RANGES: '127.0.0.0/8',
  };
  const app = await startApp(env, [], undefined, undefined, network);
  server = app.parts;
  const closed = () => new Promise<void>((resolve) => void host.close(() => resolve()));
  ends = [app.end, () => network.close(), closed];
  ({ admin } = await aScene(server));
  project = await aProject(admin);
  scene = await anAcmeProfile(admin, project.id);
});

afterAll(async () => {
  for (const end of ends) await end();
});

async function anAccount(base = scene.base): Promise<AcmeTestClient> {
  const client = new AcmeTestClient(server, base);
  await client.register();
  return client;
}

/** The certificate of a challenge, for one name. */
async function shows(sni: string, name: x509.JsonGeneralName, keyAuthorization: string) {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const digest = createHash('sha256').update(keyAuthorization).digest();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    ...{ serialNumber: '0401', name: 'CN=challenge', keys: keys as never },
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.SubjectAlternativeNameExtension([name]),
      new x509.Extension(IDENTIFIER, true, Buffer.concat([Buffer.from([4, 32]), digest])),
    ],
  });
  const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  contexts.set(
    sni,
    createSecureContext({
      cert: certificate.toString('pem'),
      key: x509.PemConverter.encode(key, 'PRIVATE KEY'),
    }),
  );
}

interface Challenge {
  readonly type: string;
  readonly url: string;
  readonly token: string;
  readonly error?: { readonly type: string };
}

async function outcomeOf(
  client: AcmeTestClient,
  identifier: { readonly type: string; readonly value: string },
  prepare: (keyAuthorization: string) => Promise<void>,
) {
  const made = await client.post(`${client.base}/new-order`, { identifiers: [identifier] });
  const [url] = made.body.authorizations as string[];
  const { body } = await client.post(url!);
  const challenge = (body.challenges as Challenge[]).find(({ type }) => type === 'tls-alpn-01')!;
  await prepare(`${challenge.token}.${await client.thumbprint()}`);
  await client.post(challenge.url, {});
  for (let i = 0; i < 400; i++) {
    const { body: now } = await client.post(url!);
    if (now.status !== 'pending')
      return {
        status: now.status,
        error: (now.challenges as Challenge[]).find(({ type }) => type === 'tls-alpn-01')?.error,
      };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('Nothing came of it');
}

describe('a profile with caaIdentities', () => {
  const issue = (value: string) => [{ isCritical: false, tag: 'issue', value }];
  const proved = async (client: AcmeTestClient, value: string) => {
    network.names.set(value, () => ['127.0.0.1']);
    return outcomeOf(client, { type: 'dns', value }, (proof) =>
      shows(value, { type: 'dns', value }, proof),
    );
  };

  it('refuses names whose CAA records, or those of the nearest name above, are for others (caa, C60)', async () => {
    const acmeConfig = { skipEabBinding: true, caaIdentities: ['ca.example.org'] };
    const { base } = await anAcmeProfile(admin, project.id, acmeConfig);
    const client = await anAccount(base);
    network.caa.set('caa.example.org', issue('other.example'));
    network.caa.set('own.caa.example.org', issue(`ca.example.org; accounturi=${client.kid}`));
    network.caa.set('dns.caa.example.org', issue('ca.example.org; validationmethods=dns-01'));
    const { body } = await client.fetch(`${base}/directory`);

    const caa = { type: 'urn:ietf:params:acme:error:caa' };
    for (const name of ['host.caa.example.org', 'dns.caa.example.org'])
      expect(await proved(client, name)).toMatchObject({ status: 'invalid', error: caa });
    for (const name of ['own.caa.example.org', 'free.example.org'])
      expect((await proved(client, name)).status).toBe('valid');
    const other = await anAccount(base);
    expect(await proved(other, 'own.caa.example.org')).toMatchObject({ error: caa });
    expect(body.meta).toMatchObject({ caaIdentities: ['ca.example.org'] });
    // Other profiles do not ask.
    expect((await proved(await anAccount(), 'host.caa.example.org')).status).toBe('valid');
  });

  it('asks for them at a directory of an application as its enrollment says, whatever its profile does', async () => {
    const { profile, base: alone } = await anAcmeProfile(admin, project.id);
    const acmeConfig = { skipEabBinding: true, caaIdentities: ['ca.example.org'] };
    const { base } = await anAcmeApplication(admin, profile, acmeConfig);
    const client = await anAccount(base);
    network.caa.set('others.example.org', issue('other.example'));
    network.caa.set('mine.example.org', issue(`ca.example.org; accounturi=${client.kid}`));

    const caa = { type: 'urn:ietf:params:acme:error:caa' };
    expect(await proved(client, 'others.example.org')).toMatchObject({ error: caa });
    expect((await proved(client, 'mine.example.org')).status).toBe('valid');
    expect((await proved(await anAccount(alone), 'others.example.org')).status).toBe('valid');
  });

  it('takes no name for proved while nobody tells its CAA records (C60)', async () => {
    const acmeConfig = { skipEabBinding: true, caaIdentities: ['ca.example.org'] };
    const { base } = await anAcmeProfile(admin, project.id, acmeConfig);
    const client = await anAccount(base);
    network.caa.set('silent.example.org', null);
    const proving = proved(client, 'silent.example.org');
    const rows = () =>
      server.database.source.query<{ status: string; type: string | null }[]>(
        `select c.status, c.error->>'type' type from acme_challenges c
        join acme_authorizations a on a.id = c.authorization_id
        where a.value = 'silent.example.org' and c.type = 'tls-alpn-01'`,
      );
    let seen = await rows();
    while (!seen[0]?.type) seen = await rows();
    network.caa.set('silent.example.org', issue('ca.example.org'));

    expect(seen).toEqual([{ status: 'processing', type: 'urn:ietf:params:acme:error:caa' }]);
    expect((await proving).status).toBe('valid');
  });
});

describe('the challenge tls-alpn-01', () => {
  it('is met by a certificate for the name, or for an address under its reverse name', async () => {
    const client = await anAccount();
    network.names.set('tls.example.org', () => ['127.0.0.1']);
    const host = await outcomeOf(client, { type: 'dns', value: 'tls.example.org' }, (proof) =>
      shows('tls.example.org', { type: 'dns', value: 'tls.example.org' }, proof),
    );
    const address = await outcomeOf(client, { type: 'ip', value: '127.0.0.1' }, (proof) =>
      shows('1.0.0.127.in-addr.arpa', { type: 'ip', value: '127.0.0.1' }, proof),
    );

    expect([host.status, address.status]).toEqual(['valid', 'valid']);
  });

  it('is not met by another digest, another name, or a host that does not agree to the protocol (C59)', async () => {
    const names = ['digest.example.org', 'name.example.org', 'none.example.org'];
    for (const each of names) network.names.set(each, () => ['127.0.0.1']);
    const [digest, name, none] = names as [string, string, string];
    const clients = [await anAccount(), await anAccount()];
    const found = await Promise.all([
      outcomeOf(clients[0]!, { type: 'dns', value: digest }, () =>
        shows(digest, { type: 'dns', value: digest }, 'another'),
      ),
      outcomeOf(clients[1]!, { type: 'dns', value: name }, (proof) =>
        shows(name, { type: 'dns', value: 'other.example.org' }, proof),
      ),
    ]);
    protocols = ['h2'];
    found.push(
      await outcomeOf(await anAccount(), { type: 'dns', value: none }, (proof) =>
        shows(none, { type: 'dns', value: none }, proof),
      ),
    );
    protocols = ['acme-tls/1'];

    expect(found.map(({ status, error }) => [status, error!.type.split(':').at(-1)])).toEqual([
      ['invalid', 'incorrectResponse'],
      ['invalid', 'incorrectResponse'],
      ['invalid', 'tls'],
    ]);
  });
});

describe('what comes after a certificate', () => {
  let client: AcmeTestClient;
  let url: string;
  let chain: string;
  let certificate: X509Certificate;

  beforeAll(async () => {
    const root = await aRoot(admin, project.id);
    const issuer = await anIntermediate(admin, root);
    const acme = { enrollmentType: 'acme', acmeConfig: { skipDnsOwnershipVerification: true } };
    const profile = await aProfile(admin, issuer, await aPolicy(admin, project.id), acme);
    client = new AcmeTestClient(server, baseOf(profile));
    await client.register(await client.binding(await bindingOf(admin, profile)));
    ({ url, chain, certificate } = await issued(client));
  });

  async function issued(by: AcmeTestClient, more: object = {}) {
    const identifiers = [{ type: 'dns', value: 'ari.example.org' }];
    const made = await by.post(`${by.base}/new-order`, { identifiers, ...more });
    const pem = aSigningRequest('/', 'DNS:ari.example.org');
    const csr = Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64').toString('base64url');
    const done = await by.post(String(made.body.finalize), { csr });
    const { text } = await by.post(String(done.body.certificate));
    return {
      url: String(done.body.certificate),
      chain: text,
      certificate: new X509Certificate(text),
      order: done,
    };
  }

  /** As RFC 9773, 4.1 has it. */
  const certIdOf = (one: X509Certificate): string => {
    const { text } = openssl(
      { cert: one.toString() },
      'x509',
      '-in',
      'cert',
      '-noout',
      '-ext',
      'authorityKeyIdentifier',
    );
    const aki = /([0-9A-F]{2}:){19}[0-9A-F]{2}/.exec(text)![0].replaceAll(':', '');
    return [aki, one.serialNumber]
      .map((hex) => Buffer.from(hex, 'hex').toString('base64url'))
      .join('.');
  };

  it('the other chain has the root, and each names the other', async () => {
    const [short, whole] = [await client.post(url), await client.post(`${url}/1`)];

    expect([chain, short.text, whole.text].map((each) => each.match(/BEGIN/g)!.length)).toEqual([
      2, 2, 3,
    ]);
    expect(short.headers.get('link')).toContain(`<${url}/1>;rel="alternate"`);
    expect(whole.headers.get('link')).toContain(`<${url}>;rel="alternate"`);
    expect((await client.post(`${url}/2`)).status).toBe(404);
  });

  it('a window says when to renew: from two thirds of the life on, and in the past once it is revoked (RFC 9773)', async () => {
    const { certificate: other } = await issued(client, { notAfter: inDays(9) });
    const read = async (one: X509Certificate) => {
      const answer = await client.fetch(`${client.base}/renewal-info/${certIdOf(one)}`);
      const { start, end } = answer.body.suggestedWindow as { start: string; end: string };
      return { answer, start: Date.parse(start), end: Date.parse(end) };
    };
    const [begins, ends] = [certificate.validFrom, certificate.validTo].map((each) =>
      Date.parse(each),
    ) as [number, number];
    const first = await read(certificate);
    const short = await read(other);
    await client.post(`${client.base}/revoke-cert`, {
      certificate: other.raw.toString('base64url'),
    });
    const revoked = await read(other);

    expect(Math.abs(first.start - (begins + ((ends - begins) * 2) / 3))).toBeLessThan(2_000);
    expect(first.end).toBeGreaterThan(first.start);
    expect(first.answer.headers.get('retry-after')).toBe('21600');
    expect(short.start - Date.now()).toBeLessThan(5 * 86_400_000);
    expect(revoked.end).toBeLessThan(Date.now());
  });

  it('nothing is said of certificates of others (404) and of what names none (400) (C71)', async () => {
    const get = (certId: string) => client.fetch(`${client.base}/renewal-info/${certId}`);
    const id = certIdOf(certificate);
    const [, serial] = id.split('.');
    const unknown = [`${id.slice(0, 4)}AAAA${id.slice(8)}`, `AAAA.${serial}`];

    for (const each of unknown) expect((await get(each)).status).toBe(404);
    for (const each of [`${id}=`, `${id}.AA`, 'x', `${'a'.repeat(300)}.${serial}`])
      expect(typeOf(await get(each))).toBe('malformed');
    expect((await get(id)).status).toBe(200);
  });

  it('an order replaces it once, for its account and a name in common (C36)', async () => {
    const replaces = certIdOf(certificate);
    const order = (by: AcmeTestClient, value: string) =>
      by.post(`${by.base}/new-order`, { identifiers: [{ type: 'dns', value }], replaces });
    const stranger = new AcmeTestClient(server, client.base);
    const binding = await bindingOf(admin, { id: client.base.split('/').at(-1)! });
    await stranger.register(await stranger.binding(binding));

    expect(typeOf(await order(stranger, 'ari.example.org'))).toBe('unauthorized');
    expect(typeOf(await order(client, 'other.example.org'))).toBe('malformed');
    const { order: renewed } = await issued(client, { replaces });
    expect(renewed.body).toMatchObject({ status: 'valid', replaces });
    const again = await order(client, 'ari.example.org');
    expect([again.status, typeOf(again)]).toEqual([409, 'alreadyReplaced']);
  });
});

const inDays = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().replace(/\.\d+/, '');

describe('the look at challenges', () => {
  it('is at twenty of an organization at a time, however many are due at once', async () => {
    const client = await anAccount();
    const identifiers = Array.from({ length: 30 }, (_, n) => ({
      ...{ type: 'dns', value: `n${n}.silent.example.org` },
    }));
    await client.post(`${client.base}/new-order`, { identifiers });
    const asked = new Set<string>();
    const { texts } = network;
    network.texts = (host) => {
      asked.add(host);
      return new Promise(() => undefined);
    };
    await server.database.source.query(
      `update acme_challenges c set status = 'processing', next_try_at = now(), tries = 0
       from acme_authorizations a
       where a.id = c.authorization_id and a.value like '%.silent.example.org' and c.type = 'dns-01'`,
    );
    for (let n = 0; n < 100 && asked.size === 0; n++) await delay(50);
    await delay(1_500); // for another look
    network.texts = texts;

    expect(asked.size).toBe(20);
  });
});
