import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createTlsServer, type Server, type TLSSocket } from 'node:tls';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { AddressPolicy } from '../../src/outgoing/address-policy.js';
import { OutgoingFailure } from '../../src/outgoing/failure.js';
import { lookUpPlaces, SystemNetwork } from '../../src/outgoing/network.js';
import { type CallPolicy, type CallTurn, Outgoing } from '../../src/outgoing/outgoing.js';
import { aTestAuthority } from '../support/outgoing/certificates.js';
import {
  type Answering,
  type FakeHost,
  FakeNetwork,
  json,
} from '../support/outgoing/fake-network.js';
import { until } from '../support/until.js';

let network: FakeNetwork;
let outgoing: Outgoing;

beforeAll(async () => {
  network = await FakeNetwork.open();
  outgoing = new Outgoing(network, new AddressPolicy([], []));
});
afterAll(() => network.close());
afterAll(() => rawServers.forEach((server) => server.close()));

/** As in production, but a tenth of it. */
const SOON = { queue: 300, firstTry: 80, connect: 200, call: 500 };
const POLICY = { organizationId: 'org', payer: [] };
const MAX = 1_024;
const MIB = 1_024 * 1_024;
const rawServers: Server[] = [];

const get = (url: string, ca: string | undefined = network.authority.ca, policy = POLICY) =>
  outgoing.json({ url: new URL(url), maxBytes: MAX, ...(ca === '' ? {} : { ca }) }, policy);

const stepOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'answered',
    (error: unknown) => (error instanceof OutgoingFailure ? error.step : String(error)),
  );

interface RawAnswer {
  readonly first: string;
  /** Sent again and again, for as long as it is read. */
  readonly endlessly?: string;
  readonly onSecure?: (socket: TLSSocket) => unknown;
}

