import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aPersonIn, aSignedIn, type Signed } from '../support/accounts.js';
import { useApp } from '../support/harness.js';
import { aGroup, joinGroup, joinProject } from '../support/people.js';
import { aProject, aScene, type Caller, type TestProject } from '../support/scene.js';
import { describeInBrowser, faultsOfLooks, goTo, signInAsPerson, useBrowser } from './browser.js';

const server = useApp();
const BOB = 'bob@example.org';
const CAROL = 'carol@example.org';
let orgId: string;
let project: TestProject;
let admin: Signed;
let viewer: Signed;
let groupId: string;
/** Bob's membership. */
let bobs: string;
let groupName: string;

/** The person who made the project, Bob who is a member of it, and a group with Carol; and somebody who may only look. */
beforeAll(async () => {
  ({ orgId } = await aScene(server));
  admin = await aSignedIn(server, orgId, { role: 'admin' });
  project = await aProject(admin as unknown as Caller);
  const bob = await aPersonIn(server, orgId, { email: BOB });
  const carol = await aPersonIn(server, orgId, { email: CAROL });
  viewer = await aSignedIn(server, orgId, { email: 'vera@example.org' });
  bobs = await joinProject(server, project, { userId: bob.userId }, 'member');
  await joinProject(server, project, { userId: viewer.userId }, 'viewer');
  groupId = await aGroup(server, orgId);
  await joinGroup(server, groupId, { userId: carol.userId });
  await joinProject(server, project, { groupId }, 'viewer');
  groupName = `group-${groupId}`;
});

const people = (more = '') => `/p/${project.slug}/people${more}`;

interface Role {
  readonly role: string;
  readonly isTemporary: boolean;
}

async function rolesOf(email: string): Promise<readonly Role[] | null> {
  const { body } = await admin.http.get(`/api/v1/projects/${project.id}/memberships`).expect(200);
  const { memberships } = body as {
    memberships: { user: { email: string }; roles: (Role & { customRoleSlug: string | null })[] }[];
  };
  return memberships.find(({ user }) => user.email === email)?.roles ?? null;
}

const choose = async (page: Page, button: RegExp, option: string) => {
  await page.getByRole('button', { name: button }).press('Enter');
  await page.getByRole('menuitemradio', { name: option, exact: true }).press('Enter');
};

