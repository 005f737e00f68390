// Makes docs/console.png, the picture of the README, from a server that it starts: `npm run console:picture`.
// The browser is the system's Chromium, or the one that CHROMIUM names.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { ROOT } from './run.js';
import { logIn, send, startServer } from './server.js';

const PICTURE = join(ROOT, 'docs', 'console.png');
/** Bytes. */
const MOST = 200_000;
const SIZE = { width: 1200, height: 560 };

const PLACES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const executablePath = [process.env.CHROMIUM, ...PLACES.map((name) => join('/usr/bin', name))].find(
  (path) => path && existsSync(path),
);
if (!executablePath) throw new Error('No Chromium is found: name one in CHROMIUM.');

/** Values by folder, name and environment: the same and different ones, gaps, references. */
const SECRETS = {
  '/apps/web': {
    API_KEY: { dev: 'one', staging: 'one', prod: 'two' },
    DB_PASSWORD: { dev: 'local', staging: 'shared', prod: 'strong' },
    DB_URL: {
      dev: 'postgres://app:${DB_PASSWORD}@db/shop',
      staging: 'postgres://app:${DB_PASSWORD}@db/shop',
      prod: 'postgres://app:${DB_PASSWORD}@db/shop',
    },
    FEATURE_CHECKOUT: { dev: 'on' },
    LOG_LEVEL: { dev: 'debug', staging: 'info', prod: 'info' },
    PAYMENT_TOKEN: { staging: 'test', prod: 'live' },
    SENTRY_DSN: { dev: 'dsn', staging: 'dsn', prod: 'dsn' },
    SESSION_SECRET: { dev: 'd', staging: 's', prod: 'p' },
    SMTP_PASSWORD: { staging: 'mail', prod: 'mail' },
  },
  '/apps/worker': { QUEUE_URL: { dev: 'q', staging: 'q', prod: 'q' } },
  '/shared': { SENTRY_DSN: { dev: 'dsn', staging: 'dsn', prod: 'dsn' } },
};

/** Fills a project through the API, as anybody would. */
async function fill(server) {
  const api = `${server.site}/api`;
  const token = await logIn(server);
  const made = { projectName: 'Shop', slug: 'the-shop' };
  const { project } = await send('POST', `${api}/v1/projects`, made, token);
  const base = { projectId: project.id };
  for (const environment of ['dev', 'staging', 'prod']) {
    for (const folder of Object.keys(SECRETS)) {
      const end = folder.lastIndexOf('/');
      const place = { path: folder.slice(0, end) || '/', name: folder.slice(end + 1) };
      await send('POST', `${api}/v2/folders`, { ...base, environment, ...place }, token);
      const secrets = Object.entries(SECRETS[folder])
        .filter(([, values]) => environment in values)
        .map(([secretKey, values]) => ({ secretKey, secretValue: values[environment] }));
      const batch = { ...base, environment, secretPath: folder, secrets };
      await send('POST', `${api}/v4/secrets/batch`, batch, token);
    }
  }
}

async function takePicture({ site, said }) {
  const [, code = ''] = /console code\s+(\S+)/.exec(said()) ?? [];
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light' });
    await page.goto(`${site}/console/#/p/the-shop/secrets?path=%2Fapps%2Fweb`);
    await page.getByRole('button', { name: 'Sign in with a code from the server' }).click();
    await page.getByLabel('Code').fill(code);
    await page.getByRole('button', { name: 'Sign in', exact: true }).first().click();
    await page.getByRole('gridcell', { name: /^API_KEY, prod, .*value a/ }).waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await page.mouse.move(0, SIZE.height - 1);
    await page.screenshot({ path: PICTURE });
  } finally {
    await browser.close();
  }
}

const server = await startServer();
try {
  await fill(server);
  await takePicture(server);
} finally {
  await server.end();
}
const { size } = statSync(PICTURE);
if (size > MOST) throw new Error(`The picture has ${size} bytes, ${MOST} are allowed.`);
console.log(`${PICTURE}: ${size} bytes`);
