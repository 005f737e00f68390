import { beforeAll, expect, it } from '@jest/globals';
import { aSignedIn, type Signed } from '../support/accounts.js';
import { useApp } from '../support/harness.js';
import { aScene } from '../support/scene.js';
import { describeInBrowser, faultsOfLooks, goTo, signInAsPerson, useBrowser } from './browser.js';

const server = useApp();
/** Found nowhere else in a page. */
const VALUE = 'correct-horse-7431';
const ENVIRONMENTS = ['dev', 'staging', 'prod'];
let anna: Signed;
let project: { readonly id: string; readonly slug: string };

beforeAll(async () => {
  const { orgId } = await aScene(server);
  anna = await aSignedIn(server, orgId, { role: 'admin' });
  const made = await anna.http.post('/api/v1/projects').send({ projectName: 'Shop' }).expect(200);
  ({ project } = made.body as { project: typeof project });
  await put('dev', { API_KEY: 'one', DB_PASSWORD: VALUE, ONLY_DEV: 'x' });
  await put('staging', { API_KEY: 'two', DB_PASSWORD: VALUE });
  await put('prod', { API_KEY: 'two', DB_PASSWORD: VALUE });
});

const put = (environment: string, pairs: Readonly<Record<string, string>>) =>
  anna.http
    .post('/api/v4/secrets/batch')
    .send({
      ...{ projectId: project.id, environment, secretPath: '/' },
      secrets: Object.entries(pairs).map(([secretKey, secretValue]) => ({
        secretKey,
        secretValue,
      })),
    })
    .expect(200);

const makeFolder = (environment: string, path: string, name: string, projectId = project.id) =>
  anna.http.post('/api/v2/folders').send({ projectId, environment, path, name }).expect(200);

