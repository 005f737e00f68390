import { expect, it } from '@jest/globals';
import { aPersonIn } from '../support/accounts.js';
import { useApp } from '../support/harness.js';
import { joinProject } from '../support/people.js';
import { aSecretScene, withSecrets } from '../support/secrets-scene.js';
import {
  coveredBy,
  describeInBrowser,
  expectTexts,
  faultsOfLooks,
  signInAsPerson,
  useBrowser,
} from './browser.js';

const server = useApp();

/** A folder of production in which one secret was changed and one deleted, and somebody who may put it back. */
async function aChangedFolder() {
  const scene = await aSecretScene(server);
  const { project, orgId } = scene;
  const person = await aPersonIn(server, orgId);
  await joinProject(server, project, { userId: person.userId }, 'admin');
  const where = { projectId: project.id, environment: 'prod' };
  const items = ['API_KEY', 'OLD_TOKEN'].map((secretKey) => ({
    secretKey,
    secretValue: 'canary-1',
  }));
  await withSecrets(scene, items, { environment: 'prod' });
  const { http } = scene.admin;
  await http
    .patch('/api/v4/secrets/API_KEY')
    .send({ ...where, secretValue: 'canary-2' })
    .expect(200);
  await http.delete('/api/v4/secrets/OLD_TOKEN').send(where).expect(200);
  return { ...scene, person, where };
}

