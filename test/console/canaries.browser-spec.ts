import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from '@jest/globals';
import { type TOTP, URI } from 'otpauth';
import type { Page } from 'playwright-core';
import { ConsoleCodes } from '../../src/identities/console-codes/console-codes.js';
import { aSignedIn } from '../support/accounts.js';
import { useApp } from '../support/harness.js';
import { joinProject } from '../support/people.js';
import { anIdentity } from '../support/scene.js';
import { aSecretScene, type SecretScene, withSecrets } from '../support/secrets-scene.js';
import {
  describeInBrowser,
  goTo,
  type OpenPage,
  pressUntil,
  signInAsPerson,
  useBrowser,
} from './browser.js';
import { isInHeap } from './heap.js';
import { followed, leaksOf } from './left-behind.js';

const server = useApp();
const PASSWORD = `canary-password-${randomUUID()}`;
const WRONG = `canary-wrong-${randomUUID()}`;
const FORMER = `canary-former-${randomUUID()}`;
const VALUE = `canary-value-${randomUUID()}`;

let scene: SecretScene;
let email: string;
let recoveryCodes: string[];

/** Somebody with a second factor, who may read a secret of production that was changed. */
beforeAll(async () => {
  scene = await aSecretScene(server);
  const { project, orgId, admin } = scene;
  const items = [{ secretKey: 'PAY_KEY', secretValue: FORMER }];
  await withSecrets(scene, items, { environment: 'prod' });
  const changed = { projectId: project.id, environment: 'prod', secretValue: VALUE };
  await admin.http.patch('/api/v4/secrets/PAY_KEY').send(changed).expect(200);

  const person = await aSignedIn(server, orgId, { password: PASSWORD });
  ({ email } = person);
  await joinProject(server, project, { userId: person.userId }, 'admin');
  const { body } = await person.http.post('/api/v1/user/me/totp/register').expect(200);
  const totp = (URI.parse((body as { otpUrl: string }).otpUrl) as TOTP).generate();
  const on = await person.http.post('/api/v1/user/me/totp/verify').send({ totp }).expect(200);
  ({ recoveryCodes } = on.body as { recoveryCodes: string[] });
});

async function givePassword(page: Page, password: string) {
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: /^(Sign in|Unlock)$/ }).click();
}

async function giveCode(page: Page, code: string) {
  await page.getByLabel('Code of the authenticator app').fill(code);
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('banner').waitFor();
}

/** Shows the value of production in the open sheet. Its text is not asked for: that would put it into the page. */
async function revealed(page: Page) {
  const sheet = page.getByRole('dialog', { name: /^PAY_KEY/ });
  await sheet.getByRole('button', { name: 'Reveal PAY_KEY of prod', exact: true }).press('Enter');
  await sheet.getByRole('button', { name: 'Hide' }).waitFor();
}

