import { AcmeTestClient, anAcmeProfile, bindingOf, PUBLIC, typeOf } from '../support/acme.js';
import { useApp } from '../support/harness.js';
import { aProject, aScene } from '../support/scene.js';

const MAX_UNBOUND = 20;

const server = useApp({ PUBLIC_URL: PUBLIC, RATE_LIMITS: 'on', RATE_LIMIT_ANONYMOUS: '3000' });

describe('accounts without a binding', () => {
  it('are twenty new ones an hour from an address (429 rateLimited); known and bound ones go on', async () => {
    const { admin } = await aScene(server);
    const { id: projectId } = await aProject(admin);
    const open = await anAcmeProfile(admin, projectId, { skipEabBinding: true });
    const bound = await anAcmeProfile(admin, projectId, {});
    const clients = Array.from(
      { length: MAX_UNBOUND },
      () => new AcmeTestClient(server, open.base),
    );
    const first = await Promise.all(clients.map((client) => client.register()));
    const beyond = await new AcmeTestClient(server, open.base).register();
    const [known] = clients;
    known!.kid = null;
    const again = await known!.register();
    const other = new AcmeTestClient(server, bound.base);
    const withKey = await other.register(
      await other.binding(await bindingOf(admin, bound.profile)),
    );
    const [row] = await server.database.source.query<{ count: number }[]>(
      'select count(*)::int "count" from acme_accounts where profile_id = $1',
      [open.profile.id],
    );

    expect(first.map(({ status }) => status)).toEqual(clients.map(() => 201));
    expect([beyond.status, typeOf(beyond)]).toEqual([429, 'rateLimited']);
    expect(Number(beyond.headers.get('retry-after'))).toBeGreaterThan(60);
    expect([again.status, withKey.status]).toEqual([200, 201]);
    expect(row!.count).toBe(MAX_UNBOUND);
  });
});
