import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aSignedIn, type Signed } from '../support/accounts.js';
import { useApp } from '../support/harness.js';
import { aScene } from '../support/scene.js';
import {
  describeInBrowser,
  faultsOfLooks,
  signInAsPerson,
  useBrowser,
  nameProduction,
} from './browser.js';

const server = useApp();
let anna: Signed;
let project: { readonly id: string; readonly slug: string };
const PLACE = { environment: 'prod', secretPath: '/apps' };

beforeAll(async () => {
  const { orgId } = await aScene(server);
  anna = await aSignedIn(server, orgId, { role: 'admin' });
  const made = await anna.http.post('/api/v1/projects').send({ projectName: 'Shop' }).expect(200);
  ({ project } = made.body as { project: typeof project });
  for (const environment of ['dev', 'prod'])
    await anna.http
      .post('/api/v2/folders')
      .send({ projectId: project.id, environment, path: '/', name: 'apps' })
      .expect(200);
  await write('post', { ...PLACE, environment: 'dev' }, 'of-dev');
  await write('post', PLACE, 'host=one\nport=7431\n');
  await write('patch', PLACE, 'host=two\nport=7431\n');
});

const write = (how: 'post' | 'patch', place: typeof PLACE, secretValue: string) =>
  anna.http[how]('/api/v4/secrets/API_KEY')
    .send({ projectId: project.id, ...place, secretValue })
    .expect(200);

const readsOf = async (userId: string): Promise<number> => {
  const rows: { count: number }[] = await server.database.source.query(
    `select count(*)::int as count from audit_entries where action = 'secret.read' and actor_id = $1`,
    [userId],
  );
  return rows[0]!.count;
};