/** Every screen once, with what is done there. */
async function goRound(page: Page) {
  const place = `/p/${scene.project.slug}`;
  await goTo(page, server, `${place}/secrets`);
  await page.getByRole('rowheader').getByText('PAY_KEY').waitFor();
  await goTo(page, server, `${place}/secrets?name=PAY_KEY&environment=prod`);
  await revealed(page);
  await page.getByRole('button', { name: 'Reveal PAY_KEY of prod, version 1' }).press('Enter');
  await page.getByRole('button', { name: 'Hide' }).nth(1).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await goTo(page, server, `${place}/access?environment=prod&name=PAY_KEY`);
  await page.getByRole('heading', { name: /of \d+ members in prod$/ }).waitFor();
  await goTo(page, server, `${place}/what-if?role=admin`);
  await page.getByRole('heading', { name: 'What if', level: 1 }).waitFor();
  await goTo(page, server, `${place}/activity`);
  await page.getByRole('table').getByText('PAY_KEY').first().waitFor();
  await goTo(page, server, '/settings');
  await page.getByRole('table').waitFor();

  await goTo(page, server, `${place}/time?environment=prod`);
  const changes = page.getByRole('table', { name: 'Changes' });
  await changes.getByText('PAY_KEY').nth(1).waitFor();
  await changes
    .getByRole('button', { name: /^After/ })
    .last()
    .click();
  await page.getByRole('button', { name: /^Roll back …/ }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('textbox').fill('prod');
  await dialog.getByRole('button', { name: 'Roll back' }).click();
  await page.getByText('Nothing is different now').waitFor();
}

describeInBrowser('what must not be found after a visit', () => {
  const browser = useBrowser();

  /** The last parts of tokens: the first are alike in all of them. */
  const named = (tokens: ReadonlySet<string>) =>
    Object.fromEntries([...tokens].map((token, at) => [`token ${at}`, token.slice(-40)]));

  const expectNoLeak = async (
    open: OpenPage,
    { tokens, addresses }: ReturnType<typeof followed>,
    texts: Readonly<Record<string, string>>,
  ) => {
    expect(tokens.size).toBeGreaterThan(0);
    const all = { ...texts, ...named(tokens) };
    expect(await leaksOf(open, server, addresses, all)).toEqual([]);
  };

  it('has no value, password, code or token of a person, on screen, locked and signed out', async () => {
    const open = await browser.open();
    const { page, context } = open;
    const trail = followed(open);
    const [first = '', second = ''] = recoveryCodes;
    const texts = { PASSWORD, WRONG, FORMER, VALUE, first, second };
    await goTo(page, server);
    await page.getByLabel('E-mail address').fill(email);
    await givePassword(page, WRONG);
    await page.getByText('Wrong e-mail address or password.').waitFor();
    await givePassword(page, PASSWORD);
    await giveCode(page, first);
    await goRound(page);
    await expectNoLeak(open, trail, texts);

    await pressUntil(page, ['g', 'l'], page.getByRole('heading', { name: 'Locked' }));
    expect(await page.locator('body').innerText()).not.toContain('PAY_KEY');
    await expectNoLeak(open, trail, texts);
    await givePassword(page, PASSWORD);
    await giveCode(page, second);
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to Strongroom' }).waitFor();
    await expectNoLeak(open, trail, texts);
    expect((await context.cookies()).filter(({ httpOnly }) => !httpOnly)).toEqual([]);
    expect(trail.addresses.length).toBeGreaterThan(5);
  });

  it('has a value in its memory while it is shown, and not once it is hidden, left or locked', async () => {
    const secretValue = `canary-shown-${randomUUID()}`;
    const changed = { projectId: scene.project.id, environment: 'prod', secretValue };
    await scene.admin.http.patch('/api/v4/secrets/PAY_KEY').send(changed).expect(200);
    const own = await aSignedIn(server, scene.orgId, {});
    await joinProject(server, scene.project, { userId: own.userId }, 'admin');
    const { page, context } = await browser.open();
    const address = `/p/${scene.project.slug}/secrets?name=PAY_KEY&environment=prod`;
    await signInAsPerson(page, server, own.email, address);
    const ways = {
      'hidden by its button': () => page.getByRole('button', { name: 'Hide' }).press('Enter'),
      'hidden with the page': () => page.evaluate(() => dispatchEvent(new Event('pagehide'))),
      'left with the sheet': () => page.keyboard.press('Escape'),
      locked: () => pressUntil(page, ['g', 'l'], page.getByRole('heading', { name: 'Locked' })),
    };
    const found: Record<string, boolean[]> = {};
    for (const [way, go] of Object.entries(ways)) {
      await goTo(page, server, address);
      await revealed(page);
      const before = await isInHeap(context, page, secretValue);
      await go();
      await page.getByRole('button', { name: 'Hide' }).waitFor({ state: 'detached' });
      found[way] = [before, await isInHeap(context, page, secretValue)];
    }

    expect(found).toEqual(Object.fromEntries(Object.keys(ways).map((way) => [way, [true, false]])));
  });

  it('has no client secret, code or token of a machine identity', async () => {
    const { admin, orgId } = scene;
    const { id } = await anIdentity(server, orgId, 'member');
    const path = `/api/v1/auth/universal-auth/identities/${id}`;
    await admin.http.post(path).send({}).expect(200);
    const { body: made } = await admin.http.post(`${path}/client-secrets`).send({}).expect(200);
    const { clientSecret } = made as { clientSecret: string };
    const code = await server.database.transaction((tx) =>
      server.app.get(ConsoleCodes).make(tx, id),
    );
    const open = await browser.open();
    const { page } = open;
    const trail = followed(open);
    await goTo(page, server, '/settings');
    await page.getByRole('button', { name: 'Sign in with a code from the server' }).click();
    await page.getByLabel('Code').fill(code);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('table').waitFor();
    await expectNoLeak(open, trail, { code, clientSecret });

    await pressUntil(page, ['g', 'l'], page.getByRole('heading', { name: 'Locked' }));
    expect(await page.getByLabel('Client id').count()).toBe(0);
    await page.getByLabel('Client secret').fill(clientSecret);
    await page.getByRole('button', { name: 'Unlock' }).click();
    await page.getByRole('table').waitFor();
    await expectNoLeak(open, trail, { code, clientSecret });
  });
});
