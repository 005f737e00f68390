import { randomUUID } from 'node:crypto';
import { signIn } from '../support/accounts.js';
import { type TestApp, useApp } from '../support/harness.js';
import {
  acceptanceOn,
  aLink,
  aLinkAgain,
  aNewEmail,
  invite,
  linkIn,
  RESEND,
} from '../support/invitations.js';
import { aMailServer, plainText } from '../support/mail-server.js';
import { aGroup, aPerson, changeAddress, type SignedInPerson } from '../support/people.js';
import { anIdentity, aProject, aScene, type Caller, type TestProject } from '../support/scene.js';

const server = useApp();
const mail = aMailServer();
const mailing = useApp({
  get SMTP_URL() {
    return mail.url();
  },
  SMTP_FROM: 'strongroom@example.org',
});
const { open, complete, tokenOf, placeOf } = acceptanceOn(server);
const mailed = acceptanceOn(mailing);

const INVITING = [{ subject: 'member', action: ['create', 'edit', 'delete', 'read'] }];
const NO_ACCESS = { organizationRoleSlug: 'no-access' };
const FOR_GOOD = { roles: [{ role: 'viewer', isTemporary: false }] };
const membersOf = (orgId: string) => `/api/v2/organizations/${orgId}/memberships`;

interface Waiting {
  readonly orgId: string;
  readonly admin: Caller;
  readonly project: TestProject;
  readonly email: string;
  readonly userId: string;
  readonly membershipId: string;
}

/** What an administrator gives to somebody who has not accepted yet. */
const GRANTS: Readonly<Record<string, (waiting: Waiting) => Promise<unknown>>> = {
  'a role of the organization': ({ orgId, admin, membershipId }) =>
    admin.http
      .patch(`${membersOf(orgId)}/${membershipId}`)
      .send({ role: 'admin' })
      .expect(200),
  'a place in a project': ({ admin, project, email }) =>
    admin.http
      .post(`/api/v1/projects/${project.id}/memberships`)
      .send({ emails: [email], roleSlugs: ['viewer'] })
      .expect(200),
  'a group that holds something': async ({ orgId, admin, email }) => {
    const group = await aGroup(server, orgId, 'admin');
    await admin.http.post(`/api/v1/groups/${group}/users/${email}`).expect(200);
  },
  'a group that is given something later': async ({ orgId, admin, project, email }) => {
    const group = await aGroup(server, orgId);
    await admin.http.post(`/api/v1/groups/${group}/users/${email}`).expect(200);
    await admin.http
      .post(`/api/v1/projects/${project.id}/groups/${group}`)
      .send(FOR_GOOD)
      .expect(200);
  },
  'a privilege': async ({ admin, project, email, userId }) => {
    await admin.http
      .post(`/api/v1/projects/${project.id}/memberships`)
      .send({ emails: [email], roleSlugs: ['no-access'] })
      .expect(200);
    await admin.http
      .post('/api/v1/user-project-additional-privilege')
      .send({
        ...{ userId, projectId: project.id, type: { isTemporary: false } },
        permissions: [{ subject: 'secrets', action: ['describeSecret', 'readValue'] }],
      })
      .expect(200);
  },
  'more in a role that they are to have': async ({ orgId, admin, membershipId }) => {
    const roles = '/api/v1/organization/roles';
    const slug = `role-${randomUUID().slice(0, 8)}`;
    const made = await admin.http
      .post(roles)
      .send({ slug, name: 'Role', permissions: [] })
      .expect(200);
    const { role } = made.body as { role: { id: string } };
    await admin.http
      .patch(`${membersOf(orgId)}/${membershipId}`)
      .send({ role: slug })
      .expect(200);
    const permissions = [{ subject: 'settings', action: ['edit'] }];
    await admin.http.patch(`${roles}/${role.id}`).send({ permissions }).expect(200);
  },
};

