import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type Answering } from '../support/outgoing/fake-network.js';
import { TestIssuer } from '../support/workloads/issuer.js';
import {
  anIdentityOf,
  attachPath,
  aWorkload,
  loginPath,
  useWorkloadApp,
} from '../support/workloads/workload-scene.js';

/** A request that held its connection while it asks an issuer would stop every other one. */
const server = useWorkloadApp({ DATABASE_POOL_SIZE: '1' });

const settings = ({ url, host }: TestIssuer, more: object = {}) => ({
  oidcDiscoveryUrl: url,
  boundIssuer: url,
  boundAudiences: 'strongroom',
  boundSubject: 'job:a',
  caCert: host.ca,
  ...more,
});

let names = 0;
const anIssuer = () => TestIssuer.open(server.network, `issuer-${names++}.example`);

interface Shown {
  readonly identityOidcAuth: { readonly warnings: readonly { code: string }[] };
}
const warningsIn = (body: unknown) =>
  (body as Shown).identityOidcAuth.warnings.map(({ code }) => code);

/** Makes an issuer wait with its answers until it is told to give them. */
function holding({ host }: TestIssuer) {
  const usual = host.answering;
  const waiting: (() => void)[] = [];
  const events = new EventTarget();
  const held: Answering = (call, res) => {
    waiting.push(() => usual(call, res));
    events.dispatchEvent(new Event('call'));
  };
  host.answering = held;
  const release = () => {
    host.answering = usual;
    for (const answer of waiting.splice(0)) answer();
  };
  return { asked: once(events, 'call'), release };
}

describe('An issuer that is tried for settings which were written just now', () => {
  it.each([
    ['an attach', 'post', {}],
    ['a change', 'patch', {}],
    ['an attach with an Idempotency-Key', 'post', { 'Idempotency-Key': randomUUID() }],
    ['a change with an Idempotency-Key', 'patch', { 'Idempotency-Key': randomUUID() }],
  ] as const)('is waited for without a connection of the database: %s', async (_, verb, key) => {
    const issuer = await anIssuer();
    const { admin, id } = await aWorkload(server);
    const path = attachPath('oidc-auth', id);
    if (verb === 'patch') {
      const other = settings(await anIssuer());
      await admin.http.post(path).send(other).expect(200);
    }
    const { asked, release } = holding(issuer);

    const writing = admin.http[verb](path).set(key).send(settings(issuer)).expect(200);
    const written = writing.then(({ body }) => warningsIn(body));
    await asked;
    const { body } = await admin.http.get(path).expect(200);
    expect((body as { identityOidcAuth: object }).identityOidcAuth).toMatchObject({
      oidcDiscoveryUrl: issuer.url,
    });
    release();

    expect(await written).toEqual([]);
  });

  it('is told of in the first answer to a key and in every later one, which asks nobody', async () => {
    const { admin, id } = await aWorkload(server);
    const issuer = await anIssuer();
    const calls: number[] = [];
    issuer.host.answering = (_call, res) => void res.destroy();
    const key = randomUUID();
    const attach = async () => {
      const answer = await admin.http
        .post(attachPath('oidc-auth', id))
        .set('Idempotency-Key', key)
        .send(settings(issuer))
        .expect(200);
      calls.push(issuer.host.calls.length);
      return answer;
    };

    const first = await attach();
    const again = await attach();

    expect(warningsIn(first.body)).toEqual(['issuer-unreachable']);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.text).toBe(first.text);
    expect(calls[1]).toBe(calls[0]);
  });

  it('is not asked again by the first login, nor by further settings while its keys are fresh', async () => {
    const issuer = await anIssuer();
    const { admin, id } = await aWorkload(server);
    const second = await anIdentityOf(admin);
    await admin.http.post(attachPath('oidc-auth', id)).send(settings(issuer)).expect(200);
    const calls = issuer.host.calls.length;
    expect(calls).toBe(2);

    await admin.http.post(attachPath('oidc-auth', second)).send(settings(issuer)).expect(200);
    for (const identityId of [id, second]) {
      const jwt = await issuer.token({ aud: 'strongroom', sub: 'job:a' });
      await server.http.post(loginPath('oidc-auth')).send({ identityId, jwt }).expect(200);
    }
    expect(issuer.host.calls).toHaveLength(calls);
    const change = { accessTokenTTL: 60 };
    await admin.http.patch(attachPath('oidc-auth', id)).send(change).expect(200);
    expect(issuer.host.calls).toHaveLength(calls);
  });
});
