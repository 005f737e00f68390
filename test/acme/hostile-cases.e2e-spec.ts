import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ValidationsRepository } from '../../src/acme/validation/validations.repository.js';
import {
  type AcmeAnswered,
  AcmeTestClient,
  aJws,
  anAcmeProfile,
  bindingOf,
  newAcmeKey,
  PUBLIC,
  type TestBinding,
  typeOf,
} from '../support/acme.js';
import { aSigningRequest } from '../support/certificates.js';
import { startApp, type TestApp } from '../support/harness.js';
import { FakeNetwork } from '../support/outgoing/fake-network.js';
import { aProject, aScene } from '../support/scene.js';

interface Challenge {
  readonly type: string;
  readonly url: string;
  readonly token: string;
  readonly status: string;
  readonly error?: { readonly type: string };
}

let server: TestApp;
let ends: (() => Promise<void>)[] = [];
let base: string;
let granted: { readonly base: string; readonly binding: TestBinding };
let network: FakeNetwork;
/** What the host of every name does with who asks it. */
let answering: (token: string, res: ServerResponse) => void;

beforeAll(async () => {
  const host = createServer(({ url = '' }, res) => answering(url.split('/').at(-1)!, res));
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', () => resolve()));
  const { port } = host.address() as AddressInfo;
  network = await FakeNetwork.open();
  network.route('127.0.0.1', port, port);
  const env = {
    ...{ PUBLIC_URL: PUBLIC, ACME_HTTP_PORT: String(port) },
    ACME_PERMITTED_RANGES: '127.0.0.0/8',
  };
  const app = await startApp(env, [], undefined, undefined, network);
  server = app.parts;
  const closed = () => new Promise<void>((resolve) => void host.close(() => resolve()));
  ends = [app.end, () => network.close(), async () => host.closeAllConnections(), closed];
  const { admin } = await aScene(server);
  const { id } = await aProject(admin);
  ({ base } = await anAcmeProfile(admin, id, { skipEabBinding: true }));
  const free = await anAcmeProfile(admin, id, { skipDnsOwnershipVerification: true });
  granted = { base: free.base, binding: await bindingOf(admin, free.profile) };
});

afterAll(async () => {
  for (const end of ends) await end();
});

async function anAccount(): Promise<AcmeTestClient> {
  const client = new AcmeTestClient(server, base);
  await client.register();
  return client;
}

let names = 0;
const freshHost = (): string => {
  const name = `host-${(names += 1)}.example.org`;
  network.names.set(name, () => ['127.0.0.1']);
  return name;
};

const order = (client: AcmeTestClient, value: string): Promise<AcmeAnswered> =>
  client.post(`${client.base}/new-order`, { identifiers: [{ type: 'dns', value }] });

const challengesOf = async (client: AcmeTestClient, made: AcmeAnswered): Promise<Challenge[]> =>
  (await client.post((made.body.authorizations as string[])[0]!)).body.challenges as Challenge[];

const query = <T>(text: string, ...values: unknown[]) =>
  server.database.source.query<T[]>(text, values);
const idIn = (url: string) => url.split('/').at(-1)!;

describe('an update of an account', () => {
  it('changes its contacts and whether it is alive, and nothing else whatever it names (C22)', async () => {
    const client = await anAccount();
    const rows = () =>
      query<object>('select * from acme_accounts where id = $1', idIn(client.kid!)).then(
        ([row]) => ({ ...row, updated_at: null }),
      );
    const before = await rows();
    const refused = [
      await client.post(client.kid!, { status: 'revoked' }),
      await client.post(client.kid!, { status: { toString: 'deactivated' } }),
    ];
    const ignored = JSON.parse(
      '{"orders":"x","externalAccountBinding":{},"allowedNames":["*"],"id":"x","jwk":{},"__proto__":{"status":"deactivated"},"constructor":{"prototype":{}}}',
    ) as object;
    const taken = await client.post(client.kid!, ignored);

    expect(refused.map(typeOf)).toEqual(['malformed', 'malformed']);
    expect(taken.status).toBeLessThan(500);
    expect(await rows()).toEqual(before);
    expect((await client.post(client.kid!)).body.status).toBe('valid');
  });
});