describeInBrowser('keys of the console', () => {
  const browser = useBrowser();
  const open = async (address = 'secrets?path=%2Fapps') => {
    const opened = await browser.open();
    await signInAsPerson(opened.page, server, anna.email, `/p/${project.slug}/${address}`);
    return opened;
  };
  const cellIn = (page: Page, environment: string) =>
    page.getByRole('gridcell', { name: new RegExp(`^API_KEY, ${environment}`) });

  it('show the value of a cell, and what changed in it, in the sheet and by one read each', async () => {
    const { page } = await open();
    const before = await readsOf(anna.userId);
    await cellIn(page, 'prod').press('r');
    const sheet = page.getByRole('dialog', { name: /^API_KEY/ });
    await sheet.getByText('host=two').waitFor();
    await sheet.locator('[aria-current=true]').filter({ hasText: 'host=two' }).waitFor();
    expect(await readsOf(anna.userId)).toBe(before + 1);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain('7431');

    await cellIn(page, 'prod').press('d');
    const compared = sheet.getByRole('region', { name: /what changed from version 1 to 2$/ });
    await compared.getByText('host=two').waitFor();
    expect((await compared.locator('pre').innerText()).replaceAll(/\s+/gu, ' ').trim()).toBe(
      '−host=one↵ +host=two↵ port=7431↵',
    );
    expect(await readsOf(anna.userId)).toBe(before + 3);
    expect(await faultsOfLooks(page, 'versions, compared')).toEqual([]);
    await compared.getByRole('button', { name: 'Hide' }).press('Enter');
    await compared.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });

    await cellIn(page, 'dev').press('d');
    await page.getByText('There is no earlier version').waitFor();
    expect(await sheet.count()).toBe(0);
  });

  it('lead into a folder without a way through the bar: f, an arrow, Enter', async () => {
    const { page } = await open('secrets?path=%2Fapps&environment=prod');
    await cellIn(page, 'prod').press('f');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByText(/^No secrets in \/ itself/).waitFor();
    // The tree is one stop of Tab.
    const folders = page.getByRole('navigation', { name: 'Folders' });
    expect(await folders.locator('a:not([tabindex="-1"])').count()).toBe(1);
  });

  it('take what is typed right after n into the name, though the field is still to come', async () => {
    const { page } = await browser.open();
    await page.route('**/permissions/mine', async (route) => {
      await new Promise((done) => setTimeout(done, 1_000));
      await route.continue();
    });
    await signInAsPerson(page, server, anna.email, `/p/${project.slug}/secrets?path=%2Fapps`);
    await page.getByRole('link', { name: 'API_KEY' }).waitFor();
    await page.keyboard.press('n');
    // Letters that are shortcuts elsewhere.
    await page.keyboard.type('gale_n');
    const name = page.getByRole('dialog', { name: 'New secret in /apps' }).getByLabel('Name');
    await name.waitFor();
    await page.waitForFunction(() => document.activeElement?.closest('[role=dialog]') !== null);
    await page.keyboard.type('ext');
    expect(await name.inputValue()).toBe('gale_next');
  });

  it('are listed by ?, and letters are switched off by whoever wants no such keys', async () => {
    const { page } = await open();
    await cellIn(page, 'prod').press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await keys.getByText('Show the value for 30 seconds').waitFor();
    expect(await faultsOfLooks(page, 'keys')).toEqual([]);
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: /^Account/ }).click();
    const letters = page.getByRole('group', { name: 'Single-letter shortcuts' });
    await letters.getByRole('menuitemradio', { name: 'Off' }).click();
    await page.keyboard.press('Escape');
    await letters.waitFor({ state: 'detached' });
    for (const key of ['r', 'd', 'n', 'e', '?']) await cellIn(page, 'prod').press(key);
    await cellIn(page, 'prod').press('F2');
    await page.getByRole('dialog', { name: 'Change API_KEY in /apps' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
  });

  it('and links lead from place to place with folder and environment, also past places that have none', async () => {
    const { page } = await open('secrets?path=%2Fapps&environment=prod');
    await page.getByRole('link', { name: 'Activity', exact: true }).click();
    await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Time', exact: true }).click();
    await page.getByRole('heading', { name: 'Time', level: 1 }).waitFor();
    expect(page.url()).toMatch(/path=%2Fapps.*environment=prod|environment=prod.*path=%2Fapps/);
    await page.getByRole('link', { name: 'Secrets', exact: true }).click();
    await cellIn(page, 'prod').click();
    await page.getByRole('dialog', { name: /^API_KEY/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('navigation', { name: 'Folders' }).getByRole('link').first().click();
    await page.getByText(/^No secrets in \/ itself/).waitFor();
    expect(page.url()).toContain('environment=prod');
    await page.getByRole('link', { name: 'Time', exact: true }).click();
    await page.getByRole('heading', { name: 'Time', level: 1 }).waitFor();
    expect(page.url()).not.toContain('%2Fapps');
    expect(page.url()).toContain('environment=prod');
  });

  it('make the grid one stop of Tab, and return to its cell after a new secret, made or not', async () => {
    const { page } = await open();
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute('data-cell') ?? null);
    const isFocused = (cell: string) =>
      page.waitForFunction(
        (name) => document.activeElement?.getAttribute('data-cell') === name,
        cell,
      );
    await page.getByRole('rowheader', { name: 'API_KEY' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('0 2');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('[role=grid]'))).toBeNull();
    await page.keyboard.press('Shift+Tab');
    expect(await focused()).toBe('0 2');
    await page.keyboard.press('ArrowLeft');
    expect(await focused()).toBe('0 1');
    await page.keyboard.press('Shift+Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('[role=grid]'))).toBeNull();
    await page.keyboard.press('Tab');

    const editor = page.getByRole('dialog', { name: 'New secret in /apps' });
    await page.keyboard.press('n');
    await editor.waitFor();
    await page.keyboard.press('Escape');
    await editor.waitFor({ state: 'detached' });
    await isFocused('0 1');

    await page.keyboard.press('n');
    await editor.waitFor();
    await page.keyboard.type('Z_LAST');
    await page.keyboard.press('Tab');
    await page.keyboard.type('one');
    await page.keyboard.press('Control+Enter');
    const review = page.getByRole('dialog', { name: 'Review Z_LAST' });
    await review.getByText('will be done').waitFor();
    await page.keyboard.press('Control+Enter');
    await review.getByText('done', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await review.waitFor({ state: 'detached' });
    await isFocused('0 1');
    await anna.http
      .delete('/api/v4/secrets/Z_LAST')
      .send({ projectId: project.id, ...PLACE, environment: 'dev' })
      .expect(200);
  });

  it('begin in the value of the environment that a change was asked for in, by the pointer too', async () => {
    const { page } = await open();
    const editor = page.getByRole('dialog', { name: 'Change API_KEY in /apps' });
    const close = async () => {
      await page.keyboard.press('Escape');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
      await editor.waitFor({ state: 'detached' });
    };
    const isTypedInto = async (environment: string) => {
      await editor.waitFor();
      await page.locator('textarea:focus').waitFor();
      await page.keyboard.type('typed');
      expect(await editor.getByLabel(`Value in ${environment}`).inputValue()).toBe('typed');
    };
    for (const key of ['e', 'F2']) {
      await cellIn(page, 'prod').press(key);
      await isTypedInto('prod');
      await close();
    }
    await page.getByRole('link', { name: 'API_KEY' }).press('e');
    await isTypedInto('dev');
    await close();
    await cellIn(page, 'prod').click();
    const change = page.getByRole('button', { name: 'Change', exact: true });
    await change.click();
    await isTypedInto('prod');
    await close();
    await change.click();
    await isTypedInto('prod');
  });

  it('lead back to the sheet after a change that it asked for, made or not', async () => {
    const { page } = await open('secrets?path=%2Fapps&name=API_KEY&environment=dev');
    const sheet = page.getByRole('dialog', { name: /^API_KEY/ });
    const editor = page.getByRole('dialog', { name: 'Change API_KEY in /apps' });
    await sheet.getByRole('button', { name: 'Change', exact: true }).press('Enter');
    await editor.waitFor();
    await page.keyboard.press('Escape');
    await editor.waitFor({ state: 'detached' });
    await sheet.getByRole('button', { name: 'Change', exact: true }).press('Enter');
    await editor.getByLabel('Value in dev').fill('of-dev-again');
    await page.keyboard.press('Control+Enter');
    const review = page.getByRole('dialog', { name: 'Review API_KEY in /apps' });
    await review.getByText('will be done').waitFor();
    await page.keyboard.press('Control+Enter');
    await review.getByText('done', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await review.waitFor({ state: 'detached' });
    await sheet.getByText('v2').first().waitFor();
    expect(page.url()).toContain('name=API_KEY');
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
  });

  it('and the box make a new secret in the folder, from another place too', async () => {
    const { page } = await open('time?path=%2Fapps&environment=prod');
    await page.getByRole('heading', { name: 'Time', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('new sec');
    const item = page.getByRole('menuitem', { name: 'New secret' });
    await item.waitFor();
    await item.click();
    const editor = page.getByRole('dialog', { name: 'New secret in /apps' });
    await editor.waitFor();
    await page.keyboard.press('Escape');
    await editor.waitFor({ state: 'detached' });
    expect(page.url()).not.toContain('add=');
    await cellIn(page, 'prod').press('Control+k');
    await page.keyboard.type('new sec');
    await item.click();
    await editor.waitFor();
  });
});

describeInBrowser('a former version', () => {
  const browser = useBrowser();

  it('is brought back by a new one, after a look at what would be done', async () => {
    const { page } = await browser.open();
    const address = `/p/${project.slug}/secrets?path=%2Fapps&name=API_KEY&environment=prod`;
    await signInAsPerson(page, server, anna.email, address);
    const sheet = page.getByRole('dialog', { name: /^API_KEY/ });
    const found = await faultsOfLooks(page, 'sheet with versions');
    await sheet.getByRole('button', { name: 'Bring back version 1' }).press('Enter');
    const review = page.getByRole('dialog', { name: 'Review API_KEY in /apps' });
    await review.getByText('v1 again').waitFor();
    await review.getByText('will be done').waitFor();
    await nameProduction(review);
    await review.getByRole('button', { name: 'Apply to prod' }).press('Enter');
    await review.getByText('done', { exact: true }).waitFor();
    const { body } = await anna.http
      .get('/api/v4/secrets/API_KEY')
      .query({ projectId: project.id, ...PLACE })
      .expect(200);
    expect((body as { secret: object }).secret).toMatchObject({
      secretValue: 'host=one\nport=7431\n',
      version: 3,
    });
    expect(await page.content()).not.toContain('7431');
    expect(found).toEqual([]);
  });
});
