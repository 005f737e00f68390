import { randomUUID } from 'node:crypto';
import { useApp } from '../support/harness.js';
import { aProvider, LIST, type Provider, PATCH_OP, USER, GROUP } from '../support/scim-scene.js';

const server = useApp();
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

const idIn = (answer: { body: unknown }) => (answer.body as { id: string }).id;

describe('Okta', () => {
  let okta: Provider;
  beforeAll(async () => {
    okta = await aProvider(server);
  });

  /** As Okta's documentation shows what it sends. */
  const NEW_USER = {
    schemas: [USER],
    userName: 'test.user@okta.local',
    name: { givenName: 'Test', familyName: 'User' },
    emails: [{ primary: true, value: 'test.user@okta.local', type: 'work' }],
    displayName: 'Test User',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
    active: true,
  };

  it('looks a user up, makes it, changes it by PUT, and deactivates it', async () => {
    const lookUp = `/Users?filter=userName%20eq%20%22${NEW_USER.userName}%22&startIndex=1&count=100`;
    const none = await okta.send('get', lookUp).expect(200);
    expect(none.body).toEqual({
      schemas: [LIST],
      totalResults: 0,
      startIndex: 1,
      itemsPerPage: 0,
      Resources: [],
    });

    const made = await okta.send('post', '/Users', NEW_USER).expect(201);
    const { locale: _, password: __, ...kept } = NEW_USER;
    const id = idIn(made);
    expect(made.body).toMatchObject({ ...kept, id, meta: { resourceType: 'User' } });
    expect(made.headers['content-type']).toBe('application/scim+json; charset=utf-8');
    const { location } = (made.body as { meta: { location: string } }).meta;
    expect([made.headers['location'], made.headers['content-location']]).toEqual([
      location,
      location,
    ]);
    await okta
      .send('post', '/Users', NEW_USER)
      .expect(409)
      .expect(({ body }) => {
        expect(body).toMatchObject({ schemas: [ERROR], status: '409', scimType: 'uniqueness' });
      });
    expect(await okta.find('Users', `userName eq "${NEW_USER.userName}"`)).toEqual([made.body]);

    const read = await okta.send('get', `/Users/${id}`).expect(200);
    const changed = { ...(read.body as object), displayName: 'Tess User' };
    const put = await okta.send('put', `/Users/${id}`, changed).expect(200);
    expect(put.body).toMatchObject({ ...kept, displayName: 'Tess User', active: true });
    await okta.send('put', `/Users/${id}`, { ...changed, active: false }).expect(200);
    const [left] = await okta.find('Users', `userName eq "${NEW_USER.userName}"`);
    expect(left).toMatchObject({ id, active: false });
  });

  it('deactivates by a PATCH without a path (gallery apps)', async () => {
    const id = await okta.user('gallery@okta.local');

    const answer = await okta.send('patch', `/Users/${id}`, {
      schemas: [PATCH_OP],
      Operations: [{ op: 'replace', value: { active: false } }],
    });

    expect([answer.status, (answer.body as { active: boolean }).active]).toEqual([200, false]);
  });

  it('pushes a group, renames it, and moves its members', async () => {
    const [a, b] = [await okta.user('ga@okta.local'), await okta.user('gb@okta.local')];
    const made = await okta
      .send('post', '/Groups', { schemas: [GROUP], displayName: 'Test SCIMv2', members: [] })
      .expect(201);
    const id = idIn(made);
    const path = `/Groups/${id}`;

    await okta
      .patch(path, { op: 'replace', value: { id, displayName: 'Test SCIMv2 0' } })
      .expect(204);
    await okta
      .patch(path, {
        op: 'add',
        path: 'members',
        value: [{ value: a, display: 'ga@okta.local' }, { value: b }],
      })
      .expect(204);
    await okta.patch(path, { op: 'remove', path: `members[value eq "${a}"]` }).expect(204);
    const group = await okta.send('get', path).expect(200);
    expect(group.body).toMatchObject({
      displayName: 'Test SCIMv2 0',
      members: [{ value: b, type: 'User' }],
    });
    await okta.patch(path, { op: 'replace', path: 'members', value: [{ value: a }] }).expect(204);
    const user = await okta.send('get', `/Users/${a}`).expect(200);
    expect(user.body).toMatchObject({ groups: [{ value: id, display: 'Test SCIMv2 0' }] });
    await okta
      .send('put', path, { schemas: [GROUP], displayName: 'Put', members: [{ value: b }] })
      .expect(200);
    expect((await okta.send('get', path)).body).toMatchObject({
      displayName: 'Put',
      members: [{ value: b }],
    });
    await okta.send('delete', path).expect(204);
    await okta.send('get', path).expect(404);
    await okta.send('delete', path).expect(404);
  });

  /** The requests of the published specification test "Okta SCIM 2.0 SPEC Test", in its order. */
  it('finds what its specification test of twelve requests asks for', async () => {
    const name = `Runscope300${randomUUID()}`;
    const email = `${name}@atko.com`;
    await okta.user('first@okta.local');

    const first = await okta.send('get', '/Users?count=1&startIndex=1').expect(200);
    expect(first.body).toMatchObject({
      schemas: [LIST],
      itemsPerPage: 1,
      startIndex: 1,
      totalResults: expect.any(Number),
      Resources: [
        {
          id: expect.any(String),
          active: expect.any(Boolean),
          userName: expect.any(String),
          emails: [{ value: expect.any(String) }],
        },
      ],
    });
    const { id } = (first.body as { Resources: { id: string }[] }).Resources[0]!;
    await okta
      .send('get', `/Users/${id}`)
      .expect(200)
      .expect(({ body }) => {
        expect(body).toMatchObject({ id, schemas: [USER] });
      });
    await okta
      .send('get', `/Users?filter=userName%20eq%20%22invalid${name}%22`)
      .expect(200)
      .expect(({ body }) => {
        expect(body).toMatchObject({ totalResults: 0, Resources: [] });
      });
    await okta
      .send('get', `/Users/${randomUUID()}x`)
      .expect(404)
      .expect(({ body }) => {
        expect(body).toMatchObject({ schemas: [ERROR], status: '404', detail: expect.any(String) });
      });
    const made = await okta
      .send('post', '/Users', {
        schemas: [USER],
        userName: email,
        name: { givenName: 'Given', familyName: 'Family' },
        emails: [{ primary: true, value: email, type: 'work' }],
        displayName: 'Given Family',
        active: true,
      })
      .expect(201);
    expect(made.body).toMatchObject({
      active: true,
      userName: email,
      name: { familyName: 'Family' },
    });
    await okta.send('get', `/Users/${idIn(made)}`).expect(200);
    await okta.send('post', '/Users', made.body as object).expect(409);
    await okta
      .send('get', `/Users?filter=userName%20eq%20%22${email.toUpperCase()}%22`)
      .expect(200)
      .expect(({ body }) => {
        expect(body).toMatchObject({ totalResults: 1, Resources: [{ id: idIn(made) }] });
      });
    await okta
      .send('get', '/Groups')
      .expect(200)
      .expect(({ body }) => {
        expect(body).toMatchObject({
          schemas: [LIST],
          startIndex: 1,
          totalResults: expect.any(Number),
        });
      });
    await server.http
      .get('/api/v1/scim/Groups')
      .expect(401)
      .expect('Content-Type', /scim\+json/);
    await server
      .as('not-a-token')
      .get('/api/v1/scim/Users')
      .expect(401)
      .expect('Content-Type', /scim\+json/);
    const paged = await okta.send('get', '/Users?startIndex=1&count=2').expect(200);
    expect((paged.body as { Resources: object[] }).Resources).toHaveLength(2);
  });
});

