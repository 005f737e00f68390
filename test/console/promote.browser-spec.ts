import { beforeAll, expect, it } from '@jest/globals';
import { aSignedIn, type Signed } from '../support/accounts.js';
import { useApp } from '../support/harness.js';
import { joinProject } from '../support/people.js';
import { aScene } from '../support/scene.js';
import {
  describeInBrowser,
  faultsOfLooks,
  signInAsPerson,
  useBrowser,
  nameProduction,
} from './browser.js';

const server = useApp();
/** Found nowhere else in a page. */
const VALUE = 'promoted-7431';

let project: { readonly id: string; readonly slug: string };
/** May do all, and what a viewer may. */
let admin: Signed;
let viewer: Signed;

const at = (environment: string, more: object = {}) => ({
  ...{ projectId: project.id, environment },
  ...more,
});

beforeAll(async () => {
  const { orgId } = await aScene(server);
  admin = await aSignedIn(server, orgId, { role: 'admin' });
  const made = await admin.http.post('/api/v1/projects').send({ projectName: 'Shop' }).expect(200);
  ({ project } = made.body as { project: typeof project });
  viewer = await aSignedIn(server, orgId, { email: 'vera@example.org' });
  await joinProject(server, project, { userId: viewer.userId }, 'viewer');
  const put = (environment: string, pairs: Readonly<Record<string, string>>) =>
    Promise.all(
      Object.entries(pairs).map(([secretKey, secretValue]) =>
        admin.http
          .post(`/api/v4/secrets/${secretKey}`)
          .send(at(environment, { secretValue }))
          .expect(200),
      ),
    );
  await put('staging', { API_KEY: VALUE, NEW_KEY: VALUE, SAME: 'same', UNMARKED: 'x' });
  await put('prod', { API_KEY: 'old', SAME: 'same' });
});

const valueIn = async (environment: string, secretKey: string) => {
  const answer = await admin.http
    .get(`/api/v4/secrets/${secretKey}`)
    .query(at(environment))
    .expect(200);
  return (answer.body as { secret: { secretValue: string } }).secret.secretValue;
};

const readsOf = async (userId: string) => {
  const found = await server.database.source.query<{ target: { secretKeys: string[] } }[]>(
    `select target::jsonb target from audit_entries
     where action = 'secret.read' and actor_id = $1 and target::jsonb ->> 'environment' = 'staging' order by id`,
    [userId],
  );
  return found.flatMap(({ target }) => target.secretKeys).sort();
};

describeInBrowser('copying marked rows to another environment', () => {
  const browser = useBrowser();
  const openAs = async ({ email }: Signed) => {
    const opened = await browser.open();
    await signInAsPerson(opened.page, server, email, `/p/${project.slug}/secrets`);
    await opened.page.getByRole('grid', { name: 'Secrets of /' }).waitFor();
    await opened.page.getByRole('gridcell', { name: /SAME, prod, version 1, value a/ }).waitFor();
    return opened;
  };

  it('tells a viewer that the server refuses it, and reads nothing before it is asked to', async () => {
    const { page } = await openAs(viewer);
    await page.getByRole('checkbox', { name: 'Mark NEW_KEY' }).click();
    await page.getByRole('button', { name: 'Copy to …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Copy 1 secret' });
    await dialog.getByText('1 value would be read and copied').waitFor();
    expect(await readsOf(viewer.userId)).toEqual([]);
    await dialog.getByRole('button', { name: 'Read, and show what it would do' }).click();
    await dialog.getByRole('alert').getByText('You may not', { exact: false }).first().waitFor();
    expect(await faultsOfLooks(page, 'copy, refused')).toEqual([]);
    expect(await dialog.getByRole('button', { name: /^Write/ }).count()).toBe(0);
  });

  it('reads each once, keeps them masked, and writes after a look, without a pointer', async () => {
    const { page, trace } = await openAs(admin);
    for (const name of ['API_KEY', 'NEW_KEY', 'SAME']) {
      await page.getByRole('link', { name, exact: true }).focus();
      await page.keyboard.press('Space');
      await page.getByRole('checkbox', { name: `Mark ${name}`, checked: true }).waitFor();
    }
    await page.getByText('3 marked').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    const box = page.getByRole('checkbox', { name: 'Mark SAME' });
    expect(await box.evaluate((element) => element === document.activeElement)).toBe(true);
    const found = await faultsOfLooks(page, 'marked rows');
    await page.getByRole('button', { name: 'Copy to …' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('2 values would be read and copied, 1 the same already').waitFor();
    found.push(...(await faultsOfLooks(page, 'copy')));
    expect(await readsOf(admin.userId)).toEqual([]);
    await dialog.getByRole('button', { name: 'Read, and show what it would do' }).press('Enter');
    await dialog.getByText('1 new, 1 with a new value').waitFor();
    expect(await readsOf(admin.userId)).toEqual(['API_KEY', 'NEW_KEY']);
    found.push(...(await faultsOfLooks(page, 'copy, the difference')));
    expect(await page.content()).not.toContain('7431');
    const write = dialog.getByRole('button', { name: 'Write 2 secrets to prod' });
    expect(await write.isDisabled()).toBe(true);
    await nameProduction(dialog);
    await write.press('Enter');
    await dialog.getByText('2 secrets are written to prod.').waitFor();
    found.push(...(await faultsOfLooks(page, 'copy, done')));
    expect(found).toEqual([]);
    await dialog.getByRole('button', { name: 'Unmark' }).press('Enter');
    await page.getByText('3 marked').waitFor({ state: 'detached' });
    await page.getByRole('gridcell', { name: /^NEW_KEY, prod, version 1/ }).waitFor();
    expect([await valueIn('prod', 'API_KEY'), await valueIn('prod', 'NEW_KEY')]).toEqual([
      ...[VALUE, VALUE],
    ]);
    expect(trace.requests.join(' ')).not.toContain('7431');
  });
});
