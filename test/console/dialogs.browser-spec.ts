import { beforeAll, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { aPersonIn } from '../support/accounts.js';
import { useApp } from '../support/harness.js';
import { joinProject } from '../support/people.js';
import { aSecretScene, type SecretScene, withSecrets } from '../support/secrets-scene.js';
import { describeInBrowser, faultsOfLooks, goTo, signInAsPerson, useBrowser } from './browser.js';

const server = useApp();
let scene: SecretScene;
let email: string;

beforeAll(async () => {
  scene = await aSecretScene(server);
  const items = ['API_KEY', 'OLD_TOKEN'].map((secretKey) => ({ secretKey, secretValue: 'one' }));
  await withSecrets(scene, items, { environment: 'dev' });
  await withSecrets(scene, items, { environment: 'prod' });
  const person = await aPersonIn(server, scene.orgId, { role: 'admin' });
  await joinProject(server, scene.project, { userId: person.userId }, 'admin');
  ({ email } = person);
});

/** A value is in the page while one is in its field. */
async function valueOf(field: Locator): Promise<string> {
  await field.focus();
  return field.inputValue();
}

describeInBrowser('dialogs', () => {
  const browser = useBrowser();
  const open = async (address = 'secrets') => {
    const { page } = await browser.open();
    await signInAsPerson(page, server, email, `/p/${scene.project.slug}/${address}`);
    return page;
  };
  const cellIn = (page: Page, name: string, environment: string) =>
    page.getByRole('gridcell', { name: new RegExp(`^${name}, ${environment}`) });
  const question = (page: Page) =>
    page.getByRole('alertdialog', { name: 'Discard what you typed?' });

  it('keep what was typed: a click beside them does nothing, and Escape asks first', async () => {
    const page = await open();
    await page.getByRole('link', { name: 'API_KEY' }).click();
    await page.getByRole('dialog', { name: /^API_KEY/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: /^API_KEY/ }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '+ Secret' }).click();
    const editor = page.getByRole('dialog', { name: 'New secret in /' });
    // Nothing was typed: nothing is asked.
    await editor.getByLabel('Name').press('Escape');
    await editor.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: '+ Secret' }).click();
    await editor.getByLabel('Name').fill('NEW_KEY');
    await editor.getByLabel('Value in dev').fill('typed-5120');
    await page.mouse.click(10, 500);
    await editor.getByLabel('Value in dev').press('Escape');
    await question(page).waitFor();
    expect(await faultsOfLooks(page, 'question before typed work is discarded')).toEqual([]);
    // Escape keeps it, as does the button that has the focus.
    await page.keyboard.press('Escape');
    await question(page).waitFor({ state: 'detached' });
    expect(await valueOf(editor.getByLabel('Value in dev'))).toBe('typed-5120');
    await editor.getByLabel('Value in dev').press('Escape');
    await question(page).waitFor();
    await page.keyboard.press('Enter');
    await question(page).waitFor({ state: 'detached' });
    expect(await editor.getByLabel('Name').inputValue()).toBe('NEW_KEY');

    // So does the browser's own Back, which would open the sheet of before over it.
    const address = page.url();
    await page.evaluate('history.back()');
    await question(page).waitFor();
    await page.keyboard.press('Enter');
    await question(page).waitFor({ state: 'detached' });
    expect(page.url()).toBe(address);
    expect(await valueOf(editor.getByLabel('Value in dev'))).toBe('typed-5120');

    // From the review before it was applied, Escape leads back to what was typed.
    await editor.getByRole('button', { name: 'Review' }).click();
    const review = page.getByRole('dialog', { name: 'Review NEW_KEY' });
    await review.getByText('will be done').waitFor();
    await page.keyboard.press('Escape');
    expect(await valueOf(editor.getByLabel('Value in dev'))).toBe('typed-5120');

    // It was typed before the review: it is asked about all the same.
    await editor.getByLabel('Name').press('Escape');
    await question(page).getByRole('button', { name: 'Discard' }).click();
    await editor.waitFor({ state: 'detached' });
    await question(page).waitFor({ state: 'detached' });
  });

  it('that change, rename or invite keep it alike; the word of a guard is none', async () => {
    const page = await open();
    const isAsked = async (
      field: ReturnType<Page['getByLabel']>,
      end: 'Keep editing' | 'Discard',
    ) => {
      await field.press('Escape');
      await question(page).getByRole('button', { name: end }).click();
      await question(page).waitFor({ state: 'detached' });
    };
    await cellIn(page, 'OLD_TOKEN', 'dev').press('Enter');
    await page.getByRole('button', { name: 'Rename OLD_TOKEN in all environments' }).click();
    const rename = page.getByRole('dialog', { name: 'Rename OLD_TOKEN' });
    const name = rename.getByLabel('New name');
    await name.fill('NEW_TOKEN');
    await isAsked(name, 'Keep editing');
    await rename.getByRole('button', { name: 'Review' }).click();
    const review = page.getByRole('dialog', { name: 'Review OLD_TOKEN' });
    const guard = review.getByLabel('This is production. Type prod to go on.');
    await guard.fill('prod');
    await guard.press('Escape');
    await review.waitFor({ state: 'detached' });
    expect(await name.inputValue()).toBe('NEW_TOKEN');
    await isAsked(name, 'Discard');
    await rename.waitFor({ state: 'detached' });

    await goTo(page, server, `/p/${scene.project.slug}/people`);
    await page.getByRole('button', { name: 'Add people' }).click();
    const form = page.getByRole('dialog', { name: 'Add people' });
    const addresses = form.getByLabel('E-mail addresses');
    await addresses.fill('new@example.org');
    await page.mouse.click(10, 500);
    await isAsked(addresses, 'Keep editing');
    expect(await addresses.inputValue()).toBe('new@example.org');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await form.waitFor({ state: 'detached' });
  });

  it('lead to their Close after the last step, and from there to what opened them', async () => {
    const page = await open();
    const opener = page.getByRole('button', { name: '+ Secret' });
    await opener.press('Enter');
    await page.keyboard.type('MADE');
    await page.keyboard.press('Tab');
    await page.keyboard.type('typed-5121');
    await page.keyboard.press('Control+Enter');
    const review = page.getByRole('dialog', { name: 'Review MADE' });
    await review.getByText('will be done').waitFor();
    // The focus is on the dialog: what writes is pressed by its key.
    await page.keyboard.press('Control+Enter');
    await review.getByText('done', { exact: true }).waitFor();
    await expectFocusOn(page, 'Close');
    await page.keyboard.press('Enter');
    await review.waitFor({ state: 'detached' });
    await expectFocusOn(page, '+ Secret');
  });

  it('delete in the environment of the cell that they were opened from; what is not ticked stays', async () => {
    const page = await open();
    await cellIn(page, 'API_KEY', 'dev').press('Enter');
    await page.getByRole('button', { name: 'Delete API_KEY in dev' }).press('Enter');
    const review = page.getByRole('dialog', { name: 'Delete API_KEY in /' });
    await review.getByText('will be done').waitFor();
    const box = (environment: string) =>
      review.getByRole('checkbox', { name: `API_KEY in ${environment}` });
    expect(await box('dev').isChecked()).toBe(true);
    expect(await box('prod').isChecked()).toBe(false);
    const prod = review.getByRole('listitem').filter({
      has: page.getByRole('checkbox', { name: 'API_KEY in prod' }),
    });
    expect((await prod.innerText()).split(/\s+/)).toEqual(['prod', 'stays']);
    expect(await review.getByText('This is production.', { exact: false }).count()).toBe(0);
    expect(await faultsOfLooks(page, 'deletion of one environment')).toEqual([]);
    await box('dev').press(' ');
    await review.getByText('stays', { exact: true }).nth(1).waitFor();
    await box('dev').press(' ');
    await review.getByRole('button', { name: 'Delete in dev' }).press('Enter');
    await review.getByText('done', { exact: true }).waitFor();
    await expectFocusOn(page, 'Close');
    await page.keyboard.press('Enter');
    await page.getByRole('gridcell', { name: /^API_KEY, dev, deleted/ }).waitFor();
    await cellIn(page, 'API_KEY', 'prod, version 1').waitFor();
  });
});

