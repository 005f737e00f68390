import { randomUUID } from 'node:crypto';
import { joinProject } from '../support/people.js';
import { aProvider, GROUP, SCIM, USER } from '../support/scim-scene.js';
import { aProject, anIdentity } from '../support/scene.js';
import { server, ERROR, ours, theirs, unique, bodyOf } from './scim-stage.js';

interface Entry {
  readonly action: string;
  readonly target: Record<string, unknown>;
}

const lastEntry = async (orgId: string): Promise<Entry> => {
  const rows = await server.database.source.query<Entry[]>(
    `select actor_kind "actorKind", actor_id "actorId", actor_name "actorName", action, target
     from audit_entries where org_id = $1 order by created_at desc, id desc limit 1`,
    [orgId],
  );
  return rows[0]!;
};

describe('a user', () => {
  it.each([
    ['false', false],
    ['"False"', 'False'],
    ['"FALSE"', 'FALSE'],
  ])('is deactivated by active %s', async (_, value) => {
    const id = await ours.user(unique('off'));

    const answer = await ours
      .patch(`/Users/${id}`, { op: 'replace', path: 'active', value })
      .expect(200);
    expect(bodyOf(answer).active).toBe(false);
    expect(await lastEntry(ours.orgId)).toMatchObject({
      actorKind: 'scim',
      actorId: ours.tokenId,
      actorName: 'Okta',
      action: 'scim-user.deactivate',
      target: { membershipId: id, changed: ['active'] },
    });
  });

  it.each([0, null, 'no', [], {}, 'nul'])(
    'is not deactivated by active %j (400)',
    async (value) => {
      const id = await ours.user(unique('on'));

      const answer = await ours
        .patch(`/Users/${id}`, { op: 'replace', path: 'active', value })
        .expect(400);
      expect(answer.body).toMatchObject({
        schemas: [ERROR],
        status: '400',
        scimType: 'invalidValue',
      });
      expect(bodyOf(await ours.send('get', `/Users/${id}`)).active).toBe(true);
    },
  );

  it.each<[string, unknown, string]>([
    ['another id', { id: randomUUID() }, 'mutability'],
    ['__proto__.x', { '__proto__.x': 1 }, 'invalidPath'],
    ['constructor.prototype', { 'constructor.prototype': {} }, 'invalidPath'],
    ['constructor', { constructor: { a: 1 } }, 'invalidValue'],
    ['toString', { toString: 'x' }, 'invalidValue'],
  ])('is not changed by a value without a path that names %s (400)', async (_, value, scimType) => {
    const id = await ours.user(unique('proto'));
    const before = await ours.send('get', `/Users/${id}`).expect(200);

    const answer = await ours.patch(`/Users/${id}`, { op: 'replace', value }).expect(400);
    expect(answer.body).toMatchObject({ scimType });
    expect((await ours.send('get', `/Users/${id}`)).body).toEqual(before.body);
    expect(({} as { x?: number; a?: number }).x).toBeUndefined();
  });

  it('is listed in the media type of SCIM, however many there are', async () => {
    for (let n = 0; n < 20; n++) await ours.user(unique('many'));

    for (const count of [1, 20]) {
      const answer = await ours.send('get', `/Users?count=${count}`).expect(200);
      expect(bodyOf(answer).itemsPerPage).toBe(count);
      expect(answer.headers['content-type']).toMatch(/^application\/scim\+json/);
    }
  });

  it('stays as it was where one operation of a PATCH fails', async () => {
    const id = await ours.user(unique('atomic'), { displayName: 'Before' });
    const before = await ours.send('get', `/Users/${id}`).expect(200);

    await ours
      .patch(
        `/Users/${id}`,
        { op: 'replace', path: 'active', value: false },
        { op: 'replace', path: 'displayName', value: 'After' },
        { op: 'remove', path: 'userName' },
      )
      .expect(400);
    expect((await ours.send('get', `/Users/${id}`)).body).toEqual(before.body);
  });

  it('keeps lastModified where nothing changes, and created is lastModified at first', async () => {
    const id = await ours.user(unique('same'), { displayName: 'Same' });
    const before = bodyOf(await ours.send('get', `/Users/${id}`)).meta as Record<string, string>;
    expect(before.lastModified).toBe(before.created);

    const path = `/Users/${id}`;
    await ours.patch(path, { op: 'add', path: 'displayName', value: 'Same' }).expect(200);
    const first = bodyOf(await ours.send('get', path)).meta as Record<string, string>;
    await ours.patch(path, { op: 'add', path: 'displayName', value: 'Other' }).expect(200);
    const second = bodyOf(await ours.send('get', path)).meta as Record<string, string>;
    expect(first.lastModified).toBe(before.lastModified);
    expect(second.lastModified! > first.lastModified!).toBe(true);
  });

  it('is not made under a user name that is there in another case (409), and is under that of a deleted one', async () => {
    const name = unique('twice');
    const first = await ours.user(name);

    const taken = await ours.send('post', '/Users', {
      schemas: [USER],
      userName: name.toUpperCase(),
    });
    expect([taken.status, bodyOf(taken).scimType]).toEqual([409, 'uniqueness']);
    const other = await ours.user(unique('other'));
    const renamed = await ours.patch(`/Users/${other}`, {
      op: 'replace',
      path: 'userName',
      value: name,
    });
    expect([renamed.status, bodyOf(renamed).scimType]).toEqual([409, 'uniqueness']);
    await ours.send('delete', `/Users/${first}`).expect(204);
    expect(await ours.user(name)).not.toBe(first);
  });

  it('is invited where the address has an account elsewhere: nothing tells of it', async () => {
    const email = unique('elsewhere');
    await server.database.source.query(
      `insert into users (id, email, password_hash, first_name, last_name, is_email_verified)
       values ($1, $2, 'x', 'Secret', 'Name', true)`,
      [randomUUID(), email],
    );
    const known = await ours
      .send('post', '/Users', { schemas: [USER], userName: email })
      .expect(201);
    const unknown = await ours
      .send('post', '/Users', { schemas: [USER], userName: unique('nowhere') })
      .expect(201);

    expect(JSON.stringify(known.body)).not.toMatch(/Secret|name":\{/);
    expect(Object.keys(bodyOf(known))).toEqual(Object.keys(bodyOf(unknown)));
    const rows = await server.database.source.query<{ status: string; role: string }[]>(
      `select status, role from organization_memberships where id = any($1) order by id`,
      [[bodyOf(known).id, bodyOf(unknown).id]],
    );
    expect(rows).toEqual([
      { status: 'invited', role: 'member' },
      { status: 'invited', role: 'member' },
    ]);
  });

  it('has its addresses as they were sent, and its account the address that it signs in with', async () => {
    const email = unique('mail');
    const victim = unique('admin');
    await theirs.user(victim);
    const id = await ours.user(email, { emails: [{ value: email, type: 'work' }] });

    const answer = await ours
      .patch(`/Users/${id}`, { op: 'replace', path: 'emails[type eq "work"].value', value: victim })
      .expect(200);
    expect(bodyOf(answer).emails).toEqual([{ value: victim, type: 'work' }]);
    const [row] = await server.database.source.query<{ email: string }[]>(
      `select u.email from users u join organization_memberships m on m.user_id = u.id where m.id = $1`,
      [id],
    );
    expect(row!.email).toBe(email);
    expect((await lastEntry(ours.orgId)).target).toMatchObject({
      changed: ['emails'],
      loginEmail: 'kept',
    });
  });

  it('keeps an address that is none, as it was sent', async () => {
    const userName = unique('odd');
    const id = await ours.user(userName, { emails: [{ value: userName }] });
    const emails = [{ value: 'ann at home' }];

    const user = { schemas: [USER], userName, emails };
    const answer = await ours.send('put', `/Users/${id}`, user).expect(200);
    expect(bodyOf(answer).emails).toEqual(emails);
  });

  it.each([
    ['no address at all', { userName: 'ann' }],
    ['an address that is none', { userName: 'ann', emails: [{ value: 'ann at home' }] }],
    [
      'two primary addresses',
      {
        userName: 'a@x.org',
        emails: [
          { value: 'a@x.org', primary: true },
          { value: 'b@x.org', primary: 'True' },
        ],
      },
    ],
    ['no user name', { emails: [{ value: 'ann@example.org' }] }],
    ['a user name of 321 characters', { userName: `${'x'.repeat(309)}@example.org` }],
    ['a control character', { userName: 'ann@example.org', displayName: 'a\u0007b' }],
    ['a number as a name', { userName: 'ann@example.org', displayName: 1 }],
  ])('is not made with %s (400)', async (_, user) => {
    const answer = await ours.send('post', '/Users', { schemas: [USER], ...user }).expect(400);
    expect(answer.body).toMatchObject({ schemas: [ERROR], scimType: 'invalidValue' });
  });

  it('has an externalId that is only a label', async () => {
    const [email, other] = [unique('label'), await ours.user(unique('labelled'))];
    const id = await ours.user(email, { externalId: other });
    const third = await ours.user(unique('bulk'), { externalId: 'bulkId:x' });

    expect(await ours.find('Users', `externalId eq "${other}"`)).toMatchObject([{ id }]);
    expect(bodyOf(await ours.send('get', `/Users/${other}`)).id).toBe(other);
    await ours.send('get', '/Users/bulkId:x').expect(404);
    expect(await ours.find('Users', 'externalId eq "BULKID:X"')).toEqual([]);
    expect(await ours.find('Users', 'externalId eq "bulkId:x"')).toMatchObject([{ id: third }]);
    const same = { schemas: [USER], userName: unique('same'), externalId: other };
    expect((await ours.send('post', '/Users', same)).status).toBe(409);
    await theirs.user(unique('theirs'), { externalId: other });
  });

  it('who came by hand is there, too, under its address', async () => {
    const email = unique('hand');
    const [userId, id] = [randomUUID(), randomUUID()];
    await server.database.source.query('insert into users (id, email) values ($1, $2)', [
      userId,
      email,
    ]);
    await server.database.source.query(
      `insert into organization_memberships (id, org_id, user_id, role, status) values ($1, $2, $3, 'member', 'accepted')`,
      [id, ours.orgId, userId],
    );

    expect(await ours.find('Users', `userName eq "${email}"`)).toMatchObject([
      { id, userName: email, emails: [{ value: email, type: 'work', primary: true }] },
    ]);
    expect(await ours.find('Users', `emails.value eq "${email}"`)).toMatchObject([{ id }]);
    const again = await ours.send('post', '/Users', {
      schemas: [USER],
      userName: 'x',
      emails: [{ value: email }],
    });
    expect([again.status, bodyOf(again).scimType]).toEqual([409, 'uniqueness']);
    await ours
      .patch(`/Users/${id}`, { op: 'add', path: 'externalId', value: 'adopted' })
      .expect(200);
    expect(await ours.find('Users', 'externalId eq "adopted"')).toMatchObject([
      { id, userName: email },
    ]);
  });
});

describe('a group', () => {
  it('has all of 50 additions and removals that come at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => ours.user(unique('many'))));
    const [leaving, staying, coming] = [ids.slice(0, 5), ids.slice(5, 10), ids.slice(10)];
    const group = await ours.group(`Races ${randomUUID()}`, [...leaving, ...staying]);
    const path = `/Groups/${group}`;

    const answers = await Promise.all([
      ...Array.from({ length: 35 }, (_, i) =>
        ours.patch(path, {
          op: 'add',
          path: 'members',
          value: [{ value: coming[i % coming.length] }],
        }),
      ),
      ...Array.from({ length: 15 }, (_, i) =>
        ours.patch(path, {
          op: 'remove',
          path: `members[value eq "${leaving[i % leaving.length]}"]`,
        }),
      ),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    const members = bodyOf(await ours.send('get', path)).members as { value: string }[];
    expect(members.map(({ value }) => value).sort()).toEqual([...staying, ...coming].sort());
  });

  it('has a member once, however often it is added', async () => {
    const id = await ours.user(unique('once'));
    const path = `/Groups/${await ours.group(`Once ${randomUUID()}`)}`;
    const add = { op: 'add', path: 'members', value: [{ value: id }, { value: id }] };

    await ours.patch(path, ...Array.from({ length: 1000 }, () => add)).expect(204);
    const before = bodyOf(await ours.send('get', path));
    await ours.patch(path, add).expect(204);
    expect(before.members).toHaveLength(1);
    expect(bodyOf(await ours.send('get', path))).toEqual(before);
  });

  it('that was made by hand is not seen (404), and its name is taken (409)', async () => {
    const [id, name] = [randomUUID(), `Hand made ${randomUUID()}`];
    await server.database.source.query(
      `insert into groups (id, org_id, name, slug, role) values ($1, $2, $3, $4, 'admin')`,
      [id, ours.orgId, name, id],
    );
    const other = `/Groups/${await ours.group(`Pushed ${randomUUID()}`)}`;

    await ours.send('get', `/Groups/${id}`).expect(404);
    await ours.patch(`/Groups/${id}`, { op: 'add', path: 'members', value: [] }).expect(404);
    expect(await ours.find('Groups', `displayName eq "${name}"`)).toEqual([]);
    const made = await ours.send('post', '/Groups', {
      schemas: [GROUP],
      displayName: name.toUpperCase(),
    });
    expect([made.status, bodyOf(made).scimType]).toEqual([409, 'uniqueness']);
    const renamed = await ours.patch(other, { op: 'replace', path: 'displayName', value: name });
    expect([renamed.status, bodyOf(renamed).scimType]).toEqual([409, 'uniqueness']);
    const put = await ours.send('put', other, { schemas: [GROUP], displayName: name });
    expect([put.status, bodyOf(put).scimType]).toEqual([409, 'uniqueness']);
  });

  it('takes no group as a member (400)', async () => {
    const [inner, outer] = [
      await ours.group(`In ${randomUUID()}`),
      await ours.group(`Out ${randomUUID()}`),
    ];
    for (const value of [{ value: inner }, { value: inner, type: 'Group' }])
      await ours
        .patch(`/Groups/${outer}`, { op: 'add', path: 'members', value: [value] })
        .expect(400);
  });

  it('is given no role beyond the giver, in the organization or in a project (403)', async () => {
    const provider = await aProvider(server);
    const group = await provider.group('Managed');
    const project = await aProject(provider.admin);
    const weaker = await anIdentity(server, provider.orgId, [
      { subject: 'groups', action: ['read', 'edit', 'grant-privileges'] },
    ]);
    await joinProject(server, project, { identityId: weaker.id }, [
      { subject: 'groups', action: ['read', 'create', 'assign-role'] },
    ]);
    const path = `/api/v1/projects/${project.id}/groups/${group}`;
    const roles = [{ role: 'admin', isTemporary: false }];

    await weaker.http.patch(`/api/v1/groups/${group}`).send({ role: 'admin' }).expect(403);
    await weaker.http.post(path).send({ roles }).expect(403);
    await provider.admin.http.patch(`/api/v1/groups/${group}`).send({ role: 'admin' }).expect(200);
    await provider.admin.http.post(path).send({ roles }).expect(200);
  });

  it('answers a PATCH with what is asked for, and else with nothing', async () => {
    const path = `/Groups/${await ours.group(`Asked ${randomUUID()}`)}`;
    const operation = { op: 'replace', path: 'externalId', value: randomUUID() };

    const asked = await ours.patch(`${path}?attributes=externalId`, operation).expect(200);
    expect(Object.keys(bodyOf(asked)).sort()).toEqual(['externalId', 'id', 'schemas']);
    const none = await ours.patch(path, operation).expect(204);
    expect(none.text ?? '').toBe('');
  });
});

describe('a filter', () => {
  it.each([
    ...[
      'userName',
      'userName xx "a"',
      'active gt true',
      'active eq "maybe"',
      'id co "a"',
      'name eq "a"',
    ],
    ...[
      'meta.created gt "yesterday"',
      'externalId ew "a"',
      'userName eq 1',
      'schemas eq "x"',
      'emails[type',
    ],
    `${'('.repeat(10_000)}userName eq "a"${')'.repeat(10_000)}`.slice(0, 4000),
    `userName eq "a\\u0000"`,
  ])('that is none is refused (%#)', async (filter) => {
    const answer = await ours
      .send('get', `/Users?filter=${encodeURIComponent(filter)}`)
      .expect(400);
    expect(answer.body).toMatchObject({ schemas: [ERROR], scimType: 'invalidFilter' });
  });

  it('compares as its attributes do, and takes every text for a text', async () => {
    const provider = await aProvider(server);
    const user = (name: string, more: object) =>
      provider.user(`${name}@example.org`, { displayName: name, ...more });
    const a = await user('a', { name: { givenName: 'Ärne', familyName: "O'Neil" }, active: false });
    const b = await user('b', {
      name: { givenName: '100%_\\"x' },
      emails: [{ value: 'b@example.org' }, { value: 'B2@home.org', type: 'home' }],
    });
    const c = await user('c', { externalId: 'C' });
    const found = async (filter: string) =>
      (await provider.find('Users', filter))
        .map(({ id }) => ({ [a]: 'a', [b]: 'b', [c]: 'c' })[id])
        .join('');

    const cases: Record<string, string> = {
      'userName sw ""': 'abc',
      'not (active eq true)': 'a',
      'active ne "TRUE"': 'a',
      'ACTIVE EQ TRUE AND DISPLAYNAME CO "B"': 'b',
      'displayName eq "a" or displayName eq "b" and active eq true': 'ab',
      '(displayName eq "a" or displayName eq "b") and active eq true': 'b',
      'name.givenName eq "Ärne"': 'a',
      'name.givenName co "%_\\\\"': 'b',
      'name.givenName ew "\\"x"': 'b',
      'name.familyName eq "o\'NEIL"': 'a',
      'name pr': 'ab',
      'externalId pr': 'c',
      'externalId eq "c"': '',
      'externalId eq null': 'ab',
      'externalId ne "C"': 'ab',
      'userName gt "b"': 'bc',
      'userName gt "b@example.org"': 'c',
      'userName le "b@example.org"': 'ab',
      'emails co "home"': 'b',
      'emails.type eq "home"': 'b',
      'emails[type eq "home" and value sw "b2"]': 'b',
      'emails[value sw "b@" and type eq "home"]': '',
      'emails pr': 'abc',
      'groups pr': '',
      [`id eq "${b}"`]: 'b',
      'id eq "b"': '',
      'meta.created gt "2020-01-01T00:00:00Z"': 'abc',
      'meta.lastModified lt "2020-01-01T00:00:00Z"': '',
      'meta.resourceType eq "User"': 'abc',
      'title eq "x"': '',
      'not (title pr)': 'abc',
      'shoeSize gt 4': '',
      'urn:ietf:params:scim:schemas:core:2.0:User:userName eq "A@example.org"': 'a',
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department eq "x"': '',
    };
    const results: Record<string, string> = {};
    for (const filter of Object.keys(cases)) results[filter] = await found(filter);
    expect(results).toEqual(cases);
  });

  it('decodes a plus before percent', async () => {
    const name = `p+${randomUUID()}@example.org`;
    await ours.user(name);

    const encoded = `userName+eq+%22${name.replace('+', '%2B')}%22`;
    const { body } = await ours.send('get', `/Users?filter=${encoded}`).expect(200);
    expect(body).toMatchObject({ totalResults: 1 });
  });
});

describe('a list', () => {
  it('has pages with a stable order, and a total of all that the filter finds', async () => {
    const provider = await aProvider(server);
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.push(await provider.user(unique('page')));
    const group = await provider.group('Paged');
    const list = async (path: string) => bodyOf(await provider.send('get', path).expect(200));
    const idsOf = (page: Record<string, unknown>) =>
      (page.Resources as { id: string }[]).map(({ id }) => id);

    expect(await list('/Users?count=0')).toMatchObject({
      totalResults: 5,
      itemsPerPage: 0,
      Resources: [],
    });
    expect(idsOf(await list('/Users?startIndex=2&count=2'))).toEqual(ids.slice(1, 3));
    expect(await list('/Users?startIndex=-3&count=-1')).toMatchObject({
      totalResults: 5,
      startIndex: 1,
      Resources: [],
    });
    expect(await list('/Users?startIndex=1000000000000000000&count=1000000000')).toMatchObject({
      totalResults: 5,
      Resources: [],
    });
    expect(idsOf(await list('/Users?count=500&sortBy=userName&unknown=1'))).toEqual(ids);
    for (const query of ['startIndex=1.5', 'count=abc', 'count=1e3'])
      await provider.send('get', `/Users?${query}`).expect(400);
    const search = (path: string, body: object) =>
      provider.send('post', path, {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
        ...body,
      });
    const both = bodyOf(await search('/.search', { startIndex: 5, count: 2 }).expect(200));
    expect(both).toMatchObject({ totalResults: 6, startIndex: 5 });
    expect(idsOf(both)).toEqual([ids[4], group]);
    expect(
      bodyOf(await search('/Groups/.search', { filter: 'displayName eq "paged"' })).totalResults,
    ).toBe(1);
    expect(
      bodyOf(await search('/Users/.search', { attributes: ['userName'], count: 1 })).Resources,
    ).toEqual([{ schemas: [USER], id: ids[0], userName: expect.any(String) }]);
  });

  it('shows what is asked for, and never a password', async () => {
    const email = unique('part');
    const id = await ours.user(email, {
      password: 'hunter22hunter22',
      displayName: 'Part',
      name: { givenName: 'G', familyName: 'F' },
    });
    const get = async (query: string) =>
      bodyOf(await ours.send('get', `/Users/${id}?${query}`).expect(200));

    expect(Object.keys(await get('excludedAttributes=id,schemas,meta,emails,groups'))).toEqual([
      'schemas',
      'id',
      'userName',
      'displayName',
      'active',
      'name',
    ]);
    expect(await get('attributes=password')).toEqual({ schemas: [USER], id });
    expect(await get('attributes=userName,active&excludedAttributes=active,nothing')).toEqual({
      schemas: [USER],
      id,
      userName: email,
    });
    expect(await get('attributes=name.formatted')).toMatchObject({ name: { formatted: 'G F' } });
    expect(JSON.stringify(await get(''))).not.toContain('hunter22');
    expect(server.logLines.join('\n')).not.toContain('hunter22');
  });
});

describe('the whole prefix', () => {
  it('answers in SCIM’s shape: 404, 405, 501, and 403 for a filter of discovery', async () => {
    const expected: [string, number][] = [
      ['/nowhere', 404],
      ['/Me', 501],
      ['/Bulk', 501],
      ['/Schemas?filter=id+eq+%22x%22', 403],
      ['/ResourceTypes?filter=id+pr', 403],
      ['/ResourceTypes/Device', 404],
      ['/Schemas/urn:x', 404],
    ];
    for (const [path, status] of expected) {
      const answer = await ours.send('get', path).expect(status);
      expect(answer.body).toMatchObject({ schemas: [ERROR], status: String(status) });
      expect(answer.headers['content-type']).toMatch(/^application\/scim\+json/);
    }
    await ours.send('delete', '/Users').expect(405).expect('Allow', 'GET, POST');
    await ours.send('post', '/Schemas', {}).expect(405);
  });

  it('reads bodies with the same bounds as all others', async () => {
    const post = (text: string) =>
      server
        .as(ours.token)
        .post(`${SCIM}/Users`)
        .set('Content-Type', 'application/scim+json')
        .send(text);
    const deep = `{"schemas":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
    const large = `{"schemas":["${USER}"],"userName":"${'x'.repeat(2 * 1024 * 1024)}"}`;

    for (const [text, status] of [
      [deep, 400],
      [large, 413],
      ['{"schemas":[],"schemas":[]}', 400],
      ['{"schemas":[],"userName":"\\ud800"}', 400],
      ['{"schemas":[],"userName":"a","USERNAME":"b"}', 400],
      ['[]', 400],
      ['{', 400],
      ['{}', 400],
    ] as const)
      await post(text)
        .expect(status)
        .expect('Content-Type', /scim\+json/);
    await server
      .as(ours.token)
      .post(`${SCIM}/Users`)
      .set('Content-Type', 'text/plain')
      .send('{}')
      .expect(415);
  });

  it('tells no null anywhere in its discovery', async () => {
    for (const path of [
      '/ServiceProviderConfig',
      '/ResourceTypes',
      '/Schemas',
      `/Schemas/${USER}`,
      '/ResourceTypes/User',
    ]) {
      const { body } = await ours.send('get', path).expect(200);
      expect(JSON.stringify(body)).not.toContain('null');
    }
  });
});
