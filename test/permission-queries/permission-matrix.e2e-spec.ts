import { beforeAll, describe, expect, it } from '@jest/globals';
import type {
  OwnPermissionsView,
  PermissionMatrixView,
} from '../../src/permission-queries/permission-matrix.presenter.js';
import type { Rule } from '../../src/permissions/rule.js';
import { useApp } from '../support/harness.js';
import {
  aMember,
  anIdentity,
  aProject,
  aScene,
  type Caller,
  type TestProject,
} from '../support/scene.js';

const server = useApp();
const PRIVILEGES = '/api/v2/identity-project-additional-privilege';
let admin: Caller;
let project: TestProject;
let deployer: Caller;
let reader: Caller;
let nobody: Caller;

const reads = (environment: string): Rule => ({
  subject: 'secrets',
  action: ['readValue'],
  conditions: { environment },
});

/** May somebody read the value of a secret in this environment? */
const asked = (environment: string) => ({
  subject: 'secrets',
  action: 'readValue',
  attributes: { environment, secretPath: '/', secretName: 'KEY', secretTags: [] },
});

const HIDDEN_PATH = { secretPath: { $glob: '/hidden/**' } };
const ENVIRONMENTS = ['dev', 'staging', 'prod'];
const questions = ENVIRONMENTS.map(asked);

/** `deployer` reads dev by a role, `reader` prod by a privilege that ends; `nobody` nothing. */
beforeAll(async () => {
  ({ admin } = await aScene(server));
  project = await aProject(admin);
  deployer = await aMember(server, project, admin.orgId, [reads('dev')]);
  reader = await aMember(server, project, admin.orgId, 'no-access');
  nobody = await aMember(server, project, admin.orgId, 'no-access');
  const type = {
    ...{ isTemporary: true, temporaryMode: 'relative', temporaryRange: '10y' },
    temporaryAccessStartTime: '2025-01-01T00:00:00.000Z',
  };
  await admin.http
    .post(PRIVILEGES)
    .send({ identityId: reader.id, projectId: project.id, permissions: [reads('prod')], type })
    .expect(200);
});

const ENDS = '2035-01-01T12:00:00.000Z';

const post = ({ http }: Caller, what: string, body: object) =>
  http.post(`/api/v1/projects/${project.id}/permissions/${what}`).send(body);

async function mine(caller: Caller): Promise<OwnPermissionsView['answers']> {
  const { body } = await post(caller, 'mine', { questions }).expect(200);
  return (body as OwnPermissionsView).answers;
}

async function matrix(more: object = {}, by = admin): Promise<PermissionMatrixView> {
  const { body } = await post(by, 'matrix', { questions, ...more }).expect(200);
  return body as PermissionMatrixView;
}

const MARKS = { true: '+', false: '-' } as const;
const mark = (allowed: boolean) => MARKS[`${allowed}`];

/** Each member's cells as `+--`, after a change as `+-- > +-+`. */
const marksIn = ({ identities }: PermissionMatrixView) =>
  new Map(
    identities.map(({ identityId, cells }) => {
      const before = cells.map(({ allowed }) => mark(allowed)).join('');
      const after = cells.map((cell) => (cell.after ? mark(cell.after.allowed) : '')).join('');
      return [identityId, after === '' ? before : `${before} > ${after}`];
    }),
  );

describe('POST /api/v1/organization/permissions/mine', () => {
  const ask = (caller: Caller, questions: object[]) =>
    caller.http.post('/api/v1/organization/permissions/mine').send({ questions });
  const invites = { subject: 'member', action: 'create' };
  const reads = { subject: 'groups', action: 'read' };

  it('tells what the caller may do in the organization, as its requests are answered', async () => {
    const member = await anIdentity(server, admin.orgId, 'member');
    const answersOf = async (caller: Caller) =>
      (await ask(caller, [invites, reads]).expect(200)).body as object;

    expect(await answersOf(admin)).toEqual({ answers: [{ allowed: true }, { allowed: true }] });
    expect(await answersOf(member)).toEqual({ answers: [{ allowed: false }, { allowed: true }] });
    const invitation = { inviteeEmails: ['new@example.org'], organizationId: admin.orgId };
    await member.http.post('/api/v1/invite-org/signup').send(invitation).expect(403);
    await member.http.get('/api/v1/groups').expect(200);
  });

  it('refuses what the table of subjects does not know (422), and a caller without a token (401)', async () => {
    await ask(admin, [{ subject: 'secrets', action: 'read' }]).expect(422);
    await ask(admin, [{ subject: 'member', action: 'readValue' }]).expect(422);
    await ask(admin, []).expect(422);
    await server.http
      .post('/api/v1/organization/permissions/mine')
      .send({ questions: [invites] })
      .expect(401);
  });
});

