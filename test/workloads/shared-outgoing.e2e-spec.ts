import type { ServerResponse } from 'node:http';
import { type FakeHost, json } from '../support/outgoing/fake-network.js';
import { quietStopwatch } from '../support/quiet-stopwatch.js';
import { anIdentity, type Caller } from '../support/scene.js';
import { StaticTrust } from '../support/workloads/static-trust.js';
import { aSigningKey, nowSeconds, signed, TestIssuer } from '../support/workloads/issuer.js';
import {
  attachPath,
  aWorkload,
  loginPath,
  useWorkloadApp,
} from '../support/workloads/workload-scene.js';
import { until } from '../support/until.js';

const server = useWorkloadApp();

const USERNAME = 'system:serviceaccount:shop:api';
const good = json(
  {
    ...{ kind: 'TokenReview', apiVersion: 'authentication.k8s.io/v1' },
    status: {
      authenticated: true,
      user: { username: USERNAME, groups: ['system:serviceaccounts:shop'] },
    },
  },
  201,
);

let jwt: string;
beforeAll(async () => {
  const key = await aSigningKey('cluster');
  jwt = await signed({ sub: USERNAME, exp: nowSeconds() + 3_600 }, key);
});

interface Row {
  readonly cluster: FakeHost;
  readonly id: string;
}

let clusters = 0;
const aTarget = async ({ orgId }: Caller) => (await anIdentity(server, orgId, 'no-access')).id;

async function aRow(maker: Caller): Promise<Row> {
  const cluster = await server.network.host(`cluster-${clusters++}.example`, good);
  const id = await aTarget(maker);
  const settings = { kubernetesHost: cluster.url, caCert: cluster.ca, allowedNamespaces: 'shop' };
  await maker.http.post(attachPath('kubernetes-auth', id)).send(settings).expect(200);
  return { cluster, id };
}

const login = async ({ id: identityId }: Pick<Row, 'id'>) =>
  (await server.http.post(loginPath('kubernetes-auth')).send({ identityId, jwt })).status;

const MANAGER = [{ subject: 'identity', action: ['read', 'edit-auth', 'create-token'] }];

/** An identity with a token that the maker made. */
async function madeBy(maker: Caller): Promise<Caller> {
  const { id, orgId } = await anIdentity(server, maker.orgId, MANAGER);
  const { body } = await maker.http
    .post(`/api/v1/auth/token-auth/identities/${id}/tokens`)
    .send({})
    .expect(200);
  const { accessToken: token } = body as { accessToken: string };
  return { id, orgId, token, http: server.as(token) };
}

describe('Clusters of one maker that hang', () => {
  it.each(['rows of its own', 'identities that it made'])(
    'take no place from the logins of rows that others set up: %s',
    async (kind) => {
      const { orgId } = await aWorkload(server);
      const attacker = await anIdentity(server, orgId, MANAGER);
      const honest = await anIdentity(server, orgId, MANAGER);
      const own = await aRow(honest);
      const issuer = await TestIssuer.open(server.network, `issuer-${clusters++}.example`);
      const oidc = await aTarget(honest);
      await honest.http
        .post(attachPath('oidc-auth', oidc))
        .send({
          oidcDiscoveryUrl: issuer.url,
          boundIssuer: issuer.url,
          boundAudiences: 'strongroom',
          boundSubject: 'job:a',
          caCert: issuer.host.ca,
        })
        .expect(200);
      const rows: Row[] = [];
      for (let i = 0; i < 8; i++) {
        const maker = kind === 'rows of its own' ? attacker : await madeBy(attacker);
        rows.push(await aRow(maker));
      }
      const held: ServerResponse[] = [];
      for (const { cluster } of rows) cluster.answering = (_call, res) => void held.push(res);

      const hostile = Promise.all(
        Array.from({ length: 160 }, (_, i) => login(rows[i % rows.length]!)),
      );
      await until(() => held.length >= 10, 10);
      const took = quietStopwatch();
      for (let i = 0; i < 5; i++) expect(await login(own)).toBe(200);
      issuer.keys.unshift(await aSigningKey('key-2'));
      const token = await issuer.token({ aud: 'strongroom', sub: 'job:a' });
      const answer = await server.http
        .post(loginPath('oidc-auth'))
        .send({ identityId: oidc, jwt: token });
      const spent = took();
      for (const { cluster } of rows) cluster.answering = (_call, res) => void res.destroy();
      for (const res of held) res.destroy();

      expect(answer.status).toBe(200);
      // Sooner than anything that hangs would end.
      expect(spent).toBeLessThan(2_500);
      expect(new Set(await hostile)).toEqual(new Set([429, 504]));
    },
  );
});

describe('Who pays for the calls of a row', () => {
  const payersOf = async (id: string) => {
    const [row] = await server.database.source.query<{ by: string[]; makers: string[] }[]>(
      'select configured_by "by", makers from workload_auths where identity_id = $1',
      [id],
    );
    return row!;
  };

  it('is who set it up last, with those behind what that one signed in with', async () => {
    const { orgId } = await aWorkload(server);
    const [one, other] = [
      await anIdentity(server, orgId, MANAGER),
      await anIdentity(server, orgId, MANAGER),
    ];
    const made = await madeBy(one);
    const row = await aRow(made);
    expect(await payersOf(row.id)).toEqual({ by: [made.id, one.id], makers: [made.id, one.id] });

    const path = attachPath('kubernetes-auth', row.id);
    await other.http.patch(path).send({ allowedNames: 'api' }).expect(200);

    const makers = [made.id, one.id, other.id];
    expect(await payersOf(row.id)).toEqual({ by: [other.id], makers });
  });

  it('is not hidden by logins of workloads: who set those up last is behind them', async () => {
    const { orgId } = await aWorkload(server);
    const [one, other] = [
      await anIdentity(server, orgId, MANAGER),
      await anIdentity(server, orgId, MANAGER),
    ];
    const workload = await anIdentity(server, orgId, MANAGER);
    const trust = await StaticTrust.open();
    await trust.attach(one, workload.id);
    await other.http
      .patch(attachPath('jwt-auth', workload.id))
      .send({ boundSubject: 'job:?' })
      .expect(200);
    const http = server.as(await trust.login(server, workload.id));

    const row = await aRow({ ...workload, http });

    expect(await payersOf(row.id)).toEqual({
      by: [workload.id, other.id],
      makers: [workload.id, one.id, other.id],
    });
  });
});
