import { startApp, type TestApp, useApp } from '../support/harness.js';
import { aPerson } from '../support/people.js';
import { aProvider } from '../support/scim-scene.js';

const server = useApp();
const ROLES = '/api/v1/organization/roles';

describe('deactivation by SCIM', () => {
  it('lets no request succeed that begins after its answer, on three replicas', async () => {
    const replicas = [
      await startApp({}, [], server.databaseUrl),
      await startApp({}, [], server.databaseUrl),
    ];
    try {
      const all: TestApp[] = [server, ...replicas.map(({ parts }) => parts)];
      const provider = await aProvider(server);
      const ann = await aPerson(server, provider.orgId, 'admin');
      let isAnswered = false;
      const requests = Array.from({ length: 100 }, async (_, i) => {
        const http = all[i % 3]!.as(ann.token);
        for (let n = 0; n < 3; n++) {
          const beganAfter = isAnswered;
          const { status } = await http.get(ROLES);
          if (beganAfter && status !== 401) return `${status} after the answer`;
        }
        return null;
      });
      const off = { op: 'replace', path: 'active', value: false };
      await provider.patch(`/Users/${ann.orgMembershipId}`, off).expect(200);
      isAnswered = true;

      expect((await Promise.all(requests)).filter(Boolean)).toEqual([]);
      for (const each of all) await each.as(ann.token).get(ROLES).expect(401);
    } finally {
      for (const { end } of replicas) await end();
    }
  });
});