describeInBrowser('people and groups of a project', () => {
  const browser = useBrowser();

  it('gives somebody a role for two hours, by keyboard alone, and shows what ends soon', async () => {
    const { page } = await browser.open();
    await signInAsPerson(page, server, admin.email, people());
    await page.getByRole('link', { name: BOB }).press('Enter');
    const sheet = page.getByRole('dialog', { name: BOB });
    await sheet.getByRole('button', { name: 'Take away member' }).waitFor();
    expect(await faultsOfLooks(page, 'people, a person')).toEqual([]);
    await choose(page, /^Role: /, 'Admin');
    await sheet.getByRole('button', { name: 'Give it …' }).press('Enter');
    const asked = page.getByRole('dialog', { name: `Roles of ${BOB}` });
    await asked.getByText('for 2 hours').waitFor();
    await asked.getByText('Nobody loses, 1 member gains.').waitFor();
    const effect = asked.getByRole('list', { name: 'Who loses and who gains' });
    await effect.getByText('prod: ').first().waitFor();
    expect(await rolesOf(BOB)).toHaveLength(1);
    expect(await faultsOfLooks(page, 'people, roles before and after')).toEqual([]);
    await asked.getByRole('button', { name: 'Change the roles' }).press('Enter');
    await sheet.getByRole('button', { name: 'Take away admin' }).waitFor();
    expect(await rolesOf(BOB)).toMatchObject([
      { role: 'member', isTemporary: false },
      { role: 'admin', isTemporary: true },
    ]);
    // The dialog closes once all that it changed was read again.
    await asked.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    const soon = page.getByRole('table', { name: 'Ends by itself' });
    await soon.filter({ hasText: 'admin' }).waitFor();
    expect(await faultsOfLooks(page, 'people')).toEqual([]);
  });

  it('shows what was granted beside the roles, with its end, and takes it away', async () => {
    const grant = {
      projectMembershipId: bobs,
      permissions: [
        { subject: 'secrets', action: ['readValue'], conditions: { environment: 'prod' } },
      ],
      type: {
        ...{ isTemporary: true, temporaryMode: 'relative', temporaryRange: '2h' },
        temporaryAccessStartTime: new Date().toISOString(),
      },
    };
    const route = '/api/v1/user-project-additional-privilege';
    await admin.http.post(route).send(grant).expect(200);
    const { page } = await browser.open();
    await signInAsPerson(page, server, admin.email, people(`?who=user:${bobs}`));
    const sheet = page.getByRole('dialog');
    await sheet.getByText('read the value: prod').waitFor();
    expect(await faultsOfLooks(page, 'people, a grant')).toEqual([]);
    await sheet.getByRole('button', { name: /^Take away the grant until / }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take away' }).click();
    await sheet.getByText('Nothing was granted beside the roles.').waitFor();
    const { body } = await admin.http.get(route).query({ projectMembershipId: bobs }).expect(200);
    expect(body).toEqual({ privileges: [] });
  });

  it('asks for the rules of ten grants at a time, however many there are', async () => {
    const route = '/api/v1/user-project-additional-privilege';
    for (let count = 0; count < 12; count++) {
      const permissions = [{ subject: 'secrets', action: ['readValue'] }];
      const type = { isTemporary: false };
      await admin.http
        .post(route)
        .send({ projectMembershipId: bobs, permissions, type })
        .expect(200);
    }
    const { page } = await browser.open();
    const asked = new Set<string>();
    page.on('request', (request) => {
      const [, id] = request.url().split(`${route}/`);
      if (id) asked.add(id);
    });
    await signInAsPerson(page, server, admin.email, people(`?who=user:${bobs}`));
    const takes = page.getByRole('dialog').getByRole('button', { name: /^Take away the grant/ });
    await takes.nth(9).waitFor();
    const more = page.getByRole('button', { name: 'Show more: 10 of 12 are shown' });
    expect(await faultsOfLooks(page, 'people, many grants')).toEqual([]);
    expect([await takes.count(), asked.size]).toEqual([10, 10]);
    await more.click();
    await takes.nth(11).waitFor();
    await more.waitFor({ state: 'detached' });
  });

  it('adds people who are there and new ones, whose links are never in the page', async () => {
    const { page, trace } = await browser.open();
    await signInAsPerson(page, server, admin.email, people());
    await page.getByRole('button', { name: 'Add people' }).click();
    const form = page.getByRole('dialog', { name: 'Add people' });
    await form.getByLabel('E-mail addresses').fill(`${CAROL}\nnew@example.org`);
    await choose(page, /^Role: /, 'Viewer');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    const links = page.getByRole('dialog', { name: 'Invitation links' });
    await links.getByRole('button', { name: 'Copy the link for new@example.org' }).waitFor();
    expect(await faultsOfLooks(page, 'people, links')).toEqual([]);
    expect(await page.content()).not.toMatch(/signup#|code=|token=/);
    await links.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'new@example.org' }).waitFor();
    expect(await rolesOf(CAROL)).toMatchObject([{ role: 'viewer' }]);
    expect(trace.lines.join()).not.toContain('token=');
  });

  it('takes a role away, and removes a member once it was asked', async () => {
    const { page } = await browser.open();
    const dora = await aPersonIn(server, orgId, { email: 'dora@example.org' });
    await joinProject(server, project, { userId: dora.userId }, 'member');
    await signInAsPerson(page, server, admin.email, people());
    await page.getByLabel('Find by address').fill('dora');
    const table = page.getByRole('table', { name: 'People' });
    await table.getByRole('link', { name: BOB }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'dora@example.org' }).click();
    await page.getByRole('button', { name: 'Take away member' }).click();
    await page.getByRole('button', { name: 'Change the roles' }).click();
    await page.getByRole('button', { name: 'Take away no-access' }).waitFor();
    await page.getByRole('button', { name: 'Remove from the project' }).click();
    const asked = page.getByRole('alertdialog');
    expect(await faultsOfLooks(page, 'people, removal')).toEqual([]);
    await asked.getByRole('button', { name: 'Remove from the project' }).click();
    await page.getByRole('heading', { name: 'No member with that address' }).waitFor();
    expect(await rolesOf('dora@example.org')).toBeNull();
  });

  it('says why somebody may not, before they try', async () => {
    const { page } = await browser.open();
    await signInAsPerson(page, server, viewer.email, people());
    const add = page.getByRole('button', { name: 'Add people' });
    await page.getByText('it needs the right “create” on “member”').first().waitFor();
    expect(await add.getAttribute('aria-disabled')).toBe('true');
    await add.press('Enter');
    await page
      .getByRole('region', { name: 'Messages' })
      .getByText('it needs the right “create” on “member”')
      .waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await goTo(page, server, people('?show=groups'));
    await page.getByRole('link', { name: groupName }).first().click();
    await page.getByText('it needs the right “edit” on “groups”').first().waitFor();
    expect(await faultsOfLooks(page, 'people, a group, as a viewer')).toEqual([]);
  });
});