describe('POST /api/v1/projects/:projectId/permissions/mine', () => {
  it('tells what the caller may do, and until when', async () => {
    expect(await mine(deployer)).toEqual([
      { allowed: true },
      { allowed: false },
      { allowed: false },
    ]);
    expect(await mine(reader)).toEqual([
      { allowed: false },
      { allowed: false },
      { allowed: true, endsAt: ENDS },
    ]);
    expect(await mine(nobody)).toEqual(questions.map(() => ({ allowed: false })));
  });

  it('agrees with what explain says of the caller', async () => {
    for (const caller of [admin, deployer, reader]) {
      const own = await mine(caller);
      for (const [i, question] of questions.entries()) {
        const { body } = await post(caller, 'explain', { identityId: caller.id, ...question });
        const { allowed, endsAt } = body as { allowed: boolean; endsAt?: string };
        expect({ allowed, endsAt }).toEqual({ endsAt: undefined, ...own[i] });
      }
    }
  });

  it('sees a right that begins later', async () => {
    const later = await aMember(server, project, admin.orgId, 'no-access');
    const type = {
      ...{ isTemporary: true, temporaryMode: 'relative', temporaryRange: '1h' },
      temporaryAccessStartTime: '2090-01-01T00:00:00.000Z',
    };
    const grant = {
      identityId: later.id,
      projectId: project.id,
      permissions: [reads('dev')],
      type,
    };
    await admin.http.post(PRIVILEGES).send(grant).expect(200);

    expect((await mine(later))[0]).toEqual({ allowed: false, endsAt: '2090-01-01T00:00:00.000Z' });
  });

  it('names the question that is none (422)', async () => {
    const bad = [
      ...questions,
      { subject: 'secrets', action: 'fly' },
      { subject: 'x', action: 'read' },
    ];
    const { status, body } = await post(deployer, 'mine', { questions: bad });
    const problems = (body as { message: { path: unknown[] }[] }).message;

    expect(status).toBe(422);
    expect(problems.map(({ path }) => path)).toEqual([
      ['questions', 3, 'action'],
      ['questions', 4, 'subject'],
    ]);
  });

  it('refuses more than 200 questions (422), and who is no member (403)', async () => {
    const many = Array.from({ length: 201 }, () => questions[0]);
    const outsider = await anIdentity(server, admin.orgId, 'no-access');

    expect((await post(deployer, 'mine', { questions: many })).status).toBe(422);
    expect((await post(outsider, 'mine', { questions })).status).toBe(403);
  });
});

