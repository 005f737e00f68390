import type { Rule } from '../../src/permissions/rule.js';
import { closeAll, listen } from '../support/events/event-source.js';
import { joinProject } from '../support/people.js';
import { aPersonIn, aSignedIn, signIn, type Signed } from '../support/accounts.js';
import { useApp } from '../support/harness.js';
import { aMailServer, plainText } from '../support/mail-server.js';
import { aProject, aScene } from '../support/scene.js';

const mail = aMailServer();
const server = useApp({
  get SMTP_URL() {
    return mail.url();
  },
  SMTP_FROM: 'strongroom@example.org',
});

let people = 0;
const aNewEmail = () => `new-${++people}@example.net`;
const ask = ({ http }: Pick<Signed, 'http'>, newEmail: string) =>
  http.post('/api/v2/users/me/email-change/otp').send({ newEmail });
const confirm = ({ http }: Pick<Signed, 'http'>, newEmail: string, otp: string) =>
  http.patch('/api/v2/users/me/email').send({ newEmail, otp });
/** The newest code that was sent to the address. */
const codeAt = async (email: string, count = 1) => {
  const text = plainText((await mail.to(email, count)).at(-1)!);
  return /address is (\d{6})\./.exec(text)![1]!;
};
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const countMore = (times: number) =>
  server.database.source.query('update bounded_counts set count = count + $1', [times]);
const forgetCounts = () => server.database.source.query('delete from bounded_counts');

