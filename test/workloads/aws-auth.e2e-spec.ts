import { json } from '../support/outgoing/fake-network.js';
import { startApp, type TestApp } from '../support/harness.js';
import {
  amzDate,
  anSts,
  identityOf,
  signedLogin,
  type StsAnswer,
} from '../support/workloads/sts.js';
import {
  attachPath,
  anIdentityOf,
  aWorkload,
  loginPath,
  REFUSED,
  refusal,
  useWorkloadApp,
} from '../support/workloads/workload-scene.js';

const ACCOUNT = '123456789012';
const OTHER = '210987654321';
const ROLE = `arn:aws:iam::${ACCOUNT}:role/R`;
const keys = new Map<string, { secret: string; answer: StsAnswer }>();
const key = (id: string, answer: StsAnswer) => {
  keys.set(id, { secret: `secret of ${id}`, answer });
  return { id, secret: `secret of ${id}` };
};

/** Tests come from several addresses over the one they have. */
const env = { TRUSTED_PROXIES: '127.0.0.1' };
const UNKNOWN = '019a0000-0000-7000-8000-000000000000';

const server = useWorkloadApp(env);
let sts: Awaited<ReturnType<typeof anSts>>;

beforeAll(async () => {
  sts = await anSts(server.network, 'sts.eu-central-1.amazonaws.com', keys);
});

async function attached(more: object = { allowedPrincipalArns: ROLE }) {
  const scene = await aWorkload(server);
  const { body } = await scene.admin.http
    .post(attachPath('aws-auth', scene.id))
    .send(more)
    .expect(200);
  return { ...scene, auth: (body as { identityAwsAuth: object }).identityAwsAuth };
}

const login = (identityId: string, sent: object) =>
  server.http.post(loginPath('aws-auth')).send({ identityId, ...sent });

const session = (role = 'R', account = ACCOUNT, name = 'session') =>
  identityOf(`arn:aws:sts::${account}:assumed-role/${role}/${name}`, account);