async function aWaiting(inviter: Caller, orgId: string, admin: Caller): Promise<Waiting & Link> {
  const project = await aProject(admin);
  const email = aNewEmail();
  const link = await aLink(inviter.http, orgId, email, NO_ACCESS);
  const { id: membershipId, userId } = (await placeOf(email, orgId))!;
  return { orgId, admin, project, email, userId, membershipId, link };
}

interface Link {
  readonly link: Awaited<ReturnType<typeof aLink>>;
}

describe('the link of an invitation that its maker was given to hand on', () => {
  it.each(Object.entries(GRANTS))(
    'is void once somebody else gave the person %s (400), until who holds as much sends it again',
    async (_, grant) => {
      const { orgId, admin } = await aScene(server);
      const inviter = await anIdentity(server, orgId, INVITING);
      const [kept, opened] = [
        await aWaiting(inviter, orgId, admin),
        await aWaiting(inviter, orgId, admin),
      ];
      const token = await tokenOf(opened.link);
      await grant(kept);
      await grant(opened);

      await open(kept.link).expect(400);
      await complete(token, opened.email).expect(400);
      const { membershipId, email } = kept;
      await inviter.http.post(RESEND).send({ membershipId }).expect(403);
      const again = await aLinkAgain(admin.http, membershipId);
      await open(kept.link).expect(400);
      await complete(await tokenOf(again), email).expect(200);
      await signIn(server, email, orgId);
    },
  );

  it('leads where it led before, while nothing was given or its maker holds that too', async () => {
    const { orgId, admin } = await aScene(server);
    const inviter = await anIdentity(server, orgId, INVITING);
    const other = await anIdentity(server, orgId, 'admin');
    const plain = await aWaiting(inviter, orgId, admin);
    await complete(await tokenOf(plain.link), plain.email).expect(200);
    for (const grant of Object.values(GRANTS)) {
      // This administrator is no member of the project, but may let itself in.
      const waiting = await aWaiting(other, orgId, admin);
      await grant(waiting);
      const link = await aLinkAgain(other.http, waiting.membershipId);
      await complete(await tokenOf(link), waiting.email).expect(200);
    }
  });

  it('is void for whoever is signed in, too', async () => {
    const { orgId, admin } = await aScene(server);
    const inviter = await anIdentity(server, orgId, INVITING);
    const elsewhere = await aScene(server);
    const ann = await aPerson(server, elsewhere.orgId, 'member');
    const link = await aLink(inviter.http, orgId, ann.email, NO_ACCESS);
    const { id } = (await placeOf(ann.email, orgId))!;
    await admin.http
      .patch(`${membersOf(orgId)}/${id}`)
      .send({ role: 'admin' })
      .expect(200);
    await open(link, ann.token).expect(400);
    await open(await aLinkAgain(admin.http, id), ann.token).expect(200);
  });
});

/** What becomes of who made a link. */
const LOSSES: Readonly<Record<string, (admin: Caller, inviter: SignedInPerson) => unknown>> = {
  'left the organization': ({ http }, { orgId, orgMembershipId: id }) =>
    http.delete(`${membersOf(orgId)}/${id}`).expect(200),
  'was deactivated': ({ http }, { orgId, orgMembershipId: id }) =>
    http
      .patch(`${membersOf(orgId)}/${id}`)
      .send({ isActive: false })
      .expect(200),
  'may invite nobody any more': ({ http }, { orgId, orgMembershipId: id }) =>
    http
      .patch(`${membersOf(orgId)}/${id}`)
      .send({ role: 'member' })
      .expect(200),
};

/** The link that went to the address. */
async function aMailedLink(http: Caller['http'], orgId: string, email: string, more = {}) {
  await invite(http, orgId, [email], more).expect(200);
  const sent = (await mail.to(email)).at(-1)!;
  return linkIn(/https?:\/\/\S+/.exec(plainText(sent))![0]);
}

