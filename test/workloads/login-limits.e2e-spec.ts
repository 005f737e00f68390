import {
  amzDate,
  anSts,
  identityOf,
  signedLogin,
  type StsAnswer,
} from '../support/workloads/sts.js';
import { json } from '../support/outgoing/fake-network.js';
import {
  attachPath,
  aWorkload,
  loginPath,
  useWorkloadApp,
} from '../support/workloads/workload-scene.js';

const server = useWorkloadApp({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' });

const UNKNOWN = '019a0000-0000-7000-8000-000000000000';
const ACCOUNT = '123456789012';
const OWN = { id: 'OWN', secret: 'secret of OWN' };
const WRONG = { id: 'OWN', secret: 'guessed' };

describe('The explanation of a login', () => {
  it('is given ten times a minute (429, T353)', async () => {
    const { admin, id } = await aWorkload(server);
    await admin.http
      .post(attachPath('aws-auth', id))
      .send({ allowedAccountIds: ACCOUNT })
      .expect(200);
    const body = { identityId: id, iamRequestBody: 'eA==', iamRequestHeaders: 'e30=' };
    const explain = () => admin.http.post(`${loginPath('aws-auth')}/explain`).send(body);

    const answers = await Promise.all(Array.from({ length: 14 }, explain));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
  });
});

describe('A login that reaches the network', () => {
  it('is refused after ten failures a minute of an id from one source, known or not; others log in (T352)', async () => {
    const role = identityOf(`arn:aws:iam::${ACCOUNT}:role/R`);
    const keys = new Map<string, { secret: string; answer: StsAnswer }>([
      [OWN.id, { secret: OWN.secret, answer: role }],
    ]);
    const sts = await anSts(server.network, 'sts.eu-central-1.amazonaws.com', keys);
    const { admin, id } = await aWorkload(server);
    const second = await aWorkload(server);
    for (const each of [{ admin, id }, second])
      await each.admin.http
        .post(attachPath('aws-auth', each.id))
        .send({ allowedAccountIds: ACCOUNT })
        .expect(200);
    /** Each is signed at a second of its own, however long the ones before took: a signature serves once. */
    const login = (identityId: string, key: typeof OWN, from: string, turn: number) =>
      server.http
        .post(loginPath('aws-auth'))
        .set('X-Forwarded-For', from)
        .send({ identityId, ...signedLogin(key, { date: amzDate(-10 * turn) }) });
    const outcomes = async (identityId: string) => {
      const statuses: number[] = [];
      for (let i = 0; i < 12; i++)
        statuses.push((await login(identityId, WRONG, '192.0.2.1', i)).status);
      return statuses;
    };

    const [known, unknown] = await Promise.all([outcomes(id), outcomes(UNKNOWN)]);

    expect(known.slice(0, 10).every((status) => status === 401 || status === 504)).toBe(true);
    expect(known.slice(10)).toEqual([429, 429]);
    expect(unknown.slice(10)).toEqual([429, 429]);
    expect(sts.calls).toHaveLength(10);
    const limited = await login(id, OWN, '192.0.2.1', 20).expect(429);
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
    await login(id, OWN, '192.0.2.2', 21).expect(200);
    await login(second.id, OWN, '192.0.2.1', 22).expect(200);
  });

  it('fails no more than ten times a minute where all come at once, of a known and an unknown id alike (T352)', async () => {
    const keys = new Map([
      [OWN.id, { secret: OWN.secret, answer: identityOf(`arn:aws:iam::${ACCOUNT}:role/R`) }],
    ]);
    const region = 'eu-west-1';
    const sts = await anSts(server.network, `sts.${region}.amazonaws.com`, keys);
    const { admin, id } = await aWorkload(server);
    await admin.http
      .post(attachPath('aws-auth', id))
      .send({ allowedAccountIds: ACCOUNT })
      .expect(200);
    const login = async (identityId: string, key: typeof OWN, from: string, turn: number) => {
      const start = performance.now();
      const { status } = await server.http
        .post(loginPath('aws-auth'))
        .set('X-Forwarded-For', from)
        .send({ identityId, ...signedLogin(key, { region, date: amzDate(-turn) }) });
      return { status, isSoon: performance.now() - start < 900 };
    };
    const flood = (identityId: string) =>
      Promise.all(Array.from({ length: 40 }, (_, i) => login(identityId, WRONG, '192.0.2.3', i)));

    const [known, unknown] = await Promise.all([flood(id), flood(UNKNOWN)]);

    const limited = (all: typeof known) => all.filter(({ status }) => status === 429).length;
    expect([limited(known), limited(unknown)]).toEqual([30, 30]);
    expect(sts.calls).toHaveLength(10);
    // Neither says at once what the other says later.
    expect([...known, ...unknown].filter(({ isSoon }) => isSoon)).toEqual([]);
    // Honest ones that come at once wait for each other and fail no one.
    const honest = Array.from({ length: 20 }, (_, i) => login(id, OWN, '192.0.2.4', i + 50));
    expect((await Promise.all(honest)).map(({ status }) => status)).toEqual(Array(20).fill(200));
  });
});

describe('An STS that answers late', () => {
  it('is told of to known and unknown ids alike, by one status and at one time (T300)', async () => {
    const { admin, id } = await aWorkload(server);
    await admin.http
      .post(attachPath('aws-auth', id))
      .send({ allowedAccountIds: ACCOUNT })
      .expect(200);
    const region = 'eu-north-1';
    await server.network.host(`sts.${region}.amazonaws.com`, (call, res) => {
      setTimeout(() => json({}, 403)(call, res), 1_050);
    });
    const login = async (identityId: string, turn: number) => {
      const start = performance.now();
      const { status } = await server.http
        .post(loginPath('aws-auth'))
        .set('X-Forwarded-For', `192.0.2.${10 + turn}`)
        .send({ identityId, ...signedLogin(WRONG, { region, date: amzDate(-turn) }) });
      return { status, seconds: Math.floor((performance.now() - start) / 1_000) };
    };

    const first = await login(id, 1);
    const [known, unknown] = await Promise.all([login(id, 2), login(UNKNOWN, 3)]);

    expect(first.status).toBe(504);
    expect(known.status).toBe(504);
    expect(unknown).toEqual(known);
    expect(unknown.seconds).toBeGreaterThanOrEqual(2);
  });
});

describe('A row whose logins wait for its own places', () => {
  it('makes no refusal of others late: STS answers as soon as it is asked', async () => {
    const region = 'eu-west-3';
    await server.network.host(`sts.${region}.amazonaws.com`, (call, res) => {
      setTimeout(() => json({}, 403)(call, res), 200);
    });
    const aRow = async () => {
      const { admin, id } = await aWorkload(server);
      const settings = { allowedAccountIds: ACCOUNT };
      await admin.http.post(attachPath('aws-auth', id)).send(settings).expect(200);
      return id;
    };
    const login = async (identityId: string, from: string) => {
      const { status } = await server.http
        .post(loginPath('aws-auth'))
        .set('X-Forwarded-For', from)
        .send({ identityId, ...signedLogin(WRONG, { region, date: amzDate(0) }) });
      return status;
    };
    const [crowded, other] = [await aRow(), await aRow()];

    const all = Array.from({ length: 40 }, (_, i) => login(crowded, `198.51.100.${i}`));
    expect(await Promise.all(all)).toContain(504);
    expect(await login(other, '192.0.2.77')).toBe(401);
    expect(await login(UNKNOWN, '192.0.2.78')).toBe(401);
  });
});

describe('Settings that are written', () => {
  it('are tried sixty times a minute for one organization; those beyond say that they were not', async () => {
    const { admin, id } = await aWorkload(server);
    const host = await server.network.host('tried-often.example', json({}, 500));
    const write = (verb: 'post' | 'patch') =>
      admin.http[verb](attachPath('kubernetes-auth', id)).send({
        ...{ kubernetesHost: host.url, caCert: host.ca, allowedNamespaces: 'shop' },
      });
    const { status } = await write('post');
    expect(status).toBe(200);
    const codes: unknown[] = [];

    for (let i = 0; i < 61; i++) {
      const { body } = await write('patch').expect(200);
      const { identityKubernetesAuth: shown } = body as {
        identityKubernetesAuth: { warnings: { code: string }[] };
      };
      codes.push(shown.warnings.map(({ code }) => code));
    }

    expect(codes[0]).toContain('namespace-only');
    expect(codes.at(-1)).toContain('not-tried');
    expect(host.calls).toHaveLength(60);
  });
});