describeInBrowser('the grid of secrets', () => {
  const browser = useBrowser();
  const open = async () => {
    const opened = await browser.open();
    await signInAsPerson(opened.page, server, anna.email, `/p/${project.slug}/secrets`);
    await opened.page.getByRole('grid', { name: 'Secrets of /' }).waitFor();
    return opened;
  };

  it('tells what is set where, what is missing and what is different, and has no value in it', async () => {
    const { page } = await open();
    const cell = (name: string) => page.getByRole('gridcell', { name });
    const alone = 'value b, no other environment has this value';
    await cell(`API_KEY, dev, version 1, ${alone}, changed within the hour`).waitFor();
    const same = 'value a, same value as in staging';
    await cell(`API_KEY, prod, version 1, ${same}, changed within the hour`).waitFor();
    const legend = page.getByRole('list', { name: 'What the marks mean' });
    await legend.getByText('Same letter in a row: same value; a is that of prod').waitFor();
    await cell('ONLY_DEV, staging, missing').waitFor();
    expect(await page.getByRole('columnheader').allTextContents()).toEqual([
      'Marked',
      'Name',
      ...ENVIRONMENTS,
      'Changed',
    ]);
    await page.getByRole('link', { name: /^Gaps/ }).click();
    const names = page.getByRole('rowheader');
    await names.filter({ hasText: 'API_KEY' }).waitFor({ state: 'detached' });
    expect(await names.allTextContents()).toEqual(['ONLY_DEV']);
    await page.getByRole('link', { name: /^Differ/ }).click();
    await names.filter({ hasText: 'ONLY_DEV' }).waitFor({ state: 'detached' });
    expect(await names.allTextContents()).toEqual(['API_KEY']);
    expect(await page.content()).not.toContain(VALUE);
    const found = await faultsOfLooks(page, 'secrets that differ');
    await page.getByRole('link', { name: /^All \d/ }).click();
    await names.filter({ hasText: 'ONLY_DEV' }).waitFor();
    expect([...found, ...(await faultsOfLooks(page, 'secrets'))]).toEqual([]);
  });

  it('opens the sheet of a secret by keyboard, and shows a value for as long as it is open', async () => {
    const { page } = await open();
    await page.getByRole('link', { name: 'DB_PASSWORD' }).press('Enter');
    const sheet = page.getByRole('dialog', { name: /^DB_PASSWORD/ });
    await sheet.waitFor();
    expect(page.url()).toContain('name=DB_PASSWORD');
    await sheet.getByText('same value as in staging').waitFor();
    expect(await faultsOfLooks(page, 'sheet')).toEqual([]);
    await sheet
      .getByRole('button', { name: 'Reveal DB_PASSWORD of prod', exact: true })
      .press('Enter');
    await sheet.getByText(VALUE).waitFor();
    await sheet.getByText('18 bytes').waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(VALUE);
    expect(page.url()).not.toContain('name=');
  });

  it('opens the environment whose cell is clicked, once or twice, and asks who may read it there', async () => {
    const { page } = await open();
    const sheet = page.getByRole('dialog', { name: /^DB_PASSWORD/ });
    const cell = page.getByRole('gridcell', { name: /^DB_PASSWORD, prod/ });
    await cell.click();
    await sheet.locator('[aria-current=true]').filter({ hasText: 'prod' }).waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await cell.dblclick();
    await sheet.waitFor();
    expect(page.url()).toContain('environment=prod');

    await sheet.getByRole('link', { name: 'Access in prod' }).first().click();
    await page.getByRole('heading', { name: /members? in prod$/ }).waitFor();
    await page.getByRole('columnheader', { name: 'in prod' }).waitFor();
  });

  it('keeps folder and environment from place to place, and finds places by what one comes for', async () => {
    const { page } = await open();
    await page.goto(`${page.url().split('#')[0]}#/p/${project.slug}/secrets?environment=prod`);
    await page.getByRole('link', { name: 'Time', exact: true }).click();
    await page.getByRole('heading', { name: 'Time', level: 1 }).waitFor();
    expect(page.url()).toContain('environment=prod');
    for (const [words, place] of [
      ['who can', 'Access'],
      ['roll back', 'Time'],
      ['restore', 'Time'],
    ] as const) {
      await page.keyboard.press('Control+k');
      await page.keyboard.type(words);
      const item = page.getByRole('menuitem', { name: new RegExp(`^${place}`) });
      await item.waitFor();
      await item.click();
      await page.waitForURL((url) => url.hash.includes(`/${place.toLowerCase()}?`));
      expect(page.url()).toContain('environment=prod');
    }
  });

  it('shows folders without secrets in the tree, and what to do in one', async () => {
    await makeFolder('dev', '/', 'jobs');
    await makeFolder('prod', '/jobs', 'night');
    const { page } = await open();
    const tree = page.getByRole('navigation', { name: 'Folders' });
    await tree.getByRole('link', { name: /^jobs 0/ }).press('Enter');
    await page.getByText('This folder has no secrets').waitFor();
    await page.getByText('Open a folder inside it', { exact: false }).waitFor();
    await tree.getByRole('link', { name: /^night 0/ }).press('Enter');
    await page.getByText('It has no secrets that you can see, in any environment.').waitFor();
    expect(page.url()).toContain('path=%2Fjobs%2Fnight');
    const found = await faultsOfLooks(page, 'folder without secrets');
    await page.getByRole('main').getByRole('link', { name: 'Import' }).last().press('Enter');
    const choice = page.getByRole('button', { name: 'Folder: /jobs/night' });
    await choice.waitFor();

    await goTo(page, server, `/p/${project.slug}/secrets?path=/nowhere`);
    await page.getByText('No environment has a folder /nowhere').waitFor();
    found.push(...(await faultsOfLooks(page, 'folder that is not there')));
    await page.getByRole('link', { name: 'To the topmost folder' }).press('Enter');
    await page.getByRole('grid', { name: 'Secrets of /' }).waitFor();
    expect(found).toEqual([]);
  });

  it('says of a folder without secrets of its own how many its folders have, and leads there', async () => {
    const made = await anna.http.post('/api/v1/projects').send({ projectName: 'Deep' }).expect(200);
    const { id, slug } = (made.body as { project: typeof project }).project;
    await makeFolder('dev', '/', 'apps', id);
    await makeFolder('dev', '/apps', 'web', id);
    const secrets = ['A', 'B'].map((secretKey) => ({ secretKey, secretValue: VALUE }));
    await anna.http
      .post('/api/v4/secrets/batch')
      .send({ projectId: id, environment: 'dev', secretPath: '/apps/web', secrets })
      .expect(200);
    const { page } = await browser.open();
    await signInAsPerson(page, server, anna.email, `/p/${slug}/secrets`);
    await page.getByText('No secrets in / itself, 2 names in its folders').waitFor();
    await page.getByText('0 names here, 2 in its folders').waitFor();
    expect(await page.getByText('has no secrets').count()).toBe(0);
    expect(await faultsOfLooks(page, 'folder with secrets further down')).toEqual([]);
    const main = page.getByRole('main');
    await main
      .getByRole('heading', { level: 2 })
      .locator('..')
      .getByRole('link', { name: 'apps' })
      .click();
    await page.getByText('No secrets in /apps itself, 2 names in its folders').waitFor();
    await main
      .getByRole('heading', { level: 2 })
      .locator('..')
      .getByRole('link', { name: 'web' })
      .click();
    await page.getByRole('grid', { name: 'Secrets of /apps/web' }).waitFor();
  });

  it('shows the folders of a project that has no secret yet', async () => {
    const made = await anna.http.post('/api/v1/projects').send({ projectName: 'New' }).expect(200);
    const { id, slug } = (made.body as { project: typeof project }).project;
    await makeFolder('dev', '/', 'first', id);
    const { page } = await browser.open();
    await signInAsPerson(page, server, anna.email, `/p/${slug}/secrets`);
    await page.getByRole('link', { name: /^first 0/ }).press('Enter');
    await page.getByText('It has no secrets that you can see, in any environment.').waitFor();
    await page.getByRole('button', { name: 'Secret', exact: false }).last().press('Enter');
    await page.getByRole('dialog', { name: 'New secret in /first' }).waitFor();
    expect(page.url()).toContain('path=%2Ffirst');
  });

  it('sets one name in three environments without a pointer, after a look at what it would do', async () => {
    const { page, trace } = await open();
    await page.keyboard.press('n');
    const editor = page.getByRole('dialog', { name: 'New secret' });
    await editor.waitFor();
    await page.keyboard.type('NEW_KEY');
    for (const environment of ENVIRONMENTS) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(`for ${environment}`);
    }
    await page.keyboard.press('Control+Enter');
    const review = page.getByRole('dialog', { name: 'Review NEW_KEY' });
    await review.getByText('will be done').nth(2).waitFor();
    expect(await faultsOfLooks(page, 'review')).toEqual([]);
    // As before every change of production; the focus is there already.
    await page.keyboard.type('prod');
    await page.keyboard.press('Control+Enter');
    await review.getByText('done', { exact: true }).nth(2).waitFor();
    await review.getByRole('button', { name: 'Close', exact: true }).press('Enter');
    await page.getByRole('gridcell', { name: /^NEW_KEY, prod, version 1/ }).waitFor();
    expect(trace.requests.filter((request) => request.includes('for%20')).length).toBe(0);
    const query = { projectId: project.id, environment: 'prod', secretPath: '/' };
    const { body } = await anna.http.get('/api/v4/secrets/NEW_KEY').query(query).expect(200);
    expect((body as { secret: { secretValue: string } }).secret.secretValue).toBe('for prod');
  });
});
