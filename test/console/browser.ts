import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect } from '@jest/globals';
import {
  type Browser,
  type BrowserContext,
  chromium,
  errors,
  type Locator,
  type Page,
} from 'playwright-core';
import { PASSWORD } from '../support/accounts.js';
import type { TestApp } from '../support/harness.js';

const PLACES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const EXECUTABLE = [process.env['CHROMIUM'], ...PLACES.map((name) => join('/usr/bin', name))].find(
  (path) => path !== undefined && existsSync(path),
);

/** Where no browser is found these tests are skipped, and said to be; `BROWSER_REQUIRED=1` makes that a failure. */
export const describeInBrowser: (name: string, tests: () => void) => void =
  EXECUTABLE || process.env['BROWSER_REQUIRED'] === '1' ? describe : describe.skip;

const ARGUMENTS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  ...['--disable-component-update', '--disable-sync'],
];

/** Milliseconds until something is held to be missing: a loaded machine is no reason to fail. */
const PATIENCE = 120_000;

/** What a page did that nobody sees. */
export interface Trace {
  /** Violations of the content security policy; there are to be none. */
  readonly violations: string[];
  /** Errors of the page's scripts; there are to be none. */
  readonly errors: string[];
  /** Addresses that were asked for, with their method, in order. */
  readonly requests: string[];
  /** Lines of the browser's console. */
  readonly lines: string[];
}

export interface OpenPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly trace: Trace;
}

/**
 * Lets keys wait until their control takes some, as Playwright lets clicks wait: a key on a button whose data are still on
 * their way is lost, and what it was to do never comes. One that is `aria-disabled` takes keys, and says why it does nothing.
 */
function waitBeforeKeys(page: Page) {
  const locators = Object.getPrototypeOf(page.locator('body')) as Locator & { isWaiting?: true };
  if (locators.isWaiting) return;
  const { press } = locators;
  locators.isWaiting = true;
  locators.press = async function (this: Locator, ...given) {
    await this.and(this.page().locator(':not(:disabled)')).waitFor({ state: 'attached' });
    await press.apply(this, given);
  };
}

