import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { AuditChainWorker } from '../../src/audit/chain/audit-chain-worker.js';
import { aPersonIn, aSignedIn } from '../support/accounts.js';
import { chained } from '../support/audit-scene.js';
import { useApp } from '../support/harness.js';
import { joinProject } from '../support/people.js';
import { aMember, anIdentity } from '../support/scene.js';
import { aSecretScene, type SecretScene, withSecrets } from '../support/secrets-scene.js';
import { describeInBrowser, faultsOfLooks, goTo, signInAsPerson, useBrowser } from './browser.js';

const server = useApp();
let scene: SecretScene;
let email: string;
let reader: Awaited<ReturnType<typeof aMember>>;

const where = () => ({ projectId: scene.project.id, environment: 'prod' });

/** Three secrets of production that `reader` has read, of which one was changed since and one is gone. */
beforeAll(async () => {
  scene = await aSecretScene(server);
  const { admin, orgId, project } = scene;
  const person = await aPersonIn(server, orgId, { role: 'admin' });
  ({ email } = person);
  await joinProject(server, project, { userId: person.userId }, 'admin');
  reader = await aMember(server, project, orgId, 'viewer');
  const names = ['API_KEY', 'DB_PASSWORD', 'OLD_TOKEN'];
  const items = names.map((secretKey) => ({ secretKey, secretValue: `canary-${secretKey}` }));
  await withSecrets(scene, items, { environment: 'prod' });
  for (const name of names)
    await reader.http.get(`/api/v4/secrets/${name}`).query(where()).expect(200);
  await admin.http
    .patch('/api/v4/secrets/API_KEY')
    .send({ ...where(), secretValue: 'canary-next' })
    .expect(200);
  await admin.http.delete('/api/v4/secrets/OLD_TOKEN').send(where()).expect(200);
  await chained(server, orgId);
  await server.app.get(AuditChainWorker).checkpointOlderThan(0);
});

const nameOf = () => `identity-${reader.id}`;
const entries = (page: Page) => page.getByRole('table', { name: 'Entries' });

