import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { IdentitySearchRepository } from '../../src/identity-search/identity-search.repository.js';
import { toFilter } from '../../src/identity-search/search-filter.js';
import { useApp } from '../support/harness.js';
import { aScene } from '../support/scene.js';
import { quietStopwatch } from '../support/quiet-stopwatch.js';

// F12: a search filter of 930 KB was parsed once for each identity of the organization.

const server = useApp();

const TEXTS = 100;
const long = (n: number) => `${n}-${'x'.repeat(215)}`;
const lists = { $in: Array.from({ length: TEXTS }, (_, n) => long(n)) };
const clause = { name: lists, role: lists };
const LARGE = { ...clause, $or: Array.from({ length: 20 }, () => clause) };

async function anOrganizationOf(count: number) {
  const { orgId, admin } = await aScene(server);
  await server.database.source.query(
    `insert into identities (id, org_id, membership_id, name, role)
     select gen_random_uuid(), $1, gen_random_uuid(), 'identity-' || n, 'member'
     from generate_series(1, $2::int) n`,
    [orgId, count],
  );
  return { orgId, admin };
}

describe('a search filter of 930 KB', () => {
  it('finds what it should, in the largest form that is taken', async () => {
    const { admin } = await anOrganizationOf(50);
    const among = { ...lists, $in: [...lists.$in.slice(1), 'identity-7'] };
    const alternatives = [...LARGE.$or.slice(1), { name: among, role: 'member' }];
    const search = { name: among, $or: alternatives };
    expect(JSON.stringify(search).length).toBeGreaterThan(850_000);

    const { body } = await admin.http
      .post('/api/v1/identities/search')
      .send({ search })
      .expect(200);

    const { identities, totalCount } = body as { identities: unknown[]; totalCount: number };
    expect(totalCount).toBe(1);
    expect(identities).toMatchObject([{ identity: { name: 'identity-7' } }]);
  });

  it('costs about as much for 300 identities as for 3: it is read once', async () => {
    const few = await anOrganizationOf(2);
    const many = await anOrganizationOf(299);
    const repository = server.app.get(IdentitySearchRepository, { strict: false });
    const page = { orderBy: 'name', orderDirection: 'asc', limit: 50, offset: 0 } as const;
    const filter = toFilter(LARGE);
    /** The least of several, side by side: what else the machine does touches both. */
    const least = { few: Infinity, many: Infinity };
    for (let n = 0; n < 8; n++) {
      for (const [name, { orgId }] of Object.entries({ few, many })) {
        const took = quietStopwatch();
        expect(await repository.search(orgId, filter, page)).toMatchObject({ totalCount: 0 });
        const kind = name as keyof typeof least;
        least[kind] = Math.min(least[kind], took());
      }
    }
    // Parsed for each identity it was a hundred times as much.
    expect(least.many).toBeLessThan(5 * least.few + 20);
  });
});

describe('a name that another organization has', () => {
  it('is not found', async () => {
    const { admin } = await aScene(server);
    const other = await anOrganizationOf(3);
    const name = `bot-${randomUUID()}`;
    const query = 'update identities set name = $2 where org_id = $1';
    await server.database.source.query(query, [other.orgId, name]);
    const { body } = await admin.http
      .post('/api/v1/identities/search')
      .send({ search: { name: { $in: [name] } } })
      .expect(200);
    expect(body).toMatchObject({ totalCount: 0 });
  });
});