describe('Microsoft Entra', () => {
  let entra: Provider;
  beforeAll(async () => {
    entra = await aProvider(server);
  });

  const newUser = (name: string) => ({
    schemas: [USER, ENTERPRISE],
    externalId: name,
    userName: `${name}@entra.local`,
    active: true,
    emails: [{ primary: true, type: 'work', value: `${name}@entra.local` }],
    meta: { resourceType: 'User' },
    name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
    roles: [],
    [ENTERPRISE]: { department: 'Sales', manager: '1' },
  });

  it('tests the connection with a random name and an empty list', async () => {
    const { body } = await entra
      .send('get', `/Users?filter=userName+eq+%22${randomUUID()}%22`)
      .expect(200);

    expect(body).toMatchObject({ schemas: [LIST], totalResults: 0, Resources: [] });
  });

  it('finds users by externalId and by the value of the work address, deactivated ones too', async () => {
    const made = await entra.send('post', '/Users', newUser('look-up')).expect(201);
    const id = idIn(made);
    await entra
      .patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' })
      .expect(200);

    for (const filter of [
      'externalId eq "look-up"',
      'emails[type eq "work"].value eq "LOOK-UP@entra.local"',
      'emails[type eq "work" and value eq "look-up@entra.local"]',
      'userName eq "Look-Up@entra.local" and active eq false',
    ])
      expect(await entra.find('Users', filter)).toMatchObject([{ id, active: false }]);
    expect(
      await entra.find('Users', 'emails[type eq "home"].value eq "look-up@entra.local"'),
    ).toEqual([]);
  });

  it('changes a user without the newer flag: booleans as texts, addresses by type, a bare manager', async () => {
    const id = idIn(await entra.send('post', '/Users', newUser('old-flag')).expect(201));

    const { body } = await entra
      .patch(
        `/Users/${id}`,
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updated@entra.local' },
        { op: 'Add', path: 'emails[type eq "other"].value', value: 'other@entra.local' },
        { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
        { op: 'Replace', path: 'name.formatted', value: 'x' },
        { op: 'Add', path: 'roles', value: [{ primary: 'True', value: 'admin' }] },
        { op: 'Add', path: `${ENTERPRISE}:manager`, value: 'm1' },
        { op: 'Replace', path: 'active', value: 'False' },
      )
      .expect(200);
    expect(body).toMatchObject({
      active: false,
      name: { familyName: 'updatedFamilyName', givenName: 'givenName' },
      emails: [
        { primary: true, type: 'work', value: 'updated@entra.local' },
        { type: 'other', value: 'other@entra.local' },
      ],
    });
    expect(body).not.toHaveProperty('roles');
  });

  it('changes a user with the newer flag: dotted keys and URNs without a path', async () => {
    const id = idIn(await entra.send('post', '/Users', newUser('new-flag')).expect(201));

    const { body } = await entra
      .patch(
        `/Users/${id}`,
        {
          op: 'replace',
          value: {
            displayName: 'Bjfe',
            'name.givenName': 'Kkom',
            'name.familyName': 'Unua',
            [`${ENTERPRISE}:employeeNumber`]: 'Aklq',
          },
        },
        { op: 'replace', path: 'active', value: false },
      )
      .expect(200);
    expect(body).toMatchObject({
      active: false,
      displayName: 'Bjfe',
      name: { givenName: 'Kkom', familyName: 'Unua' },
    });
  });

  it('keeps groups by displayName, and adds and removes members (204)', async () => {
    const [a, b] = [await entra.user('ma@entra.local'), await entra.user('mb@entra.local')];
    const made = await entra
      .send('post', '/Groups', {
        externalId: '8aa1a0c0',
        schemas: [
          GROUP,
          'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group',
        ],
        displayName: 'Entra group',
        meta: { resourceType: 'Group' },
      })
      .expect(201);
    const id = idIn(made);
    const path = `/Groups/${id}`;

    const { body } = await entra
      .send('get', `/Groups?excludedAttributes=members&filter=displayName+eq+%22entra+GROUP%22`)
      .expect(200);
    expect(body).toMatchObject({ totalResults: 1, Resources: [{ id, externalId: '8aa1a0c0' }] });
    expect((body as { Resources: object[] }).Resources[0]).not.toHaveProperty('members');
    await entra
      .patch(path, {
        op: 'Add',
        path: 'members',
        value: [
          { $ref: null, value: a },
          { $ref: null, value: b },
        ],
      })
      .expect(204);
    await entra
      .patch(path, { op: 'Remove', path: 'members', value: [{ $ref: null, value: a }] })
      .expect(204);
    await entra
      .patch(path, { op: 'remove', path: `members[value eq "${randomUUID()}"]` })
      .expect(204);
    expect((await entra.send('get', path)).body).toMatchObject({ members: [{ value: b }] });
    await entra.patch(path, { op: 'Replace', path: 'displayName', value: 'Renamed' }).expect(204);
    expect(await entra.find('Groups', `members eq "${b}"`)).toMatchObject([
      { displayName: 'Renamed' },
    ]);
  });

  it('deletes a user for good some weeks after it was deactivated', async () => {
    const id = idIn(await entra.send('post', '/Users', newUser('gone')).expect(201));
    await entra
      .patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' })
      .expect(200);

    await entra.send('delete', `/Users/${id}`).expect(204);
    await entra.send('get', `/Users/${id}`).expect(404);
    await entra.send('delete', `/Users/${id}`).expect(404);
    expect(await entra.find('Users', 'externalId eq "gone"')).toEqual([]);
    const again = await entra.send('post', '/Users', newUser('gone')).expect(201);
    expect(idIn(again)).not.toBe(id);
  });
});