describeInBrowser('the screens Time and Activity', () => {
  const browser = useBrowser();

  it('show what changed, and put a folder back by the plan that was shown', async () => {
    const { person, project, admin } = await aChangedFolder();
    const { page, trace } = await browser.open();
    const address = `/p/${project.slug}/time?environment=prod`;
    await signInAsPerson(page, server, person.email, address);
    const changes = page.getByRole('table', { name: 'Changes' });
    await changes.getByText('OLD_TOKEN').first().waitFor();
    const found = await faultsOfLooks(page, 'time');

    await changes
      .getByRole('button', { name: /^After/ })
      .last()
      .click();
    const plan = page.getByRole('table', { name: 'What a rollback would do' });
    await plan.getByText('comes back').waitFor();
    expect(await plan.getByRole('row').count()).toBe(3);
    found.push(...(await faultsOfLooks(page, 'time, a plan')));

    await page.getByRole('button', { name: /^Roll back …/ }).click();
    const dialog = page.getByRole('alertdialog');
    const act = dialog.getByRole('button', { name: 'Roll back' });
    expect(await act.isDisabled()).toBe(true);
    found.push(...(await faultsOfLooks(page, 'time, asked once more')));
    expect(found).toEqual([]);
    await dialog.getByRole('textbox').fill('prod');
    await act.click();
    const same = page.getByText('Nothing is different now');
    await same.waitFor();
    await page.waitForTimeout(400);
    const { y } = (await same.boundingBox())!;
    expect(y > 0 && y < page.viewportSize()!.height).toBe(true);
    const { body } = await admin.http
      .get(`/api/v4/secrets/OLD_TOKEN?projectId=${project.id}&environment=prod`)
      .expect(200);
    expect(body).toMatchObject({ secret: { secretKey: 'OLD_TOKEN' } });

    await page.keyboard.press('Escape');
    await page.getByText('Back to now').waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain('canary');
    expect(trace.requests.join(' ')).not.toContain('canary');
  });

  it('open on the environment that changed last, and say of each when it did', async () => {
    const { person, project, admin } = await aChangedFolder();
    await admin.http
      .post('/api/v4/secrets/STAGED')
      .send({ projectId: project.id, environment: 'staging', secretValue: 'canary-6' })
      .expect(200);
    const { page } = await browser.open();
    await signInAsPerson(page, server, person.email, `/p/${project.slug}/time`);
    await page.getByRole('button', { name: 'Environment: staging' }).waitFor();
    await page.getByRole('table', { name: 'Changes' }).getByText('STAGED').waitFor();
    expect(page.url()).toContain('environment=staging');
    const last = page.getByRole('navigation', { name: 'Last change' });
    await last
      .getByRole('listitem')
      .filter({ hasText: /^dev none/ })
      .waitFor();
    expect(await faultsOfLooks(page, 'time, opened')).toEqual([]);
    await last.getByRole('link', { name: 'prod' }).click();
    await page.getByRole('table', { name: 'Changes' }).getByText('OLD_TOKEN').first().waitFor();
    await page.getByRole('button', { name: 'Environment: prod' }).waitFor();
  });

  it('name the folder of what is below the one that is shown', async () => {
    const { person, project, admin, where } = await aChangedFolder();
    const folder = { ...where, name: 'payments', path: '/' };
    await admin.http.post('/api/v2/folders').send(folder).expect(200);
    await admin.http
      .post('/api/v4/secrets/PAY_KEY')
      .send({ ...where, secretPath: '/payments', secretValue: 'canary-5' })
      .expect(200);
    const { page } = await browser.open();
    await signInAsPerson(page, server, person.email, `/p/${project.slug}/time?environment=prod`);
    await page.getByRole('button', { name: 'Environment: prod' }).waitFor();
    const changes = page.getByRole('table', { name: 'Changes' });
    await changes.getByText('/payments/PAY_KEY').waitFor();
    await changes
      .getByRole('button', { name: /^Before/ })
      .first()
      .click();
    await page.getByRole('button', { name: /^Roll back …/, disabled: false }).click();
    const line = page.getByRole('alertdialog').getByRole('listitem');
    await expectTexts(line, ['1 secret is deleted: /payments/PAY_KEY']);
  });

  it('leave out of a rollback what somebody unticks, and tell it in its entry', async () => {
    const { person, project, where, admin } = await aChangedFolder();
    await admin.http
      .post('/api/v4/secrets/LATER')
      .send({ ...where, secretValue: 'canary-4' })
      .expect(200);
    const { page } = await browser.open();
    await page.setViewportSize({ width: 1280, height: 800 });
    await signInAsPerson(page, server, person.email, `/p/${project.slug}/time?environment=prod`);
    const changes = page.getByRole('table', { name: 'Changes' });
    await changes
      .getByRole('button', { name: /^After/ })
      .last()
      .click();
    const plan = page.getByRole('table', { name: 'What a rollback would do' });
    await page.getByText('3 secrets would change.').waitFor();
    await plan.getByRole('checkbox', { name: 'Roll back API_KEY' }).press(' ');
    await page.getByText('2 secrets would change, 1 left out.').waitFor();
    const found = await faultsOfLooks(page, 'time, one left out');
    await page.getByRole('button', { name: /^Roll back …/, disabled: false }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('1 secret that has changed is left as it is.').waitFor();
    await dialog.getByRole('textbox').fill('prod');
    await dialog.getByRole('button', { name: 'Roll back' }).click();
    const messages = page.getByRole('region', { name: 'Messages' });
    await messages.getByText('Rolled back.').waitFor();
    expect(await coveredBy(messages)).toEqual([]);
    await page.getByText(/^Nothing would change, 1 left out/).waitFor();
    const entry = changes.getByRole('row').filter({ hasText: 'Rolled back to' });
    await entry.getByText('deleted LATER').waitFor();
    await entry.filter({ hasText: 'OLD_TOKEN' }).waitFor();
    expect(await entry.innerText()).not.toContain('API_KEY');
    const query = { ...where, viewSecretValue: 'false' };
    const { body } = await admin.http.get('/api/v4/secrets').query(query).expect(200);
    const { secrets } = body as { secrets: { secretKey: string; version: number }[] };
    expect(secrets.map(({ secretKey, version }) => `${secretKey} v${version}`).sort()).toEqual([
      ...['API_KEY v2', 'OLD_TOKEN v2'],
    ]);
    expect([...found, ...(await faultsOfLooks(page, 'time, rolled back'))]).toEqual([]);
  });

  it('take the moment before the changes of a bar, and offer the one after them', async () => {
    const { person, project } = await aChangedFolder();
    const { page } = await browser.open();
    await page.setViewportSize({ width: 400, height: 800 });
    await signInAsPerson(
      page,
      server,
      person.email,
      `/p/${project.slug}/time?environment=prod&period=month`,
    );
    const line = page.getByRole('slider', { name: /^Changes in/ });
    await line.waitFor();
    const box = (await line.boundingBox())!;
    await page.mouse.click(box.x + box.width - 2, box.y + box.height - 2);
    const past = page.getByRole('status').filter({ hasText: 'As it was at' });
    await past.getByText('Right before a change.').waitFor();
    const plan = page.getByRole('table', { name: 'What a rollback would do' });
    await plan.getByText('is deleted').waitFor();
    expect(await page.getByLabel('Folder').evaluate((field) => field.clientWidth)).toBeGreaterThan(
      250,
    );
    await page.getByRole('table', { name: 'Changes' }).scrollIntoViewIfNeeded();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    expect((await past.boundingBox())!.y).toBeGreaterThan(0);

    await past.getByRole('button', { name: 'Show it after the change' }).click();
    await past.getByText('Right after a change.').waitFor();
    await plan.getByText('is deleted').waitFor({ state: 'detached' });
    // What is shown begins below the bar, and not below the choices of place and time.
    expect((await past.boundingBox())!.y).toBeLessThan(200);
    const heading = page.getByRole('heading', { name: 'What a rollback would do' });
    expect((await heading.boundingBox())!.y).toBeLessThan(800);
  });

  it('step by arrows wherever the focus is, except in a text, an open list or a dialog', async () => {
    const { person, project } = await aChangedFolder();
    const { page } = await browser.open();
    await signInAsPerson(page, server, person.email, `/p/${project.slug}/time?environment=prod`);
    await page.getByRole('table', { name: 'Changes' }).waitFor();
    const past = page.getByRole('status').filter({ hasText: 'As it was at' });
    const moment = () => new URLSearchParams(page.url().split('?')[1]).get('at');
    const isAt = (wanted: (at: string | null) => boolean) =>
      page.waitForURL(() => wanted(moment()));
    const stays = async () => {
      await page.waitForTimeout(200);
      expect(await past.count()).toBe(0);
    };

    const at = page.getByLabel('Date and time');
    await at.press('ArrowLeft');
    await page.getByLabel('Folder', { exact: true }).press('ArrowLeft');
    await stays();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Environment: prod' }).press('Enter');
    await page.getByRole('menuitemradio', { name: 'prod' }).press('ArrowLeft');
    await stays();
    await page.keyboard.press('Escape');
    await page.getByRole('menuitemradio').first().waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('ArrowLeft');
    await stays();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    // Where nothing has the focus, as after the screen was opened, and at a button.
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('ArrowLeft');
    await past.waitFor();
    const last = moment();
    await past.getByRole('button', { name: 'Back to now' }).focus();
    await page.keyboard.press('ArrowLeft');
    await isAt((at) => at !== last);
    const former = moment();
    expect(Date.parse(former!)).toBeLessThan(Date.parse(last!));
    await page.getByRole('slider', { name: /^Changes in/ }).focus();
    await page.keyboard.press('ArrowRight');
    await isAt((at) => at === last);
    await page.keyboard.press('ArrowRight');
    await past.waitFor({ state: 'detached' });
    await page.keyboard.press('Shift+ArrowLeft');
    await past.waitFor();
    expect(Date.now() - Date.parse(moment()!)).toBeGreaterThan(86_000_000);
    // Escape closes what is open, and leads to now from the page alone.
    const folder = page.getByLabel('Folder', { exact: true });
    await folder.press('ArrowDown');
    await page.getByRole('option').first().waitFor();
    await folder.press('Escape');
    await page.getByRole('option').first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Environment: prod' }).press('Enter');
    await page.getByRole('menuitemradio', { name: 'prod' }).press('Escape');
    await page.getByRole('menuitemradio').first().waitFor({ state: 'detached' });
    expect(await past.count()).toBe(1);
    // What was pressed keeps the focus, from which one goes on.
    const after = page.getByRole('button', { name: /^After the change/ }).last();
    await after.press('Enter');
    await past.getByText('Right after a change.').waitFor();
    expect(await after.evaluate((button) => document.activeElement === button)).toBe(true);
    await page.keyboard.press('Escape');
    await past.waitFor({ state: 'detached' });
  });

  it('show within a second what others do', async () => {
    const { person, project, admin, where } = await aChangedFolder();
    const { page } = await browser.open();
    const roles = `/api/v1/projects/${project.id}/roles`;
    const role = { slug: 'deployer', name: 'Deployer', permissions: [] };
    const made = await admin.http.post(roles).send(role).expect(200);
    await signInAsPerson(page, server, person.email, `/p/${project.slug}/activity`);
    const day = page.getByRole('table', { name: 'In the last 24 hours' });
    await day.waitFor();
    // So has access: here by the audit log, and beside it by events.
    const access = page.getByRole('table', { name: 'Members and roles, in the last 24 hours' });
    await access.getByRole('row', { name: 'role created' }).getByText('deployer').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await admin.http
      .post('/api/v4/secrets/FRESH')
      .send({ ...where, secretValue: 'canary-3' })
      .expect(200);
    await page.getByRole('listitem').getByText('FRESH').waitFor();
    await day.getByText('FRESH').waitFor();
    const { id } = (made.body as { role: { id: string } }).role;
    await admin.http.patch(`${roles}/${id}`).send({ name: 'Deploys' }).expect(200);
    await page
      .getByRole('listitem')
      .filter({ hasText: 'role changed' })
      .getByText('deployer')
      .waitFor();
    // Beside how long ago, the clock time with its zone, by which it is found elsewhere.
    for (const time of [page.getByRole('listitem'), day])
      expect(await time.locator('time').first().innerText()).toMatch(/\d:\d\d:\d\d .*GMT/);
    expect(await faultsOfLooks(page, 'activity')).toEqual([]);
    await page
      .getByRole('link', { name: /^Open in Time/ })
      .first()
      .click();
    await page.getByRole('heading', { name: 'Time', level: 1 }).waitFor();
    await page.getByText(/^As it was at/).waitFor();
    // Before the change: after the newest, nothing would differ from now.
    await page.getByText('Right before a change.').waitFor();
    const plan = page.getByRole('table', { name: 'What a rollback would do' });
    await plan.getByText('is deleted').waitFor();
    expect(page.url()).toContain('name=FRESH');
    const named = page.locator('[data-named]').first();
    await named.getByText('FRESH').waitFor();
    expect((await named.boundingBox())!.y).toBeLessThan(900);
  });
});
