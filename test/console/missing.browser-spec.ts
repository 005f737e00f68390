import { beforeAll, expect, it } from '@jest/globals';
import { aSignedIn, type Signed } from '../support/accounts.js';
import { useApp } from '../support/harness.js';
import { aScene } from '../support/scene.js';
import {
  describeInBrowser,
  faultsOfLooks,
  signInAsPerson,
  useBrowser,
  nameProduction,
} from './browser.js';

const server = useApp();
let anna: Signed;
let project: { readonly id: string; readonly slug: string };

/** `GONE` is set in dev and was deleted in prod, after a change; it never was in staging. */
beforeAll(async () => {
  const { orgId } = await aScene(server);
  anna = await aSignedIn(server, orgId, { role: 'admin' });
  const made = await anna.http.post('/api/v1/projects').send({ projectName: 'Shop' }).expect(200);
  ({ project } = made.body as { project: typeof project });
  for (const environment of ['dev', 'prod'])
    await send('post', { environment, secretValue: `of-${environment}` });
  await send('patch', { environment: 'prod', secretValue: 'the-last' });
  await send('delete', { environment: 'prod' });
});

const send = (how: 'delete' | 'patch' | 'post', body: object) =>
  anna.http[how]('/api/v4/secrets/GONE')
    .send({ projectId: project.id, ...body })
    .expect(200);

async function valueIn(environment: string, name = 'GONE') {
  const query = { projectId: project.id, environment };
  const { body } = await anna.http.get(`/api/v4/secrets/${name}`).query(query).expect(200);
  const { secretValue, version } = (body as { secret: { secretValue: string; version: number } })
    .secret;
  return { secretValue, version };
}

describeInBrowser('an environment without the secret', () => {
  const browser = useBrowser();

  it('says who deleted it and when, and has it brought back, or set', async () => {
    const { page } = await browser.open();
    await signInAsPerson(page, server, anna.email, `/p/${project.slug}/secrets`);
    const cell = page.getByRole('gridcell', { name: /^GONE, prod, deleted .* by person-/ });
    await cell.getByTitle(/^Deleted by person-.* B brings it back/).waitFor();
    await page.getByRole('gridcell', { name: 'GONE, staging, missing' }).waitFor();
    const ofGrid = await faultsOfLooks(page, 'grid with a deleted secret');
    // The eye finds when it was, and the way back, without pointing at it.
    expect(await cell.innerText()).toContain('now');
    await page.getByText('Deleted: ↺ or B brings it back').waitFor();
    await cell.getByTitle('Bring it back (B)').click();
    await page.getByRole('alertdialog', { name: 'Bring back GONE in prod?' }).waitFor();
    await page.keyboard.press('Escape');
    const sheet = page.getByRole('dialog', { name: /^GONE/ });
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await cell.click();
    const prod = sheet.locator('[aria-current=true]');
    await prod.getByText(/^Deleted .* by .*, was v2$/).waitFor();
    expect(page.url()).toContain('environment=prod');
    expect(await sheet.getByText('Not set here').count()).toBe(1);
    const found = [...ofGrid, ...(await faultsOfLooks(page, 'sheet of a deleted secret'))];

    await prod.getByRole('button', { name: 'Bring back GONE in prod' }).press('Enter');
    const asked = page.getByRole('alertdialog', { name: 'Bring back GONE in prod?' });
    await asked.getByText('1 secret comes back: GONE').waitFor();
    found.push(...(await faultsOfLooks(page, 'a deleted secret, asked')));
    await nameProduction(asked);
    await asked.getByRole('button', { name: 'Bring back' }).press('Enter');
    await asked.waitFor({ state: 'detached' });
    await prod.getByRole('button', { name: /^Reveal GONE of prod/ }).waitFor();
    expect(await valueIn('prod')).toEqual({ secretValue: 'the-last', version: 3 });

    await sheet.getByRole('button', { name: 'Set a value of GONE in staging' }).press('Enter');
    const editor = page.getByRole('dialog', { name: 'Change GONE in /' });
    await editor.waitFor();
    await page.keyboard.type('of-staging');
    await page.keyboard.press('Control+Enter');
    const review = page.getByRole('dialog', { name: 'Review GONE in /' });
    await review.getByText('will be done').waitFor();
    await review.getByRole('button', { name: 'Apply to staging' }).press('Enter');
    await review.getByText('done', { exact: true }).waitFor();
    expect(await valueIn('staging')).toEqual({ secretValue: 'of-staging', version: 1 });
    expect(found).toEqual([]);
  });

  it('brings it back from the grid by one key', async () => {
    for (const environment of ['dev', 'prod'])
      await anna.http
        .post('/api/v4/secrets/AGAIN')
        .send({ projectId: project.id, environment, secretValue: 'x' })
        .expect(200);
    const { page } = await browser.open();
    await signInAsPerson(page, server, anna.email, `/p/${project.slug}/secrets`);
    await page.getByRole('gridcell', { name: /^AGAIN, prod, version 1/ }).waitFor();
    await anna.http
      .delete('/api/v4/secrets/AGAIN')
      .send({ projectId: project.id, environment: 'prod' })
      .expect(200);
    const deleted = page.getByRole('gridcell', { name: /^AGAIN, prod, deleted/ });
    await deleted.focus();
    await deleted.press('b');
    const asked = page.getByRole('alertdialog', { name: 'Bring back AGAIN in prod?' });
    await asked.getByText('1 secret comes back: AGAIN').waitFor();
    await nameProduction(asked);
    await asked.getByRole('button', { name: 'Bring back' }).press('Enter');
    await asked.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.getByRole('gridcell', { name: /^AGAIN, prod, version 2/ }).waitFor();
    expect(await valueIn('prod', 'AGAIN')).toEqual({ secretValue: 'x', version: 2 });
  });

  it('is chosen before a deletion: what is unticked stays, and is not asked for', async () => {
    for (const environment of ['dev', 'staging', 'prod'])
      await anna.http
        .post('/api/v4/secrets/KEPT')
        .send({ projectId: project.id, environment, secretValue: 'x' })
        .expect(200);
    const { page } = await browser.open();
    const address = `/p/${project.slug}/secrets?name=KEPT`;
    await signInAsPerson(page, server, anna.email, address);
    await page.getByRole('button', { name: 'Delete KEPT in all environments' }).press('Enter');
    const review = page.getByRole('dialog', { name: 'Delete KEPT in /' });
    await review.getByText('will be done').nth(2).waitFor();
    await review.getByLabel('This is production. Type prod to go on.').waitFor();
    await review.getByRole('checkbox', { name: 'KEPT in prod' }).press(' ');
    await review.getByRole('checkbox', { name: 'KEPT in staging' }).press(' ');
    await review.getByText('stays', { exact: true }).nth(1).waitFor();
    const found = await faultsOfLooks(page, 'delete, two left out');
    await review.getByRole('button', { name: 'Delete in dev' }).press('Enter');
    await review.getByText('done', { exact: true }).waitFor();
    await review.getByRole('button', { name: 'Close', exact: true }).press('Enter');
    await page.getByRole('gridcell', { name: /^KEPT, dev, deleted/ }).waitFor();
    await page.getByRole('gridcell', { name: /^KEPT, prod, version 1/ }).waitFor();
    await page.getByRole('gridcell', { name: /^KEPT, staging, version 1/ }).waitFor();
    expect(found).toEqual([]);
  });
});
