import { X509Certificate } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { fromBER } from 'asn1js';
import { CertificateRevocationList } from 'pkijs';
import type { Replica } from '../../soak/replica.js';
import { ValidationWorker } from '../../src/acme/validation/validation-worker.js';
import { type AcmeScene, AcmeTestClient, anAcmeProfile, PUBLIC } from '../support/acme.js';
import { ProvingHost, TestOrdering } from '../support/acme-orders.js';
import { aSigningRequest } from '../support/certificates.js';
import { useApp } from '../support/harness.js';
import { type HeldPlace, HeldStatement } from '../support/held-statement.js';
import { replicaOf } from '../support/own-replicas.js';
import { aProject, aScene, type Caller, type TestProject } from '../support/scene.js';

/** Orders that are under way while replicas are killed again and again, and how often one is. */
const ORDERS = Number(process.env['ACME_KILLED_ORDERS'] ?? 16);
const KILLS = Number(process.env['ACME_KILLS'] ?? 8);

const server = useApp({ PUBLIC_URL: PUBLIC });

let host: ProvingHost;
let admin: Caller;
let project: TestProject;
let scene: AcmeScene;
/** The one that is killed, and the one that goes on. */
let [victim, survivor]: readonly [Replica, Replica] = [] as never;
/** Where requests go. */
const at = { url: '' };
let addresses = 0;

beforeAll(async () => {
  // The application of the test writes what comes before, and looks at no challenges.
  await server.app.get(ValidationWorker).onModuleDestroy();
  host = await ProvingHost.start();
  ({ admin } = await aScene(server));
  project = await aProject(admin);
  scene = await anAcmeProfile(admin, project.id);
  const env = {
    ...{ PUBLIC_URL: PUBLIC, ACME_HTTP_PORT: String(host.port) },
    ACME_PERMITTED_RANGES: '127.0.0.0/8',
  };
  [victim, survivor] = [await replicaOf(server, env), await replicaOf(server, env)];
});
afterAll(async () => {
  await victim?.kill();
  await survivor?.kill();
  await host?.end();
});

/** An order of a new account, for addresses that no other one has. */
async function anOrdering(count = 1, by: { readonly url: string } = at): Promise<TestOrdering> {
  const client = new AcmeTestClient(by, scene.base);
  await client.register();
  const own = Array.from({ length: count }, () => `127.0.1.${(addresses += 1)}`);
  const pem = aSigningRequest('/', own.map((each) => `IP:${each}`).join(','));
  const csr = Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64').toString('base64url');
  return new TestOrdering(client, host, own, csr);
}

const query = <T>(text: string, ...values: unknown[]) =>
  server.database.source.query<T[]>(text, values);

/** What the database has of an account: states of its orders, and how many certificates were issued to it. */
async function storedOf({ client }: TestOrdering) {
  const id = client.kid!.split('/').at(-1)!;
  const orders = await query<{ status: string; certificate_id: string | null }>(
    'select status, certificate_id from acme_orders where account_id = $1',
    id,
  );
  const certificates = await query<{ id: string }>(
    'select id from certificates where requester_id = $1',
    id,
  );
  const entries = await query<{ id: string }>(
    `select target->>'certificateId' id from audit_entries
     where action = 'certificate.issue' and target->>'acmeAccountId' = $1`,
    id,
  );
  return {
    orders: orders.map(({ status }) => status),
    named: orders.flatMap(({ certificate_id: each }) => each ?? []),
    certificates: certificates.map((each) => each.id),
    entries: entries.map((each) => each.id),
  };
}

/** One order, one certificate of it, told once in the audit log; which is listed, downloaded, and revoked for all to see. */
async function expectWhole(ordering: TestOrdering): Promise<void> {
  const stored = await storedOf(ordering);
  expect(stored.orders).toEqual(['valid']);
  expect(stored.certificates).toHaveLength(1);
  expect([stored.named, stored.entries]).toEqual([stored.certificates, stored.certificates]);
  const [id] = stored.certificates;
  await admin.http.get(`/api/v1/cert-manager/certificates/${id}`).expect(200);
  const { text } = await ordering.client.post(ordering.certificateUrl!);
  const { raw, serialNumber } = new X509Certificate(text);
  const body = { certificate: raw.toString('base64url') };
  const revoked = await ordering.client.post(`${scene.base}/revoke-cert`, body);
  expect(revoked.status).toBe(200);
  expect(await revokedSerials()).toContain(serialNumber.toLowerCase());
}

async function revokedSerials(): Promise<string[]> {
  const [list] = await query<{ id: string }>(
    'select id from crls where authority_id = $1',
    scene.root.id,
  );
  const answer = await fetch(`${survivor.url}/api/v1/cert-manager/crl/${list!.id}/der`);
  const { result: schema } = fromBER(Buffer.from(await answer.arrayBuffer()));
  const { revokedCertificates = [] } = new CertificateRevocationList({ schema });
  return revokedCertificates.map(({ userCertificate }) =>
    Buffer.from(userCertificate.valueBlock.valueHexView).toString('hex'),
  );
}