describeInBrowser('people and groups of the organization', () => {
  const browser = useBrowser();

  it('makes a group, puts somebody into it, and deletes it', async () => {
    const { page } = await browser.open();
    await signInAsPerson(page, server, admin.email, '/organization?show=groups');
    await page.getByRole('button', { name: 'New group' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Operators');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.getByRole('link', { name: 'Operators' }).click();
    await page.getByText('Nobody is in this group yet.').waitFor();
    await page.getByRole('button', { name: 'Add a person' }).click();
    await page.getByLabel('E-mail address').fill(BOB);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: `Take out ${BOB} of Operators` }).waitFor();
    expect(await faultsOfLooks(page, 'organization, a group')).toEqual([]);
    await page.getByRole('button', { name: `Take out ${BOB} of Operators` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take out' }).click();
    await page.getByText('Nobody is in this group yet.').waitFor();
    await page.getByRole('button', { name: 'Delete the group' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete the group' }).click();
    await page.getByRole('link', { name: 'Operators' }).waitFor({ state: 'detached' });
    expect(await faultsOfLooks(page, 'organization, groups')).toEqual([]);
  });

  it('invites, changes a role, deactivates and removes, by keyboard alone', async () => {
    const { page } = await browser.open();
    await signInAsPerson(page, server, admin.email, '/organization');
    await page.getByRole('button', { name: 'Invite people' }).press('Enter');
    await page.keyboard.type('erin@example.org');
    await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).press('Enter');
    await page.getByRole('button', { name: 'Done' }).press('Enter');
    await page.getByRole('link', { name: 'erin@example.org' }).press('Enter');
    await page.getByRole('button', { name: 'Invite again' }).waitFor();
    await choose(page, /^Role: /, 'Admin');
    await page.getByRole('button', { name: 'Change the role' }).press('Enter');
    await page.getByText('member → admin').waitFor();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Change the role' })
      .last()
      .press('Enter');
    await page.getByText('The role is changed.').first().waitFor();
    // The focus is back where it was, although the button now says why it does nothing.
    await page.locator('button:focus', { hasText: 'Change the role' }).waitFor();
    await page.getByRole('button', { name: 'Deactivate' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).press('Enter');
    const asked = page.getByRole('alertdialog', { name: 'Deactivate erin@example.org?' });
    await asked.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Activate', exact: true }).waitFor();
    expect(await faultsOfLooks(page, 'organization, a person')).toEqual([]);
    await page.getByRole('button', { name: 'Remove' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).press('Enter');
    await page.getByRole('link', { name: 'erin@example.org' }).waitFor({ state: 'detached' });
    expect(await faultsOfLooks(page, 'organization')).toEqual([]);
  });

  it('lets a member look, and says what is missing for more', async () => {
    const { page } = await browser.open();
    await signInAsPerson(page, server, viewer.email, '/organization');
    await page.getByRole('link', { name: BOB }).click();
    await page.getByText('it needs the right “edit” on “member”').first().waitFor();
    const button = page.getByRole('button', { name: 'Deactivate' });
    expect(await button.getAttribute('aria-disabled')).toBe('true');
  });
});
