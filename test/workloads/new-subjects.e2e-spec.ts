import { TestIssuer } from '../support/workloads/issuer.js';
import { anSts, amzDate, identityOf, signedLogin } from '../support/workloads/sts.js';
import {
  attachPath,
  aWorkload,
  loginPath,
  useWorkloadApp,
} from '../support/workloads/workload-scene.js';

const server = useWorkloadApp();
let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await TestIssuer.open(server.network, 'issuer.example');
});

async function attached(more: object = {}) {
  const scene = await aWorkload(server);
  const settings = {
    ...{ oidcDiscoveryUrl: issuer.url, boundIssuer: issuer.url, caCert: issuer.host.ca },
    ...{ boundAudiences: 'strongroom', boundSubject: 'job:*', ...more },
  };
  await scene.admin.http.post(attachPath('oidc-auth', scene.id)).send(settings).expect(200);
  return scene;
}

const login = async (identityId: string, sub: string, status = 200) => {
  const jwt = await issuer.token({ aud: 'strongroom', sub });
  await server.http.post(loginPath('oidc-auth')).send({ identityId, jwt }).expect(status);
};

interface Entry {
  readonly actorKind: string;
  readonly actorId: string;
  readonly target: { readonly sub: string };
}

const entriesOf = (orgId: string): Promise<Entry[]> =>
  server.database.source.query(
    `select actor_kind "actorKind", actor_id "actorId", target from audit_entries
     where org_id = $1 and action = 'identity.new-subject' order by created_at, id`,
    [orgId],
  );

const subjectsOf = async (orgId: string) =>
  (await entriesOf(orgId)).map(({ target: { sub } }) => sub);

describe('The first login of a subject at a row', () => {
  it('is recorded, and none after it', async () => {
    const { id, orgId, admin } = await attached();

    for (const sub of ['job:a', 'job:a', 'job:b', 'job:a']) await login(id, sub);
    await login(id, 'other:a', 401);

    expect(await subjectsOf(orgId)).toEqual(['job:a', 'job:b']);
    const { body } = await admin.http.get(attachPath('oidc-auth', id)).expect(200);
    expect((await entriesOf(orgId))[0]).toEqual({
      actorKind: 'identity',
      actorId: id,
      target: {
        identityId: id,
        workloadAuthId: (body as { identityOidcAuth: { id: string } }).identityOidcAuth.id,
        ...{ method: 'oidc-auth', iss: issuer.url, sub: 'job:a' },
      },
    });
  });

  it('is recorded with a beginning of whole characters', async () => {
    const { id, orgId } = await attached();
    const sub = `job:${'a'.repeat(251)}😀tail`;

    await login(id, sub);

    expect(await subjectsOf(orgId)).toEqual([`job:${'a'.repeat(251)}😀`]);
  });

  it('is recorded once, of many at the same moment, and for each row by itself', async () => {
    const [first, second] = [await attached(), await attached()];

    await Promise.all(
      [first, second].flatMap(({ id }) => Array.from({ length: 8 }, () => login(id, 'job:a'))),
    );

    for (const { orgId } of [first, second]) expect(await subjectsOf(orgId)).toEqual(['job:a']);
  });

  it('is recorded a hundred times a day, and the login is not held up by it', async () => {
    const { id, orgId } = await attached();
    const { source } = server.database;
    await source.query(
      `insert into workload_subjects (key, auth_id, first_at, expires_at)
       select sha256(n::text::bytea || a.id::text::bytea), a.id, now(), now() + interval '1 day'
       from workload_auths a, generate_series(1, 99) n where a.identity_id = $1`,
      [id],
    );

    for (const sub of ['job:a', 'job:b', 'job:c']) await login(id, sub);
    expect(await subjectsOf(orgId)).toEqual(['job:a']);
    await source.query(
      `update workload_subjects set first_at = now() - interval '25 hours'
       where auth_id = (select id from workload_auths where identity_id = $1)`,
      [id],
    );
    await login(id, 'job:b');
    expect(await subjectsOf(orgId)).toEqual(['job:a', 'job:b']);
  });

  it('is that of a role, whatever its sessions are called', async () => {
    const account = '123456789012';
    const sessions = ['one', 'two'].map((name) => ({ id: `KEY${name}`, secret: name }));
    const keys = new Map(
      sessions.map(({ id, secret }) => [
        id,
        { secret, answer: identityOf(`arn:aws:sts::${account}:assumed-role/R/${secret}`) },
      ]),
    );
    await anSts(server.network, 'sts.eu-central-1.amazonaws.com', keys);
    const { id, admin, orgId } = await aWorkload(server);
    const settings = { allowedAccountIds: account };
    await admin.http.post(attachPath('aws-auth', id)).send(settings).expect(200);

    for (const [offset, key] of sessions.entries())
      await server.http
        .post(loginPath('aws-auth'))
        .send({ identityId: id, ...signedLogin(key, { date: amzDate(-offset) }) })
        .expect(200);

    expect(await subjectsOf(orgId)).toEqual([`arn:aws:iam::${account}:role/R`]);
  });
});
