import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import type { JWK } from 'jose';
import pg from 'pg';
import { type AcmePlace, OrderingAccount } from './acme-orders.js';
import type { Bench } from './bench.js';
import { PlainAuthority } from './certificate-floor.js';
import { startChild } from './child.js';
import { call, callJson, exchange } from './http.js';
import { byTurns, duration, repeatedly, throughput } from './measure.js';
import { questionAbout } from './ocsp-question.js';
import { openPebble } from './pebble.js';
import { plain, type Row } from './report.js';
import { revokedCopies } from './revoked-copies.js';

/** Where the server says that it is. */
const ORIGIN = 'https://certificates.bench.test';
const NAME = 'host.bench.test';
const MANAGER = '/api/v1/cert-manager';
/** About as many as one takes in a list. */
const BYTES_OF_ENTRY = 48;
const TTL = { ttl: '1h', keyAlgorithm: 'EC_prime256v1' };

interface CertificateScene {
  readonly url: string;
  readonly token: string;
  readonly authorityId: string;
  readonly profileId: string;
}

/** Certificates beside the same by a plain library, and orders by ACME beside Pebble where that is installed. */
export async function certificates(bench: Bench): Promise<Row[]> {
  const settings = { ...bench.env, PUBLIC_URL: ORIGIN };
  const server = await startChild(bench.main, settings);
  try {
    const scene = await makeScene(bench, server.url);
    const floor = await PlainAuthority.open(NAME);
    return [
      ...(await issuing(bench, scene, floor)),
      await ocsp(bench, scene),
      await orders(bench, scene, floor),
      ...(await longList(bench, scene)),
    ];
  } finally {
    await server.stop();
  }
}

const asJson = (token: string, body: object) => ({ token, body: JSON.stringify(body) });

async function makeScene({ scene }: Bench, url: string): Promise<CertificateScene> {
  const { token, projectId } = scene;
  const post = <T>(path: string, body: object) =>
    callJson<T>('POST', `${url}${MANAGER}${path}`, asJson(token, body));
  const configuration = {
    ...{ type: 'root', keyAlgorithm: 'EC_prime256v1', commonName: 'Bench', isOcspEnabled: true },
    notAfter: new Date(Date.now() + 10 * 365 * 86_400_000).toISOString(),
  };
  const name = `bench-${Date.now()}`;
  const root = await post<{ id: string }>('/ca/internal', { name, projectId, configuration });
  const allowed = ['*'];
  const rules = {
    subject: [{ type: 'common_name', allowed }],
    sans: [{ type: 'dns_name', allowed }],
  };
  const policy = await post<{ certificatePolicy: { id: string } }>('/certificate-policies', {
    ...{ name, projectId, ...rules },
  });
  const acme = { enrollmentType: 'acme', acmeConfig: { skipDnsOwnershipVerification: true } };
  const ids = { caId: root.id, certificatePolicyId: policy.certificatePolicy.id };
  const made = await post<{ certificateProfile: { id: string } }>('/certificate-profiles', {
    ...{ slug: name, projectId, ...ids, ...acme },
  });
  return { url, token, authorityId: root.id, profileId: made.certificateProfile.id };
}

interface Leaf {
  readonly certificate: string;
  readonly issuingCaCertificate: string;
  readonly certificateId: string;
}

async function issue({ url, token, profileId }: CertificateScene, more: object): Promise<Leaf> {
  type Made = { certificate: Leaf };
  const body = { profileId, ...more };
  return (await callJson<Made>('POST', `${url}${MANAGER}/certificates`, asJson(token, body)))
    .certificate;
}

async function issuing(
  { sizes }: Bench,
  scene: CertificateScene,
  floor: PlainAuthority,
): Promise<Row[]> {
  const altNames = [{ type: 'dns_name', value: NAME }];
  const fromRequest = () => issue(scene, { csr: floor.csr, attributes: { ttl: '1h' } });
  const present: string[] = [];
  for (let n = 0; n < sizes.concurrency; n++)
    present.push((await issue(scene, { attributes: { ...TTL, altNames } })).certificateId);
  const renewal = async () => {
    const id = present.shift()!; // as many as there are workers
    const path = `${scene.url}${MANAGER}/certificates/${id}/renew`;
    const sent = asJson(scene.token, {});
    present.push((await callJson<{ certificateId: string }>('POST', path, sent)).certificateId);
  };
  const rateOf = (work: () => Promise<unknown>) => () => throughput(work, sizes);
  return [
    {
      ...{ what: 'certificate from a signing request (P-256)', unit: '/s' },
      ...(await byTurns(
        sizes.rounds,
        rateOf(fromRequest),
        rateOf(() => floor.issue()),
      )),
      floorIs: '@peculiar/x509 alone',
    },
    {
      ...{ what: 'renewal, with a new key (P-256)', unit: '/s' },
      ...(await byTurns(
        sizes.rounds,
        rateOf(renewal),
        rateOf(() => floor.renew(NAME)),
      )),
      floorIs: '@peculiar/x509 alone',
    },
  ];
}

