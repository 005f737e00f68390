import { AcmeTestClient, anAcmeProfile, bindingOf, PUBLIC, typeOf } from '../support/acme.js';
import { aSigningRequest, hasOpenssl } from '../support/certificates.js';
import { useApp } from '../support/harness.js';
import { aProject, aScene } from '../support/scene.js';

const MOST = 20;
const SEVEN_DAYS = 7 * 86_400;

const server = useApp({ PUBLIC_URL: PUBLIC, RATE_LIMITS: 'on', RATE_LIMIT_ANONYMOUS: '3000' });
const withOpenssl = hasOpenssl ? it : it.skip;

const NAMES = ['a.example.org', 'b.example.org'];

const csrOf = (names: readonly string[]): string => {
  const pem = aSigningRequest('/', names.map((each) => `DNS:${each}`).join());
  return Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64').toString('base64url');
};

describe('certificates with the same names', () => {
  withOpenssl(
    'are twenty in seven days, whichever accounts order them and however many at once (429 rateLimited)',
    async () => {
      const { admin } = await aScene(server);
      const { id } = await aProject(admin);
      const scene = await anAcmeProfile(admin, id, { skipDnsOwnershipVerification: true });
      const binding = await bindingOf(admin, scene.profile);
      const anAccount = async () => {
        const client = new AcmeTestClient(server, scene.base);
        await client.register(await client.binding(binding));
        return client;
      };
      const ordered = (client: AcmeTestClient, names: readonly string[]) => {
        const identifiers = names.map((value) => ({ type: 'dns', value }));
        return client.post(`${scene.base}/new-order`, { identifiers });
      };
      const clients = await Promise.all(Array.from({ length: MOST + 5 }, anAccount));
      const orders = await Promise.all(
        clients.map((client, index) => ordered(client, index % 2 ? NAMES : NAMES.toReversed())),
      );
      const csr = csrOf(NAMES);
      const answers = await Promise.all(
        clients.map((client, index) => client.post(String(orders[index]!.body.finalize), { csr })),
      );
      const beyond = answers.find(({ status }) => status !== 200)!;
      const late = answers.indexOf(beyond);
      const next = await ordered(await anAccount(), NAMES);
      const other = await ordered(clients[0]!, NAMES.slice(1));
      const stays = await clients[late]!.post(orders[late]!.headers.get('location')!);
      const [row] = await server.database.source.query<{ count: number }[]>(
        'select count(*)::int "count" from certificates where profile_id = $1',
        [scene.profile.id],
      );

      expect(row!.count).toBe(MOST);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(MOST);
      for (const refused of [beyond, next]) {
        expect([refused.status, typeOf(refused)]).toEqual([429, 'rateLimited']);
        const seconds = Number(refused.headers.get('retry-after'));
        expect([seconds > SEVEN_DAYS - 600, seconds <= SEVEN_DAYS]).toEqual([true, true]);
      }
      expect(stays.body.status).toBe('ready');
      expect(other.status).toBe(201);

      await server.database.source.query(
        `update certificates set created_at = created_at - interval '7 days'
         where id = (select id from certificates where profile_id = $1 limit 1)`,
        [scene.profile.id],
      );
      const again = await clients[late]!.post(String(orders[late]!.body.finalize), { csr });
      expect(again.status).toBe(200);
    },
  );
});
