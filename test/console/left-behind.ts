import type { Page } from 'playwright-core';
import type { TestApp } from '../support/harness.js';
import type { OpenPage } from './browser.js';

/** All that a page leaves in its browser where somebody else, or another script, could find it; and what it shows. */
export const leftBehind = (page: Page): Promise<string> =>
  page.evaluate(async () =>
    JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      await indexedDB.databases(),
      await caches.keys(),
      (await navigator.serviceWorker.getRegistrations()).length,
      document.cookie,
      document.title,
      location.href,
      history.state,
      Object.keys(window),
      document.documentElement.outerHTML,
    ]),
  );

/** Follows the tokens that a page sends, and the addresses in its history. */
export function followed({ page }: OpenPage): { tokens: Set<string>; addresses: string[] } {
  const tokens = new Set<string>();
  const addresses: string[] = [];
  page.on('request', (request) => {
    const [, token] = (request.headers()['authorization'] ?? '').split(' ');
    if (token) tokens.add(token);
  });
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  return { tokens, addresses };
}

/** Where texts stand that nobody may find: their names, with what of the page or the server has them. */
export async function leaksOf(
  { page, trace }: OpenPage,
  server: TestApp,
  addresses: readonly string[],
  texts: Readonly<Record<string, string>>,
): Promise<string[]> {
  const places = {
    page: await leftBehind(page),
    history: addresses.join('\n'),
    requests: trace.requests.join('\n'),
    console: [...trace.lines, ...trace.errors].join('\n'),
    log: server.logLines.join('\n'),
  };
  return Object.entries(places).flatMap(([place, all]) =>
    Object.entries(texts)
      .filter(([, text]) => all.includes(text))
      .map(([name]) => `${name} in ${place}`),
  );
}
