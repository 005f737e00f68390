import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect } from '@jest/globals';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
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

/** What a page did that nobody sees. */
export interface Trace {
  /** Violations of the content security policy; there are to be none. */
  readonly violations: string[];
  /** Errors of the page's scripts; there are to be none. */
  readonly errors: string[];
  /** Addresses that were asked for, with their method, in order. */
  readonly requests: string[];
}

export interface OpenPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly trace: Trace;
}

/** One browser for a file. Every page of it fails its test where it broke the policy or threw. */
export function useBrowser(): { open(): Promise<OpenPage> } {
  let browser: Browser;
  let folder: string;
  let opened: OpenPage[] = [];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'strongroom-browser-'));
    browser = await chromium.launch({
      executablePath: EXECUTABLE ?? 'chromium',
      args: [...ARGUMENTS, `--crash-dumps-dir=${folder}`],
    });
  });
  afterEach(async () => {
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
    async open() {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      const page = await context.newPage();
      const trace: Trace = { violations: [], errors: [], requests: [] };
      await page.exposeFunction('tellViolation', (text: string) => trace.violations.push(text));
      await page.addInitScript(() => {
        const { tellViolation } = window as unknown as { tellViolation(text: string): void };
        document.addEventListener('securitypolicyviolation', (event) =>
          tellViolation(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`),
        );
      });
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

/** Faults of accessibility that axe finds in the page as it stands, by rule and place. */
export async function faultsOf(page: Page): Promise<string[]> {
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
