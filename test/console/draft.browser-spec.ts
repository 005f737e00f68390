import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aSignedIn, PASSWORD, type Signed } from '../support/accounts.js';
import { useApp } from '../support/harness.js';
import { aScene } from '../support/scene.js';
import {
  describeInBrowser,
  faultsOfLooks,
  goTo,
  nameProduction,
  pressUntil,
  signInAsPerson,
  useBrowser,
} from './browser.js';

const server = useApp();
const ENVIRONMENTS = ['dev', 'staging', 'prod'];
/** Found nowhere else in a page. */
const TYPED = 'typed-7431';
let anna: Signed;
let bert: Signed;
let project: { readonly id: string; readonly slug: string };

beforeAll(async () => {
  const { orgId } = await aScene(server);
  anna = await aSignedIn(server, orgId, { role: 'admin' });
  bert = await aSignedIn(server, orgId);
  const made = await anna.http.post('/api/v1/projects').send({ projectName: 'Shop' }).expect(200);
  ({ project } = made.body as { project: typeof project });
  for (const [environment, secretKey] of [
    ['dev', 'API_KEY'],
    ['prod', 'API_KEY'],
    ['dev', 'OLD_KEY'],
    ['prod', 'OLD_KEY'],
  ] as const)
    await anna.http
      .post(`/api/v4/secrets/${secretKey}`)
      .send({ projectId: project.id, environment, secretValue: 'before' })
      .expect(200);
});

async function valueOf(secretKey: string, environment: string): Promise<string | number> {
  const query = { projectId: project.id, environment, secretPath: '/' };
  const { status, body } = await anna.http.get(`/api/v4/secrets/${secretKey}`).query(query);
  return status === 200 ? (body as { secret: { secretValue: string } }).secret.secretValue : status;
}

const values = (secretKey: string) =>
  Promise.all(ENVIRONMENTS.map((environment) => valueOf(secretKey, environment)));

