import { X509Certificate } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { fromBER } from 'asn1js';
import { CertificateRevocationList } from 'pkijs';
import type { Replica } from '../../soak/replica.js';
import { ValidationWorker } from '../../src/acme/validation/validation-worker.js';
import { type AcmeScene, AcmeTestClient, anAcmeProfile, PUBLIC } from '../support/acme.js';
import { ProvingHost, TestOrdering } from '../support/acme-orders.js';
import { aSigningRequest } from '../support/certificates.js';
import { useApp } from '../support/harness.js';
import { replicaOf } from '../support/own-replicas.js';
import { aProject, aScene } from '../support/scene.js';

const server = useApp({ PUBLIC_URL: PUBLIC });

const HOUR = 3_600_000;
const MINUTE = 60_000;

/** Node's own switch, and the variables that programs know. */
const PROXIES = [
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'ALL_PROXY',
  'http_proxy',
  'https_proxy',
  'all_proxy',
];

/** Makes the clock of a process another one, before anything of the server is loaded. */
const clockOff = (milliseconds: number): string => {
  const script = `const R=Date;globalThis.Date=class extends R{constructor(...a){if(a.length)super(...a);else super(R.now()+(${milliseconds}))}static now(){return R.now()+(${milliseconds})}}`;
  return `--import=data:text/javascript,${encodeURIComponent(script)}`;
};

let host: ProvingHost;
let trap: Server;
let caught = 0;
let scene: AcmeScene;
let replicas: readonly Replica[] = [];
let addresses = 0;

beforeAll(async () => {
  // The application of the test writes what comes before, and looks at no challenges.
  await server.app.get(ValidationWorker).onModuleDestroy();
  host = await ProvingHost.start();
  trap = createServer((socket) => {
    caught += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', () => resolve()));
  const { admin } = await aScene(server);
  scene = await anAcmeProfile(admin, (await aProject(admin)).id);
  const proxy = `http://127.0.0.1:${(trap.address() as AddressInfo).port}`;
  const env = {
    ...{ PUBLIC_URL: PUBLIC, ACME_HTTP_PORT: String(host.port) },
    ...{ ACME_PERMITTED_RANGES: '127.0.0.0/8', NODE_USE_ENV_PROXY: '1' },
    ...Object.fromEntries(PROXIES.map((name) => [name, proxy])),
  };
  replicas = [
    await replicaOf(server, { ...env, NODE_OPTIONS: clockOff(HOUR) }),
    await replicaOf(server, { ...env, NODE_OPTIONS: clockOff(-HOUR) }),
  ];
});
afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.end()));
  await host?.end();
  await new Promise<void>((resolve) => trap.close(() => resolve()));
});

/** A client whose requests go to the replicas in turn: each uses the nonces of the other. */
function aClient(): AcmeTestClient {
  let requests = 0;
  const either = {
    get url() {
      return replicas[(requests += 1) % replicas.length]!.url;
    },
  };
  return new AcmeTestClient(either, scene.base);
}

async function anOrdering(client: AcmeTestClient): Promise<TestOrdering> {
  const address = `127.0.2.${(addresses += 1)}`;
  const pem = aSigningRequest('/', `IP:${address}`);
  const csr = Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64').toString('base64url');
  return new TestOrdering(client, host, [address], csr);
}

const nowThere = async (): Promise<number> => {
  const [row] = await server.database.source.query<{ now: Date }[]>('select now() "now"');
  return row!.now.getTime();
};

describe('what surrounds a process', () => {
  it('has no influence on proofs: no proxy of the environment is asked (C64)', async () => {
    const client = aClient();
    expect((await client.register()).status).toBe(201);
    const status = await (await anOrdering(client)).finish();

    expect(status).toBe('valid');
    expect(caught).toBe(0);
  });

  it('tells no dates: replicas whose clocks are two hours apart take the nonces of each other, and date by the database (C84)', async () => {
    const clocks = await Promise.all(
      replicas.map(async ({ url }) => {
        const { date } = (await (await fetch(`${url}/api/status`)).json()) as { date: string };
        return Math.round((Date.parse(date) - Date.now()) / HOUR);
      }),
    );
    expect(clocks).toEqual([1, -1]);
    const client = aClient();
    await client.register();
    for (let n = 0; n < 10; n++) expect((await client.post(client.kid!)).status).toBe(200);
    const ordering = await anOrdering(client);
    expect(await ordering.finish()).toBe('valid');
    const order = await client.post(ordering.url!);
    const { text } = await client.post(ordering.certificateUrl!);
    const { raw, validFrom } = new X509Certificate(text);
    const body = { certificate: raw.toString('base64url') };
    const revoked = await client.post(`${scene.base}/revoke-cert`, body);
    const [list] = await server.database.source.query<{ id: string }[]>(
      'select id from crls where authority_id = $1',
      [scene.root.id],
    );
    const lists = [];
    for (const { url } of replicas) {
      const answer = await fetch(`${url}/api/v1/cert-manager/crl/${list!.id}/der`);
      const { result: schema } = fromBER(Buffer.from(await answer.arrayBuffer()));
      lists.push(new CertificateRevocationList({ schema }));
    }
    const now = await nowThere();

    expect(revoked.status).toBe(200);
    const begins = Date.parse(validFrom);
    expect(begins).toBeLessThanOrEqual(now);
    expect(now - begins).toBeLessThan(10 * MINUTE);
    const lives = Date.parse(String(order.body.expires)) - now;
    expect(Math.abs(lives - 7 * 24 * HOUR)).toBeLessThan(10 * MINUTE);
    for (const { thisUpdate, revokedCertificates = [] } of lists) {
      expect(Math.abs(thisUpdate.value.getTime() - now)).toBeLessThan(10 * MINUTE);
      expect(revokedCertificates).toHaveLength(1);
      const { value } = revokedCertificates[0]!.revocationDate;
      expect(Math.abs(value.getTime() - now)).toBeLessThan(10 * MINUTE);
    }
  });
});
