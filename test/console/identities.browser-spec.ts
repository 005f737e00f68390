import { beforeAll, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { aPersonIn, PASSWORD } from '../support/accounts.js';
import { useApp } from '../support/harness.js';
import { joinProject } from '../support/people.js';
import { aMember, aProject, aScene, type Scene, type TestProject } from '../support/scene.js';
import { StaticTrust } from '../support/workloads/static-trust.js';
import {
  describeInBrowser,
  expectTexts,
  faultsOfLooks,
  goTo,
  pressUntil,
  signInAsPerson,
  useBrowser,
} from './browser.js';
import { followed, leaksOf } from './left-behind.js';

const server = useApp();
let scene: Scene;
let project: TestProject;
let email: string;
let trust: StaticTrust;

beforeAll(async () => {
  scene = await aScene(server);
  const person = await aPersonIn(server, scene.orgId, { role: 'admin' });
  ({ email } = person);
  project = await aProject(scene.admin);
  await joinProject(server, project, { userId: person.userId }, 'admin');
  trust = await StaticTrust.open();
});

/** A person who may see identities, and change nothing of them. */
async function aReaderOfIdentities(slug = 'sees-identities') {
  const permissions = [{ subject: 'identity', action: ['read', 'get-token'] }];
  const role = { slug, name: 'Sees identities', permissions };
  await scene.admin.http.post('/api/v1/organization/roles').send(role).expect(200);
  const person = await aPersonIn(server, scene.orgId);
  await scene.admin.http
    .patch(`/api/v2/organizations/${scene.orgId}/memberships/${person.membershipId}`)
    .send({ role: role.slug })
    .expect(200);
  return person;
}

/** An identity of the organization, made through the API. */
async function anIdentityCalled(name: string): Promise<string> {
  const { body } = await scene.admin.http.post('/api/v1/identities').send({ name }).expect(200);
  return (body as { identity: { id: string } }).identity.id;
}

interface ClientSecret {
  readonly clientSecret: string;
}

async function aClientSecret(id: string, ttl: number): Promise<ClientSecret> {
  const path = `/api/v1/auth/universal-auth/identities/${id}`;
  await scene.admin.http.post(path).send({}).expect(200);
  const { body } = await scene.admin.http
    .post(`${path}/client-secrets`)
    .send({ ttl, description: 'cluster A' })
    .expect(200);
  return body as ClientSecret;
}

const clientIdOf = async (id: string): Promise<string> => {
  const path = `/api/v1/auth/universal-auth/identities/${id}`;
  const { body } = await scene.admin.http.get(path).expect(200);
  return (body as { identityUniversalAuth: { clientId: string } }).identityUniversalAuth.clientId;
};

const sheet = (page: Page) => page.getByRole('dialog');

describeInBrowser('the identities', () => {
  const browser = useBrowser();

  it('makes one with a client secret that is shown once, and leaves it nowhere', async () => {
    const opened = await browser.open();
    const { page } = opened;
    const { addresses } = followed(opened);
    await signInAsPerson(page, server, email, '/identities');
    await page.getByRole('button', { name: 'New identity' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('billing job');
    const answered = page.waitForResponse(/client-secrets$/);
    await page.getByRole('button', { name: 'Make it' }).click();
    const { clientSecret: secret } = (await (await answered).json()) as ClientSecret;
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('••••').waitFor();
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(await page.content()).not.toContain(secret);
    expect(await faultsOfLooks(page, 'identities, the secret masked')).toEqual([]);

    await dialog.getByRole('button', { name: 'Reveal the client secret' }).click();
    await dialog.getByText(secret).waitFor();
    await dialog.getByRole('button', { name: 'Hide' }).click();
    await dialog.getByText('••••').waitFor();
    expect(await page.content()).not.toContain(secret);
    await dialog.getByRole('button', { name: 'I have kept it' }).click();
    await sheet(page).getByRole('heading', { name: 'billing job' }).waitFor();
    const [, id] = /identity=([\w-]+)/.exec(page.url())!;
    await sheet(page)
      .getByText(`${secret.slice(0, 4)}…`)
      .waitFor();
    await server.http
      .post('/api/v1/auth/universal-auth/login')
      .send({ clientId: await clientIdOf(id!), clientSecret: secret })
      .expect(200);
    expect(await leaksOf(opened, server, addresses, { secret })).toEqual([]);
  });

  it('drops a secret that nobody took when the page is locked', async () => {
    const id = await anIdentityCalled('locked away');
    await aClientSecret(id, 0);
    const { page } = await browser.open();
    await signInAsPerson(page, server, email, `/identities?identity=${id}`);
    await sheet(page).getByRole('button', { name: 'New client secret' }).click();
    await page.getByRole('button', { name: 'Make it' }).click();
    await page.getByText('Keep it now').waitFor();
    await page.evaluate(() => new BroadcastChannel('strongroom-session').postMessage('locked'));
    await page.getByRole('heading', { name: 'Locked' }).waitFor();
    expect(await page.getByText('Keep it now').isVisible()).toBe(false);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Unlock' }).click();
    await page.getByText(/^It was dropped when this page was locked/).waitFor();
    expect(await page.getByRole('button', { name: 'Reveal the client secret' }).count()).toBe(0);
  });

  it('says what ends soon, and revokes a client secret by keyboard alone', async () => {
    const id = await anIdentityCalled('ends soon');
    const { clientSecret } = await aClientSecret(id, 3 * 86_400);
    const { page } = await browser.open();
    await signInAsPerson(page, server, email, '/identities');
    await page.getByLabel('Part of a name').fill('ENDS');
    const row = page.getByRole('row', { name: 'ends soon' });
    await row.getByText('in 3 days').waitFor();
    await page.getByText('1 of 1').waitFor();
    await row.getByRole('link', { name: 'ends soon' }).press('Enter');
    const prefix = clientSecret.slice(0, 4);
    await sheet(page).getByText('cluster A').waitFor();
    await sheet(page)
      .getByRole('button', { name: `Revoke ${prefix}…` })
      .press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).press('Enter');
    await page.getByText('Revoked.').first().waitFor();
    await sheet(page).getByText('No active client secrets.').waitFor();
    await page.keyboard.press('Escape');
    await sheet(page).waitFor({ state: 'detached' });
    expect(page.url()).toContain('name=ENDS');
  });

  it('makes one a member of a project, and takes it out again', async () => {
    const id = await anIdentityCalled('joins');
    const { page } = await browser.open();
    await signInAsPerson(page, server, email, `/identities?identity=${id}`);
    await sheet(page)
      .getByText('It is a member of no project, neither by itself nor by a group.')
      .waitFor();
    await sheet(page).getByRole('button', { name: 'Add to a project …' }).click();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const membership = `/api/v1/projects/${project.id}/memberships/identities/${id}`;
    await sheet(page).getByRole('button', { name: 'Remove it from Project' }).waitFor();
    const { body } = await scene.admin.http.get(membership).expect(200);
    expect(body).toMatchObject({ identityMembership: { roles: [{ role: 'viewer' }] } });
    await sheet(page).getByRole('button', { name: 'Remove it from Project' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await sheet(page)
      .getByText('It is a member of no project, neither by itself nor by a group.')
      .waitFor();
    await scene.admin.http.get(membership).expect(404);
  });

  it('tells every way in which one is in a project, and what a removal leaves', async () => {
    const name = `auditor ${project.slug}`;
    const id = await anIdentityCalled(name);
    const { http } = scene.admin;
    const made = await http.post('/api/v1/groups').send({ name: 'Readers' }).expect(200);
    const group = `/api/v1/groups/${(made.body as { id: string }).id}`;
    await http.post(`${group}/machine-identities/${id}`).expect(200);
    const members = `/api/v1/projects/${project.id}/memberships`;
    await http
      .post(`${members}/groups/${(made.body as { id: string }).id}`)
      .send({ roles: [{ role: 'viewer' }] })
      .expect(200);
    await http
      .post(`${members}/identities/${id}`)
      .send({ roles: [{ role: 'no-access' }] })
      .expect(200);
    const { page } = await browser.open();
    await signInAsPerson(page, server, email, `/identities?identity=${id}`);
    const row = sheet(page).getByRole('row').filter({ hasText: 'Access' });
    await row.getByText('by group Readers').waitFor();
    await expectTexts(row.getByRole('listitem'), [
      ...['no-access its own role', 'viewer by group Readers'],
    ]);
    expect(await faultsOfLooks(page, 'identities, in a project by a group')).toEqual([]);

    await row.getByRole('button', { name: 'Remove it from Project' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('It stays in the project by group Readers', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page
      .getByText('It is still in the project by group Readers.', { exact: false })
      .first()
      .waitFor();
    await sheet(page).getByText('its own role').waitFor({ state: 'detached' });
    await expectTexts(row.getByRole('listitem'), ['viewer by group Readers']);
    expect(await row.getByRole('button').count()).toBe(0);

    // Nothing is claimed of groups to somebody who may not see them.
    const reader = await aReaderOfIdentities('sees-no-groups');
    const other = await browser.open();
    await signInAsPerson(other.page, server, reader.email, `/identities?identity=${id}`);
    await sheet(other.page).getByText('It is a member of no project by itself.').waitFor();
    await sheet(other.page).getByText('You may not see all groups', { exact: false }).waitFor();
  });

  it('attaches a pipeline by what the server proposes, and shows it before', async () => {
    const id = await anIdentityCalled('pipeline');
    const { page } = await browser.open();
    await signInAsPerson(page, server, email, `/identities?identity=${id}`);
    await sheet(page).getByRole('button', { name: 'Attach …' }).click();
    await page.getByLabel('Repository or project, with its owner').fill('octo/app');
    expect(await faultsOfLooks(page, 'identities, a pipeline')).toEqual([]);
    await page.getByRole('button', { name: 'Show the settings' }).click();
    await page.getByText('"repository": "octo/app"').waitFor();
    const { body } = await scene.admin.http.get(`/api/v1/identities/${id}`).expect(200);
    expect(body).toMatchObject({ identity: { identity: { authMethods: [] } } });
    await page.getByRole('button', { name: 'Attach', exact: true }).click();
    await page.getByText(`identity-id: ${id}`).waitFor();
    await page.getByText('mutable-name').first().waitFor();
    expect(await faultsOfLooks(page, 'identities, a pipeline attached')).toEqual([]);
    await page.getByRole('button', { name: 'Done' }).click();
    await sheet(page).getByText('repository: octo/app').waitFor();
    await sheet(page).getByRole('button', { name: 'Attach …' }).click();
    await page.getByText('It signs in by OIDC already. Detach that first.').waitFor();
    expect(await page.getByRole('button', { name: 'Show the settings' }).isDisabled()).toBe(true);
  });

  it('explains a sign-in check by check, and keeps nothing of what was pasted', async () => {
    const id = await anIdentityCalled('nightly');
    await trust.attach(scene.admin, id);
    await trust.login(server, id);
    const jwt = await trust.jwt({ sub: 'job:b' });
    const opened = await browser.open();
    const { page } = opened;
    const { addresses } = followed(opened);
    await signInAsPerson(page, server, email, `/identities?identity=${id}`);
    await sheet(page).getByText('sub: job:a').waitFor();
    await sheet(page).getByRole('button', { name: 'Explain a sign-in …' }).click();
    await page.getByLabel('Token of the workload (JWT)').fill(jwt);
    await page.getByRole('button', { name: 'Explain', exact: true }).click();
    await page.getByText('It would be refused').waitFor();
    await page.getByText('job:b').waitFor();
    expect(await faultsOfLooks(page, 'identities, a sign-in explained')).toEqual([]);
    await page.getByLabel('Token of the workload (JWT)').focus();
    await page.getByLabel('Token of the workload (JWT)').fill(await trust.jwt());
    await page.getByRole('button', { name: 'Explain', exact: true }).click();
    await page.getByText('It would be let in').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('It would be let in').waitFor({ state: 'detached' });
    expect(await leaksOf(opened, server, addresses, { jwt })).toEqual([]);
  });

  it('takes the ways in of one that has left away, then the identity itself', async () => {
    const id = await anIdentityCalled('has gone');
    const { clientSecret } = await aClientSecret(id, 0);
    await trust.attach(scene.admin, id);
    await server.http
      .post('/api/v1/auth/console/login')
      .set('Sec-Fetch-Site', 'same-origin')
      .send({ clientId: await clientIdOf(id), clientSecret })
      .expect(200);
    const { page } = await browser.open();
    await signInAsPerson(page, server, email, `/identities?identity=${id}`);
    await sheet(page).getByRole('link', { name: 'Exposure' }).click();
    await page.getByText('It has read no secret').waitFor();
    await page.getByText('client secret, JWT, console sessions').waitFor();
    await page.getByRole('button', { name: 'Revoke its sign-in methods …' }).click();
    await page.getByRole('button', { name: 'Revoke them' }).click();
    await page.getByText('none: it can no longer sign in').waitFor();
    await server.http
      .post('/api/v1/auth/jwt-auth/login')
      .send({ identityId: id, jwt: await trust.jwt() })
      .expect(401);
    expect(await page.content()).not.toContain(clientSecret);

    await page.getByRole('button', { name: 'Delete the identity …' }).click();
    const dialog = page.getByRole('alertdialog');
    const remove = dialog.getByRole('button', { name: 'Delete it' });
    expect(await remove.isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill('has gone');
    await remove.click();
    await page.getByRole('heading', { name: 'Identities' }).waitFor();
    await scene.admin.http.get(`/api/v1/identities/${id}`).expect(404);
  });

  it('does the same by keyboard alone, from the box on', async () => {
    const id = await anIdentityCalled('left by key');
    await trust.attach(scene.admin, id);
    const { page } = await browser.open();
    await signInAsPerson(page, server, email);
    const box = page.getByRole('searchbox', { name: 'Find a name or do something' });
    await pressUntil(page, ['Control+k'], box);
    await box.fill('left by');
    await page.getByRole('menuitem', { name: 'left by key' }).waitFor();
    await box.press('Enter');
    const seen = sheet(page).getByRole('link', { name: 'Exposure' });
    await seen.press('Enter');
    await page.getByRole('button', { name: 'Revoke its sign-in methods …' }).press('Enter');
    await page.getByRole('button', { name: 'Revoke them' }).press('Enter');
    await page.getByText('none: it can no longer sign in').waitFor();
    await page.getByRole('button', { name: 'Delete the identity …' }).press('Enter');
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('textbox').fill('left by key');
    await dialog.getByRole('button', { name: 'Delete it' }).press('Enter');
    await page.getByText('left by key is deleted.').first().waitFor();
    expect((await scene.admin.http.get(`/api/v1/identities/${id}`)).status).toBe(404);
  });

  it('shows somebody who may only read what they may not do, and why', async () => {
    const member = await aMember(server, project, scene.orgId, 'viewer');
    const reader = await aReaderOfIdentities();
    await joinProject(server, project, { userId: reader.userId }, 'viewer');
    const { page } = await browser.open();
    await signInAsPerson(page, server, reader.email, `/identities?identity=${member.id}`);
    const removal = sheet(page).getByRole('button', { name: 'Remove it from Project' });
    await sheet(page)
      .getByText(
        'You may not delete machine identities in Project: it needs the right “delete” on “identity”, which an administrator of the project can give.',
      )
      .waitFor();
    expect(await removal.isDisabled()).toBe(true);
    // What is organization-wide is asked beforehand too: nothing is tried, and each button says why.
    const refused: string[] = [];
    page.on('response', (answer) => {
      const method = answer.request().method();
      if (answer.status() === 403 && method !== 'GET') refused.push(`${method} ${answer.url()}`);
    });
    const saysWhy = async (button: Locator, action: string) => {
      await page.getByTitle(`“${action}” on “identity”`, { exact: false }).first().waitFor();
      expect(await button.getAttribute('aria-disabled')).toBe('true');
      await button.press('Enter');
      await page
        .getByRole('region', { name: 'Messages' })
        .getByText(`“${action}” on “identity”`, { exact: false })
        .first()
        .waitFor();
    };
    await saysWhy(sheet(page).getByRole('button', { name: 'Allow client secrets' }), 'edit-auth');
    await saysWhy(sheet(page).getByRole('button', { name: 'Attach …' }), 'edit-auth');
    await goTo(page, server, `/seen?identity=${member.id}`);
    await page.getByText('“read” on “audit-logs”', { exact: false }).waitFor();
    await saysWhy(page.getByRole('button', { name: 'Delete the identity …' }), 'delete');
    await goTo(page, server, '/identities');
    await saysWhy(page.getByRole('button', { name: 'New identity' }), 'create');
    expect(refused).toEqual([]);
    const nobody = await aPersonIn(server, scene.orgId, { role: 'no-access' });
    const { page: other } = await browser.open();
    await signInAsPerson(other, server, nobody.email, '/identities');
    await other.getByRole('heading', { name: 'You may not see this' }).waitFor();
    expect(await other.getByRole('button', { name: 'New identity' }).count()).toBe(0);
  });

  it('has no fault that axe finds, and nothing that is cut, in both themes, narrow and wide', async () => {
    const id = await anIdentityCalled('a deployer of the shop with a long name');
    await aClientSecret(id, 3 * 86_400);
    await trust.attach(scene.admin, id, { boundSubject: '*' });
    const membership = `/api/v1/projects/${project.id}/memberships/identities/${id}`;
    await scene.admin.http.post(membership).send({ role: 'member' }).expect(200);
    await scene.admin.http
      .post('/api/v2/identity-project-additional-privilege')
      .send({
        ...{ identityId: id, projectId: project.id, slug: 'oncall-november' },
        permissions: [{ subject: 'secrets', action: ['readValue'] }],
        type: {
          isTemporary: true,
          temporaryMode: 'relative',
          // It ends on another day, whatever the time is now: that takes the most room.
          temporaryRange: '26h',
          temporaryAccessStartTime: new Date().toISOString(),
        },
      })
      .expect(200);
    const { page } = await browser.open();
    const found: string[] = [];
    const examine = async (what: string) => found.push(...(await faultsOfLooks(page, what)));
    await signInAsPerson(page, server, email, '/identities');
    await page.getByText('in 3 days').first().waitFor();
    await examine('identities');
    await goTo(page, server, `/identities?identity=${id}`);
    await sheet(page).getByText('oncall-november').waitFor();
    await sheet(page).getByText('wide-subject').waitFor();
    await sheet(page).getByText('cluster A').waitFor();
    await examine('identities, one');
    await goTo(page, server, '/identities');
    await page.getByRole('button', { name: 'New identity' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor();
    await examine('identities, a new one');

    expect(found).toEqual([]);
  });
});
