import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aPersonIn } from '../support/accounts.js';
import { useApp } from '../support/harness.js';
import { joinProject } from '../support/people.js';
import { aSecretScene, type SecretScene, withSecrets } from '../support/secrets-scene.js';
import { describeInBrowser, goTo, keepPicture, signInAsPerson, useBrowser } from './browser.js';

const server = useApp();
let scene: SecretScene;
let email: string;

beforeAll(async () => {
  scene = await aSecretScene(server);
  const items = ['API_KEY', 'DB_PASSWORD'].map((secretKey) => ({ secretKey, secretValue: 'one' }));
  for (const environment of ['dev', 'staging', 'prod'])
    await withSecrets(scene, items, { environment });
  const person = await aPersonIn(server, scene.orgId, { role: 'admin' });
  await joinProject(server, scene.project, { userId: person.userId }, 'admin');
  ({ email } = person);
});

const OF_PROJECT = [
  ...['secrets', 'secrets?name=API_KEY&environment=dev', 'access?environment=prod&name=API_KEY'],
  ...['what-if?role=admin', 'time', 'activity', 'approvals', 'import', 'people', 'certificates'],
];
const OTHERS = ['/audit', '/seen', '/identities', '/organization', '/settings', '/'];

/** Words of keys that are seen, and texts that are cut without a sign, such as dots, or a box that scrolls. */
function faultsOfTouch(): string[] {
  const isSeen = (element: Element) => element.checkVisibility({ checkVisibilityCSS: true });
  const keys = [...document.querySelectorAll('kbd, .with-keyboard')]
    .filter((each) => isSeen(each) && !each.closest('dt'))
    .map((each) => `key ${each.textContent}`);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const ancestorsOf = function* (element: Element) {
    for (let box: Element | null = element; box; box = box.parentElement) yield box;
  };
  const cut: string[] = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const parent = text.parentElement!;
    if (text.textContent?.trim() === '' || !isSeen(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const { left, right, top, width } = range.getBoundingClientRect();
    if (width === 0 || parent.closest('.hidden-visually, option, script, style')) continue;
    const isSpokenOnly = [...ancestorsOf(parent)].some((box) => box.clientWidth === 1);
    if (isSpokenOnly) continue;
    if (right > innerWidth + 1 || left < -1) {
      let box: Element | null = parent;
      while (box && !/auto|scroll/.test(getComputedStyle(box).overflowX)) box = box.parentElement;
      if (!box) cut.push(`leaves the page: ${text.textContent}`);
    }
    for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (/auto|scroll/.test(style.overflowX) || style.textOverflow === 'ellipsis') break;
      const edges = box.getBoundingClientRect();
      if (style.overflowX === 'visible' || top > edges.bottom || edges.width <= 1) continue;
      if (right > edges.right + 1 || left < edges.left - 1) cut.push(`cut: ${text.textContent}`);
    }
  }
  return [...keys, ...cut];
}

const settled = async (page: Page) => {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.waitForFunction(() => document.querySelector('[aria-label=Loading]') === null);
};

describeInBrowser('a telephone', () => {
  const browser = useBrowser();
  const addresses = [
    ...OF_PROJECT.map((each) => [each, true] as const),
    ...OTHERS.map((each) => [each, false] as const),
  ];

  it('sees no cut word and no word of keys on any screen', async () => {
    const { page } = await browser.open({ isTouch: true });
    await signInAsPerson(page, server, email, '/settings');
    const isTouch = '(hover: none) and (pointer: coarse)';
    expect(await page.evaluate((query) => matchMedia(query).matches, isTouch)).toBe(true);
    const found: string[] = [];
    for (const [address, isOfProject] of addresses) {
      await goTo(page, server, isOfProject ? `/p/${scene.project.slug}/${address}` : address);
      await settled(page);
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 844 });
        await page.evaluate(
          () => new Promise((end) => requestAnimationFrame(() => requestAnimationFrame(end))),
        );
        await keepPicture(page, `telephone ${address} ${width}`);
        found.push(
          ...(await page.evaluate(faultsOfTouch)).map((each) => `${address}, ${width}: ${each}`),
        );
      }
    }
    expect(found).toEqual([]);
  });

  it('sees which environments there are, and goes from one to the other', async () => {
    const { page } = await browser.open({ isTouch: true });
    await signInAsPerson(page, server, email, `/p/${scene.project.slug}/secrets`);
    const environments = page.getByRole('navigation', { name: 'Environment' });
    await environments.getByRole('link', { name: 'staging' }).waitFor();
    expect(await environments.getByRole('link').allInnerTexts()).toEqual([
      'dev',
      'staging',
      'prod',
    ]);
    await environments.getByRole('link', { name: 'prod' }).tap();
    await page.getByRole('columnheader', { name: 'prod' }).waitFor();
    expect(page.url()).toContain('environment=prod');
  });
});