describe('AWS auth', () => {
  it('is attached, and shows its kind and its warnings', async () => {
    const { auth, admin, id } = await attached({ allowedAccountIds: ACCOUNT });

    expect(auth).toMatchObject({
      type: 'iam',
      stsEndpoint: 'https://sts.amazonaws.com/',
      allowedPrincipalArns: '',
      allowedAccountIds: ACCOUNT,
      warnings: [{ code: 'tenant-wide' }],
    });
    const path = attachPath('aws-auth', id);
    for (const more of [
      { allowedAccountIds: '' },
      { allowedAccountIds: '12345' },
      { allowedPrincipalArns: 'arn:aws:iam::*:role/R' },
      { allowedPrincipalArns: 'arn:aws:iam::123456789012:root' },
      { stsEndpoint: 'https://sts.amazonaws.com.evil/' },
      { stsEndpoint: 'http://sts.amazonaws.com/' },
      { stsEndpoint: 'https://sts.amazonaws.com/x' },
      { stsEndpoint: 'https://169.254.169.254/' },
      { stsEndpoint: 'https://user@sts.eu-central-1.amazonaws.com/' },
      { stsEndpoint: 'https://sts.evil.amazonaws.com/' },
    ])
      await admin.http.patch(path).send(more).expect(400);
  });

  it('sends on a request that it builds anew, and takes what STS says of its signer (T336, T337)', async () => {
    const { id } = await attached();
    const calls = sts.calls.length;
    const extra = {
      Accept: 'text/xml',
      'Transfer-Encoding': 'chunked',
      Connection: 'x',
      'Content-Length': 0,
      'X-Forwarded-Host': 'evil',
    };

    const { body } = await login(id, signedLogin(key('GOOD', session()), { extra })).expect(200);

    const { accessToken } = body as { accessToken: string };
    await server.as(accessToken).get('/api/v1/identities/details').expect(200);
    const claims = JSON.parse(
      Buffer.from(accessToken.split('.')[1]!, 'base64url').toString(),
    ) as object;
    expect(claims).toMatchObject({
      authMethod: 'aws-auth',
      identityAuth: {
        aws: {
          accountId: ACCOUNT,
          partition: 'aws',
          service: 'sts',
          resourceType: 'assumed-role',
          resourceName: 'R/session',
        },
      },
    });
    const [call] = sts.calls.slice(calls);
    expect(call).toMatchObject({
      method: 'POST',
      path: '/',
      body: 'Action=GetCallerIdentity&Version=2011-06-15',
    });
    expect(Object.keys(call!.headers).sort()).toEqual([
      ...[
        'accept',
        'authorization',
        'connection',
        'content-length',
        'content-type',
        'host',
        'user-agent',
        'x-amz-date',
      ],
    ]);
    expect(call!.headers).toMatchObject({
      accept: 'application/json',
      connection: 'close',
      host: 'sts.eu-central-1.amazonaws.com',
    });
    // As the Go client does: the type is sent, and not signed.
    await login(id, signedLogin(key('GO', session()), { signed: ['host', 'x-amz-date'] })).expect(
      200,
    );
  });

  it('sends nothing on that is no such request (T334, T335, T336)', async () => {
    const { id } = await attached();
    const good = key('FORM', session());
    const calls = sts.calls.length;
    const dialled = server.network.dialled.length;
    const action = 'Action=AssumeRole&Version=2011-06-15';
    const again = 'Action=GetCallerIdentity&Version=2011-06-15';
    const tries: object[] = [
      signedLogin(good, { body: action }),
      signedLogin(good, { body: `${again}&Action=AssumeRole` }),
      signedLogin(good, { body: `${again}&x=y` }),
      signedLogin(good, { body: `${again}&Version=2011-06-15` }),
      { ...signedLogin(good), iamHttpRequestMethod: 'GET' },
      { ...signedLogin(good), iamRequestBody: '!!!' },
      { ...signedLogin(good), iamRequestHeaders: 'e30=' },
      ...[
        'sts.evil.com',
        'sts.amazonaws.com.evil',
        'sts.eu-central-1.amazonaws.com:444',
        '',
        'STS.eu-central-1.amazonaws.com',
        'sts.amazonaws.com',
        'sts.us-east-1.amazonaws.com',
      ].map((host) => signedLogin(good, { host })),
      signedLogin(good, { extra: { Host: 'sts.eu-central-1.amazonaws.com' } }),
      signedLogin(good, { headers: { 'x-evil': 'a\r\nb' } }),
      signedLogin(good, { signed: ['x-amz-date'] }),
      signedLogin(good, {
        headers: { 'x-vault-aws-iam-server-id': 'vault' },
        signed: ['host', 'x-amz-date', 'x-vault-aws-iam-server-id'],
      }),
      signedLogin(good, { region: 'xx-evil-1' }),
      signedLogin(good, { date: amzDate(-400) }),
      signedLogin(good, { date: amzDate(120) }),
      signedLogin(good, { headers: { 'content-type': 'application/json' } }),
    ];

    const answers = await Promise.all(tries.map((sent) => login(id, sent)));

    for (const answer of answers) expect([401, 504]).toContain(answer.status);
    expect(answers.some(({ status }) => status === 401)).toBe(true);
    expect(sts.calls.length).toBe(calls);
    expect(server.network.dialled.length).toBe(dialled);
  });

  it('refuses what STS does not say in exactly its form, in one text (T338, T340)', async () => {
    // The test has a region of its own: calls that wait for each other make it late, for every id.
    const region = 'eu-south-1';
    await anSts(server.network, `sts.${region}.amazonaws.com`, keys);
    const { id } = await attached({
      allowedPrincipalArns: `${ROLE},arn:aws:iam::${ACCOUNT}:role/team/S`,
    });
    await login(id, signedLogin(key('S', session('S')), { region })).expect(200);
    const answers: readonly StsAnswer[] = [
      '<GetCallerIdentityResponse/>',
      { Error: { Message: ROLE } },
      identityOf(ROLE, OTHER),
      identityOf(`${ROLE}\n`),
      { ...session(), more: 1 },
      {
        GetCallerIdentityResponse: {
          GetCallerIdentityResult: [session().GetCallerIdentityResponse.GetCallerIdentityResult],
        },
      },
      {
        GetCallerIdentityResponse: {
          GetCallerIdentityResult: { Account: ACCOUNT, Arn: ROLE, UserId: 'x', More: 1 },
        },
      },
      session('R', OTHER),
      session('T'),
      identityOf(`arn:aws:sts::${ACCOUNT}:assumed-role/X/role/R`),
      identityOf(`arn:aws:sts::${ACCOUNT}:assumed-role/X/R`),
      identityOf(`arn:aws:iam::${ACCOUNT}:root`),
      identityOf(`arn:aws-cn:iam::${ACCOUNT}:role/R`),
    ];
    const tried = await Promise.all(
      answers.map((answer, i) => login(id, signedLogin(key(`K${i}`, answer), { region }))),
    );
    const wrong = await login(id, signedLogin({ id: 'K0', secret: 'wrong' }, { region }));
    const unknown = await login(UNKNOWN, signedLogin(key('U', session()), { region }));

    for (const answer of [...tried, wrong, unknown]) {
      expect([401, 504]).toContain(answer.status);
      if (answer.status === 401) expect(refusal(answer)).toEqual(REFUSED);
    }
    expect(refusal(unknown)).toEqual(refusal(wrong));
  });

  it('is silent where its region is, for every id, and nowhere else', async () => {
    const { id } = await attached();
    const region = 'eu-west-3';
    const host = 'sts.eu-west-3.amazonaws.com';
    const own = key('SILENT', session());
    await login(id, signedLogin(own, { region })).expect(504);
    const dialled = server.network.resolved.filter((name) => name === host).length;

    await login(id, signedLogin(own, { region, date: amzDate(-1) })).expect(504);
    await login(UNKNOWN, signedLogin(own, { region, date: amzDate(-2) })).expect(504);
    await login(id, signedLogin(own)).expect(200);

    expect(server.network.resolved.filter((name) => name === host)).toHaveLength(dialled);
  });

  it.each([
    [302, 'ap-south-1'],
    [429, 'ap-south-2'],
    [503, 'sa-east-1'],
  ])('is silent for nobody else where STS answers a %i', async (status, region) => {
    const { id } = await attached();
    const host = await anSts(server.network, `sts.${region}.amazonaws.com`, keys);
    const usual = host.answering;
    const own = key(`ANSWERS${status}`, session());

    host.answering = json({}, status);
    await login(id, signedLogin(own, { region })).expect(504);
    host.answering = usual;

    await login(id, signedLogin(own, { region, date: amzDate(-1) })).expect(200);
  });

  it('lets a signature serve its first identity and source, and no other (T339)', async () => {
    const { id, admin } = await attached();
    const second = await anIdentityOf(admin);
    await admin.http
      .post(attachPath('aws-auth', second))
      .send({ allowedPrincipalArns: ROLE })
      .expect(200);
    const sent = signedLogin(key('ONCE', session()));

    await login(id, sent).expect(200);
    await login(id, sent).expect(200);
    await login(second, sent).expect(401);
    await server.database.source.query(
      `update workload_proofs set used_at = now() - interval '61 seconds'`,
    );
    await login(id, sent).expect(401);
  });

  it('takes a signature from its first source alone, on every replica (T339)', async () => {
    const { id } = await attached();
    const replica = await startApp(env, [], server.databaseUrl, undefined, server.network);
    const sent = signedLogin(key('SOURCE', session()));
    const from = (app: TestApp, address: string) =>
      app.http
        .post(loginPath('aws-auth'))
        .set('X-Forwarded-For', address)
        .send({ identityId: id, ...sent });

    const answers = await Promise.all([
      from(server, '2001:db8::1'),
      from(server, '2001:db8::1'),
      from(replica.parts, '2001:db8::1'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await from(server, '2001:db8:0:0:ffff::1').expect(200);
    await from(replica.parts, '2001:db8:0:1::1').expect(401);
    await from(server, '198.51.100.7').expect(401);
    await replica.end();
  });
});
