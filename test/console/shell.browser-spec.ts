import { beforeAll, expect, it } from '@jest/globals';
import { aSignedIn, signIn } from '../support/accounts.js';
import { useApp } from '../support/harness.js';
import { aScene } from '../support/scene.js';
import {
  coveredBy,
  describeInBrowser,
  faultsOfLooks,
  goTo,
  signInAsPerson,
  useBrowser,
} from './browser.js';

const server = useApp();
let email: string;
let orgId: string;

/** A session of somebody who is in no project at first. */
let newcomer: string;

beforeAll(async () => {
  ({ orgId } = await aScene(server));
  ({ email: newcomer } = await aSignedIn(server, orgId, { role: 'admin' }));
  const ann = await aSignedIn(server, orgId, { role: 'admin' });
  ({ email } = ann);
  const made = { projectName: 'Found', slug: 'found-project' };
  const { body } = await ann.http.post('/api/v1/projects').send(made).expect(200);
  const place = { projectId: (body as { project: { id: string } }).project.id, environment: 'dev' };
  const secret = { ...place, secretValue: 'canary-value' };
  await ann.http.post('/api/v4/secrets/CANARY_NAME').send(secret).expect(200);
});

describeInBrowser('the frame around all screens', () => {
  const browser = useBrowser();

  it('leads somebody without a project to a first one, by keyboard alone', async () => {
    const { page } = await browser.open();
    await signInAsPerson(page, server, newcomer);
    await page.getByLabel('Name of the project').press('S');
    await page.keyboard.type('hop');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Project: / }).waitFor();

    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox').press('s');
    await page.keyboard.type('ett');
    await page.getByRole('menuitem', { name: 'Access' }).waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    expect(page.url()).toMatch(/#\/settings$/);
    expect(await page.title()).toBe('Settings · Strongroom');
  });

  it('has no fault that axe finds, and nothing that is cut, in both themes, narrow and wide', async () => {
    const { page } = await browser.open();
    const found: string[] = [];
    const examine = async (what: string) => found.push(...(await faultsOfLooks(page, what)));
    await goTo(page, server);
    await page.getByLabel('E-mail address').waitFor();
    await examine('sign-in');
    await page.getByRole('button', { name: 'Sign in as a machine identity' }).click();
    await page.getByRole('heading', { name: 'As a machine identity' }).waitFor();
    await examine('sign-in of machines');
    await page.getByRole('button', { name: 'Sign in with a code from the server' }).click();
    await page.getByLabel('Code').fill('wrong');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').getByText('code', { exact: false }).first().waitFor();
    await examine('sign-in by a code, refused');
    await page.getByRole('button', { name: 'Sign in with an account of your own' }).click();
    await signInAsPerson(page, server, email, '/settings');
    await page.getByRole('table').waitFor();
    await examine('settings');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await examine('box');
    await page.keyboard.press('Escape');
    await page.goto(`${server.url}/console/#/nowhere`);
    await page.getByRole('heading', { name: 'There is no such place' }).waitFor();
    await examine('no such place');

    expect(found).toEqual([]);
  });

  it('shows what was refused without covering a control', async () => {
    await signIn(server, email, orgId);
    const { page } = await browser.open();
    await page.route('**/api/v2/users/me/sessions/*', (route) => route.fulfill({ status: 500 }));
    await signInAsPerson(page, server, email, '/settings');
    const messages = page.getByRole('region', { name: 'Messages' });
    const covered: string[] = [];
    for (const viewport of [320, 1440].map((width) => ({ width, height: 480 }))) {
      await page.setViewportSize(viewport);
      await page
        .getByRole('button', { name: /^End the session/ })
        .first()
        .click();
      await messages.getByText('The server answered with 500.').first().waitFor();
      covered.push(...(await coveredBy(messages)));
    }
    expect(covered).toEqual([]);
    await messages.getByRole('button', { name: 'Dismiss' }).first().press('Enter');
    await messages.getByRole('button', { name: 'Dismiss' }).first().press('Enter');
    await messages.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.documentElement.style.length)).toBe(0);
  });

  it('finds a secret by its name, in whatever project it is', async () => {
    const { page, trace } = await browser.open();
    await signInAsPerson(page, server, email, '/settings');
    await page.getByRole('table').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox').press('c');
    await page.keyboard.type('anary_na');
    await page.getByRole('menuitem', { name: 'CANARY_NAME' }).click();
    await page.waitForURL(/#\/p\/found-project\/.*name=CANARY_NAME/);

    expect(trace.requests.filter((each) => each.includes('viewSecretValue=true'))).toEqual([]);
    expect(await page.content()).not.toContain('canary-value');
  });

  it('keeps a chosen theme, and nothing else', async () => {
    const { page } = await browser.open();
    await signInAsPerson(page, server, email);
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await page.reload();
    await page.getByRole('banner').waitFor();

    expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({ theme: 'dark' });
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe(
      'dark',
    );
  });
});
