import {
  amzDate,
  anSts,
  identityOf,
  signedLogin,
  type StsAnswer,
} from '../support/workloads/sts.js';
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
    /** One after the other: those at once would all begin before the first has failed. */
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
});