describeInBrowser('the ways of the keyboard and of a narrow page', () => {
  const browser = useBrowser();
  const open = async (address: string, width = 1440) => {
    const { page } = await browser.open();
    await page.setViewportSize({ width, height: 844 });
    await signInAsPerson(page, server, email, `/p/${scene.project.slug}/${address}`);
    return page;
  };

  it.each(['Enter', 'ArrowDown'])('%s leads from the filter to the first row', async (key) => {
    const page = await open('secrets');
    await page.getByRole('gridcell', { name: /^OLD_TOKEN, dev/ }).press('/');
    await page.keyboard.type('TOKEN');
    await page.getByRole('row').filter({ hasText: 'API_KEY' }).waitFor({ state: 'detached' });
    await page.keyboard.press(key);
    await page
      .getByRole('grid')
      .locator('[data-cell="0 1"]:focus, [data-cell="0 1"] :focus')
      .waitFor();
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog', { name: 'OLD_TOKEN' });
    await sheet.waitFor();
    expect(await sheet.isVisible()).toBe(true);
  });

  it('the reason of a member is led to, where it is below the page', async () => {
    const page = await open('access?environment=prod&path=/&name=API_KEY', 390);
    await page.setViewportSize({ width: 390, height: 500 });
    const member = page.getByRole('table').getByRole('link').first();
    await member.click();
    await expectFocusOn(page, 'Why');
    const why = page.getByRole('region', { name: 'Why' });
    await why.getByRole('status').filter({ hasText: 'Allowed in prod' }).waitFor();
    // It is led to once more when the reason is there, below which the page now goes on.
    const isSeen = await page.waitForFunction(() => {
      const title = document.getElementById('why-title')!;
      const { left, top, bottom } = title.getBoundingClientRect();
      const bar = document.querySelector('header')!.getBoundingClientRect().bottom;
      const upper = document.elementFromPoint(left + 2, (top + bottom) / 2);
      return top >= bar && bottom <= innerHeight / 2 && (upper === title || title.contains(upper));
    });
    expect(await isSeen.jsonValue()).toBe(true);
  });

  it('no places lie over one another or are cut, from 320 to 1440 pixels', async () => {
    const page = await open('secrets');
    const found: string[] = [];
    for (const address of [
      ...['secrets', 'access', 'certificates', 'people'].map(
        (each) => `/p/${scene.project.slug}/${each}`,
      ),
      ...['/organization', '/audit', '/settings'],
    ]) {
      await goTo(page, server, address);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      for (const width of [320, 360, 390, 480, 640, 767, 768, 900, 1024, 1151, 1152, 1280, 1440]) {
        await page.setViewportSize({ width, height: 844 });
        await twoFrames(page);
        const faults = await page.evaluate(faultsOfBar);
        found.push(...faults.map((fault) => `${address}, ${width}: ${fault}`));
      }
    }
    expect(found).toEqual([]);
  });
});