describe('a proof by a key that the account has no more', () => {
  it('proves nothing, though the host was asked before the change (C24)', async () => {
    const client = await anAccount();
    const former = await client.thumbprint();
    let held: (() => void) | null = null;
    const asked = new Promise<void>((resolve) => {
      answering = (token, res) => {
        const answer = () => res.end(`${token}.${former}`);
        if (held) return answer();
        held = answer;
        resolve();
      };
    });
    const made = await order(client, freshHost());
    const challenge = (await challengesOf(client, made)).find(({ type }) => type === 'http-01')!;
    await client.post(challenge.url, {});
    await asked;
    const next = newAcmeKey();
    const url = `${base}/key-change`;
    const inner = { account: client.kid, oldKey: client.key.jwk };
    const header = { alg: next.alg, jwk: next.jwk, url };
    const changed = await client.post(url, await aJws(inner, header, next.privateKey));
    client.key = next;
    held!();
    let now = await client.post(made.headers.get('location')!);
    for (let i = 0; i < 400 && now.body.status === 'pending'; i++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      now = await client.post(made.headers.get('location')!);
    }

    expect(changed.status).toBe(200);
    expect(now.body).toMatchObject({
      status: 'invalid',
      error: { type: 'urn:ietf:params:acme:error:incorrectResponse' },
    });
  });
});

describe('two challenges of one name that end at once, one met and one not', () => {
  it('give the name one outcome, and the order the same (C63)', async () => {
    const validations = server.app.get(ValidationsRepository);
    const client = await anAccount();
    const outcomes = new Set<unknown>();
    for (let n = 0; n < 12; n++) {
      const made = await order(client, freshHost());
      const [authorization] = made.body.authorizations as string[];
      const ids = (await challengesOf(client, made)).map(({ url }) => idIn(url));
      await query(
        `update acme_challenges set status = 'processing', tries = 1, next_try_at = now() + interval '1 hour'
         where id = any($1)`,
        ids.slice(0, 2),
      );
      const [{ accountId, thumbprint }] = (await query<{ accountId: string; thumbprint: string }>(
        'select id "accountId", thumbprint from acme_accounts where id = $1',
        idIn(client.kid!),
      )) as [{ accountId: string; thumbprint: string }];
      const authorizationId = idIn(authorization!);
      const claimed = ids
        .slice(0, 2)
        .map((id) => ({ id, authorizationId, accountId, thumbprint, tries: 1 }) as never);
      const failed = { type: 'urn:ietf:params:acme:error:incorrectResponse', detail: 'no' };
      const both = [
        () => validations.conclude(claimed[0]!, null),
        () => validations.conclude(claimed[1]!, failed),
      ];
      await Promise.all((n % 2 === 0 ? both : both.toReversed()).map((each) => each()));
      const { body: proof } = await client.post(authorization!);
      const { body: now } = await client.post(made.headers.get('location')!);
      const [met, missed] = await query<{ status: string }>(
        'select status from acme_challenges where id = any($1) order by array_position($1, id)',
        ids.slice(0, 2),
      );
      outcomes.add(JSON.stringify([proof.status, now.status, met!.status, missed!.status]));
    }

    const whole = [
      JSON.stringify(['valid', 'ready', 'valid', 'invalid']),
      JSON.stringify(['invalid', 'invalid', 'invalid', 'invalid']),
    ];
    expect([...outcomes].filter((each) => !whole.includes(String(each)))).toEqual([]);
  });
});

