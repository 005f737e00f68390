import type { Rule } from '../../src/permissions/rule.js';
import { useApp } from '../support/harness.js';
import type { Caller } from '../support/scene.js';
import {
  aHolder,
  anIdentity,
  anotherAdmin,
  aPrivilege,
  aRole,
  aStage,
  give,
  HARMLESS,
  MEMBERSHIP_PATHS,
  readsProd,
  ROLE_PATHS,
  SECRETS,
  type Stage,
  temporary,
  V1_PRIVILEGES,
  V2_PRIVILEGES,
} from '../support/attacks/access-stage.js';

const server = useApp();

/** Whoever may do everything to identities in the project, and no more. */
const HELPDESK: readonly Rule[] = [
  {
    subject: 'identity',
    action: ['read', 'create', 'edit', 'delete', 'assign-role', 'grant-privileges'],
  },
];
const DENY: Rule = { ...SECRETS, inverted: true };
const DENY_PROD: Rule = { ...DENY, conditions: { environment: 'prod' } };

async function aHelpdesk(stage: Stage): Promise<Caller> {
  await aRole(stage, 'helpdesk', HELPDESK);
  return aHolder(server, stage, 'helpdesk');
}

const patch = (stage: Stage, by: Caller, { id }: Caller, ...slugs: string[]) =>
  by.http.patch(`${stage.memberships}/${id}`).send({ roles: slugs.map((role) => ({ role })) });

const grantV2 = ({ project }: Stage, by: Caller, { id }: Caller, permissions: readonly Rule[]) =>
  by.http.post(V2_PRIVILEGES).send({
    identityId: id,
    projectId: project.id,
    permissions,
    type: { isTemporary: false },
  });

describe('F9: removing a stronger member', () => {
  it('is tried by every path of the table of routes', () => {
    expect(MEMBERSHIP_PATHS).toHaveLength(4);
    expect(ROLE_PATHS).toHaveLength(3);
  });

  it.each(MEMBERSHIP_PATHS.map((path) => [path(':projectId'), path] as const))(
    'is refused by DELETE %s (403)',
    async (_, path) => {
      const stage = await aStage(server);
      const second = await anotherAdmin(server, stage);
      await aRole(stage, 'deployer', [...HELPDESK, { subject: 'secret-syncs', action: ['read'] }]);
      const bot = await aHolder(server, stage, 'deployer');
      const member = await aHolder(server, stage, 'member');

      for (const stronger of [second, bot, stage.admin]) {
        const url = `${path(stage.project.id)}/${stronger.id}`;
        const refused = await member.http.delete(url).expect(403);
        expect(refused.body).toMatchObject({
          error: 'PermissionDenied',
          details: { missingPermissions: expect.any(Array) },
        });
        await stage.admin.http.get(url).expect(200);
      }
    },
  );

  it('names what is beyond only to whom may read roles', async () => {
    const stage = await aStage(server);
    const helpdesk = await aHelpdesk(stage);
    await aRole(stage, 'secretive', [
      { ...SECRETS, conditions: { secretPath: '/acquisition-of-acme' } },
    ]);
    const bot = await aHolder(server, stage, 'secretive');
    const refused = await helpdesk.http.delete(`${stage.memberships}/${bot.id}`).expect(403);
    expect(refused.body).not.toHaveProperty('details');
    const member = await aHolder(server, stage, 'member');
    await give(stage, bot, 'secretive', 'admin');
    const named = await member.http.delete(`${stage.memberships}/${bot.id}`).expect(403);
    expect((named.body as { details: unknown }).details).toMatchObject({
      missingPermissions: expect.arrayContaining([
        expect.objectContaining({ subject: 'role', action: ['create', 'edit', 'delete'] }),
      ]),
    });
  });

  it('counts privileges, and rights that begin later or last longer', async () => {
    const stage = await aStage(server);
    const helpdesk = await aHelpdesk(stage);
    const remove = ({ id }: Caller) => helpdesk.http.delete(`${stage.memberships}/${id}`);
    const privileged = await aHolder(server, stage, 'no-access');
    await aPrivilege(stage, privileged, [SECRETS], 'extra');
    await remove(privileged).expect(403);
    const later = temporary('viewer', '1h', new Date(Date.now() + 3_600_000));
    await remove(await aHolder(server, stage, later)).expect(403);
    const ended = temporary('viewer', '1h', new Date(Date.now() - 7_200_000));
    await remove(await aHolder(server, stage, ended)).expect(200);

    await give(stage, helpdesk, 'helpdesk', temporary('viewer', '1h'));
    await remove(await aHolder(server, stage, 'viewer')).expect(403);
    await remove(await aHolder(server, stage, temporary('viewer', '30m'))).expect(200);
  });
});