describe('another e-mail address', () => {
  it('is that of the account after the code, all sessions end, and the old address is told', async () => {
    const { orgId } = await aScene(server);
    const person = await aSignedIn(server, orgId);
    const newEmail = aNewEmail();
    await ask(person, newEmail.toUpperCase()).expect(200);
    const { body } = await confirm(person, newEmail, await codeAt(newEmail)).expect(200);
    expect(body).toMatchObject({ user: { email: newEmail, isEmailVerified: true } });
    await person.http.get('/api/v2/users/me').expect(401);
    await signIn(server, newEmail, orgId);
    const [notice] = await mail.to(person.email);
    expect(notice!.text).toContain('Your e-mail address was changed');
  });

  it('goes to one of two who ask for it at the same time; the other is refused (409)', async () => {
    const { orgId } = await aScene(server);
    const [one, two] = [await aSignedIn(server, orgId), await aSignedIn(server, orgId)];
    const newEmail = aNewEmail();
    await ask(one, newEmail).expect(200);
    const codeOfOne = await codeAt(newEmail);
    await ask(two, newEmail).expect(200);
    const codeOfTwo = await codeAt(newEmail, 2);
    const answers = await Promise.all([
      confirm(one, newEmail, codeOfOne),
      confirm(two, newEmail, codeOfTwo),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('takes no code after three wrong ones, of another session, or for another address (400)', async () => {
    const { orgId } = await aScene(server);
    const { email } = await aPersonIn(server, orgId);
    const [one, two] = [await signIn(server, email, orgId), await signIn(server, email, orgId)];
    const [newEmail, another] = [aNewEmail(), aNewEmail()];
    await ask(one, newEmail).expect(200);
    const code = await codeAt(newEmail);
    await confirm(two, newEmail, code).expect(400);
    for (let n = 0; n < 3; n++) await confirm(one, newEmail, other(code)).expect(400);
    await confirm(one, newEmail, code).expect(400);
    await ask(one, newEmail).expect(200);
    await confirm(one, another, await codeAt(newEmail, 2)).expect(400);
  });

  it('is guessed ten times a day by an account, however many codes are sent, and for an address fifty times by several (429)', async () => {
    const { orgId } = await aScene(server);
    const [one, two] = [await aSignedIn(server, orgId), await aSignedIn(server, orgId)];
    const newEmail = aNewEmail();
    let code = '';
    for (let n = 0; n < 10; n++) {
      if (n % 3 === 0) {
        await ask(one, newEmail).expect(200);
        code = await codeAt(newEmail, n / 3 + 1);
      }
      await confirm(one, newEmail, other(code)).expect(400);
    }
    const refused = await confirm(one, newEmail, code).expect(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(80_000);
    await confirm(one, aNewEmail(), code).expect(429);
    await confirm(two, newEmail, code).expect(400);
    await countMore(40);
    await confirm(two, newEmail, code).expect(429);
    await forgetCounts();
    await confirm(one, newEmail, code).expect(200);
  });

  it('is sent five codes an hour for an account, and twenty-five to an address for several (429)', async () => {
    const { orgId } = await aScene(server);
    const [one, two] = [await aSignedIn(server, orgId), await aSignedIn(server, orgId)];
    const three = await aSignedIn(server, orgId);
    const newEmail = aNewEmail();
    for (let n = 0; n < 5; n++) await ask(one, newEmail).expect(200);
    await ask(one, aNewEmail()).expect(429);
    await ask(two, newEmail).expect(200);
    await countMore(20);
    await ask(three, newEmail).expect(429);
    await ask(three, aNewEmail()).expect(200);
  });
});

describe('rights that depend on the address', () => {
  const reading = (userEmail: object | string): Rule => ({
    subject: 'member',
    action: ['read'],
    conditions: { userEmail } as Rule['conditions'],
  });

  /** A person who may read of the members whose addresses begin with their own, and a member for each of two addresses. */
  async function aPersonWithRule(alsoHolds: (newEmail: string) => readonly Rule[]) {
    const { orgId, admin } = await aScene(server);
    const project = await aProject(admin);
    const person = await aSignedIn(server, orgId);
    const newEmail = aNewEmail();
    for (const email of [`${person.email}.org`, `${newEmail}.org`]) {
      const { userId } = await aPersonIn(server, orgId, { email });
      await joinProject(server, project, { userId }, 'viewer');
    }
    const role = [reading({ $glob: '{{identity.username}}.*' }), ...alsoHolds(newEmail)];
    await joinProject(server, project, { userId: person.userId }, role);
    const reads = async ({ http }: Pick<Signed, 'http'>) => {
      const path = `/api/v1/projects/${project.id}/memberships`;
      const { body } = await http.get(path).expect(200);
      const { memberships } = body as { memberships: { user: { email: string } }[] };
      return memberships.map(({ user }) => user.email);
    };
    return { orgId, project, person, newEmail, reads };
  }

  it('follow it at the next request, and end with it where the rule spoke of the old one; streams too', async () => {
    const { orgId, project, person, newEmail, reads } = await aPersonWithRule((address) => [
      reading({ $glob: `${address}.*` }),
      {
        subject: 'secret-event-subscriptions',
        action: ['creation', 'update', 'deletion', 'import-mutation'].map(
          (kind) => `subscribe-to-${kind}-events`,
        ),
      },
    ]);
    expect(await reads(person)).toEqual([`${newEmail}.org`, `${person.email}.org`]);
    const stream = await listen(server, person.token, { projectId: project.id });
    await ask(person, newEmail).expect(200);
    await confirm(person, newEmail, await codeAt(newEmail)).expect(200);
    await stream.untilEnd();
    closeAll();
    const again = await signIn(server, newEmail, orgId);
    expect(await reads(again)).toEqual([`${newEmail}.org`]);
  });

  it('are not gained by changing it oneself (403), and then nothing changed', async () => {
    const { person, newEmail, reads } = await aPersonWithRule(() => []);
    await ask(person, newEmail).expect(200);
    const code = await codeAt(newEmail);
    const { body } = await confirm(person, newEmail, code).expect(403);
    expect(body).toMatchObject({ details: { missingPermissions: [{ subject: 'member' }] } });
    expect(await reads(person)).toEqual([`${person.email}.org`]);
    const me = await person.http.get('/api/v2/users/me').expect(200);
    expect(me.body).toMatchObject({ user: { email: person.email } });
  });

  it('are weighed in every organization of the person (403)', async () => {
    const { person, newEmail } = await aPersonWithRule(() => []);
    const { orgId } = await aScene(server);
    await aPersonIn(server, orgId, { account: person });
    const there = await signIn(server, person.email, orgId);
    await ask(there, newEmail).expect(200);
    await confirm(there, newEmail, await codeAt(newEmail)).expect(403);
  });
});