describe('a signing request', () => {
  const DER = (pem: string) => Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64');

  async function aReadyOrder(name: string) {
    const client = new AcmeTestClient(server, granted.base);
    await client.register(await client.binding(granted.binding));
    const { body, headers } = await order(client, name);
    return { client, finalize: String(body.finalize), url: headers.get('location')! };
  }

  /** Bytes that no reader of DER may take: each is told from the others by its name. */
  function* broken(good: Buffer): Generator<readonly [string, Buffer]> {
    for (let length = 0; length < good.length; length += 7)
      yield [`cut at ${length}`, good.subarray(0, length)];
    for (let at = 0; at < good.length; at += 3) {
      const changed = Buffer.from(good);
      changed[at]! ^= 0xff;
      yield [`other byte at ${at}`, changed];
    }
    yield ['bytes behind it', Buffer.concat([good, Buffer.of(0)])];
    yield ['an indefinite length', Buffer.concat([Buffer.of(0x30, 0x80), good, Buffer.of(0, 0)])];
    yield ['a length of 2^31', Buffer.concat([Buffer.of(0x30, 0x84, 0x80, 0, 0, 0), good])];
    yield ['nothing but beginnings', Buffer.alloc(12_000, 0x30)];
    yield ['sequences in sequences', nested(4_000)];
    yield ['PEM', Buffer.from(aSigningRequest('/', 'DNS:der.example.org'))];
  }

  function nested(depth: number): Buffer {
    let inner: Buffer = Buffer.alloc(0);
    for (let n = 0; n < depth; n++) {
      const { length } = inner;
      const long = length < 128 ? [length] : [0x82, length >> 8, length & 0xff];
      inner = Buffer.concat([Buffer.of(0x30, ...long), inner]);
      if (inner.length > 12_000) break;
    }
    return inner;
  }

  it('that is broken DER is refused, whatever is broken, and the order stays ready (badCSR, C47)', async () => {
    const name = 'der.example.org';
    const { client, finalize, url } = await aReadyOrder(name);
    const good = DER(aSigningRequest('/', `DNS:${name}`));
    const wrong: unknown[] = [];
    let count = 0;
    for (const [what, bytes] of broken(good)) {
      count += 1;
      const answer = await client.post(finalize, { csr: bytes.toString('base64url') });
      if (answer.status !== 400 || typeOf(answer) !== 'badCSR')
        wrong.push([what, answer.status, answer.text]);
    }

    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(100);
    expect((await client.post(url)).body.status).toBe('ready');
    const done = await client.post(finalize, { csr: good.toString('base64url') });
    expect(done.body.status).toBe('valid');
  });

  it.each([
    ['a quoted name', '/CN=subject.example.org" , CN="other.example.org'],
    ['a name with structure of its own', '/CN=subject.example.org, O\\=Evil'],
    ['two attributes in one part', '/CN=subject.example.org+O=Evil'],
    ['a name twice', '/CN=subject.example.org/CN=other.example.org'],
    ['a mark that turns the text around', '/CN=subject.example.org\u202E'],
    ['a control character', '/CN=subject.example.org\u0001'],
    ['a long unit', `/CN=subject.example.org/OU=${'a'.repeat(60)}`],
  ])(
    'with %s in its subject is refused: text becomes no structure (badCSR, C48)',
    async (_, subject) => {
      const { client, finalize } = await aReadyOrder('subject.example.org');
      const pem = aSigningRequest(subject, 'DNS:subject.example.org', [
        ...['-utf8', '-multivalue-rdn'],
        ...['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
      ]);
      const answer = await client.post(finalize, { csr: DER(pem).toString('base64url') });

      expect([answer.status, typeOf(answer)]).toEqual([400, 'badCSR']);
    },
  );
});

describe('what nobody may see', () => {
  it('is in no line of the log and no entry of the audit log, good ends and bad ones alike (C88)', async () => {
    const secrets: string[] = [granted.binding.eabSecret];
    const client = await anAccount();
    const thumbprint = await client.thumbprint();
    answering = (token, res) => {
      secrets.push(`${token}.${thumbprint}`);
      res.end(`${token}.wrong`);
    };
    const made = await order(client, freshHost());
    const challenge = (await challengesOf(client, made)).find(({ type }) => type === 'http-01')!;
    secrets.push(challenge.token);
    await client.post(challenge.url, {});
    const nonce = await client.nonce();
    secrets.push(nonce);
    await client.post(client.kid!, '', { header: { nonce } });
    await client.post(client.kid!, '', { header: { nonce } }); // used
    await client.post(client.kid!, '', { header: { nonce: `${nonce}x`, url: 'x' } });
    for (let i = 0; i < 40 && secrets.length < 4; i++)
      await new Promise((resolve) => setTimeout(resolve, 50));
    const entries = await query<{ text: string }>('select target::text text from audit_entries');
    const written = [...server.logLines, ...entries.map(({ text }) => text)].join('\n');

    expect(secrets.length).toBeGreaterThan(3);
    expect(secrets.filter((each) => written.includes(each))).toEqual([]);
    expect(written).not.toContain('PRIVATE KEY');
  });
});
