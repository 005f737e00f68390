import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, it } from '@jest/globals';
import { errors, type Page, type Request } from 'playwright-core';
import { aPersonIn, type Account } from '../support/accounts.js';
import { useApp } from '../support/harness.js';
import { joinProject } from '../support/people.js';
import { aSecretScene, type SecretScene, withSecrets } from '../support/secrets-scene.js';
import { describeInBrowser, goTo, signInAsPerson, useBrowser } from './browser.js';

const server = useApp();
/** Stops of Tab from which on a page is held to be a trap. */
const MOST_STOPS = 250;

/** Stops of the bar alone. */
const FEWEST_STOPS = 5;

/** Who looks, from the most rights to none: by the role in the project; null for whoever is no member of it. */
const RIGHTS = {
  administrator: 'admin',
  viewer: 'viewer',
  'one who may see names alone': [
    { subject: 'secrets', action: ['describeSecret'] },
    { subject: 'secret-folders', action: ['read'] },
  ],
  'a member without rights': 'no-access',
  'somebody who is no member': null,
} as const;

const IN_PROJECT = [
  ...['secrets', 'secrets?name=API_KEY&environment=prod', 'access?environment=prod', 'what-if'],
  ...['time?environment=prod', 'activity', 'approvals', 'people', 'certificates', 'import'],
];
const ELSEWHERE = ['/', '/audit', '/identities', '/organization', '/seen', '/settings'];

let scene: SecretScene;

beforeAll(async () => {
  scene = await aSecretScene(server);
  const items = ['API_KEY', 'OLD_TOKEN'].map((secretKey) => ({ secretKey, secretValue: 'one' }));
  await withSecrets(scene, items, { environment: 'prod' });
});

describeInBrowser('every screen, by keyboard alone', () => {
  const browser = useBrowser();

  const walk = async (who: keyof typeof RIGHTS, width: number) => {
    const person = await aPersonOf(who);
    const { page } = await browser.open();
    await page.setViewportSize({ width, height: 900 });
    const isQuiet = useQuiet(page);
    await signInAsPerson(page, server, person.email);
    const found: string[] = [];
    for (const address of [
      ...IN_PROJECT.map((each) => `/p/${scene.project.slug}/${each}`),
      ...ELSEWHERE,
    ]) {
      await goTo(page, server, address);
      found.push(...(await faultsOfStops(page, isQuiet)).map((fault) => `${address}: ${fault}`));
    }
    return found;
  };

  it.each(Object.keys(RIGHTS) as (keyof typeof RIGHTS)[])('as %s', async (who) => {
    expect(await walk(who, 1440)).toEqual([]);
  });

  it('on a narrow page, which one enlarged four times is', async () => {
    expect(await walk('administrator', 360)).toEqual([]);
  });
});

async function aPersonOf(who: keyof typeof RIGHTS): Promise<Account> {
  const person = await aPersonIn(
    server,
    scene.orgId,
    who === 'administrator' ? { role: 'admin' } : {},
  );
  const role = RIGHTS[who];
  if (role !== null) await joinProject(server, scene.project, { userId: person.userId }, role);
  return person;
}

/** Milliseconds without an open request after which a page has all that it asked for. */
const QUIET = 300;

/** Waits until the page waits for no answer. The stream of events never ends. */
function useQuiet(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let last = performance.now();
  const end = (request: Request) => {
    open.delete(request);
    last = performance.now();
  };
  page.on('request', (request) => !request.url().includes('/events/') && open.add(request));
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return async () => {
    last = performance.now();
    while (open.size > 0 || performance.now() - last < QUIET) await delay(20);
  };
}

/** Goes through the page by Tab: what has no name, shows no focus or is covered, lists that lose it, and routes that are named to people. */
async function faultsOfStops(page: Page, isQuiet: () => Promise<void>): Promise<string[]> {
  await page.locator('h1, h2, [role=dialog]').first().waitFor();
  await isQuiet();
  const found: string[] = await page.evaluate(rawSentences);
  // The first stop, from which Tab goes on wherever the last screen ended.
  await page.getByRole('link', { name: 'Skip to the content' }).focus();
  const address = page.url();
  const seen = new Set<string>();
  let last = '';
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    await page.keyboard.press('Tab');
    // What is focused is led into view in the next frame.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    const seenFirst = await page.evaluate(lookAtStop);
    // A list that closes lies over its neighbour for a moment.
    if (seenFirst?.faults.length) await delay(QUIET);
    const stop = seenFirst?.faults.length ? await page.evaluate(lookAtStop) : seenFirst;
    // A field of date and time has several stops of its own.
    if (stop?.id === last) continue;
    if (stop === null || seen.has(stop.id)) {
      if (stops < FEWEST_STOPS) found.push(`${stops} stops`);
      // Whoever only passes through changes nothing.
      if (page.url() !== address) found.push(`leads to ${page.url()}`);
      return [...new Set(found)];
    }
    seen.add(stop.id);
    last = stop.id;
    found.push(...stop.faults);
    if (stop.hasList) found.push(...(await faultsOfList(page, stop)));
  }
  return [...found, `more than ${MOST_STOPS} stops`];
}