/** A question without a nonce, whose answer is kept; the floor is one row, read by its key on bare Express. */
async function ocsp(
  { sizes, floor, scene: { projectId } }: Bench,
  scene: CertificateScene,
): Promise<Row> {
  const leaf = await issue(scene, { attributes: { ...TTL, commonName: NAME } });
  const question = (await questionAbout(leaf)).toString('base64');
  const path = `${scene.url}${MANAGER}/ocsp/${scene.authorityId}/${encodeURIComponent(question)}`;
  const asked = async () => {
    const { status } = await exchange('GET', path);
    if (status !== 200) throw new Error(`OCSP: ${status}`);
  };
  const bare = () => exchange('GET', `${floor.url}/unchanged/${projectId}`);
  const rateOf = (work: () => Promise<unknown>) => () => throughput(work, sizes);
  return {
    ...{ what: 'OCSP answer, kept', unit: '/s' },
    ...(await byTurns(sizes.rounds, rateOf(asked), rateOf(bare))),
    ...{ floorIs: 'one row on bare Express', aim: { atLeast: 0.7 } },
  };
}

async function orders(bench: Bench, scene: CertificateScene, floor: PlainAuthority): Promise<Row> {
  const { sizes } = bench;
  const csr = floor.csr.replace(/-----[^-]+-----|\s/g, '').replace(/=+$/, '');
  const der = csr.replaceAll('+', '-').replaceAll('/', '_');
  const path = `/api/v1/pki/acme/profiles/${scene.profileId}/directory`;
  const ours: AcmePlace = { directory: `${ORIGIN}${path}`, origin: ORIGIN, url: scene.url };
  const reveal = `${scene.url}${MANAGER}/certificate-profiles/${scene.profileId}/acme/eab-secret/reveal`;
  const binding = await callJson<Binding>('GET', reveal, { token: scene.token });
  const accounts = await accountsAt(ours, sizes.concurrency, (jwk, url) =>
    bound(binding, jwk, url),
  );
  const what = 'ACME order, name known to be the account’s (order, finalize, download)';
  const pebble = await openPebble();
  const rateAt = (all: OrderingAccount[]) => () =>
    throughput(async () => {
      const account = all.shift()!; // as many as there are workers
      await account.order(NAME, der);
      all.push(account);
    }, sizes);
  try {
    if (!pebble) return plain(what, await repeatedly(sizes.rounds, rateAt(accounts)), '/s');
    const theirs = await accountsAt(pebble, sizes.concurrency);
    const compared = await byTurns(sizes.rounds, rateAt(accounts), rateAt(theirs));
    for (const each of theirs) each.close();
    return { what, unit: '/s', ...compared, floorIs: 'Pebble, in memory', aim: { atLeast: 0.5 } };
  } finally {
    for (const each of accounts) each.close();
    await pebble?.close();
  }
}

interface Binding {
  readonly eabKid: string;
  readonly eabSecret: string;
}

async function bound({ eabKid, eabSecret }: Binding, jwk: JWK, url: string): Promise<object> {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const unsigned = `${part({ alg: 'HS256', kid: eabKid, url })}.${part(jwk)}`;
  const mac = createHmac('sha256', Buffer.from(eabSecret, 'base64url')).update(unsigned);
  const [header, payload] = unsigned.split('.');
  return { protected: header, payload, signature: mac.digest('base64url') };
}

async function accountsAt(
  place: AcmePlace,
  count: number,
  bind?: (jwk: JWK, url: string) => Promise<object>,
): Promise<OrderingAccount[]> {
  const all: OrderingAccount[] = [];
  for (let n = 0; n < count; n++) {
    const account = new OrderingAccount(place);
    await account.register(bind);
    all.push(account);
  }
  return all;
}

async function longList(bench: Bench, scene: CertificateScene): Promise<Row[]> {
  const client = new pg.Client({ connectionString: bench.databaseUrl });
  await client.connect();
  return measureList(bench, scene, client).finally(() => client.end());
}

async function measureList(
  { sizes, server }: Bench,
  scene: CertificateScene,
  client: pg.Client,
): Promise<Row[]> {
  const leaf = await issue(scene, { attributes: { ...TTL, commonName: NAME } });
  const listId = await revokedCopies(client, leaf.certificateId, sizes.revoked);
  const make = async () => {
    const count = `update certificate_authorities set revocation_count = revocation_count + 1 where id = $1`;
    await client.query(count, [scene.authorityId]);
    const path = `${server.url}${MANAGER}/crl/${listId}/der`;
    const { status } = await exchange('GET', path);
    if (status !== 200) throw new Error(`GET ${path}: ${status}`);
  };
  const lag = async () => {
    const text = await call('GET', `${server.metricsUrl}/metrics`);
    return Number(/^nodejs_eventloop_lag_p99_seconds(?:\{.*\})? (\S+)$/m.exec(text)?.[1]) * 1_000;
  };
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const bytes = Buffer.alloc(sizes.revoked * BYTES_OF_ENTRY);
  const least = async () => sign('sha256', bytes, privateKey);
  await make();
  await lag(); // what was before does not count
  const compared = await byTurns(
    sizes.rounds,
    () => duration(make, 1),
    () => duration(least, 1),
  );
  const late = await lag();
  return [
    plain(`revocation list of ${sizes.revoked}, made anew`, compared.ours, 'ms', { atMost: 5_000 }),
    plain('  digest and signature of as many bytes alone', compared.floor, 'ms'),
    plain('  event-loop delay meanwhile, p99', late, 'ms', { atMost: 50 }),
  ];
}
