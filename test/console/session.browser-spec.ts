import { beforeAll, expect, it } from '@jest/globals';
import { aSignedIn, PASSWORD } from '../support/accounts.js';
import { useApp } from '../support/harness.js';
import { aProject, aScene, type Scene } from '../support/scene.js';
import {
  describeInBrowser,
  faultsOfLooks,
  goTo,
  pressUntil,
  signInAsPerson,
  useBrowser,
} from './browser.js';
import { leftBehind } from './left-behind.js';

const server = useApp();
let scene: Scene;
let email: string;

beforeAll(async () => {
  scene = await aScene(server);
  ({ email } = await aSignedIn(server, scene.orgId, { role: 'admin' }));
  await aProject(scene.admin);
});

describeInBrowser('the session of the console', () => {
  const browser = useBrowser();

  it('goes on after a reload, and leaves no token where a script or a log finds it', async () => {
    const { page, trace } = await browser.open();
    let token = '';
    page.on('request', (request) => {
      token = request.headers()['authorization']?.slice('Bearer '.length) ?? token;
    });
    await signInAsPerson(page, server, email, '/settings');
    await page.getByRole('table').waitFor();
    await page.reload();
    await page.getByRole('table').waitFor();

    expect(token).toMatch(/^eyJ/);
    expect(await leftBehind(page)).not.toContain(token.slice(0, 40));
    expect(trace.requests.filter((each) => each.includes('eyJ'))).toEqual([]);
    expect(server.logLines.filter((line) => line.includes(token))).toEqual([]);
    expect(server.logLines.filter((line) => line.includes(PASSWORD))).toEqual([]);
  });

  it('is locked on the server too: a reload does not go past the lock', async () => {
    const { page } = await browser.open();
    await signInAsPerson(page, server, email, '/settings');
    await page.getByRole('table').waitFor();
    await pressUntil(page, ['g', 'l'], page.getByRole('heading', { name: 'Locked' }));

    expect(await page.getByRole('table').count()).toBe(0);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Unlock' }).click();
    await page.getByRole('table').waitFor();

    await pressUntil(page, ['g', 'l'], page.getByRole('heading', { name: 'Locked' }));
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in to Strongroom' }).waitFor();
  });

  it('says who is locked out, and asks a machine identity for its secret alone, after a reload too', async () => {
    const { http, id } = scene.admin;
    const path = `/api/v1/auth/universal-auth/identities/${id}`;
    const { body: auth } = await http.post(path).send({}).expect(200);
    const { body: made } = await http.post(`${path}/client-secrets`).send({}).expect(200);
    const { clientId } = (auth as { identityUniversalAuth: { clientId: string } })
      .identityUniversalAuth;
    const { clientSecret } = made as { clientSecret: string };
    const { page } = await browser.open();
    await goTo(page, server, '/settings');
    await page.getByRole('button', { name: 'Sign in as a machine identity' }).click();
    await page.getByLabel('Client id').fill(clientId);
    await page.getByLabel('Client secret').fill(clientSecret);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    const unlock = async () => {
      await page.getByRole('table').waitFor();
      await pressUntil(page, ['g', 'l'], page.getByRole('heading', { name: 'Locked' }));
      await page.getByText(`Signed in as identity-${id}`).waitFor();
      expect(await page.getByRole('textbox').count()).toBe(1);
      expect(await leftBehind(page)).not.toContain(clientSecret);
      await page.getByLabel('Client secret').fill(clientSecret);
      await page.getByRole('button', { name: 'Unlock' }).click();
      await page.getByRole('table').waitFor();
    };
    await unlock();
    await page.reload();
    await unlock();
    await pressUntil(page, ['g', 'l'], page.getByRole('heading', { name: 'Locked' }));
    expect(await faultsOfLooks(page, 'locked')).toEqual([]);
  });

  it('gets the next token where the one it has is at its end, and asks again', async () => {
    const { page } = await browser.open();
    let asked = 0;
    await page.route('**/api/v2/users/me/sessions', (route) =>
      asked++ === 0 ? route.fulfill({ status: 401 }) : route.continue(),
    );
    await signInAsPerson(page, server, email, '/settings');
    await page.getByRole('table').waitFor();
    expect(asked).toBe(2);
  });

  it('asks for a sign-in where the session was ended elsewhere', async () => {
    const { page } = await browser.open();
    await signInAsPerson(page, server, email, '/settings');
    await page.getByRole('table').waitFor();
    await goTo(page, server, '/');
    await server.database.source.query('delete from sessions');
    await page.getByLabel('Name of the project').fill('Shop');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Locked' }).waitFor();
    expect(await page.locator('body').innerText()).toContain('session has ended');
  });

  it('stays locked when a renewal of the token that was under way comes back', async () => {
    const { page, context } = await browser.open();
    // The answer is held back, not the request: the server gave the token while the session was open.
    const cdp = await context.newCDPSession(page);
    const held = Promise.withResolvers<string>();
    cdp.on('Fetch.requestPaused', ({ requestId, responseStatusCode }) => {
      // The first, before anybody signed in, finds no session.
      if (responseStatusCode === 200) held.resolve(requestId);
      else void cdp.send('Fetch.continueRequest', { requestId });
    });
    const patterns = [{ urlPattern: '*/api/v1/auth/token', requestStage: 'Response' as const }];
    await cdp.send('Fetch.enable', { patterns });
    await page.route('**/api/v2/users/me/sessions', (route) => route.fulfill({ status: 401 }));
    await signInAsPerson(page, server, email, '/settings');
    const requestId = await held.promise;
    await pressUntil(page, ['g', 'l'], page.getByRole('heading', { name: 'Locked' }));
    const answered = page.waitForEvent('requestfinished', (each) => /token$/.test(each.url()));
    await cdp.send('Fetch.continueRequest', { requestId });
    await answered;

    const asked = page.waitForRequest(/auth\/login$/);
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Unlock' }).click();
    expect(Object.keys((await asked).headers())).not.toContain('authorization');
    await page.getByText('Wrong e-mail address or password.').waitFor();
  });

  it('opens nothing by its cookie alone', async () => {
    const { page, context } = await browser.open();
    await signInAsPerson(page, server, email);
    const { paths } = (await server.http.get('/api/docs/json')).body as {
      paths: Record<string, Record<string, { security?: readonly object[] }>>;
    };
    const guarded = Object.entries(paths)
      .filter(([, { get }]) => get && (get.security ?? [{ bearer: [] }]).length > 0)
      .map(([path]) => path.replaceAll(/\{\w+\}/g, scene.orgId));
    const opened = await page.evaluate(async (all) => {
      const statuses: [string, number][] = [];
      for (const path of all) statuses.push([path, (await fetch(path)).status]);
      return statuses.filter(([, status]) => status !== 401);
    }, guarded);

    expect((await context.cookies()).map(({ httpOnly, sameSite }) => [httpOnly, sameSite])).toEqual(
      [[true, 'Strict']],
    );
    expect(guarded.length).toBeGreaterThan(100);
    expect(opened).toEqual([]);
  });

  it('refuses a wrong password in the words of the server, and ends at the sign-out', async () => {
    const { page, context } = await browser.open();
    await goTo(page, server);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Wrong e-mail address or password.').waitFor();

    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: /^Account/ }).click();
    const signedOut = page.waitForResponse(/logout$/);
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to Strongroom' }).waitFor();
    await signedOut;
    expect(await context.cookies()).toEqual([]);
  });

  it('shows nothing in a frame', async () => {
    const { page } = await browser.open();
    await page.goto(`${server.url}/login`);
    const isEmpty = await page.evaluate(async () => {
      const frame = document.createElement('iframe');
      frame.src = '/console/';
      document.body.append(frame);
      await new Promise((resolve) => frame.addEventListener('load', resolve));
      try {
        return !frame.contentDocument?.getElementById('root');
      } catch {
        return true;
      }
    });

    expect(isEmpty).toBe(true);
  });
});