/** A list opens by a key, and Escape leads back to where it was opened. */
async function faultsOfList(page: Page, stop: Stop): Promise<string[]> {
  await page.keyboard.press('Enter');
  const list = page.locator('[role=menu], [role=listbox], [role=dialog]').last();
  await list.waitFor();
  await page.keyboard.press('Escape');
  // It is led back in the frame after the list is gone.
  const isBack = page.waitForFunction(
    (id) =>
      !document.querySelector('[role=menu], [role=listbox], [data-exiting]') &&
      document.activeElement?.getAttribute('data-stop') === id,
    stop.id,
    { timeout: 20_000 },
  );
  try {
    await isBack;
    return [];
  } catch (error) {
    if (!(error instanceof errors.TimeoutError)) throw error;
    const after = await page.evaluate(lookAtStop);
    return [`${stop.text}: Escape leads to ${after?.text ?? 'nothing'}`];
  }
}

interface Stop {
  readonly id: string;
  readonly text: string;
  readonly hasList: boolean;
  readonly faults: readonly string[];
}

/** Within the page: sentences of the API that are shown to people. */
function rawSentences(): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const isCode = text.parentElement?.closest('pre, code, textarea') !== null;
    const sentence = text.textContent ?? '';
    if (!isCode && /\/api\/v\d|use the action/.test(sentence)) found.push(sentence);
  }
  return found;
}

/** Within the page: what has the focus, and what is wrong with it. Null where nothing has it. */
function lookAtStop(): Stop | null {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  const marked = window as unknown as { stops?: number };
  focused.setAttribute(
    'data-stop',
    focused.getAttribute('data-stop') ?? `${(marked.stops = (marked.stops ?? 0) + 1)}`,
  );
  const id = focused.getAttribute('data-stop')!;
  const label = focused.getAttribute('aria-labelledby')?.split(' ') ?? [];
  const labels = [...((focused as HTMLInputElement).labels ?? [])].map((each) => each.textContent);
  const name =
    focused.getAttribute('aria-label') ||
    label
      .map((each) => document.getElementById(each)?.textContent ?? '')
      .join(' ')
      .trim() ||
    labels.join(' ').trim() ||
    focused.textContent?.trim() ||
    focused.querySelector('[aria-label]')?.getAttribute('aria-label') ||
    focused.getAttribute('title') ||
    '';
  const text = `${focused.tagName.toLowerCase()} "${name.slice(0, 60)}"`;
  const faults: string[] = [];
  if (name === '') faults.push(`${focused.outerHTML.slice(0, 200)} has no name`);
  const isRinged = (each: Element | null, levels: number): boolean => {
    if (!each || levels === 0) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each);
    const hasOutline = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
    return hasOutline || boxShadow !== 'none' || isRinged(each.parentElement, levels - 1);
  };
  if (!isRinged(focused, 3)) faults.push(`${text} shows no focus`);
  const { left, right, top, bottom, width, height } = focused.getBoundingClientRect();
  const isInView = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
  if (!isInView) faults.push(`${text} is out of view`);
  else if (width > 0 && height > 0) {
    const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
    const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
    const over = document.elementFromPoint(x, y);
    // A control that is not seen itself lies in what is seen of it, such as a field for files in the place to drop one.
    const around = focused.closest('label, [data-rac]') ?? focused;
    const isSame =
      over &&
      (around.contains(over) ||
        around.parentElement === over.parentElement ||
        over.contains(focused));
    if (!isSame) faults.push(`${text} is covered by ${over?.outerHTML.slice(0, 100)}`);
  }
  const hasList =
    focused.getAttribute('aria-haspopup') !== null &&
    focused.tagName === 'BUTTON' &&
    !focused.hasAttribute('disabled');
  return { id, text, hasList, faults };
}
