import { TestIssuer } from '../support/workloads/issuer.js';
import { deadlocksOf } from '../support/deadlocks.js';
import { runs } from '../support/runs.js';
import {
  attachPath,
  aWorkload,
  loginPath,
  useWorkloadApp,
} from '../support/workloads/workload-scene.js';

const server = useWorkloadApp();
const ROUNDS = runs(40, 40, 'LOGIN_ROUNDS');
const AT_ONCE = 100;
const AUDIENCE = 'strongroom';
const SUBJECT = 'job:shop/api:main';

it('lets the first logins of a moment in, all of them, and none waits for another in a circle', async () => {
  const issuer = await TestIssuer.open(server.network, 'issuer.example');
  const statuses = new Set<number>();
  for (let round = 0; round < ROUNDS; round++) {
    const { admin, id: identityId } = await aWorkload(server);
    const trust = { oidcDiscoveryUrl: issuer.url, boundIssuer: issuer.url, caCert: issuer.host.ca };
    await admin.http
      .post(attachPath('oidc-auth', identityId))
      .send({ ...trust, boundAudiences: AUDIENCE, boundSubject: SUBJECT })
      .expect(200);
    const jwt = await issuer.token({ aud: AUDIENCE, sub: SUBJECT });
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, () =>
        server.http.post(loginPath('oidc-auth')).send({ identityId, jwt }),
      ),
    );
    for (const { status } of answers) statuses.add(status);
  }

  expect([...statuses]).toEqual([200]);
  expect(await deadlocksOf(server)).toBe(0);
});
