import { exportJWK, exportSPKI, generateKeyPair, importJWK } from 'jose';
import { generateKeyPairSync } from 'node:crypto';
import { json } from '../support/outgoing/fake-network.js';
import { aSigningKey, nowSeconds, signed } from '../support/workloads/issuer.js';
import {
  attachPath,
  aWorkload,
  loginPath,
  useWorkloadApp,
} from '../support/workloads/workload-scene.js';

const server = useWorkloadApp();
const ISSUER = 'https://ci.example';

const login = (identityId: string, jwt: string) =>
  server.http.post(loginPath('jwt-auth')).send({ identityId, jwt });

const claims = (more: object = {}) => {
  const iat = nowSeconds();
  return {
    iss: ISSUER,
    aud: 'strongroom',
    sub: 'spiffe://example.org/sa/api',
    iat,
    exp: iat + 600,
    ...more,
  };
};

const settings = (more: object) => ({
  boundIssuer: ISSUER,
  boundAudiences: 'strongroom',
  boundSubject: 'spiffe://example.org/sa/*',
  ...more,
});

const pemOf = async (key: Awaited<ReturnType<typeof aSigningKey>>) =>
  exportSPKI((await importJWK(key.publicJwk, key.alg, { extractable: true })) as never);

describe('JWT auth', () => {
  it.each(['RS256', 'PS512', 'ES384', 'EdDSA'])(
    'takes tokens of a stored %s key, without any network',
    async (alg) => {
      const { admin, id } = await aWorkload(server);
      const key = await aSigningKey('k', alg);
      const other = await aSigningKey('k', alg);
      const body = settings({
        configurationType: 'static',
        publicKeys: [await pemOf(other), await pemOf(key)],
        jwksUrl: '',
        jwksCaCert: '',
      });
      const dialled = server.network.dialled.length;
      const answer = await admin.http.post(attachPath('jwt-auth', id)).send(body).expect(200);

      await login(id, await signed(claims(), key)).expect(200);
      await login(id, await signed(claims(), await aSigningKey('k', alg))).expect(401);

      const { identityJwtAuth } = answer.body as { identityJwtAuth: object };
      expect(identityJwtAuth).toMatchObject({
        configurationType: 'static',
        jwksUrl: '',
        jwksCaCert: '',
        warnings: expect.any(Array) as object[],
      });
      expect(server.network.dialled.length).toBe(dialled);
    },
  );

  it('takes tokens of a key set, and asks once for a key that is not in it (T325)', async () => {
    const { admin, id } = await aWorkload(server);
    const first = await aSigningKey('one');
    const second = await aSigningKey('two');
    const keys = [first];
    const host = await server.network.host('keys.example', (call, res) =>
      json({ keys: keys.map(({ publicJwk }) => publicJwk) })(call, res),
    );
    const body = settings({
      configurationType: 'jwks',
      jwksUrl: `${host.url}/jwks`,
      jwksCaCert: host.ca,
    });
    await admin.http.post(attachPath('jwt-auth', id)).send(body).expect(200);
    await login(id, await signed(claims(), first)).expect(200);
    const calls = host.calls.length;

    keys.push(second);
    await login(id, await signed(claims(), second)).expect(200);
    const unknown = await aSigningKey('three');
    const token = await signed(claims(), unknown);
    const answers = await Promise.all(Array.from({ length: 30 }, () => login(id, token)));

    expect(answers.every(({ status }) => status === 401)).toBe(true);
    expect(host.calls.length - calls).toBe(1);
  });

  it('answers 504 where the issuer is silent and its keys are not known', async () => {
    const { admin, id } = await aWorkload(server);
    const key = await aSigningKey('one');
    const host = await server.network.host('silent.example', json({ keys: [key.publicJwk] }));
    const body = settings({
      configurationType: 'jwks',
      jwksUrl: `${host.url}/jwks`,
      jwksCaCert: host.ca,
    });
    await admin.http.post(attachPath('jwt-auth', id)).send(body).expect(200);
    await login(id, await signed(claims(), key)).expect(200);
    host.answering = json({}, 500);
    await login(id, await signed(claims(), key)).expect(200);

    // Another CA makes another set: it has no keys of this one.
    await admin.http.patch(attachPath('jwt-auth', id)).send({ jwksCaCert: '' }).expect(200);
    const refused = await login(id, await signed(claims(), key)).expect(504);
    expect(refused.headers['retry-after']).toBe('5');
    // Whoever has a token can cause this as often as they like.
    const levels = server.logLines.map((line) => (JSON.parse(line) as { level: number }).level);
    expect(Math.max(...levels)).toBeLessThan(50);
  });

  it('refuses keys that are none, too weak, or not public, and shows nothing of them (T319)', async () => {
    const { admin, id } = await aWorkload(server);
    const weak = generateKeyPairSync('rsa', { modulusLength: 1_024 });
    const curve = generateKeyPairSync('ec', { namedCurve: 'P-224' });
    const strong = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const spki = { type: 'spki', format: 'pem' } as const;
    const secret = strong.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const bad = [
      secret,
      JSON.stringify(await exportJWK(privateKey)),
      'c2hhcmVkIHNlY3JldA',
      weak.publicKey.export(spki).toString(),
      curve.publicKey.export(spki).toString(),
      server.network.authority.ca,
    ];
    for (const pem of bad) {
      const body = settings({ configurationType: 'static', publicKeys: [pem] });
      const answer = await admin.http.post(attachPath('jwt-auth', id)).send(body).expect(400);
      expect(JSON.stringify(answer.body)).not.toContain(pem.slice(-60, -30) || pem);
    }
    const many = Array.from({ length: 21 }, () => bad[3]);
    await admin.http
      .post(attachPath('jwt-auth', id))
      .send(settings({ configurationType: 'static', publicKeys: many }))
      .expect(422);
    expect(server.logLines.join('')).not.toContain(secret.slice(30, 90));
  });

  it('clears what belongs to another kind of configuration, and asks for what the new one needs', async () => {
    const { admin, id } = await aWorkload(server);
    const key = await aSigningKey('k');
    const path = attachPath('jwt-auth', id);
    await admin.http
      .post(path)
      .send(settings({ configurationType: 'static', publicKeys: [await pemOf(key)] }))
      .expect(200);

    await admin.http.patch(path).send({ configurationType: 'jwks' }).expect(400);
    const { body } = await admin.http
      .patch(path)
      .send({ configurationType: 'jwks', jwksUrl: 'https://none.example/keys' })
      .expect(200);

    expect((body as { identityJwtAuth: object }).identityJwtAuth).toMatchObject({
      publicKeys: [],
      jwksUrl: 'https://none.example/keys',
    });
    await admin.http.patch(path).send({ configurationType: 'static' }).expect(400);
  });
});