describe('POST /api/v1/projects/:projectId/permissions/matrix', () => {
  it('shows each member by each question, the rule that decides, and until when', async () => {
    const view = await matrix();
    const marks = marksIn(view);
    const cellsOf = (id: string) =>
      view.identities.find(({ identityId }) => identityId === id)!.cells;

    expect(marks.get(admin.id)).toBe('+++');
    expect(marks.get(deployer.id)).toBe('+--');
    expect(marks.get(reader.id)).toBe('--+');
    expect(view.totalCount).toBe(view.identities.length);
    expect(view.rules[cellsOf(deployer.id)[0]!.rule!]!.rule).toEqual(reads('dev'));
    const cell = cellsOf(reader.id)[2]!;
    expect(cell).toMatchObject({ allowed: true, endsAt: ENDS });
    expect(view.rules[cell.rule!]!.source).toMatchObject({ kind: 'privilege', validUntil: ENDS });
    expect(view).not.toHaveProperty('counts');
  });

  it('agrees with who-can for every question', async () => {
    const { identities } = await matrix();
    for (const [i, question] of questions.entries()) {
      const { body } = await post(admin, 'who-can', question).expect(200);
      const allowed = (body as { identities: { identityId: string }[] }).identities;
      const shown = identities.filter(({ cells }) => cells[i]!.allowed);
      expect(shown.map(({ identityId }) => identityId)).toEqual(
        allowed.map(({ identityId }) => identityId),
      );
    }
  });

  it('shows only who may do something, page by page', async () => {
    const all = [...marksIn(await matrix({ show: 'allowed' }))];
    const pages = [];
    for (let offset = 0; offset < all.length; offset++) {
      const page = await matrix({ show: 'allowed', offset, limit: 1 });
      expect(page.totalCount).toBe(all.length);
      pages.push(...marksIn(page));
    }

    expect(pages).toEqual(all);
    expect(all.length).toBe(3);
    expect(all.every(([, marks]) => marks.includes('+'))).toBe(true);
  });

  it('shows one member, and everybody themselves', async () => {
    const { identities } = await matrix({ identityId: reader.id });
    expect(identities.map(({ identityId }) => identityId)).toEqual([reader.id]);

    expect(marksIn(await matrix({ identityId: reader.id }, reader)).get(reader.id)).toBe('--+');
    expect((await post(reader, 'matrix', { questions })).status).toBe(403);
    expect((await post(reader, 'matrix', { questions, identityId: admin.id })).status).toBe(403);
    expect((await post(admin, 'matrix', { questions, identityId: '%' })).status).toBe(404);
  });

  it('shows all cells after a grant, and who gains', async () => {
    const grant = { permissions: [reads('prod')] };
    const view = await matrix({ change: { identityId: deployer.id, grant } });

    expect(marksIn(view)).toEqual(new Map([[deployer.id, '+-- > +-+']]));
    expect(view.counts).toEqual({ gainers: 1, losers: 0, unchanged: 0 });
    expect(view.beyondCaller).toBeNull();
  });

  it('shows who gains and who loses by new rules of a role, and nobody else', async () => {
    const slug = 'shared';
    const roles = `/api/v1/projects/${project.id}/roles`;
    await admin.http
      .post(roles)
      .send({ slug, name: 'Shared', permissions: [reads('dev')] })
      .expect(200);
    const members = [];
    for (const more of [[], [reads('dev')]]) {
      const caller = await aMember(server, project, admin.orgId, more);
      await admin.http
        .patch(`/api/v1/projects/${project.id}/memberships/identities/${caller.id}`)
        .send({ roles: [{ role: slug }, ...(await rolesOf(caller))] })
        .expect(200);
      members.push(caller);
    }
    const change = { roleSlug: slug, permissions: [reads('staging')] };
    const view = await matrix({ change, show: 'changed' });

    expect(marksIn(view)).toEqual(
      new Map([
        [members[0]!.id, '+-- > -+-'],
        [members[1]!.id, '+-- > ++-'],
      ]),
    );
    expect(view.counts).toEqual({ gainers: 2, losers: 1, unchanged: 0 });
    expect(marksIn(await matrix()).get(members[0]!.id)).toBe('+--');
  });

  it('tells what the caller may not give', async () => {
    const manager = await aMember(server, project, admin.orgId, [
      { subject: 'identity', action: ['read', 'edit', 'grant-privileges'] },
      { subject: 'role', action: ['read', 'edit'] },
      reads('dev'),
    ]);
    const planned = (environment: string) => ({
      change: { identityId: nobody.id, grant: { permissions: [reads(environment)] } },
    });

    expect((await matrix(planned('dev'), manager)).beyondCaller).toBeNull();
    const view = await matrix(planned('prod'), manager);
    expect(view.beyondCaller).toEqual({
      message: 'You cannot grant more than you hold',
      missingPermissions: [reads('prod')],
      isComplete: true,
    });
    const refused = await manager.http.post(PRIVILEGES).send({
      ...{ identityId: nobody.id, projectId: project.id, permissions: [reads('prod')] },
      type: { isTemporary: false },
    });
    expect(refused.status).toBe(403);
    expect((refused.body as { details: object }).details).toMatchObject({
      missingPermissions: [reads('prod')],
    });
  });

  it('weighs a change of a role for nobody who may not make it, and names no role to who may read none', async () => {
    const slug = 'closing';
    const hidden: Rule = { subject: 'secrets', action: ['readValue'], conditions: HIDDEN_PATH };
    const closing: Rule[] = [{ subject: 'secrets', action: ['readValue'], inverted: true }];
    await admin.http
      .post(`/api/v1/projects/${project.id}/roles`)
      .send({ slug, name: 'Closing', permissions: closing })
      .expect(200);
    const holder = await aMember(server, project, admin.orgId, [hidden]);
    await admin.http
      .patch(`/api/v1/projects/${project.id}/memberships/identities/${holder.id}`)
      .send({ roles: [{ role: slug }, ...(await rolesOf(holder))] })
      .expect(200);
    const onlyReads = await aMember(server, project, admin.orgId, [
      { subject: 'role', action: ['read'] },
      { subject: 'identity', action: ['read'], conditions: { identityId: nobody.id } },
    ]);
    const change = { roleSlug: slug, permissions: [] };
    const view = await matrix({ change }, onlyReads);

    expect(view.totalCount).toBe(0);
    expect(view.beyondCaller).toEqual({
      message: 'To change a role you need the right `edit` on `role`',
      missingPermissions: [],
      isComplete: false,
    });
    // As where the role itself is asked for: 404 comes first, and whoever may not read roles sees nothing of one.
    for (const [roleSlug, status] of [
      [slug, 403],
      ['no-such-role', 404],
    ] as const) {
      const plan = { questions, change: { ...change, roleSlug } };
      expect((await post(nobody, 'matrix', plan)).status).toBe(status);
    }
  });

  it.each([
    ['no question', { questions: [] }],
    ['too many questions', { questions: Array.from({ length: 51 }, () => asked('dev')) }],
    ['changed without a change', { show: 'changed' }],
    ['two members', { identityId: 'a', userId: 'b' }],
    ['a change that is none', { change: { roleSlug: 'x' } }],
    ['a member beside a change', { identityId: 'a', change: { roleSlug: 'x', permissions: [] } }],
  ])('refuses %s (422)', async (_, more) => {
    expect((await post(admin, 'matrix', { questions, ...more })).status).toBe(422);
  });
});