describeInBrowser('the audit log, and what an identity has seen', () => {
  const browser = useBrowser();

  it('shows who read what, narrows it by what is asked, and leads to the thing', async () => {
    const { page } = await browser.open();
    await signInAsPerson(page, server, email, `/p/${scene.project.slug}/secrets`);
    await page.getByRole('link', { name: 'Audit log', exact: true }).click();
    await page.getByText('Every entry is linked').waitFor();
    const links = page.getByRole('navigation', { name: 'Places' }).getByRole('link');
    expect(await links.allInnerTexts()).toContain('Secrets');

    const who = page.getByRole('combobox', { name: 'Who' });
    await who.fill(nameOf());
    await who.press('Enter');
    await entries(page).getByText('DB_PASSWORD').first().waitFor();
    expect(page.url()).toContain(`actor=${reader.id}`);
    expect(await entries(page).getByRole('row').count()).toBe(4);
    const name = page.getByRole('combobox', { name: 'Name of the secret' });
    await page.getByText('As curl').last().click();
    await name.fill('DB_PASSWORD');
    // Nothing is proposed for it, so no list is opened: it would be empty.
    expect(await page.getByRole('listbox').count()).toBe(0);
    await name.press('Enter');
    await page.getByText('1 entry').waitFor();
    await page.locator('details[open]').getByText('DB_PASSWORD').waitFor();
    const action = page.getByRole('combobox', { name: 'Action' });
    await action.fill('secret.rea');
    await page.getByRole('option', { name: 'secret.read' }).waitFor();
    await action.fill('secret.nothing');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await action.fill('');
    await action.press('Escape');

    await entries(page)
      .getByRole('link', { name: /^Open the entry secret\.read/ })
      .click();
    const sheet = page.getByRole('dialog');
    await sheet.getByText('What it affected').waitFor();
    const address = page.url();
    await page.reload();
    await sheet.getByText('DB_PASSWORD', { exact: true }).waitFor();
    expect(page.url()).toBe(address);
    await sheet.getByRole('link', { name: 'Open in Secrets' }).click();
    await page.getByRole('dialog').getByText('DB_PASSWORD').first().waitFor();
    expect(await page.content()).not.toContain('canary');
  });

  it('finds an entry by its address alone, and says so where there is none', async () => {
    const { body } = await scene.admin.http
      .get('/api/v1/organization/audit-logs?eventType=secret.delete')
      .expect(200);
    const [gone] = (body as { auditLogs: { id: string; createdAt: string }[] }).auditLogs;
    const { page } = await browser.open();
    const at = encodeURIComponent(gone!.createdAt);
    const filter = 'action=secret.read';
    await signInAsPerson(page, server, email, `/audit?${filter}&entry=${gone!.id}&at=${at}`);
    await page.getByRole('dialog').getByText('OLD_TOKEN', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(page.url()).toContain(filter);
    await goTo(page, server, `/audit?entry=${scene.orgId}&at=nonsense`);
    await page.getByText('Entry not found').waitFor();
  });

  it('says whether a checkpoint that was noted elsewhere fits, by keyboard alone', async () => {
    const { body } = await scene.admin.http
      .get('/api/v1/organization/audit-logs/chain')
      .expect(200);
    const { number, mac } = (body as { linkedUpTo: { number: number; mac: string } }).linkedUpTo;
    const { page } = await browser.open();
    await signInAsPerson(page, server, email, '/audit');
    await page.getByText('Check a checkpoint').focus();
    await page.keyboard.press('Enter');
    const field = page.getByLabel('Checkpoint', { exact: true });
    const check = async (text: string) => {
      await field.fill(text);
      await field.press('Enter');
    };
    await check('12');
    await page.getByText('A checkpoint is a number, a colon and 64 hexadecimal digits.').waitFor();
    await check(`${number}:${mac}`);
    await page.getByText(`It fits: the chain has this MAC at number ${number}.`).waitFor();
    await check(`${number}:${'0'.repeat(64)}`);
    await page.getByText(/It contradicts/).waitFor();
    await check(`999999:${mac}`);
    const outcome = page.getByText(/It is not there/);
    await outcome.waitFor();
    expect(await outcome.innerText()).toMatch(/^✕/);
  });

  it('ticks off what an identity has seen as it changes', async () => {
    const { page } = await browser.open();
    await signInAsPerson(page, server, email, '/seen');
    const whose = page.getByRole('combobox', { name: 'Identity' });
    await whose.fill(nameOf());
    await whose.press('Enter');
    await page
      .getByRole('heading', { name: '1 still valid, 1 with a newer version, 1 gone' })
      .waitFor();
    const table = page.getByRole('table', { name: 'Exposure' });
    expect(await table.getByRole('row').count()).toBe(2);
    await scene.admin.http
      .patch('/api/v4/secrets/DB_PASSWORD')
      .send({ ...where(), secretValue: 'canary-changed' })
      .expect(200);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('Nothing that it has read is the present version').waitFor();
    await page.getByRole('button', { name: 'Show: still valid' }).click();
    await page.getByRole('menuitemradio', { name: 'everything it has read' }).click();
    await table.getByText('now v2').first().waitFor();
    expect(await table.getByRole('row').count()).toBe(4);
    await table.getByRole('link', { name: /the audit entry about DB_PASSWORD/ }).click();
    await page.getByRole('dialog').getByText('DB_PASSWORD', { exact: true }).waitFor();
  });

  it('tells whoever may not read it why, and shows a member no chain', async () => {
    const { page } = await browser.open();
    const nobody = await aSignedIn(server, scene.orgId, { role: 'no-access' });
    await signInAsPerson(page, server, nobody.email, '/audit');
    await page.getByRole('heading', { name: 'You may not see this' }).waitFor();
    expect(await entries(page).count()).toBe(0);
    await goTo(page, server, `/seen?identity=${reader.id}`);
    await page.getByRole('heading', { name: 'You may not see this' }).waitFor();
    expect(await page.getByRole('button', { name: /^Delete the identity/ }).count()).toBe(0);
    const member = await aPersonIn(server, scene.orgId, { role: 'member' });
    await joinProject(server, scene.project, { userId: member.userId }, 'viewer');
    const { page: other, trace } = await browser.open();
    await signInAsPerson(other, server, member.email, '/audit');
    await other.getByText(/^You see the projects whose log you may read/).waitFor();
    await entries(other).getByText('DB_PASSWORD').first().waitFor();
    expect(await other.getByText('Check a checkpoint').count()).toBe(0);
    expect(await other.getByRole('main').getByRole('link', { name: 'Exposure' }).count()).toBe(0);
    expect(trace.requests.filter((each) => each.includes('audit-logs/chain'))).toEqual([]);
  });

  it('claims nothing of reads to whoever may not read the log, and says who can give the right', async () => {
    const reads = { subject: 'secrets', action: ['describeSecret', 'readValue'] };
    const blind = await aPersonIn(server, scene.orgId, { role: 'member' });
    await joinProject(server, scene.project, { userId: blind.userId }, [reads]);
    const { page } = await browser.open();
    const address = `/p/${scene.project.slug}/secrets?name=DB_PASSWORD&environment=prod`;
    await signInAsPerson(page, server, blind.email, address);
    await page
      .getByText(/^You may not see who read it\. .*“read” on “audit-logs”, which an administrator/)
      .waitFor();
    expect(await page.getByText('The log has no reads').count()).toBe(0);
    await goTo(page, server, '/audit');
    await page.getByRole('heading', { name: 'No entries that you may see' }).waitFor();
    await goTo(page, server, `/audit?project=${scene.project.id}`);
    await page.getByRole('heading', { name: 'You may not see these entries' }).waitFor();
    await page
      .getByText('which an administrator of the project can give', { exact: false })
      .waitFor();
  });

  it('has no fault that axe finds, and nothing that is cut, in both themes, narrow and wide', async () => {
    const { page } = await browser.open();
    const found: string[] = [];
    const examine = async (what: string) => found.push(...(await faultsOfLooks(page, what)));
    await anIdentity(server, scene.orgId, 'member');
    await signInAsPerson(page, server, email, `/p/${scene.project.slug}/secrets`);
    await goTo(page, server, '/audit');
    await page.getByText('Check a checkpoint').click();
    await entries(page).waitFor();
    await examine('audit');
    await goTo(page, server, `/audit?actor=${reader.id}&period=own&name=DB_PASSWORD`);
    await entries(page).getByText('DB_PASSWORD').first().waitFor();
    await examine('audit, narrowed');
    await entries(page).getByRole('link').first().click();
    await page.getByText('What it affected').waitFor();
    await examine('audit, an entry');
    await goTo(page, server, '/audit?name=NOWHERE');
    await page.getByText('No matching entries').waitFor();
    await examine('audit, nothing');
    await goTo(page, server, `/seen?identity=${reader.id}&show=all`);
    await page.getByRole('heading', { name: 'Retire this identity' }).waitFor();
    await examine('seen');
    await page.getByRole('button', { name: /^Delete the identity/ }).click();
    await page.getByRole('alertdialog').waitFor();
    await examine('seen, asked once more');

    expect(found).toEqual([]);
  });
});