/** Waits until something with this text has the focus. */
const expectFocusOn = (page: Page, text: string) =>
  page.waitForFunction((wanted) => document.activeElement?.textContent === wanted, text, {
    timeout: 10_000,
  });

const twoFrames = (page: Page) =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );

/** Controls of the bar that lie over one another, and places that are cut; those without room are in the menu. */
function faultsOfBar(): string[] {
  const bar = document.querySelector('header')!;
  const nav = bar.querySelector('nav')!;
  /** What is seen of a control, within all that scrolls or cuts around it. */
  const seen = (control: Element) => {
    let { left, right, top, bottom } = control.getBoundingClientRect();
    const whole = right - left;
    for (let box = control.parentElement; box && box !== document.body; box = box.parentElement) {
      if (getComputedStyle(box).overflowX === 'visible') continue;
      const edges = box.getBoundingClientRect();
      left = Math.max(left, edges.left);
      right = Math.min(right, edges.right);
    }
    return { name: control.textContent ?? '', left, right, top, bottom, whole };
  };
  const boxes = [...bar.querySelectorAll('a, button')]
    .filter((control) => control.checkVisibility({ checkVisibilityCSS: true }))
    .map(seen)
    .filter(({ left, right }) => right - left > 1);
  const faults = boxes.flatMap((one, index) =>
    boxes.slice(index + 1).flatMap((other) => {
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      return across > 1 && down > 1 ? [`"${one.name}" lies over "${other.name}"`] : [];
    }),
  );
  for (const { name, left, right, whole } of boxes) {
    if (left < -1 || right > innerWidth + 1) faults.push(`"${name}" leaves the page`);
    if (right - left < whole - 1) faults.push(`"${name}" is cut`);
  }
  const present = nav.querySelector('[aria-current=page]');
  const isLit = present?.checkVisibility({ checkVisibilityCSS: true });
  const menu = nav.querySelector('button')?.textContent;
  if (present && !isLit && menu !== present.textContent)
    faults.push(`"${present.textContent}" is not seen`);
  return faults;
}