describe('N2: demoting a stronger member', () => {
  it.each(MEMBERSHIP_PATHS.map((path) => [path(':projectId'), path] as const))(
    'is refused by PATCH %s (403)',
    async (_, path) => {
      const stage = await aStage(server);
      const second = await anotherAdmin(server, stage);
      const helpdesk = await aHelpdesk(stage);
      const url = `${path(stage.project.id)}/${second.id}`;
      for (const role of [
        { role: 'no-access' },
        { role: 'helpdesk' },
        temporary('admin', '1h'),
        temporary('admin', '1h', new Date(Date.now() - 7_200_000)),
      ]) {
        await helpdesk.http
          .patch(url)
          .send({ roles: [role] })
          .expect(403);
      }
      expect(await readsProd(stage, second)).toBe(200);
    },
  );

  it('is refused by a role that forbids, beside the roles held', async () => {
    const stage = await aStage(server);
    const second = await anotherAdmin(server, stage);
    const helpdesk = await aHelpdesk(stage);
    await aRole(stage, 'deny', [DENY_PROD]);
    await patch(stage, helpdesk, second, 'admin', 'deny').expect(403);
    expect(await readsProd(stage, second)).toBe(200);
  });

  it('is refused by a privilege that forbids, for good, for a time and later', async () => {
    const stage = await aStage(server);
    const second = await anotherAdmin(server, stage);
    const helpdesk = await aHelpdesk(stage);
    await grantV2(stage, helpdesk, second, [DENY_PROD]).expect(403);
    for (const start of [new Date(), new Date(Date.now() + 3_600_000)]) {
      const { role: _, ...type } = temporary('', '1h', start);
      await grantV2(stage, helpdesk, second, [DENY_PROD]).send({ type }).expect(403);
    }
    expect(await readsProd(stage, second)).toBe(200);
  });

  it('is refused by a prohibition that is to last longer, or to forbid more, than it did', async () => {
    const stage = await aStage(server);
    const second = await anotherAdmin(server, stage);
    const helpdesk = await aHelpdesk(stage);
    const { role: _, ...hour } = temporary('', '1h');
    const body = {
      identityId: second.id,
      projectId: stage.project.id,
      permissions: [DENY_PROD],
      type: hour,
    };
    const granted = await stage.admin.http.post(V2_PRIVILEGES).send(body).expect(200);
    const path = `${V2_PRIVILEGES}/${(granted.body as { privilege: { id: string } }).privilege.id}`;
    for (const change of [{ type: { isTemporary: false } }, { permissions: [DENY] }]) {
      await helpdesk.http.patch(path).send(change).expect(403);
    }
    await stage.admin.http.delete(path).expect(200);
    expect(await readsProd(stage, second)).toBe(200);
  });

  it('is refused by revoking, emptying, shortening and inverting its privileges (v2)', async () => {
    const stage = await aStage(server);
    const helpdesk = await aHelpdesk(stage);
    const bot = await aHolder(server, stage, 'no-access');
    const id = await aPrivilege(stage, bot, [SECRETS], 'extra');
    const path = `${V2_PRIVILEGES}/${id}`;
    await helpdesk.http.delete(path).expect(403);
    const { role: _, ...type } = temporary('', '1h');
    for (const change of [
      { permissions: [] },
      { permissions: [DENY] },
      { permissions: [SECRETS, DENY_PROD] },
      { type },
    ]) {
      await helpdesk.http.patch(path).send(change).expect(403);
    }
    expect(await readsProd(stage, bot)).toBe(200);
  });

  it('is refused by revoking, narrowing and shortening its privileges (v1)', async () => {
    const stage = await aStage(server);
    const helpdesk = await aHelpdesk(stage);
    const bot = await aHolder(server, stage, 'no-access');
    await aPrivilege(stage, bot, [SECRETS], 'extra');
    const address = {
      projectSlug: stage.project.slug,
      identityId: bot.id,
      privilegeSlug: 'extra',
    };
    await helpdesk.http.delete(V1_PRIVILEGES).send(address).expect(403);
    const { role: _, ...hour } = temporary('', '1h');
    const narrower = { action: 'read', subject: 'secrets', conditions: { environment: 'dev' } };
    for (const privilegeDetails of [{ permissions: [narrower] }, hour]) {
      const body = { ...address, privilegeDetails };
      await helpdesk.http.patch(V1_PRIVILEGES).send(body).expect(403);
    }
    expect(await readsProd(stage, bot)).toBe(200);
  });
});

