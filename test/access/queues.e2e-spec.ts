import { useApp } from '../support/harness.js';
import { lockWaits, untilLocksAreAwaited } from '../support/lock-waits.js';
import { aProvider, type Provider, SCIM } from '../support/scim-scene.js';

const server = useApp();

/** Doors that lock the organization. */
const DOORS: Readonly<Record<string, (of: Provider, turn: number) => PromiseLike<unknown>>> = {
  'a user of SCIM': (of, turn) => of.user(`queue-${turn}@example.org`),
  'a group of SCIM': (of, turn) => of.group(`queue ${turn}`),
  'a token of SCIM': ({ admin, orgId }, turn) =>
    admin.http
      .post(`${SCIM}/scim-tokens`)
      .send({ organizationId: orgId, description: `queue-${turn}`, ttlDays: 1 })
      .expect(200),
  'a domain of e-mail': ({ admin }, turn) =>
    admin.http
      .post('/api/v1/organization/email-domains')
      .send({ domain: `queue-${turn}.example.org` })
      .expect(200),
  'the settings of the organization': ({ admin, orgId }) =>
    admin.http.patch(`/api/v1/organization/${orgId}`).send({ enforceMfa: false }).expect(200),
};

describe('whoever changes the organization', () => {
  it.each(Object.keys(DOORS))('waits for its lock with one request at a time: %s', async (name) => {
    const provider = await aProvider(server);
    const runner = server.database.source.createQueryRunner();
    await runner.startTransaction();
    await runner.query('select id from organizations where id = $1 for no key update', [
      provider.orgId,
    ]);
    const sent = [1, 2, 3].map((turn) => Promise.resolve(DOORS[name]!(provider, turn)));

    await untilLocksAreAwaited(server, { count: 3 });
    const kinds = (await lockWaits(server)).map(({ kind }) => kind);
    await runner.commitTransaction();
    await runner.release();
    await Promise.all(sent);

    expect(kinds.filter((kind) => kind === 'advisory')).toHaveLength(2);
  });
});