async function rolesOf(caller: Caller): Promise<{ role: string }[]> {
  const path = `/api/v1/projects/${project.id}/memberships/identities/${caller.id}`;
  const { body } = await admin.http.get(path).expect(200);
  const { roles } = (
    body as { identityMembership: { roles: { role: string; customRoleSlug?: string }[] } }
  ).identityMembership;
  return roles.map(({ role, customRoleSlug }) => ({ role: customRoleSlug ?? role }));
}

describe('service tokens in the matrix', () => {
  const makeToken = (by: Caller, name: string, scopes: object[], permissions = ['read']) =>
    by.http
      .post('/api/v2/service-token')
      .send({ workspaceId: project.id, name, scopes, permissions, expiresIn: 3_600 })
      .expect(200);
  let maker: Caller;

  beforeAll(async () => {
    const makes: Rule = { subject: 'service-tokens', action: ['create'] };
    maker = await aMember(server, project, admin.orgId, [
      makes,
      { subject: 'secrets', action: ['readValue', 'describeSecret'] },
      { subject: 'secret-folders', action: ['read'] },
      { subject: 'secret-imports', action: ['read'] },
    ]);
    await makeToken(admin, 'a-prod', [{ environment: 'prod', secretPath: '/**' }]);
    await makeToken(admin, 'b-elsewhere', [{ environment: 'prod', secretPath: '/apps' }]);
    await makeToken(admin, 'c-writes', [{ environment: 'dev', secretPath: '/' }], ['write']);
    await makeToken(maker, 'd-of-member', [{ environment: 'staging', secretPath: '/' }]);
  });

  const reachOf = ({ serviceTokens }: PermissionMatrixView) =>
    serviceTokens!.map(({ name, cells }) => [name, ...cells.map(({ allowed }) => allowed)]);

  it('are told with scope, maker, rule and end', async () => {
    const view = await matrix({ includeServiceTokens: true });

    expect(reachOf(view)).toEqual([
      ['a-prod', false, false, true],
      ['b-elsewhere', false, false, false],
      ['c-writes', false, false, false],
      ['d-of-member', false, true, false],
    ]);
    const [first] = view.serviceTokens!;
    expect(first).toMatchObject({
      scopes: [{ environment: 'prod', secretPath: '/**' }],
      permissions: ['read'],
      maker: { kind: 'identity', id: admin.id },
    });
    expect(first!.cells[2]!.endsAt).toBe(first!.expiresAt);
    expect(view.rules[first!.cells[2]!.rule!]!.source).toMatchObject({ slug: 'admin' });
    expect(first!.cells[0]).not.toHaveProperty('rule');
  });

  it('do what their makers may, from the moment on at which those may no more', async () => {
    await admin.http
      .patch(`/api/v1/projects/${project.id}/memberships/identities/${maker.id}`)
      .send({ roles: [{ role: 'no-access' }] })
      .expect(200);

    expect(reachOf(await matrix({ includeServiceTokens: true })).at(-1)).toEqual([
      ...['d-of-member', false, false, false],
    ]);
  });

  it('are told to who may read them, on the first page, and where they are asked for', async () => {
    const lists: Rule[] = [
      { subject: 'identity', action: ['read'] },
      { subject: 'role', action: ['read'] },
    ];
    const knows = await aMember(server, project, admin.orgId, lists);

    for (const view of [
      await matrix({ includeServiceTokens: true }, knows),
      await matrix({ includeServiceTokens: true, offset: 1 }),
      await matrix(),
    ])
      expect(view).not.toHaveProperty('serviceTokens');
  });

  it('are not told beside one member or a change (422)', async () => {
    const more = { includeServiceTokens: true, identityId: admin.id };

    expect((await post(admin, 'matrix', { questions, ...more })).status).toBe(422);
  });
});
