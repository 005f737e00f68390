import { generateKeyPairSync, sign } from 'node:crypto';
import type { Bench } from './bench.js';
import { startChild } from './child.js';
import { call, callJson } from './http.js';
import { type BenchIssuer, openIssuer } from './issuer.js';
import { byTurns, throughput } from './measure.js';
import type { Row } from './report.js';
import { loginOf } from './scene.js';

const BOUND = { boundAudiences: 'strongroom', boundSubject: 'job:a' };

/**
 * Logins of workloads beside those by a client secret, on a server that reaches an issuer: with a key that is stored
 * with the row, and with one of a key set that was fetched.
 */
export async function workloads(bench: Bench): Promise<Row[]> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const issuer = await openIssuer({ ...publicKey.export({ format: 'jwk' }), kid: 'key' });
  const server = await startChild(bench.main, { ...bench.env, OUTGOING_PROXY: issuer.proxy });
  try {
    const jwt = tokenOf(issuer, privateKey);
    const stored = {
      configurationType: 'static',
      publicKeys: [publicKey.export({ type: 'spki', format: 'pem' })],
    };
    const fetched = { oidcDiscoveryUrl: issuer.url, caCert: issuer.ca };
    return [
      await compare(bench, server.url, {
        what: 'login of a workload, with a key that is known',
        ...{ method: 'jwt-auth', settings: { ...stored, boundIssuer: issuer.url }, jwt },
      }),
      await compare(bench, server.url, {
        what: 'login of a workload, with a key set that was fetched',
        ...{ method: 'oidc-auth', settings: { ...fetched, boundIssuer: issuer.url }, jwt },
      }),
    ];
  } finally {
    await server.stop();
    issuer.close();
  }
}

function tokenOf({ url }: BenchIssuer, key: Parameters<typeof sign>[2]): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const iat = Math.floor(Date.now() / 1_000);
  const claims = { iss: url, aud: BOUND.boundAudiences, sub: BOUND.boundSubject };
  const header = part({ alg: 'RS256', kid: 'key' });
  const unsigned = `${header}.${part({ ...claims, iat, exp: iat + 7_200 })}`;
  return `${unsigned}.${sign('sha256', Buffer.from(unsigned), key).toString('base64url')}`;
}

interface Login {
  readonly what: string;
  readonly method: string;
  readonly settings: object;
  readonly jwt: string;
}

async function compare(
  { scene, sizes }: Bench,
  url: string,
  { what, method, settings, jwt }: Login,
): Promise<Row> {
  const post = <T>(path: string, body: object) =>
    callJson<T>('POST', `${url}/api${path}`, { token: scene.token, body: JSON.stringify(body) });
  type Made = { identity: { id: string } };
  const { identity } = await post<Made>('/v1/identities', { name: 'workload' });
  await post(`/v1/auth/${method}/identities/${identity.id}`, { ...BOUND, ...settings });
  const body = JSON.stringify({ identityId: identity.id, jwt });
  const byToken = () => call('POST', `${url}/api/v1/auth/${method}/login`, { body });
  const bySecret = () => call('POST', ...loginOf({ ...scene, url }));
  // Milliseconds of the server for one login, as throughput says them.
  const timeOf = (work: () => Promise<string>) => async () =>
    1_000 / (await throughput(work, sizes));
  const compared = await byTurns(sizes.rounds, timeOf(byToken), timeOf(bySecret));
  const aim = { atMost: 1.5 };
  return { what, unit: 'ms', ...compared, floorIs: 'by a client secret', aim };
}
