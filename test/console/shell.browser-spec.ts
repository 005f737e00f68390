import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
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

/** Places of a project, then those of the organization, as the navigation has them. */
const PLACES = [
  ...['Secrets', 'Access', 'What if', 'Time', 'Activity', 'Approvals', 'People', 'Certificates'],
  ...['Import', 'Audit log', 'Identities', 'Exposure', 'Organization', 'Settings'],
];

/** As the design of the console has them. */
const IN_BAR = ['Secrets', 'Access', 'Time', 'Activity', 'Audit log'];

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Places' });

/** Where the parts of the frame are that no screen may move, and where the text of the screen begins. */
const edgesOf = (page: Page) =>
  page.evaluate(() => {
    const leftOf = (element: Element | null | undefined) =>
      Math.round(element?.getBoundingClientRect().left ?? -1);
    const screen = document.querySelector('main > :has(h1)');
    return {
      links: [...document.querySelectorAll('nav[aria-label=Places] a')].map(leftOf),
      find: leftOf(document.querySelector('header button:has(kbd)')),
      screen: leftOf(screen),
    };
  });

describeInBrowser('the navigation', () => {
  const browser = useBrowser();

  it.each([1920, 1280, 400])(
    'has five links and a menu of the rest, each with the title of its screen; the present one is lit, and nothing moves (%i pixels)',
    async (width) => {
      const { page } = await browser.open();
      await page.setViewportSize({ width, height: 900 });
      await signInAsPerson(page, server, email, '/p/found-project/secrets');
      const links = navigation(page).getByRole('link');
      const more = navigation(page).getByRole('button');
      expect(await links.allInnerTexts()).toEqual(IN_BAR);
      const seen = [];
      for (const name of PLACES) {
        if ((await links.allInnerTexts()).includes(name))
          await links.getByText(name, { exact: true }).click();
        else {
          await more.click();
          await page.getByRole('menuitemradio', { name, exact: true }).click();
        }
        await page.waitForFunction((label) => document.title.startsWith(label), name);
        await page.getByRole('heading', { level: 1, name }).waitFor();
        const lit = await navigation(page).locator('[aria-current=page]:visible').allInnerTexts();
        const menu = await more.getAttribute('aria-label');
        // Where there is no room for a place, it is in the menu.
        const isInBar = IN_BAR.includes(name) && (width > 1_000 || lit.length > 0);
        expect({ lit, menu }).toEqual(
          isInBar ? { lit: [name], menu: 'More' } : { lit: [], menu: `More places: ${name}` },
        );
        seen.push(await edgesOf(page));
      }
      const [first] = seen;
      // A narrow bar has fewer places where the name of the present one is long.
      const edges = width > 1_000 ? seen : seen.map(({ find, screen }) => ({ find, screen }));
      expect(edges).toEqual(PLACES.map(() => edges[0]));
      expect(first?.screen).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await more.click();
      await page.getByRole('menuitemradio', { name: 'Settings', checked: true }).waitFor();
      expect(await faultsOfLooks(page, `menu of places ${width}`)).toEqual([]);
    },
  );
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
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
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
      // It is an edge of the page, and no card over what happens to be there.
      const strip = await messages.boundingBox();
      expect(strip).toMatchObject({ x: 0, width: viewport.width });
      expect((strip?.y ?? 0) + (strip?.height ?? 0)).toBe(viewport.height);
    }
    expect(covered).toEqual([]);
    await messages.getByRole('button', { name: 'Dismiss' }).first().press('Enter');
    await messages.getByRole('button', { name: 'Dismiss' }).first().press('Enter');
    await messages.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.documentElement.style.length)).toBe(0);
  });

  it('has the first entry of the box chosen from the start, after each change of the text too', async () => {
    const { page } = await browser.open();
    await signInAsPerson(page, server, email, '/settings');
    await page.getByRole('table').waitFor();
    const box = page.getByRole('searchbox', { name: 'Find a name or do something' });
    /** Opens the box and does something there; then Enter leads to the screen of this title. */
    const leads = async (title: string, act: () => Promise<void>) => {
      await page.keyboard.press('Control+k');
      await box.waitFor();
      await act();
      await page.locator('[role=menuitem][data-focused]').getByText(title).waitFor();
      await box.press('Enter');
      await page.waitForFunction((label) => document.title.startsWith(label), title);
      await box.waitFor({ state: 'detached' });
      const lit = navigation(page).locator('[aria-current=page], [aria-label^="More places"]');
      expect(await lit.innerText()).toBe(title);
    };
    await leads('Secrets', () => Promise.resolve());
    await leads('What if', async () => {
      await box.press('ArrowDown');
      await box.press('ArrowDown');
    });
    await leads('Settings', () => page.keyboard.type('settings'));
    await leads('Organization', async () => {
      await page.keyboard.type('organq');
      await page.getByText('No results.').waitFor();
      await box.press('Backspace');
    });
    await leads('Access', async () => {
      await page.keyboard.insertText('zz');
      await box.press('Control+a');
      await page.keyboard.insertText('access');
    });
    await leads('Secrets', async () => {
      await page.keyboard.type('sett');
      await box.press('Control+a');
      await box.press('Delete');
    });
    await leads('Access', async () => {
      await box.press('ArrowDown');
      await page.keyboard.type('a');
      await box.press('Backspace');
      await box.press('ArrowDown');
    });
  });

  it('finds a secret by its name, in whatever project it is', async () => {
    const { page, trace } = await browser.open();
    await signInAsPerson(page, server, email, '/settings');
    await page.getByRole('table').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox').press('c');
    await page.keyboard.type('anary_na');
    await page.getByRole('menuitem', { name: 'CANARY_NAME' }).click();
    await page.waitForURL(/#\/p\/found-project\/secrets\?.*name=CANARY_NAME/);

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