describeInBrowser('the draft', () => {
  const browser = useBrowser();
  const open = async () => {
    const opened = await browser.open();
    const bodies: string[] = [];
    opened.page.on('request', (request) => bodies.push(request.postData() ?? ''));
    await signInAsPerson(opened.page, server, anna.email, `/p/${project.slug}/secrets`);
    return { ...opened, sent: () => bodies.join('\n') };
  };
  const cellIn = (page: Page, name: string, environment: string) =>
    page.getByRole('gridcell', { name: new RegExp(`^${name}, ${environment}`) });
  const draftOf = (page: Page) => page.getByRole('group', { name: 'Draft' });

  it('gathers changes of several secrets without a pointer, takes steps back, and is reviewed and done as one', async () => {
    const { page, sent } = await open();
    const found: string[] = [];
    // A value of two environments, a deletion, and a new secret.
    await cellIn(page, 'API_KEY', 'prod').press('e');
    const editor = page.getByRole('dialog', { name: 'Change API_KEY' });
    await editor.getByLabel('Value in staging').fill(TYPED);
    await editor.getByLabel('Value in prod').fill(TYPED);
    await page.keyboard.press('Control+Shift+Enter');
    await draftOf(page).getByText('Draft: 2 changes, 2 environments').waitFor();
    await cellIn(page, 'API_KEY', 'prod, .*changed in the draft').waitFor();

    await cellIn(page, 'OLD_KEY', 'prod').press('e');
    await page.getByLabel('Delete in prod').check();
    await page.getByLabel('Delete in dev').check();
    found.push(...(await faultsOfLooks(page, 'editor')));
    await page.getByRole('button', { name: 'Keep in the draft' }).press('Enter');
    await draftOf(page).getByText('Draft: 4 changes, 3 environments').waitFor();

    await cellIn(page, 'API_KEY', 'prod').press('n');
    await page.keyboard.type('NEW_KEY');
    await page.keyboard.press('Tab');
    await page.keyboard.type(`${TYPED}-dev`);
    await page.keyboard.press('Control+Shift+Enter');
    await draftOf(page).getByText('Draft: 5 changes, 3 environments').waitFor();
    // It has its row before anybody else sees it.
    await page.getByRole('rowheader', { name: 'NEW_KEY draft' }).waitFor();
    await cellIn(page, 'NEW_KEY', 'dev, .*changed in the draft').waitFor();
    found.push(...(await faultsOfLooks(page, 'secrets with a draft')));

    // What the editor kept is there again; the last step is taken back.
    await cellIn(page, 'OLD_KEY', 'prod').press('e');
    expect(await page.getByLabel('Delete in prod').isChecked()).toBe(true);
    await page.getByLabel('Delete in dev').uncheck();
    await page.getByLabel('Delete in prod').uncheck();
    await page.getByRole('button', { name: 'Keep in the draft' }).press('Enter');
    await draftOf(page).getByText('Draft: 3 changes, 3 environments').waitFor();
    await cellIn(page, 'OLD_KEY', 'prod').press('Control+z');
    await draftOf(page).getByText('Draft: 5 changes, 3 environments').waitFor();
    expect(sent()).not.toContain('7431');
    expect(await values('API_KEY')).toEqual(['before', 404, 'before']);

    await cellIn(page, 'OLD_KEY', 'prod').press('R');
    const review = page.getByRole('dialog', { name: 'Review 5 changes' });
    await review.getByText('will be done').nth(4).waitFor();
    found.push(...(await faultsOfLooks(page, 'review of a draft')));
    const apply = review.getByRole('button', { name: 'Apply to staging, prod, dev' });
    expect(await apply.isDisabled()).toBe(true);
    await nameProduction(review);
    await apply.press('Enter');
    await review.getByText('done', { exact: true }).nth(4).waitFor();
    await review.getByRole('button', { name: 'Close', exact: true }).press('Enter');
    await draftOf(page).waitFor({ state: 'detached' });
    expect(await values('API_KEY')).toEqual(['before', TYPED, TYPED]);
    expect(await values('OLD_KEY')).toEqual([404, 404, 404]);
    expect(await values('NEW_KEY')).toEqual([`${TYPED}-dev`, 404, 404]);

    // Nothing of it comes again.
    await cellIn(page, 'API_KEY', 'prod').press('Control+z');
    await cellIn(page, 'API_KEY', 'prod').press('R');
    expect(await draftOf(page).count()).toBe(0);
    expect(await page.content()).not.toContain('7431');
    expect(found).toEqual([]);
  });

  it('puts a stale change upon what is there now, and drops another', async () => {
    const { page } = await open();
    const put = (how: 'delete' | 'patch' | 'post', environment: string, value: object) =>
      anna.http[how]('/api/v4/secrets/STALE')
        .send({ projectId: project.id, environment, ...value })
        .expect(200);
    for (const environment of ['dev', 'staging'])
      await put('post', environment, { secretValue: 'one' });
    await cellIn(page, 'STALE', 'staging').press('e');
    for (const environment of ['dev', 'staging'])
      await page.getByLabel(`Value in ${environment}`).fill('mine');
    await page.keyboard.press('Control+Shift+Enter');
    await draftOf(page).getByText('Draft: 2 changes, 2 environments').waitFor();
    await put('patch', 'dev', { secretValue: 'theirs' });
    await put('delete', 'staging', {});
    await draftOf(page).getByText('2 changed by others since').waitFor();
    await cellIn(page, 'STALE', 'dev').press('R');
    const review = page.getByRole('dialog', { name: 'Review STALE' });
    await review.getByText(`${anna.email} deleted it since.`).waitFor();
    await review.getByText(`${anna.email} wrote v2 since`, { exact: false }).waitFor();
    await review.getByRole('button', { name: 'Set it again' }).waitFor();
    await review.getByRole('button', { name: 'Drop mine' }).nth(1).press('Enter');
    await review.getByText('dropped: what is there stays').waitFor();
    const reveal = (side: string) =>
      review.getByRole('button', { name: `Reveal STALE of dev, ${side}` }).press('Enter');
    await reveal('before');
    await review.getByText('one', { exact: true }).waitFor();
    await reveal('now');
    await review.getByText('theirs', { exact: true }).waitFor();
    await review.getByRole('button', { name: 'Use mine on top' }).press('Enter');
    await review.getByText('will be done').waitFor();
    await review.getByText('one', { exact: true }).waitFor({ state: 'detached' });
    expect(await review.getByText('theirs', { exact: true }).count()).toBe(0);
    await reveal('before');
    await review.getByText('theirs', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await draftOf(page).getByText('Draft: 1 change, 1 environment').waitFor();
    expect(await draftOf(page).getByText('changed by others since').count()).toBe(0);
    await cellIn(page, 'STALE', 'dev').press('R');
    await review.getByText('will be done').waitFor();
    await review.getByRole('button', { name: 'Apply to dev' }).press('Enter');
    await review.getByText('done', { exact: true }).waitFor();
    await draftOf(page).waitFor({ state: 'detached' });
    await review.getByRole('button', { name: 'Close', exact: true }).press('Enter');
    expect(await values('STALE')).toEqual(['mine', 404, 404]);
  });

  it('keeps what is refused, stays from screen to screen and through the lock, and is discarded by its button', async () => {
    const { page } = await open();
    await cellIn(page, 'API_KEY', 'dev').press('e');
    await page.getByLabel('Value in dev').fill('mine');
    await page.keyboard.press('Control+Shift+Enter');
    await draftOf(page).getByText('Draft: 1 change, 1 environment').waitFor();
    await page.getByRole('link', { name: 'Time', exact: true }).click();
    await page.getByRole('heading', { name: 'Time', level: 1 }).waitFor();
    await pressUntil(page, ['g', 'l'], page.getByRole('heading', { name: 'Locked' }));
    await signInAgain(page);
    await page.getByRole('link', { name: 'Secrets', exact: true }).click();
    await draftOf(page).getByText('Draft: 1 change, 1 environment').waitFor();

    await anna.http
      .patch('/api/v4/secrets/API_KEY')
      .send({ projectId: project.id, environment: 'dev', secretValue: 'theirs' })
      .expect(200);
    await draftOf(page).getByText('1 changed by others since').waitFor();
    const found = await faultsOfLooks(page, 'a stale draft');
    await draftOf(page).getByRole('button', { name: 'Review' }).click();
    const review = page.getByRole('dialog', { name: 'Review API_KEY' });
    await review.getByText('not as it is', { exact: false }).first().waitFor();
    const since = `${anna.email} wrote v2 since; yours was asked for on v1.`;
    await review.getByText(since, { exact: false }).waitFor();
    await review.locator('time').waitFor();
    found.push(...(await faultsOfLooks(page, 'review of a stale draft')));
    await page.keyboard.press('Escape');
    await review.waitFor({ state: 'detached' });
    expect(await valueOf('API_KEY', 'dev')).toBe('theirs');
    expect(found).toEqual([]);
    await draftOf(page).getByText('Draft: 1 change, 1 environment').waitFor();
    await draftOf(page).getByRole('button', { name: 'Discard' }).click();
    await draftOf(page).waitFor({ state: 'detached' });
  });

  it('is told of on every screen, and asks before a sign-out loses it, from the lock too', async () => {
    const { page } = await open();
    const question = page.getByRole('alertdialog', { name: 'Sign out and lose the draft?' });
    const signOut = async () => {
      await page.getByRole('button', { name: /^Account/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
    };
    await cellIn(page, 'API_KEY', 'dev').press('e');
    await page.getByLabel('Value in dev').fill('mine');
    await page.keyboard.press('Control+Shift+Enter');
    await page.getByRole('link', { name: 'Time', exact: true }).click();
    await page.getByRole('heading', { name: 'Time', level: 1 }).waitFor();
    const mark = page.getByRole('link', { name: '1 change waits in the draft of Shop' });
    await mark.waitFor();
    await signOut();
    await question.getByText('1 change was not applied yet').waitFor();
    const found = await faultsOfLooks(page, 'question before a sign-out');
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });

    await pressUntil(page, ['g', 'l'], page.getByRole('heading', { name: 'Locked' }));
    await page.getByRole('button', { name: 'Sign in as somebody else' }).click();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await signInAgain(page);
    await mark.click();
    await draftOf(page).getByText('Draft: 1 change, 1 environment').waitFor();
    await signOut();
    await question.getByRole('button', { name: 'Sign out and discard' }).click();
    await page.getByLabel('E-mail address').waitFor();
    expect(await question.count()).toBe(0);
    expect(found).toEqual([]);
  });

  it('is in sight after a sheet that asked for a change, also on a telephone, and says what was undone', async () => {
    const { page } = await open();
    for (const width of [1440, 400]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(page.url().replace(/[?].*$/, '') + '?name=API_KEY&environment=dev');
      const sheet = page.getByRole('dialog', { name: /^API_KEY/ });
      await sheet.getByRole('button', { name: 'Change', exact: true }).click();
      await page.locator('textarea:focus').waitFor();
      await page.keyboard.type('typed');
      await page.getByRole('button', { name: 'Keep in the draft' }).click();
      await page.getByText('Kept in the draft').first().waitFor();
      await draftOf(page).getByText('Draft: 1 change, 1 environment').waitFor();
      expect(await page.getByRole('dialog', { name: /API_KEY/ }).count()).toBe(0);
      const box = await draftOf(page).boundingBox();
      expect(box && box.y >= 0 && box.y + box.height <= 800).toBe(true);
      await draftOf(page).getByRole('button', { name: 'Undo' }).click();
      await page.getByText('Undone in the draft: API_KEY in dev').first().waitFor();
      await draftOf(page).waitFor({ state: 'detached' });
    }
  });

  it('outlives a sign-out in another tab, locked and told of in both, until its owner comes back', async () => {
    const { page, context } = await open();
    await cellIn(page, 'API_KEY', 'dev').press('e');
    await page.getByLabel('Value in dev').fill(TYPED);
    await page.keyboard.press('Control+Shift+Enter');
    await draftOf(page).getByText('Draft: 1 change, 1 environment').waitFor();
    // What is typed and not even kept in the draft is work as well.
    await cellIn(page, 'API_KEY', 'dev').press('n');
    const editor = page.getByRole('dialog', { name: 'New secret in /' });
    await editor.getByLabel('Name').fill('OTHER_KEY');
    await editor.getByLabel('Value in dev').fill(TYPED);

    const other = await context.newPage();
    await goTo(other, server);
    await other.getByRole('button', { name: /^Account/ }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await other
      .getByText(/2 changes were not applied yet and are kept for an hour in another tab/)
      .waitFor();
    const found = await faultsOfLooks(other, 'signed out, a draft in another tab');
    await page.getByRole('heading', { name: 'Locked' }).waitFor();
    await page.getByText(/^You signed out in another tab.* 2 changes were not applied/).waitFor();
    expect(await page.evaluate(() => document.body.innerText)).not.toMatch(/API_KEY|7431/);
    found.push(...(await faultsOfLooks(page, 'locked by a sign-out in another tab')));

    // Somebody else who signs in there neither sees it nor takes it away, and stays signed in when it is discarded or not.
    await other.getByLabel('E-mail address').fill(bert.email);
    await other.getByLabel('Password').fill(PASSWORD);
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    await other.getByRole('banner').waitFor();
    await page.getByRole('heading', { name: 'Locked' }).waitFor();
    await page.getByText('Signed in as').waitFor();
    await other.getByRole('button', { name: /^Account/ }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await other.getByText(/2 changes were not applied yet and are kept/).waitFor();

    await other.getByLabel('E-mail address').fill(anna.email);
    await other.getByLabel('Password').fill(PASSWORD);
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    // Both tabs go on.
    await editor.waitFor();
    await editor.getByLabel('Value in dev').focus();
    expect(await editor.getByLabel('Value in dev').inputValue()).toBe(TYPED);
    await editor.getByRole('button', { name: 'Cancel' }).press('Enter');
    await draftOf(page).getByText('Draft: 1 change, 1 environment').waitFor();

    // Without anything unsaved a tab goes with the other.
    await draftOf(page).getByRole('button', { name: 'Discard' }).click();
    await draftOf(page).waitFor({ state: 'detached' });
    await other.getByRole('button', { name: /^Account/ }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('E-mail address').waitFor();
    expect(await page.getByText('not applied').count()).toBe(0);
    expect(await other.getByText('not applied').count()).toBe(0);
    expect(found).toEqual([]);
  });

  it('can be discarded after a sign-out in another tab, without ending the session of whoever signed in there', async () => {
    const { page, context } = await open();
    await cellIn(page, 'API_KEY', 'dev').press('e');
    await page.getByLabel('Value in dev').fill(TYPED);
    await page.keyboard.press('Control+Shift+Enter');
    await draftOf(page).waitFor();
    const other = await context.newPage();
    await goTo(other, server);
    await other.getByRole('button', { name: /^Account/ }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Locked' }).waitFor();
    await other.getByLabel('E-mail address').fill(bert.email);
    await other.getByLabel('Password').fill(PASSWORD);
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    await other.getByRole('banner').waitFor();

    await page.getByRole('button', { name: 'Sign in as somebody else' }).click();
    const question = page.getByRole('alertdialog', { name: 'Sign out and lose the draft?' });
    await question.getByText('Nobody can bring it back').waitFor();
    await question.getByRole('button', { name: 'Sign out and discard' }).click();
    await page.getByLabel('E-mail address').waitFor();
    await other.reload();
    await other.getByRole('button', { name: /^Account/ }).waitFor();
    expect(await other.getByLabel('Password').count()).toBe(0);
  });

  it('is discarded an hour after the lock, which the page says', async () => {
    const { page } = await browser.open();
    await page.clock.install();
    await signInAsPerson(page, server, anna.email, `/p/${project.slug}/secrets`);
    await cellIn(page, 'API_KEY', 'dev').press('e');
    await page.getByLabel('Value in dev').fill(TYPED);
    await page.keyboard.press('Control+Shift+Enter');
    await draftOf(page).waitFor();
    await pressUntil(page, ['g', 'l'], page.getByRole('heading', { name: 'Locked' }));
    await page.clock.fastForward('01:00:01');
    await page.getByText(/^1 change was not applied yet and was discarded/).waitFor();
    expect(await page.getByLabel('E-mail address').isVisible()).toBe(true);
  });

  async function signInAgain(page: Page) {
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Unlock' }).click();
    await page.getByRole('heading', { name: 'Time', level: 1 }).waitFor();
  }
});
