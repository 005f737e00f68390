import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aPersonIn, PASSWORD } from '../support/accounts.js';
import { useApp } from '../support/harness.js';
import { joinProject } from '../support/people.js';
import { anIdentity } from '../support/scene.js';
import { aSecretScene, type SecretScene, withSecrets } from '../support/secrets-scene.js';
import { describeInBrowser, faultsOfLooks, goTo, signInAsPerson, useBrowser } from './browser.js';
import { leftBehind } from './left-behind.js';

const server = useApp();
/** Found nowhere else in a page. */
const TYPED = 'typed-9127';
let scene: SecretScene;
let email: string;

beforeAll(async () => {
  scene = await aSecretScene(server);
  await withSecrets(scene, [{ secretKey: 'API_KEY', secretValue: 'one' }], { environment: 'dev' });
  const person = await aPersonIn(server, scene.orgId, { role: 'admin' });
  await joinProject(server, scene.project, { userId: person.userId }, 'admin');
  ({ email } = person);
});

const locked = (page: Page) => page.getByRole('heading', { name: 'Locked' }).waitFor();

async function unlock(page: Page) {
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await page.getByRole('heading', { name: 'Locked' }).waitFor({ state: 'detached' });
}

describeInBrowser('what was typed', () => {
  const browser = useBrowser();
  const open = async (address: string) => {
    const opened = await browser.open();
    await opened.page.clock.install();
    const place = address.startsWith('/') ? address : `/p/${scene.project.slug}/${address}`;
    await signInAsPerson(opened.page, server, email, place);
    return opened.page;
  };

  /** Opens and fills in a form, and what its lock says it keeps. */
  const forms: Record<string, [string, (page: Page) => Promise<string>, RegExp]> = {
    'a new secret': [
      'secrets',
      async (page) => {
        await page.getByRole('button', { name: '+ Secret' }).click();
        await page.getByRole('dialog').getByLabel('Name').fill('NEW_KEY');
        await page.getByLabel('Value in staging').fill('other');
        await page.getByLabel('Value in dev').fill(TYPED);
        return 'Value in dev';
      },
      /2 changes were not applied yet and are kept here for an hour/,
    ],
    'a file to import': [
      'import',
      async (page) => {
        await page.getByLabel('Text of the file').fill(`ONE=${TYPED}\nTWO=${TYPED}`);
        return 'Text of the file';
      },
      /2 changes were not applied yet and are kept here for an hour/,
    ],
    'addresses of people': [
      'people',
      async (page) => {
        await page.getByRole('button', { name: 'Add people' }).click();
        await page.getByLabel('E-mail addresses').fill(`${TYPED}@example.org`);
        return 'E-mail addresses';
      },
      /1 change was not applied yet and is kept here for an hour/,
    ],
  };

  it.each(Object.keys(forms))(
    'is there again after the lock, at the same address, and no value is in the page meanwhile: %s',
    async (what) => {
      const [address, type, says] = forms[what]!;
      const page = await open(address);
      const label = await type(page);
      const before = [page.url(), await page.getByLabel(label).inputValue()];
      await page.clock.runFor('14:30');
      const warning = page.getByRole('alertdialog', { name: 'This page locks in a minute' });
      await warning.getByText(/the lock keeps (it|them) for an hour/).waitFor();
      await page.clock.runFor('01:00');
      await locked(page);
      await page.getByText(says).waitFor();
      if (label !== 'E-mail addresses') expect(await leftBehind(page)).not.toContain(TYPED);
      expect(await faultsOfLooks(page, `locked over ${what}`)).toEqual([]);

      await unlock(page);
      const field = page.getByLabel(label);
      await field.focus();
      expect([page.url(), await field.inputValue()]).toEqual(before);
    },
  );

  it('is counted as lost after an hour, and the lock says nothing of work where there is none', async () => {
    const page = await open('people');
    await page.getByRole('button', { name: 'Add people' }).click();
    await page.clock.runFor('16:00');
    await locked(page);
    expect(await page.getByText(/not applied|kept/).count()).toBe(0);
    await unlock(page);
    await page.getByLabel('E-mail addresses').fill(`${TYPED}@example.org`);
    await page.clock.runFor('16:00');
    await locked(page);
    await page.clock.fastForward('01:00:01');
    await page.getByText(/^1 change was not applied yet and was discarded/).waitFor();
  });

  it('is masked where the field was left, unless one asks to see it', async () => {
    const page = await open('secrets');
    await page.getByRole('button', { name: '+ Secret' }).click();
    const editor = page.getByRole('dialog', { name: 'New secret in /' });
    await editor.getByLabel('Name').fill('MASKED');
    const field = editor.getByLabel('Value in dev');
    const other = editor.getByLabel('Value in staging');
    await field.fill(TYPED);
    expect(await field.inputValue()).toBe(TYPED);
    await other.focus();
    expect(await page.content()).not.toContain(TYPED);
    expect(await field.getAttribute('placeholder')).toBe('••••••••');
    expect(await faultsOfLooks(page, 'a typed value that is masked')).toEqual([]);

    await editor.getByRole('button', { name: 'Show', exact: true }).click();
    expect(await field.inputValue()).toBe(TYPED);
    expect(await faultsOfLooks(page, 'a typed value that is shown')).toEqual([]);
    await editor.getByRole('button', { name: 'Hide', exact: true }).click();
    expect(await page.content()).not.toContain(TYPED);
    // In the field again, it goes on where it was.
    await field.press('End');
    await page.keyboard.type('-more');
    expect(await field.inputValue()).toBe(`${TYPED}-more`);
    // What is shown goes when the page is hidden.
    await other.focus();
    await editor.getByRole('button', { name: 'Show', exact: true }).click();
    await page.evaluate(() => dispatchEvent(new Event('pagehide')));
    expect(await page.content()).not.toContain(TYPED);

    await editor.getByRole('button', { name: 'Review' }).click();
    await page.getByRole('dialog', { name: 'Review MASKED' }).getByText('will be done').waitFor();
    expect(await page.content()).not.toContain(TYPED);
  });

  it('can be kept in the draft where it would be discarded', async () => {
    const page = await open('secrets');
    await page.getByRole('button', { name: '+ Secret' }).click();
    const editor = page.getByRole('dialog', { name: 'New secret in /' });
    const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
    const keep = question.getByRole('button', { name: 'Keep in the draft' });
    await editor.getByLabel('Value in dev').fill(TYPED);
    // Without a name it cannot wait there.
    await editor.getByLabel('Value in dev').press('Escape');
    await question.getByRole('button', { name: 'Keep editing' }).press('Enter');
    expect(await keep.count()).toBe(0);
    await editor.getByLabel('Name').fill('WAITING');
    await editor.getByLabel('Name').press('Escape');
    await keep.waitFor();
    expect(await faultsOfLooks(page, 'question with the draft')).toEqual([]);
    await keep.press('Enter');
    await question.waitFor({ state: 'detached' });
    await editor.waitFor({ state: 'detached' });
    await page.getByRole('group', { name: 'Draft' }).getByText('Draft: 1 change').waitFor();
  });

  it('is asked about before a lock only where something is shown once', async () => {
    const { id } = await anIdentity(server, scene.orgId, 'member');
    await scene.admin.http
      .post(`/api/v1/auth/universal-auth/identities/${id}`)
      .send({})
      .expect(200);
    const page = await open(`/identities?identity=${id}`);
    await page.getByRole('button', { name: 'New client secret' }).click();
    await page.getByRole('button', { name: 'Make it', exact: true }).click();
    await page.getByRole('button', { name: 'I have kept it' }).focus();
    const question = page.getByRole('alertdialog', { name: 'Lock and lose what is shown once?' });
    const ask = async () => {
      await page.keyboard.press('g');
      await page.keyboard.press('l');
      await question.waitFor();
    };
    await ask();
    expect(await faultsOfLooks(page, 'question before a lock')).toEqual([]);
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'I have kept it' }).focus();
    await ask();
    await question.getByRole('button', { name: 'Lock and drop it' }).press('Enter');
    await locked(page);
    await unlock(page);
    await page.getByText(/^It was dropped when this page was locked/).waitFor();
    await goTo(page, server, '/');
  });
});