/** Brings an order to that place on one replica, kills it there, and tells what is in the database then. */
async function killedAt(place: HeldPlace, ordering: TestOrdering) {
  at.url = victim.url;
  survivor.pause(); // so that it is the other one that gets there
  const held = await HeldStatement.at(server.databaseUrl, place);
  let isUp = true;
  const going = ordering.finish(() => isUp);
  await held.reached();
  isUp = false;
  await victim.kill();
  await held.release();
  survivor.resume();
  const { orders, certificates } = await storedOf(ordering);
  at.url = survivor.url;
  isUp = true;
  return { found: [orders, certificates.length], going };
}

const [NONE, ONE] = [0, 1];

/** Where a replica is killed, and what is there afterwards: orders of the account, and certificates. */
const PLACES: readonly (readonly [string, HeldPlace, readonly string[], number])[] = [
  ['before an order is written', { table: 'acme_orders', at: 'before insert' }, [], NONE],
  [
    'while a new order is committed',
    { table: 'acme_orders', at: 'commit of insert' },
    ['pending'],
    NONE,
  ],
  [
    'while a challenge is begun',
    { table: 'acme_challenges', at: 'before update', when: `new.status = 'processing'` },
    ['pending'],
    NONE,
  ],
  [
    'before a proof is written',
    { table: 'acme_challenges', at: 'before update', when: `new.status = 'valid'` },
    ['pending'],
    NONE,
  ],
  [
    'between a proof and the order that it makes ready',
    { table: 'acme_orders', at: 'before update', when: `new.status = 'ready'` },
    ['pending'],
    NONE,
  ],
  [
    'while a proof is committed',
    { table: 'acme_orders', at: 'commit of update', when: `new.status = 'ready'` },
    ['ready'],
    NONE,
  ],
  [
    'before a signed certificate is written',
    { table: 'certificates', at: 'before insert' },
    ['ready'],
    NONE,
  ],
  [
    'between a certificate and the order that it finishes',
    { table: 'acme_orders', at: 'before update', when: `new.status = 'valid'` },
    ['ready'],
    NONE,
  ],
  [
    // The entry is sent together with the commit: PostgreSQL has both, and does both.
    'while the certificate is told in the audit log',
    { table: 'audit_entries', at: 'before insert', when: `new.action = 'certificate.issue'` },
    ['valid'],
    ONE,
  ],
  [
    'while a certificate is committed',
    { table: 'acme_orders', at: 'commit of update', when: `new.status = 'valid'` },
    ['valid'],
    ONE,
  ],
];

describe('a replica that is killed', () => {
  it.each(PLACES)(
    '%s leaves nothing half done: the other one finishes the order, with one certificate (C50)',
    async (_, place, orders, certificates) => {
      at.url = survivor.url;
      const ordering = await anOrdering();
      const { found, going } = await killedAt(place, ordering);

      expect(found).toEqual([orders, certificates]);
      expect(await going).toBe('valid');
      await expectWhole(ordering);
      await victim.start();
    },
  );

  it('while it looks at a proof leaves it to the other one, within its lease (C62)', async () => {
    at.url = victim.url;
    const ordering = await anOrdering();
    survivor.pause();
    const asked = host.silence();
    let isUp = true;
    const going = ordering.finish(() => isUp);
    await asked;
    isUp = false;
    await victim.kill();
    const before = performance.now();
    survivor.resume();
    host.speak();
    at.url = survivor.url;
    isUp = true;

    expect(await going).toBe('valid');
    expect(performance.now() - before).toBeLessThan(60_000);
    await expectWhole(ordering);
    await victim.start();
  });
});

describe('replicas that are killed again and again', () => {
  it('finish every order once, whoever is asked and however often', async () => {
    const replicas = [victim, survivor];
    let requests = 0;
    const either = {
      get url() {
        return replicas[(requests += 1) % replicas.length]!.url;
      },
    };
    const orderings: TestOrdering[] = [];
    for (let n = 0; n < ORDERS; n++) orderings.push(await anOrdering(1 + (n % 3), either));
    const isDone = new Set<TestOrdering>();
    const killing = (async () => {
      for (let n = 0; n < KILLS && isDone.size < ORDERS; n++) {
        await delay(300 + Math.random() * 900);
        await replicas[n % 2]!.kill();
        await replicas[n % 2]!.start();
      }
    })();
    // Two at once go after each order: a client that asks again, and does not know what became of its first request.
    const ends = orderings.map(async (each) => {
      const states = await Promise.all([each.finish(), each.finish()]);
      isDone.add(each);
      return states;
    });
    const states = await Promise.all(ends);
    await killing;

    expect(states.flat().filter((state) => state !== 'valid')).toEqual([]);
    for (const each of orderings) await expectWhole(each);
  });
});