describe('an invitation whose maker', () => {
  it.each(Object.entries(LOSSES))('%s is void, handed on or mailed (400)', async (_, lose) => {
    const tried: [TestApp, typeof aLink, typeof mailed][] = [
      [server, aLink, acceptanceOn(server)],
      [mailing, aMailedLink, mailed],
    ];
    for (const [on, linkTo, acceptance] of tried) {
      const { orgId, admin } = await aScene(on);
      const inviter = await aPerson(on, orgId, 'admin');
      const [ann, bob] = [aNewEmail(), aNewEmail()];
      const link = await linkTo(inviter.http, orgId, ann);
      const token = await acceptance.tokenOf(await linkTo(inviter.http, orgId, bob));
      await lose(admin, inviter);
      await acceptance.open(link).expect(400);
      await acceptance.complete(token, bob).expect(400);
    }
  });

  it('lost the role that it offers is void, though they may still invite (400)', async () => {
    const { orgId, admin } = await aScene(mailing);
    const inviter = await aPerson(mailing, orgId, 'admin');
    const ann = aNewEmail();
    const asAdmin = await aMailedLink(inviter.http, orgId, ann);
    const { id } = (await mailed.placeOf(ann, orgId))!;
    await admin.http
      .patch(`${membersOf(orgId)}/${id}`)
      .send({ role: 'admin' })
      .expect(200);
    const roles = '/api/v1/organization/roles';
    const slug = 'inviters';
    await admin.http
      .post(roles)
      .send({ slug, name: 'Inviters', permissions: INVITING })
      .expect(200);
    const member = `${membersOf(orgId)}/${inviter.orgMembershipId}`;
    await admin.http.patch(member).send({ role: slug }).expect(200);
    await mailed.open(asAdmin).expect(400);
  });

  it('did not see it, because it was mailed, stands whatever else the person is given', async () => {
    const { orgId, admin } = await aScene(mailing);
    const project = await aProject(admin);
    const inviter = await anIdentity(mailing, orgId, INVITING);
    const email = aNewEmail();
    const link = await aMailedLink(inviter.http, orgId, email, NO_ACCESS);
    await admin.http
      .post(`/api/v1/projects/${project.id}/memberships`)
      .send({ emails: [email], roleSlugs: ['admin'] })
      .expect(200);
    await mailed.complete(await mailed.tokenOf(link), email).expect(200);
    const { http } = await signIn(mailing, email, orgId);
    await http.get(`/api/v4/secrets?projectId=${project.id}&environment=dev`).expect(200);
  });
});

describe('an organization that only invited an account', () => {
  it('never learns to which address the person changed, and its invitation ends', async () => {
    const [{ orgId, admin }, elsewhere] = [await aScene(server), await aScene(server)];
    const project = await aProject(admin);
    const ann = await aPerson(server, elsewhere.orgId, 'member');
    const projects = [{ id: project.id, projectRoleSlug: ['viewer'] }];
    const link = await aLink(admin.http, orgId, ann.email, { projects });
    const { id: membershipId } = (await placeOf(ann.email, orgId))!;
    const newEmail = aNewEmail();
    await changeAddress(server, ann, newEmail);

    const seen = [
      await admin.http.get(membersOf(orgId)).expect(200),
      await admin.http.get(`/api/v1/projects/${project.id}/memberships`).expect(200),
      await admin.http.post(RESEND).send({ membershipId }).expect(404),
      await admin.http.get('/api/v1/organization/audit-logs').expect(200),
    ];
    for (const { text } of seen) expect(text).not.toContain(newEmail);
    expect(seen[3]!.text).toContain('user.invitation-ended');
    await open(link).expect(400);
    const again = await aLink(admin.http, orgId, ann.email);
    await complete(await tokenOf(again), ann.email).expect(200);
    const there = await elsewhere.admin.http.get(membersOf(elsewhere.orgId)).expect(200);
    expect(there.text).toContain(newEmail);
  });
});