/** One browser for a file. Every page of it fails its test where it broke the policy or threw. */
export function useBrowser(): { open(how?: { readonly isTouch?: boolean }): Promise<OpenPage> } {
  let browser: Browser;
  let folder: string;
  let opened: OpenPage[] = [];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'strongroom-browser-'));
    browser = await chromium.launch({
      executablePath: EXECUTABLE ?? 'chromium',
      timeout: PATIENCE,
      args: [...ARGUMENTS, `--crash-dumps-dir=${folder}`],
    });
  });
  afterEach(async () => {
    const { currentTestName = '' } = expect.getState();
    for (const { page } of opened) await keepPicture(page, `end of ${currentTestName}`);
    const traces = opened.map(({ trace: { violations, errors } }) => ({ violations, errors }));
    await Promise.all(opened.map(({ context }) => context.close()));
    opened = [];
    expect(traces).toEqual(traces.map(() => ({ violations: [], errors: [] })));
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    async open({ isTouch = false } = {}) {
      const context = await browser.newContext(
        isTouch
          ? { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
          : { viewport: { width: 1440, height: 900 } },
      );
      context.setDefaultTimeout(PATIENCE);
      const page = await context.newPage();
      waitBeforeKeys(page);
      const trace: Trace = { violations: [], errors: [], requests: [], lines: [] };
      await page.exposeFunction('tellViolation', (text: string) => trace.violations.push(text));
      await page.addInitScript(() => {
        const { tellViolation } = window as unknown as { tellViolation(text: string): void };
        document.addEventListener('securitypolicyviolation', (event) =>
          tellViolation(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`),
        );
      });
      page.on('console', (line) => trace.lines.push(line.text()));
      page.on('pageerror', (error) => trace.errors.push(error.message));
      page.on('request', (request) => trace.requests.push(`${request.method()} ${request.url()}`));
      const open = { page, context, trace };
      opened.push(open);
      return open;
    },
  };
}

/** Opens the console at an address behind its `#`. */
export const goTo = (page: Page, server: TestApp, address = '/') =>
  page.goto(`${server.url}/console/#${address}`);

/** Signs a person in, as they would type it. */
export async function signInAsPerson(
  page: Page,
  server: TestApp,
  email: string,
  address = '/',
): Promise<void> {
  await goTo(page, server, address);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('banner').waitFor();
}

/**
 * Presses keys that count only within some seconds of one another, until it shows that they did: a loaded machine may
 * take longer between them.
 */
export async function pressUntil(page: Page, keys: readonly string[], shown: Locator) {
  for (let left = 6; left > 0; left--) {
    for (const key of keys) await page.locator('body').press(key);
    try {
      return await shown.waitFor({ timeout: PATIENCE / 6 });
    } catch (error) {
      if (left === 1 || !(error instanceof errors.TimeoutError)) throw error;
    }
  }
}

/** Waits until elements have these texts, since what is shown may come in parts, and fails where they never do. */
export async function expectTexts(elements: Locator, texts: readonly string[]): Promise<void> {
  const end = performance.now() + PATIENCE / 4;
  const areThere = async () => isDeepStrictEqual(await elements.allInnerTexts(), texts);
  while (!(await areThere()) && performance.now() < end) await delay(50);
  expect(await elements.allInnerTexts()).toEqual(texts);
}

/** Types the name that whoever ends something in production is asked for. */
export const nameProduction = (within: Locator | Page): Promise<void> =>
  within.getByLabel('This is production. Type prod to go on.').fill('prod');

/** Looks of a page that are examined: the narrowest page, one between and a wide one, in both themes. */
const LOOKS = [320, 800, 1440].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

/** Faults that axe finds and what is wider than the page, in all looks. The page is wide and dark afterwards. */
export async function faultsOfLooks(page: Page, what: string): Promise<string[]> {
  const found: string[] = [];
  for (const { width, colorScheme } of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await keepPicture(page, `${what} ${width} ${colorScheme}`);
    // The rules of axe are the same in between: only what is cut is looked for there.
    const faults = width === 800 ? [] : await faultsOf(page);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (wider > 0) faults.push(`${wider} pixels too wide`);
    faults.push(...(await brokenWords(page)).map((word) => `a line ends within "${word}"`));
    found.push(...faults.map((fault) => `${what}, ${width}, ${colorScheme}: ${fault}`));
  }
  return found;
}

/** Short words in tables, such as the parts of an address, that are broken into two lines. */
const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isBroken = (text: Node, { 0: word, index }: RegExpExecArray): boolean => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
    };
    return [...document.querySelectorAll('td, th[scope=row]')].flatMap((cell) => {
      const found: string[] = [];
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const words = [...(text.textContent ?? '').matchAll(/[\p{L}\p{N}]{2,12}/gu)];
        found.push(...words.flatMap((word) => (isBroken(text, word) ? [word[0]] : [])));
      }
      return found;
    });
  });

/** Controls over which something of the region lies, even when they are scrolled to where they are best seen. */
export const coveredBy = (region: Locator): Promise<string[]> =>
  region.evaluate((cover) => {
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea',
    );
    return [...controls]
      .filter((control) => control.checkVisibility() && !cover.contains(control))
      .filter((control) => {
        control.scrollIntoView({ block: 'center' });
        const { left, right, top, bottom } = control.getBoundingClientRect();
        const under = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return cover.contains(under);
      })
      .map(({ outerHTML }) => outerHTML);
  });

/** Keeps a picture of the whole page for a person to look at, in the folder that `PICTURES` names. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env['PICTURES'];
  if (!folder) return;
  await page.screenshot({
    path: join(folder, `${name.replaceAll(/\W+/g, '-')}.png`),
    fullPage: true,
  });
}

/** Faults of accessibility that axe finds in the page as it stands, by rule and place. */
async function faultsOf(page: Page): Promise<string[]> {
  // By the protocol of the browser, to which the policy of the page does not apply.
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

interface AxeResults {
  readonly violations: readonly { id: string; nodes: readonly { html: string }[] }[];
}

const AXE = readFileSync(
  join(import.meta.dirname, '..', '..', 'node_modules', 'axe-core', 'axe.min.js'),
  'utf8',
);