/** A host that speaks TLS 1.2 and sends texts without a look at what it is asked. */
async function aRawHost(name: string, { first, endlessly, onSecure }: RawAnswer) {
  const { cert, key } = await network.authority.issue(name);
  let sent = 0;
  const server = createTlsServer({ cert, key, maxVersion: 'TLSv1.2' }, (socket) => {
    socket.on('error', () => undefined).resume();
    onSecure?.(socket);
    if (first) socket.write(first);
    const sendAgain = (): void => {
      if (endlessly === undefined || socket.destroyed) return;
      sent += endlessly.length;
      socket.write(endlessly, sendAgain);
    };
    sendAgain();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  rawServers.push(server);
  const address = `93.184.217.${rawServers.length}`;
  network.names.set(name, () => [address]);
  network.route(address, 443, (server.address() as AddressInfo).port);
  return { url: `https://${name}`, sent: () => sent };
}

describe('a call', () => {
  it('sends what it is given, nothing of its own but its name, and gives the JSON of the answer', async () => {
    const host = await network.host(
      'post.example',
      json({ a: [1] }, 201, { 'Cache-Control': 'max-age=60' }),
    );

    const url = new URL(`${host.url}/path?query=1`);
    const call = {
      url,
      method: 'POST',
      body: '{}',
      headers: { Authorization: 'Bearer x' },
    } as const;
    const answer = await outgoing.json({ ...call, ca: host.ca, maxBytes: MAX }, POLICY);

    expect(answer).toEqual({ status: 201, json: { a: [1] }, cacheControl: 'max-age=60' });
    expect(host.calls).toEqual([
      {
        method: 'POST',
        path: '/path?query=1',
        body: '{}',
        headers: {
          host: 'post.example',
          'user-agent': 'Strongroom',
          accept: 'application/json',
          connection: 'close',
          authorization: 'Bearer x',
          'content-length': '2',
        },
      },
    ]);
  });

  it('follows no redirect and reads nothing of an answer that is no success', async () => {
    const host = await network.host('moved.example', (_call, res) => {
      res.writeHead(301, { Location: 'https://other.example/' });
      res.end('{"secret":1}');
    });
    const asked = network.resolved.length;

    expect(await get(host.url)).toEqual({ status: 301, json: undefined, cacheControl: '' });
    expect(network.resolved.slice(asked)).toEqual(['moved.example']);
  });

  it('connects to the address that was checked, without a second look at the name', async () => {
    const host = await network.host('rebound.example', json({}));
    const [good] = network.names.get('rebound.example')!();
    let looks = 0;
    network.names.set('rebound.example', () =>
      looks++ === 0 ? [good!, '127.0.0.1'] : ['127.0.0.1'],
    );
    const dialled = network.dialled.length;

    expect(await stepOf(get(host.url))).toBe('answered');
    expect(await stepOf(get(host.url))).toBe('address');
    expect(network.dialled.slice(dialled)).toEqual([`${good}:443`]);
  });

  it('tries the other kind of address where the first one takes nothing', async () => {
    const host = await network.host('dual.example', json({}));
    const [four] = network.names.get('dual.example')!();
    network.names.set('dual.example', () => ['2606:2800:220:1::99', four!]);

    expect(await stepOf(get(host.url))).toBe('answered');
  });

  it.each([
    ...['https://127.0.0.1/', 'https://[::1]/', 'https://2130706433/', 'https://0x7f.1/'],
    ...['https://169.254.169.254/', 'https://[::ffff:10.0.0.1]/', 'https://10.0.0.1/'],
  ])('opens no connection to %s', async (url) => {
    const dialled = network.dialled.length;

    expect(await stepOf(get(url))).toBe('address');
    expect(network.dialled.slice(dialled)).toEqual([]);
  });

  it('reaches any address for a URL that is a setting of the server', async () => {
    const host = await network.host('localhost', json({}));
    network.names.set('localhost', () => ['127.0.0.1']);

    const call = { url: new URL(host.url), ca: host.ca, maxBytes: MAX };
    expect(await stepOf(outgoing.json(call, { ...POLICY, isOperators: true }))).toBe('connection');
    expect(network.dialled.at(-1)).toBe('127.0.0.1:443');
  });

  it('demands a certificate of the host, by the authority that is named', async () => {
    const other = await aTestAuthority();
    const foreign = await network.host('foreign.example', json({}), { authority: other });
    const misnamed = await network.host('misnamed.example', json({}), {
      certificateFor: 'x.example',
    });

    expect(await stepOf(get(foreign.url))).toBe('tls');
    expect(await stepOf(get(foreign.url, ''))).toBe('tls');
    expect(await stepOf(get(misnamed.url))).toBe('tls');
    expect([...foreign.calls, ...misnamed.calls]).toEqual([]);
  });

  const gzip = { 'Content-Encoding': 'gzip', 'Content-Type': 'application/json' };
  const BROKEN: Readonly<Record<string, readonly [string, Answering]>> = {
    'a body beyond its bound': ['size', json('"'.padEnd(MAX, 'x') + '"')],
    'headers beyond 16 KiB': ['size', json({}, 200, { 'X-Long': 'x'.repeat(17 * 1024) })],
    'a compressed body': ['form', (_, res) => void res.writeHead(200, gzip).end(gzipSync('{}'))],
    'another type': ['form', json({}, 200, { 'Content-Type': 'text/html' })],
    'no JSON': ['form', json('<html>')],
    'deep JSON': ['form', json('['.repeat(500) + ']'.repeat(500))],
    'a repeated key': ['form', json('{"keys":1,"keys":2}')],
    'a body that breaks off': [
      'connection',
      (_, res) => {
        res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
        res.write('{', () => res.destroy());
      },
    ],
  };

  it.each(Object.keys(BROKEN))('fails on %s', async (name) => {
    const [step, answering] = BROKEN[name]!;
    const host = await network.host('broken.example', answering);

    expect(await stepOf(get(host.url))).toBe(step);
    await host.close();
  });

  it('reads no long chain of certificates, and no more where those of its organization were dear', async () => {
    const { authority } = network;
    const issue = async (name: string) => {
      const { cert, key } = await authority.issue(name);
      return { key, cert: [cert, ...Array.from({ length: 60 }, () => authority.ca)].join('\n') };
    };
    const answering = json({ ok: true });
    const long = await network.host('long.example', answering, {
      authority: { ca: authority.ca, issue },
    });
    const usual = await network.host('usual.example', answering);
    const costs = { usual: -1, dearPerMinute: 0.000_001, perMinute: 1_000 };
    const strict = new Outgoing(network, new AddressPolicy([], []), SOON, costs);
    const call = { url: new URL(usual.url), ca: usual.ca, maxBytes: MAX };

    expect(await stepOf(get(long.url))).toBe('size');
    expect(await stepOf(get(usual.url))).toBe('answered');
    await stepOf(strict.json(call, POLICY));
    expect(await stepOf(strict.json(call, POLICY))).toBe('busy');
    expect(long.calls).toEqual([]);
  });

  it('reads no more than its bounds of what comes before and between the parts of an answer', async () => {
    const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n'.repeat(500);
    const chunks = `1;${'x'.repeat(1_000)}\r\n \r\n`.repeat(100);
    const answer =
      'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';

    const early = await aRawHost('early.example', { first: '', endlessly: hints });
    const late = await aRawHost('late.example', { first: answer, endlessly: chunks });

    expect(await stepOf(get(early.url))).toBe('size');
    expect(await stepOf(get(late.url))).toBe('size');
    expect(Math.max(early.sent(), late.sent())).toBeLessThan(8 * MIB);
  });

  const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
  const HINT = 'HTTP/1.1 102 Processing\r\n\r\n';
  const BODY = `${HEAD}Content-Length: 2\r\n\r\n{}`;
  const chunked = (pieces: number) =>
    `${HEAD}Transfer-Encoding: chunked\r\n\r\n3\r\n{} \r\n${'1\r\n \r\n'.repeat(pieces - 1)}0\r\n\r\n`;
  /** One after the other: what is written at once goes in one record. */
  const byByte = (text: string) => (socket: TLSSocket) => {
    const send = (at: number): void => {
      if (at < text.length && !socket.destroyed) socket.write(text[at]!, () => send(at + 1));
    };
    // Once it was asked: before that it would be taken for a part of the handshake.
    socket.once('data', () => send(0));
  };
  const padded = (length: number) => BODY.replace('OK\r\n', `OK\r\nX: ${'x'.repeat(length)}\r\n`);

  it.each<[string, string, string, (socket: TLSSocket) => unknown]>([
    ['ten hints', 'answered', HINT.repeat(10) + BODY, () => undefined],
    ['eleven hints', 'size', HINT.repeat(11) + BODY, () => undefined],
    ['2,000 chunks', 'answered', chunked(2_000), () => undefined],
    ['2,001 chunks', 'size', chunked(2_001), () => undefined],
    ['a byte a record', 'answered', '', byByte(padded(1_500))],
    ['a byte a record, more than 2,000 times', 'size', '', byByte(padded(2_500))],
  ])(
    'takes an answer in a bounded number of pieces: %s is %s',
    async (name, step, first, onSecure) => {
      const host = await aRawHost(`${name.replace(/\W/g, '-').toLowerCase()}.example`, {
        first,
        onSecure,
      });
      const { ca } = network.authority;

      expect(
        await stepOf(outgoing.json({ url: new URL(host.url), maxBytes: 8_192, ca }, POLICY)),
      ).toBe(step);
    },
  );

  it('counts all that an answer takes of the processor, and makes none where nothing is left', async () => {
    const host = await network.host('counted.example', json({ ok: true }));
    const costs = { usual: 1_000, dearPerMinute: 1_000, perMinute: 40 };
    const strict = new Outgoing(network, new AddressPolicy([], []), undefined, costs);
    const call = { url: new URL(host.url), ca: host.ca, maxBytes: MAX };
    const steps: string[] = [];

    for (let i = 0; i < 500 && !steps.includes('busy'); i++)
      steps.push(await stepOf(strict.json(call, POLICY)));
    const dialled = network.dialled.length;
    steps.push(await stepOf(strict.json(call, POLICY)));

    expect(steps[0]).toBe('answered');
    expect(steps.at(-1)).toBe('busy');
    expect(network.dialled).toHaveLength(dialled);
    expect(await stepOf(strict.json(call, { organizationId: 'other', payer: [] }))).toBe(
      'answered',
    );
  });

  it('counts it by who set up what calls: others of the organization call on, and many rows of one do not', async () => {
    const host = await network.host('parted.example', json({ ok: true }));
    const costs = { usual: 1_000, dearPerMinute: 1_000, perMinute: 200 };
    const strict = new Outgoing(network, new AddressPolicy([], []), undefined, costs);
    const call = { url: new URL(host.url), ca: host.ca, maxBytes: MAX };
    const by = (...payer: string[]) =>
      stepOf(strict.json(call, { organizationId: 'parted', payer }));
    let calls = 0;
    for (let row = 0; row < 5; row++)
      while (calls < 2_000 && (await by('attacker', `row ${row}`)) !== 'busy') calls++;

    expect(calls).toBeLessThan(2_000);
    expect(await by('attacker', 'another row')).toBe('busy');
    expect([await by('honest', 'row'), await by('admin', 'third', 'row')]).toEqual([
      'answered',
      'answered',
    ]);
  });

  it('takes no further handshake', async () => {
    let further = 0;
    const host = await aRawHost('again.example', {
      first: '',
      onSecure: (socket) =>
        socket.renegotiate({ rejectUnauthorized: false }, (error) => {
          if (!error) further++;
          socket.end(
            `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
          );
        }),
    });

    await stepOf(outgoing.json({ url: new URL(host.url), maxBytes: MAX }, POLICY));

    expect(further).toBe(0);
  });

  it('ends at once with an answer that would change the protocol', async () => {
    const host = await network.host('upgraded.example', (_call, res) => {
      res.socket!.write(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
      );
    });

    expect(await stepOf(get(host.url))).toBe('connection');
  });

  it('ends after its time, whether no header comes or one byte at a time', async () => {
    const silent = await network.host('silent.example', () => undefined);
    const slow = await network.host('slow.example', (_, res) => {
      res.writeHead(200, { 'Content-Type': 'application/json' });
      const timer = setInterval(() => res.write(' '), 500);
      res.once('close', () => clearInterval(timer));
    });
    const own = new Outgoing(network, new AddressPolicy([], []), SOON);
    const call = ({ url, ca }: FakeHost) =>
      stepOf(own.json({ url: new URL(url), ca, maxBytes: MAX }, POLICY));

    expect(await Promise.all([call(silent), call(slow)])).toEqual(['time', 'time']);
  });

  it('gives up without a connection sooner than without an answer', async () => {
    const stuck = new Outgoing(
      {
        resolve: async () => ['93.184.216.9'],
        texts: () => new Promise<string[]>(() => undefined),
        authorizations: async () => [],
        dial: () => new Promise<Socket>(() => undefined),
      },
      new AddressPolicy([], []),
      { ...SOON, call: 60_000 },
    );

    const call = { url: new URL('https://x.example'), maxBytes: MAX };
    expect(await stepOf(stuck.json(call, POLICY))).toBe('time');
    expect(await stepOf(stuck.texts('x.example', POLICY))).toBe('time');
  });
});

describe('a question for TXT records', () => {
  it('gives the texts of a name, and fails for a name without any', async () => {
    network.records.set('known.example', ['v=spf1 -all', 'text']);

    expect(await outgoing.texts('known.example', POLICY)).toEqual(['v=spf1 -all', 'text']);
    expect(await stepOf(outgoing.texts('unknown.example', POLICY))).toBe('name');
  });
});

describe('calls under way', () => {
  it('are seven of an organization to an origin and sixteen in all; sixty more wait for a while, the rest is refused at once', async () => {
    const hosts = await Promise.all(
      ['a', 'b', 'c'].map((name) => network.host(`hang-${name}.example`, () => undefined)),
    );
    // Nobody who waits is still there when the first of these calls ends.
    const times = { ...SOON, connect: 2_000, call: 2_000 };
    const own = new Outgoing(network, new AddressPolicy([], []), times);
    const call = (i: number, organizationId = 'one') =>
      stepOf(
        own.json(
          { url: new URL(hosts[i]!.url), ca: hosts[i]!.ca, maxBytes: MAX },
          { organizationId, payer: [] },
        ),
      );

    const first = Array.from({ length: 70 }, () => call(0));
    const second = Array.from({ length: 9 }, () => call(1));
    const other = call(2, 'two');
    const results = await Promise.all(first);

    expect(results.filter((each) => each === 'time')).toHaveLength(7);
    expect(results.filter((each) => each === 'busy')).toHaveLength(63);
    // What the first origin holds of the organization's sixteen leaves the second one fewer than eight.
    const answers = (await Promise.all(second)).filter((each) => each === 'time').length;
    expect(answers).toBeLessThanOrEqual(7);
    expect(await other).toBe('time');
    expect(hosts.map(({ calls }) => calls.length)).toEqual([7, answers, 1]);
  });

  it.each<[string, (n: number) => CallPolicy, CallPolicy]>([
    [
      'organization',
      (n) => ({ organizationId: 'mallory', payer: [`maker ${n}`, `row ${n}`] }),
      { organizationId: 'other', payer: ['ann', 'row'] },
    ],
    [
      'maker',
      (n) => ({ organizationId: 'one', payer: ['mallory', `row ${n}`] }),
      { organizationId: 'one', payer: ['ann', 'row'] },
    ],
    [
      'row',
      () => ({ organizationId: 'one', payer: ['ann', 'mallory', 'row'] }),
      { organizationId: 'one', payer: ['ann', 'mallory', 'another row'] },
    ],
  ])('to an origin are never all of one %s: another finds a place at once', async (who, of, by) => {
    const held: ServerResponse[] = [];
    const name = `shared-${who.length}.example`;
    const host = await network.host(name, (_call, res) => void held.push(res));
    const own = new Outgoing(network, new AddressPolicy([], []), { ...SOON, call: 5_000 });
    const call = (policy: CallPolicy) =>
      stepOf(own.json({ url: new URL(host.url), ca: host.ca, maxBytes: MAX }, policy));

    const hostile = Array.from({ length: 40 }, (_, n) => call(of(n)));
    // Calls that find no place give up, so all that will ever ask do by now.
    expect(await Promise.race(hostile)).toBe('busy');
    await until(() => held.length >= 4, 5);
    host.answering = json({});
    expect(await call(by)).toBe('answered');

    for (const res of held) res.destroy();
    await Promise.all(hostile);
    // Nothing of it is left.
    expect(await Promise.all([1, 2, 3, 4, 5].map(() => call(of(0))))).toEqual(
      Array(5).fill('answered'),
    );
  });

  it('have their turn while they ask, and not while they wait for a place', async () => {
    const host = await network.host('turns.example', () => undefined);
    const own = new Outgoing(network, new AddressPolicy([], []), { ...SOON, queue: 2_000 });
    const seen: string[] = [];
    const turnOf = (isFree: boolean) => ({
      take: async () => (seen.push(`taken at ${host.calls.length}`), isFree),
      giveBack: async () => void seen.push('given back'),
    });
    const call = (turn?: CallTurn) =>
      stepOf(
        own.json(
          { url: new URL(host.url), ca: host.ca, maxBytes: MAX },
          { ...POLICY, ...(turn ? { turn } : {}) },
        ),
      );

    const hanging = Array.from({ length: 7 }, () => call());
    await until(() => host.calls.length >= 7, 5);
    const waiting = call(turnOf(true));
    await delay(50);
    expect(seen).toEqual(['given back']);
    await Promise.all([waiting, ...hanging]);
    expect(seen).toEqual(['given back', 'taken at 7']);
    expect(host.calls).toHaveLength(8);

    expect(await call(turnOf(false))).toBe('busy');
    expect(host.calls).toHaveLength(8);
  });
});

describe('the proxy of the operator', () => {
  it('is asked for a tunnel to the checked address, with the credentials of its own URL alone', async () => {
    const host = await network.host('tunnelled.example', json({ ok: true }));
    const [address] = network.names.get('tunnelled.example')!();
    const asked: { url: string | undefined; authorization: string | undefined }[] = [];
    const proxy = createServer();
    proxy.on('connect', (req: IncomingMessage, socket: Socket) => {
      asked.push({ url: req.url, authorization: req.headers['proxy-authorization'] });
      void network.dial(address!, 443).then((behind) => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        behind.pipe(socket).pipe(behind);
        for (const end of [behind, socket]) end.on('error', () => undefined);
      });
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { port } = proxy.address() as AddressInfo;
    const system = new SystemNetwork(new URL(`http://user:p%40ss@127.0.0.1:${port}`));
    const through = {
      resolve: (name: string) => network.resolve(name),
      texts: (name: string) => network.texts(name),
      authorizations: (name: string) => network.authorizations(name),
      dial: system.dial.bind(system),
    };

    const call = { url: new URL(host.url), ca: host.ca, maxBytes: MAX };
    const answer = await new Outgoing(through, new AddressPolicy([], [])).json(call, POLICY);

    const authorization = `Basic ${Buffer.from('user:p@ss').toString('base64')}`;
    expect(answer.json).toEqual({ ok: true });
    expect(asked).toEqual([{ url: `${address}:443`, authorization }]);
    proxy.closeAllConnections();
    proxy.close();
  });

  it('that refuses is a connection that failed', async () => {
    const proxy = createServer();
    proxy.on('connect', (_req, socket: Socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { port } = proxy.address() as AddressInfo;
    const through = new SystemNetwork(new URL(`http://127.0.0.1:${port}`));

    const call = { url: new URL('https://93.184.216.99/'), maxBytes: MAX };
    expect(await stepOf(new Outgoing(through, new AddressPolicy([], [])).json(call, POLICY))).toBe(
      'connection',
    );
    proxy.close();
  });
});

/** Answers that there is no such name, but for one that it never answers (RFC 1035, 4.1.1). */
async function aNameServer() {
  const nameServer = createSocket('udp4');
  nameServer.on('message', (question, { port, address }) => {
    if (question.includes('silent')) return;
    const answer = Buffer.from(question);
    answer.writeUInt16BE(0x8183, 2);
    nameServer.send(answer, port, address);
  });
  nameServer.bind(0, '127.0.0.1');
  await once(nameServer, 'listening');
  return nameServer;
}

describe('the system', () => {
  const by = (organizationId: string, ...makers: string[]) => ({
    ...{ organizationId, makers },
    isWaiting: false,
  });

  const PLACES = lookUpPlaces(6);

  it('is held by a name for a part of what its organization has', async () => {
    const nameServer = await aNameServer();
    const asked: string[] = [];
    const system = (host: string) => {
      asked.push(host);
      return host.startsWith('hangs')
        ? new Promise<never>(() => undefined)
        : Promise.resolve([{ address: '10.0.0.1', family: 4 }]);
    };
    const servers = [`127.0.0.1:${nameServer.address().port}`];
    const network = new SystemNetwork(null, servers, true, system, PLACES);
    const gone = new AbortController();

    const hanging = Array.from({ length: 20 }, () =>
      network.resolve('hangs.example', gone.signal, by('one', 'ann')).catch(() => undefined),
    );
    await until(() => asked.length !== 0, 5);
    for (const maker of ['ann', 'bob'])
      for (const host of ['cluster.example', 'other.example'])
        expect(await network.resolve(host, AbortSignal.timeout(1_000), by('one', maker))).toEqual([
          '10.0.0.1',
        ]);

    expect(asked.filter((host) => host.startsWith('hangs'))).toHaveLength(1);
    gone.abort();
    await Promise.all(hanging.slice(1));
    nameServer.close();
  });

  it('has half of the threads for names, and an organization one less', () => {
    const boundsOf = (threads: number) => {
      const { total, perGroup, perCaller } = lookUpPlaces(threads);
      return [total, perGroup, perCaller];
    };
    expect([1, 4, 6, 16].map(boundsOf)).toEqual([
      [2, 1, 1],
      [2, 1, 1],
      [3, 2, 1],
      [8, 7, 1],
    ]);
  });

  it('is waited for by an organization behind its own names, which says nothing of those it asks for', async () => {
    const nameServer = await aNameServer();
    const asked: string[] = [];
    const system = (host: string) => {
      asked.push(host);
      return host.startsWith('hangs')
        ? new Promise<never>(() => undefined)
        : Promise.resolve([{ address: '10.0.0.1', family: 4 }]);
    };
    const servers = [`127.0.0.1:${nameServer.address().port}`];
    const own = new Outgoing(
      new SystemNetwork(null, servers, true, system, PLACES),
      new AddressPolicy([], []),
      SOON,
    );
    const call = (host: string, organizationId: string) =>
      stepOf(
        own.json({ url: new URL(`https://${host}`), maxBytes: MAX }, { organizationId, payer: [] }),
      );

    const hanging = call('hangs.example', 'one');
    const second = call('hangs-too.example', 'one');
    await until(() => asked.length >= 2, 5);
    const [waiting, other] = await Promise.all([
      call('cluster.example', 'one'),
      call('cluster.example', 'two'),
    ]);

    expect([await hanging, await second]).toEqual(['time', 'time']);
    expect(waiting).toBe('busy');
    expect(other).toBe('address');
    nameServer.close();
  });

  it('holds nobody up with the names of another organization', async () => {
    const nameServer = await aNameServer();
    const asked: string[] = [];
    const system = (host: string) => {
      asked.push(host);
      const isThere = host === 'kubernetes.default.svc';
      return isThere
        ? Promise.resolve([{ address: '10.0.0.1', family: 4 }])
        : new Promise<never>(() => undefined);
    };
    const servers = [`127.0.0.1:${nameServer.address().port}`];
    const network = new SystemNetwork(null, servers, true, system, PLACES);
    const { signal } = new AbortController();

    const hostile = Array.from({ length: 80 }, (_, n) =>
      network
        .resolve(`hangs-${n}.example`, AbortSignal.timeout(500), by('hostile'))
        .catch((error: unknown) => error),
    );
    await until(() => asked.length >= 2, 5);
    const found = await network.resolve('kubernetes.default.svc', signal, by('honest'));

    expect(found).toEqual(['10.0.0.1']);
    expect(asked.filter((host) => host.startsWith('hangs-'))).toHaveLength(2);
    // All but the two that the system was asked for end with their signals.
    let ended = 0;
    for (const each of hostile) void each.then(() => ended++);
    await until(() => ended >= 78, 20);
    nameServer.close();
  });

  it('is not asked again at once by an organization whose names hang', async () => {
    const nameServer = await aNameServer();
    const asked: string[] = [];
    const system = async (host: string) => {
      asked.push(host);
      if (host.startsWith('hangs')) await delay(1_050);
      return [{ address: '10.0.0.1', family: 4 }];
    };
    const servers = [`127.0.0.1:${nameServer.address().port}`];
    const network = new SystemNetwork(null, servers, true, system);
    const { signal } = new AbortController();

    const askBy = (organization: string, host: string) =>
      network.resolve(host, signal, by(organization));
    await askBy('hostile', 'hangs.example');
    // It comes of who asks, and is no word on the name.
    const busy = { step: 'busy' };
    await expect(askBy('hostile', 'hangs.example')).rejects.toMatchObject(busy);
    // One name that hangs says nothing of the others.
    expect(await askBy('hostile', 'cluster.example')).toEqual(['10.0.0.1']);
    await askBy('hostile', 'hangs-too.example');
    await expect(askBy('hostile', 'hangs-three.example')).rejects.toMatchObject(busy);
    await expect(askBy('hostile', 'cluster.example')).rejects.toMatchObject(busy);
    expect(await askBy('honest', 'there.example')).toEqual(['10.0.0.1']);
    expect(asked).toEqual([
      ...['hangs.example', 'cluster.example', 'hangs-too.example', 'there.example'],
    ]);
    nameServer.close();
  });

  it('is asked by those of an organization whose names do not hang', async () => {
    const nameServer = await aNameServer();
    const system = async (host: string) => {
      if (host.startsWith('hangs')) await delay(1_050);
      return [{ address: '10.0.0.1', family: 4 }];
    };
    const servers = [`127.0.0.1:${nameServer.address().port}`];
    const network = new SystemNetwork(null, servers, true, system);
    const { signal } = new AbortController();
    const outcomeOf = (host: string, ...makers: string[]) =>
      network.resolve(host, signal, by('one', ...makers)).then(
        () => 'found',
        ({ step }: OutgoingFailure) => step,
      );

    expect(await outcomeOf('hangs.example', 'admin', 'mallory', 'made')).toBe('found');
    expect(await outcomeOf('there.example', 'admin', 'mallory', 'made')).toBe('found');
    expect(await outcomeOf('hangs-too.example', 'admin', 'mallory', 'made')).toBe('found');
    expect(await outcomeOf('there.example', 'admin', 'mallory', 'made')).toBe('busy');
    expect(await outcomeOf('there.example', 'admin', 'ann')).toBe('found');
    // Another identity of the same maker: from now on all that this maker made pauses, and nobody else.
    expect(await outcomeOf('hangs.example', 'admin', 'mallory', 'made too')).toBe('found');
    expect(await outcomeOf('there.example', 'admin', 'mallory', 'made last')).toBe('busy');
    expect(await outcomeOf('there.example', 'admin', 'ann')).toBe('found');
    expect(await outcomeOf('there.example', 'bob')).toBe('found');
    // Several makers whose names hang are the organization's.
    expect(await outcomeOf('hangs.example', 'bob')).toBe('found');
    expect(await outcomeOf('there.example', 'admin', 'ann')).toBe('busy');
    nameServer.close();
  });

  it('knows names that name servers do not, as /etc/hosts has them, and waits for none that is silent', async () => {
    const nameServer = await aNameServer();
    const network = new SystemNetwork(null, [`127.0.0.1:${nameServer.address().port}`]);
    const { signal } = new AbortController();

    const found = await Promise.all([1, 2, 3].map(() => network.resolve('localhost', signal)));
    const soon = AbortSignal.timeout(300);
    const silent = await network.resolve('silent.example', soon).catch((error: unknown) => error);

    expect(found.flat().every((each) => each === '127.0.0.1' || each === '::1')).toBe(true);
    expect(found[0]!.length).toBeGreaterThan(0);
    expect(silent).toMatchObject({ step: 'name' });
    await expect(network.resolve('none.invalid', signal)).rejects.toMatchObject({ step: 'name' });
    nameServer.close();
  });

  it('connects to an address of this machine where it is asked to', async () => {
    const server = createServer((_req, res) => res.end());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;

    const socket = await new SystemNetwork(null).dial(
      '127.0.0.1',
      port,
      AbortSignal.timeout(5_000),
    );

    expect(socket.remotePort).toBe(port);
    socket.destroy();
    server.close();
  });

  it.each(['itself', 'its proxy'])(
    'keeps a connection, by %s, once the time for connecting is over: an answer may take longer',
    async (way) => {
      const server = createServer((_req, res) => res.end('late'));
      server.on('connect', (_req, socket: Socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const isProxy = way !== 'itself';
      const system = new SystemNetwork(isProxy ? new URL(`http://127.0.0.1:${port}`) : null);
      const connecting = new AbortController();

      const socket = await system.dial('127.0.0.1', port, connecting.signal);
      const ended: unknown[] = [];
      socket.on('error', (error) => ended.push(error)).on('close', () => ended.push('closed'));
      connecting.abort();
      await turn();

      expect({ ended, isDestroyed: socket.destroyed }).toEqual({ ended: [], isDestroyed: false });
      socket.destroy();
      server.closeAllConnections();
      server.close();
    },
  );
});