describe('N1: a prohibition on a stronger member', () => {
  it('is refused where it would take away the administration of others', async () => {
    const stage = await aStage(server);
    const second = await anotherAdmin(server, stage);
    const helpdesk = await aHelpdesk(stage);
    const ban: Rule = { subject: 'identity', action: ['edit', 'grant-privileges'], inverted: true };
    for (const target of [stage.admin, second]) {
      await grantV2(stage, helpdesk, target, [ban]).expect(403);
    }
  });
});

describe('the honest change of who is in a project', () => {
  it('is free to an administrator', async () => {
    const stage = await aStage(server);
    const second = await anotherAdmin(server, stage);
    await aRole(stage, 'deny', [DENY_PROD]);
    await patch(stage, second, stage.admin, 'admin', 'deny').expect(200);
    expect(await readsProd(stage, stage.admin)).not.toBe(200);
    await patch(stage, second, stage.admin, 'member').expect(200);
    await second.http.delete(`${stage.memberships}/${stage.admin.id}`).expect(200);
  });

  it('lets a helpdesk remove, demote and limit whom it covers', async () => {
    const stage = await aStage(server);
    await aRole(stage, 'helpdesk', HELPDESK);
    await aRole(stage, 'deny', [DENY_PROD]);
    const helpdesk = await aHolder(server, stage, 'helpdesk', 'viewer');
    const viewer = await aHolder(server, stage, 'viewer');
    await patch(stage, helpdesk, viewer, 'viewer', 'deny').expect(200);
    expect(await readsProd(stage, viewer)).not.toBe(200);
    await patch(stage, helpdesk, viewer, 'viewer').expect(200);
    await grantV2(stage, helpdesk, viewer, [DENY_PROD]).expect(200);
    await patch(stage, helpdesk, viewer, 'no-access').expect(200);
    await helpdesk.http.delete(`${stage.memberships}/${viewer.id}`).expect(200);
  });

  it('lets a helpdesk give a stronger member more, and a prohibition that takes nothing', async () => {
    const stage = await aStage(server);
    await aRole(stage, 'helpdesk', HELPDESK);
    await aRole(stage, 'harmless', [HARMLESS]);
    await aRole(stage, 'deployer', [{ subject: 'secret-syncs', action: ['read'] }]);
    const helpdesk = await aHolder(server, stage, 'helpdesk', 'viewer');
    const bot = await aHolder(server, stage, 'deployer');
    await patch(stage, helpdesk, bot, 'deployer', 'viewer', 'harmless').expect(200);
    await grantV2(stage, helpdesk, bot, [
      { subject: 'secrets', action: ['describeSecret'], conditions: { environment: 'dev' } },
    ]).expect(200);
  });

  it('lets everybody leave and give up rights of their own', async () => {
    const stage = await aStage(server);
    const second = await anotherAdmin(server, stage);
    await aRole(stage, 'leaver', HELPDESK);
    const leaver = await aHolder(server, stage, 'leaver');
    const privilege = await aPrivilege(stage, leaver, [SECRETS], 'extra');
    await leaver.http.delete(`${V2_PRIVILEGES}/${privilege}`).expect(200);
    await patch(stage, leaver, leaver, 'no-access', 'leaver').expect(200);
    await leaver.http.delete(`${stage.memberships}/${leaver.id}`).expect(200);
    await patch(stage, second, second, 'member').expect(200);
    await second.http.delete(`${stage.memberships}/${second.id}`).expect(200);
  });

  it('refuses a demotion by somebody whose own right ends earlier', async () => {
    const stage = await aStage(server);
    const second = await anotherAdmin(server, stage);
    const deputy = await aHolder(server, stage, temporary('admin', '1h'));
    await patch(stage, deputy, second, 'viewer').expect(403);
    await deputy.http.delete(`${stage.memberships}/${second.id}`).expect(403);
    const bot = await anIdentity(server, stage.orgId, 'no-access');
    await deputy.http.post(`${stage.memberships}/${bot.id}`).send({}).expect(200);
    await deputy.http.delete(`${stage.memberships}/${bot.id}`).expect(200);
  });
});
