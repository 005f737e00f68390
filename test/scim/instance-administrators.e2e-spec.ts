import { aPerson } from '../support/people.js';
import { aProvider, type Provider, USER } from '../support/scim-scene.js';
import { useApp } from '../support/harness.js';

const server = useApp();
let provider: Provider;
let elsewhere: Provider;
beforeAll(async () => {
  [provider, elsewhere] = [await aProvider(server), await aProvider(server)];
});

async function anInstanceAdmin() {
  const ann = await aPerson(server, provider.orgId, 'member');
  await server.database.source.query('update users set super_admin = true where id = $1', [ann.id]);
  return ann;
}

const placesOf = (id: string) =>
  server.database.source.query<object[]>(
    `select org_id "orgId" from organization_memberships where user_id = $1 and is_active`,
    [id],
  );

type Person = Awaited<ReturnType<typeof anInstanceAdmin>>;
const ENDS: readonly (readonly [
  string,
  number,
  (person: Person) => ReturnType<Provider['send']>,
])[] = [
  ['DELETE', 204, ({ orgMembershipId: id }) => provider.send('delete', `/Users/${id}`)],
  [
    'PATCH',
    200,
    ({ orgMembershipId: id }) =>
      provider.patch(`/Users/${id}`, { op: 'replace', value: { active: false } }),
  ],
  [
    'PUT',
    200,
    ({ orgMembershipId: id, email }) =>
      provider.send('put', `/Users/${id}`, { schemas: [USER], userName: email, active: false }),
  ],
];

describe('an administrator of the instance', () => {
  it.each(ENDS)('keeps the last place by which they sign in: %s', async (_verb, _status, end) => {
    const ann = await anInstanceAdmin();
    const refused = await end(ann);

    expect(refused.status).toBe(403);
    expect(await placesOf(ann.id)).toEqual([{ orgId: provider.orgId }]);
    await ann.http.get('/api/v2/users/me').expect(200);
  });

  it.each(ENDS)('loses a place like others while there is another: %s', async (_, status, end) => {
    const ann = await anInstanceAdmin();
    await server.database.source.query(
      `insert into organization_memberships (id, org_id, user_id, role, status, is_active)
       values (gen_random_uuid(), $1, $2, 'member', 'accepted', true)`,
      [elsewhere.orgId, ann.id],
    );
    const ended = await end(ann);

    expect(ended.status).toBe(status);
    expect(await placesOf(ann.id)).toEqual([{ orgId: elsewhere.orgId }]);
  });
});
