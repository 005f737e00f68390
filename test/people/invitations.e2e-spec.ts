import { aPersonIn, aSignedIn, PASSWORD, signIn } from '../support/accounts.js';
import { useApp } from '../support/harness.js';
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
import { aGroup, aPerson } from '../support/people.js';
import { anIdentity, aProject, aScene, join, withoutReqId } from '../support/scene.js';

const OURS = 'https://secrets.example.org';
const server = useApp({ PUBLIC_URL: OURS });
const mail = aMailServer();
const mailing = useApp({
  PUBLIC_URL: OURS,
  get SMTP_URL() {
    return mail.url();
  },
  SMTP_FROM: 'strongroom@example.org',
});

const { open, complete, tokenOf, placeOf } = acceptanceOn(server);
const mailed = acceptanceOn(mailing);

describe('an invitation', () => {
  it('leads a new person by the link to an account, the organization and its project', async () => {
    const { orgId, admin } = await aScene(server);
    const project = await aProject(admin);
    const email = aNewEmail();
    const link = await aLink(admin.http, orgId, email.toUpperCase(), {
      projects: [{ id: project.id, projectRoleSlug: ['viewer'] }],
    });
    expect(link).toMatchObject({ email, organizationId: orgId });
    expect(await placeOf(email, orgId)).toMatchObject({ status: 'invited', inviterId: admin.id });
    const { body } = await complete(await tokenOf(link), email, { lastName: 'Example' }).expect(
      200,
    );
    const begun = server.as((body as { token: string }).token);
    const chosen = await begun
      .post('/api/v3/auth/select-organization')
      .send({ organizationId: orgId })
      .expect(200);
    const { http } = { http: server.as((chosen.body as { token: string }).token) };
    await http.get(`/api/v4/secrets?projectId=${project.id}&environment=dev`).expect(200);
    const me = await http.get('/api/v2/users/me').expect(200);
    expect(me.body).toMatchObject({ user: { firstName: 'Ann', isEmailVerified: false } });
    await signIn(server, email, orgId);
  });

  it('is good once, also for two at once, until it is sent again or taken back', async () => {
    const { orgId, admin } = await aScene(server);
    const [once, again, back] = [aNewEmail(), aNewEmail(), aNewEmail()];
    const link = await aLink(admin.http, orgId, once);
    const opened = await Promise.all([open(link), open(link)]);
    expect(opened.map(({ status }) => status).sort()).toEqual([200, 400]);
    const { token } = opened.find(({ status }) => status === 200)!.body as { token: string };
    const completed = await Promise.all([complete(token, once), complete(token, once)]);
    expect(completed.map(({ status }) => status).sort()).toEqual([200, 401]);

    const first = await aLink(admin.http, orgId, again);
    const held = await tokenOf(await aLink(admin.http, orgId, aNewEmail()));
    const { id: membershipId } = (await placeOf(again, orgId))!;
    const resent = await aLinkAgain(admin.http, membershipId);
    await open(first).expect(400);
    await tokenOf(resent);
    await server.as(held).get('/api/v2/users/me').expect(401);

    const gone = await aLink(admin.http, orgId, back);
    const member = (await placeOf(back, orgId))!.id;
    const members = `/api/v2/organizations/${orgId}/memberships`;
    await admin.http
      .delete(members)
      .send({ membershipIds: [member] })
      .expect(200);
    await open(gone).expect(400);
    await admin.http.post(RESEND).send({ membershipId: member }).expect(404);
  });

  it('gives the role that the place has on the day it is taken', async () => {
    const { orgId, admin } = await aScene(server);
    const email = aNewEmail();
    const link = await aLink(admin.http, orgId, email, { organizationRoleSlug: 'admin' });
    const { id } = (await placeOf(email, orgId))!;
    const member = `/api/v2/organizations/${orgId}/memberships/${id}`;
    await admin.http.patch(member).send({ role: 'no-access' }).expect(200);
    await complete(await tokenOf(link), email).expect(200);
    const { http } = await signIn(server, email, orgId);
    await http.get('/api/v1/organization/roles').expect(403);
  });

  it('is refused beyond the rights of who invites, and then nobody is invited (403)', async () => {
    const { orgId, admin } = await aScene(server);
    const project = await aProject(admin);
    const inviter = await anIdentity(server, orgId, [{ subject: 'member', action: ['create'] }]);
    await join(server, project, inviter, 'viewer');
    const [one, two, three] = [aNewEmail(), aNewEmail(), aNewEmail()];
    const asAdmin = await invite(inviter.http, orgId, [one], { organizationRoleSlug: 'admin' });
    expect([asAdmin.status, asAdmin.body]).toMatchObject([
      403,
      { details: { missingPermissions: expect.any(Array) } },
    ]);
    const intoProject = { projects: [{ id: project.id, projectRoleSlug: ['admin'] }] };
    const noAccess = { organizationRoleSlug: 'no-access' };
    await invite(inviter.http, orgId, [two], { ...noAccess, ...intoProject }).expect(403);
    await invite(inviter.http, orgId, [three], { organizationRoleSlug: 'none' }).expect(404);
    expect([await placeOf(one, orgId), await placeOf(two, orgId)]).toEqual([undefined, undefined]);
    await invite(inviter.http, orgId, [three], noAccess).expect(200);

    // Sent again, the link of an administrator's place would make one of whoever sends it.
    const link = await aLink(admin.http, orgId, aNewEmail(), { organizationRoleSlug: 'admin' });
    const { id: membershipId } = (await placeOf(link.email, orgId))!;
    await inviter.http.post(RESEND).send({ membershipId }).expect(403);
    await open(link).expect(200);
    const stranger = await anIdentity(server, (await aScene(server)).orgId, 'admin');
    await invite(stranger.http, orgId, [one]).expect(404);
    await stranger.http.post(RESEND).send({ membershipId }).expect(404);
  });

  it('names who made its link, also when they are gone, and is taken back with others in one call', async () => {
    const { orgId, admin } = await aScene(server);
    const inviter = await aPerson(server, orgId, 'admin');
    const [kept, voided] = [aNewEmail(), aNewEmail()];
    const link = await aLink(inviter.http, orgId, kept);
    await complete(await tokenOf(link), kept).expect(200);
    const other = await aLink(inviter.http, orgId, voided);
    const again = await aLink(inviter.http, orgId, aNewEmail());
    const members = `/api/v2/organizations/${orgId}/memberships`;
    await admin.http.delete(`${members}/${inviter.orgMembershipId}`).expect(200);
    const { id: membershipId } = (await placeOf(again.email, orgId))!;
    await complete(await tokenOf(await aLinkAgain(admin.http, membershipId)), again.email);
    expect(await placeOf(again.email, orgId)).toMatchObject({ inviterId: admin.id });
    const { body } = await admin.http.get(members).expect(200);
    const { users } = body as {
      users: { id: string; status: string; inviter: { id: string } | null }[];
    };
    const theirs = users.filter((each) => each.inviter?.id === inviter.id);
    expect(theirs.map(({ status }) => status).sort()).toEqual(['accepted', 'invited']);
    const membershipIds = theirs.filter((each) => each.status === 'invited').map(({ id }) => id);
    await admin.http.delete(members).send({ membershipIds }).expect(200);
    await open(other).expect(400);
  });

  it('goes to 100 addresses at once and 500 an hour, to each once however it is written (422, 429)', async () => {
    const { orgId, admin } = await aScene(server);
    const addresses = (n: number) => Array.from({ length: n }, aNewEmail);
    await invite(admin.http, orgId, addresses(10_000)).expect(422);
    const email = aNewEmail();
    const { body } = await invite(admin.http, orgId, [email, email.toUpperCase()]).expect(200);
    expect((body as { completeInviteLinks: unknown[] }).completeInviteLinks).toHaveLength(1);
    for (let n = 0; n < 4; n++) await invite(admin.http, orgId, addresses(100)).expect(200);
    const refused = await invite(admin.http, orgId, addresses(100)).expect(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
    await invite(admin.http, orgId, addresses(99)).expect(200);
  });

  it('does not tell whether somebody has an account, and leaves who is a member as they are', async () => {
    const [{ orgId, admin }, other] = [await aScene(server), await aScene(server)];
    const elsewhere = await aPersonIn(server, other.orgId);
    const member = await aPersonIn(server, orgId, { role: 'admin' });
    const answers = [];
    for (const email of [elsewhere.email, aNewEmail()])
      answers.push(await invite(admin.http, orgId, [email]).expect(200));
    const forms = answers.map(({ body }) => {
      const { message, completeInviteLinks } = body as {
        message: string;
        completeInviteLinks: object[];
      };
      return [message, completeInviteLinks.map((each) => Object.keys(each))];
    });
    expect(forms[0]).toEqual(forms[1]);
    const { body } = await invite(admin.http, orgId, [member.email]).expect(200);
    expect(body).not.toHaveProperty('completeInviteLinks');
    expect(await placeOf(member.email, orgId)).toMatchObject({ status: 'accepted', role: 'admin' });
  });
});

describe('an invitation of somebody who has an account', () => {
  it('is accepted by who is signed in as them, and by nobody else (400, 401)', async () => {
    const [{ orgId, admin }, other] = [await aScene(server), await aScene(server)];
    const ann = await aSignedIn(server, other.orgId);
    const bob = await aSignedIn(server, other.orgId);
    const link = await aLink(admin.http, orgId, ann.email);
    const unsigned = await open(link).expect(401);
    expect(unsigned.headers.link).toContain('invitation-sign-in');
    await open(link, bob.token).expect(400);
    await open(link, admin.token).expect(403);
    const { body } = await open(link, ann.token).expect(200);
    expect(body).not.toHaveProperty('token');
    await signIn(server, ann.email, orgId);
    await open(link, ann.token).expect(400);
  });

  it('sets no password of an account that another organization knows, whoever has the link', async () => {
    const [{ orgId, admin }, other] = [await aScene(server), await aScene(server)];
    const provisioned = await aPersonIn(server, other.orgId, { password: null });
    const shutOut = await aPersonIn(server, other.orgId, { isActive: false });
    for (const { email } of [provisioned, shutOut]) {
      await open(await aLink(admin.http, orgId, email)).expect(401);
    }
    const waiting = aNewEmail();
    const token = await tokenOf(await aLink(admin.http, orgId, waiting));
    const [{ id }] = (await server.database.source.query('select id from users where email = $1', [
      waiting,
    ])) as [{ id: string }];
    await aPersonIn(server, other.orgId, { account: { userId: id, email: waiting } });
    await complete(token, waiting).expect(400);
  });

  it('sets no password of an account whose person has left their last organization: they sign in with their own', async () => {
    const [{ orgId, admin }, other] = [await aScene(server), await aScene(server)];
    const left = await aPersonIn(server, other.orgId);
    await other.admin.http
      .delete(`/api/v2/organizations/${other.orgId}/memberships/${left.membershipId}`)
      .expect(200);

    const link = await aLink(admin.http, orgId, left.email);
    await open(link).expect(401);
    const begun = await server.http
      .post('/api/v3/auth/login')
      .send({ email: left.email, password: PASSWORD })
      .expect(200);
    await open(link, (begun.body as { accessToken: string }).accessToken).expect(200);
    await signIn(server, left.email, orgId);
  });

  it('is refused alike whatever is wrong with the link (400)', async () => {
    const [{ orgId, admin }, other] = [await aScene(server), await aScene(server)];
    const email = aNewEmail();
    const link = await aLink(admin.http, orgId, email);
    const { id } = (await placeOf(email, orgId))!;
    const answers = [
      await open({ ...link, code: 'a code of nobody' }),
      await open({ ...link, email: aNewEmail() }),
      await open({ ...link, organizationId: other.orgId }),
    ];
    await server.database.source.query(
      'update organization_memberships set is_active = false where id = $1',
      [id],
    );
    answers.push(await open(link));
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    const bodies = answers.map(({ body }) => JSON.stringify(withoutReqId(body as object)));
    expect(new Set(bodies).size).toBe(1);
  });

  it('lets in whom a provider invited, with what their groups hold', async () => {
    const { orgId, admin } = await aScene(server);
    const project = await aProject(admin);
    const person = await aPersonIn(server, orgId, { status: 'invited', password: null });
    const group = await aGroup(server, orgId, 'no-access', { userId: person.userId });
    await admin.http
      .post(`/api/v1/projects/${project.id}/groups/${group}`)
      .send({ roles: [{ role: 'viewer', isTemporary: false }] })
      .expect(200);
    const link = await aLinkAgain(admin.http, person.membershipId);
    await complete(await tokenOf(link), person.email).expect(200);
    const { http } = await signIn(server, person.email, orgId);
    await http.get(`/api/v4/secrets?projectId=${project.id}&environment=dev`).expect(200);
    await admin.http.post(RESEND).send({ membershipId: person.membershipId }).expect(400);
  });
});

describe('an invitation by mail', () => {
  const linkTo = async (email: string, count = 1) => {
    const sent = (await mail.to(email, count)).at(-1)!;
    return linkIn(/https:\/\/\S+/.exec(plainText(sent))![0]);
  };

  it('goes to the address alone, whose owner is proved by it, and sets a lost password too', async () => {
    const [{ orgId, admin }, other] = [await aScene(mailing), await aScene(mailing)];
    const email = aNewEmail();
    const { body } = await invite(admin.http, orgId, [email]).expect(200);
    expect(body).not.toHaveProperty('completeInviteLinks');
    const link = await linkTo(email);
    await mailed.complete(await mailed.tokenOf(link), email).expect(200);
    const { http } = await signIn(mailing, email, orgId);
    const me = await http.get('/api/v2/users/me').expect(200);
    expect(me.body).toMatchObject({ user: { isEmailVerified: true } });

    const shutOut = await aPersonIn(mailing, other.orgId, { isActive: false });
    await invite(admin.http, orgId, [shutOut.email]).expect(200);
    const token = await mailed.tokenOf(await linkTo(shutOut.email));
    const password = 'another long password';
    await mailed.complete(token, shutOut.email, { password }).expect(200);
    await signIn(mailing, shutOut.email, orgId, password);
  });

  it('shows names on one line, bounded, and as plain text', async () => {
    const { orgId, admin } = await aScene(mailing);
    await mailing.database.source.query('update organizations set name = $2 where id = $1', [
      orgId,
      `<b>Evil</b>\r\nBcc: x@evil.example\u202e${'long '.repeat(2_000)}`,
    ]);
    await mailing.database.source.query('update identities set name = $2 where id = $1', [
      admin.id,
      'Your account is locked. Open https://evil.example" now',
    ]);
    const email = aNewEmail();
    await invite(admin.http, orgId, [email]).expect(200);
    const [sent] = await mail.to(email);
    expect(sent!.recipients).toEqual([email]);
    expect(plainText(sent!)).toMatch(/^You are invited to the organization "[^"]{60}[^"]*" by "/);
    expect(plainText(sent!)).toContain(
      `by "Your account is locked. Open https evil.example' now".`,
    );
    expect(sent!.text).toContain('Content-Type: text/plain');
    expect(sent!.text).not.toMatch(/^Bcc:/m);
    expect(plainText(sent!)).toContain('"<b>Evil</b> Bcc: x@evil.example long');
    expect(plainText(sent!).length).toBeLessThan(1_000);
  });
});
