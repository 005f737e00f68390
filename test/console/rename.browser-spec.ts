import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Rule } from '../../src/permissions/rule.js';
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
const ENVIRONMENTS = ['dev', 'staging', 'prod'];

let orgId: string;
let admin: Signed;
/** May do all in dev; in staging change and not delete; in prod only see. */
let dora: Signed;
let viewer: Signed;
let project: { readonly id: string; readonly slug: string };

beforeAll(async () => {
  ({ orgId } = await aScene(server));
  admin = await aSignedIn(server, orgId, { role: 'admin' });
  dora = await aSignedIn(server, orgId, { email: 'dora@example.org' });
  viewer = await aSignedIn(server, orgId, { email: 'vera@example.org' });
});

const rule = (environment: string, ...action: string[]): Rule => ({
  ...{ subject: 'secrets', action, conditions: { environment } },
});

const at = (environment: string, more: object = {}) => ({
  ...{ projectId: project.id, environment, secretPath: '/', ...more },
});

/** A project where API_KEY is everywhere, another secret of dev refers to it, and changes of prod wait for consent. */
beforeEach(async () => {
  const made = await admin.http.post('/api/v1/projects').send({ projectName: 'Shop' }).expect(200);
  ({ project } = made.body as { project: typeof project });
  await joinProject(server, project, { userId: viewer.userId }, 'viewer');
  await joinProject(server, project, { userId: dora.userId }, [
    rule('dev', 'describeSecret', 'readValue', 'create', 'edit', 'delete'),
    rule('staging', 'describeSecret', 'readValue', 'create', 'edit'),
    rule('prod', 'describeSecret'),
  ]);
  for (const environment of ENVIRONMENTS) await put(environment, 'API_KEY', 'one');
  await put('dev', 'API_URL', 'https://example.org/?key=${API_KEY}');
  await admin.http
    .post('/api/v2/secret-approvals')
    .send({
      ...at('prod', { secretPath: '/**', name: 'Production' }),
      approvers: [{ type: 'user', username: admin.email }],
    })
    .expect(200);
});

const put = (environment: string, name: string, secretValue: string) =>
  admin.http.post(`/api/v4/secrets/${name}`).send(at(environment, { secretValue })).expect(200);

/** Names of each environment. */
async function names(): Promise<string[][]> {
  const answers = await Promise.all(
    ENVIRONMENTS.map((environment) =>
      admin.http.get('/api/v4/secrets').query(at(environment)).expect(200),
    ),
  );
  return answers.map(({ body }) =>
    (body as { secrets: { secretKey: string }[] }).secrets.map(({ secretKey }) => secretKey).sort(),
  );
}

describeInBrowser('a name in all environments', () => {
  const browser = useBrowser();
  const openAs = async ({ email }: Signed) => {
    const opened = await browser.open();
    await signInAsPerson(opened.page, server, email, `/p/${project.slug}/secrets`);
    await opened.page.getByRole('grid', { name: 'Secrets of /' }).waitFor();
    return opened.page;
  };
  const sheetOf = (page: Page) => page.getByRole('dialog', { name: /^API_KEY/ });

  it('is renamed at once by pointer, where it may; what a policy holds waits', async () => {
    const page = await openAs(admin);
    await page.getByRole('link', { name: 'API_KEY' }).click();
    const found = await faultsOfLooks(page, 'sheet with acts');
    await page.getByRole('button', { name: 'Rename API_KEY in all environments' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rename API_KEY' });
    await dialog.getByText('It will be renamed in dev, staging, prod.').waitFor();
    await dialog.getByText('dev v1 → v2, staging v1 → v2, prod v1 → v2.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Review' }).isDisabled()).toBe(true);
    found.push(...(await faultsOfLooks(page, 'rename')));
    await dialog.getByLabel('New name').fill('SHOP_KEY');
    await dialog.getByRole('button', { name: 'Review' }).click();
    const review = page.getByRole('dialog', { name: 'Review API_KEY' });
    await review.getByText('will be done').nth(1).waitFor();
    expect(await review.getByText('v1 → v2, same value').count()).toBe(3);
    await review.getByText('will wait for consent, by the policy Production').waitFor();
    await review.getByText('1 secret references it and would break').waitFor();
    found.push(...(await faultsOfLooks(page, 'rename, review')));
    expect((await names())[0]).toEqual(['API_KEY', 'API_URL']);
    const apply = review.getByRole('button', { name: /^Apply to / });
    expect(await apply.isDisabled()).toBe(true);
    await nameProduction(review);
    await apply.click();
    await review.getByText('done', { exact: true }).nth(1).waitFor();
    await review.getByRole('link', { name: 'open the request' }).waitFor();
    found.push(...(await faultsOfLooks(page, 'rename, done')));
    await review.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('gridcell', { name: /^SHOP_KEY, staging, version 2/ }).waitFor();
    expect(await names()).toEqual([['API_URL', 'SHOP_KEY'], ['SHOP_KEY'], ['API_KEY']]);
    expect(found).toEqual([]);
  });

  it('is refused another name where that is taken, and is renamed in the other environments', async () => {
    await put('staging', 'TAKEN', 'x');
    const page = await openAs(admin);
    await page.getByRole('link', { name: 'API_KEY' }).click();
    await page.getByRole('button', { name: 'Rename API_KEY in all environments' }).click();
    await page.getByLabel('New name').fill('TAKEN');
    await page.keyboard.press('Enter');
    const review = page.getByRole('dialog', { name: 'Review API_KEY' });
    await review.getByText('✕ refused').waitFor();
    await nameProduction(review);
    await review.getByRole('button', { name: /^Apply to / }).click();
    await review.getByText('done', { exact: true }).waitFor();
    expect(await names()).toEqual([['API_URL', 'TAKEN'], ['API_KEY', 'TAKEN'], ['API_KEY']]);
  });

  it('is deleted at once by keyboard alone, where that is allowed', async () => {
    const page = await openAs(dora);
    await page.getByRole('link', { name: 'API_KEY' }).press('Enter');
    const button = page.getByRole('button', { name: 'Delete API_KEY in all environments' });
    await button.press('Enter');
    const review = page.getByRole('dialog', { name: 'Delete API_KEY' });
    await review.getByText('will be done').waitFor();
    await review.getByText('✕').nth(1).waitFor();
    expect(await review.getByText('You may not', { exact: false }).count()).toBe(2);
    const why = review.getByRole('link', { name: 'Why am I not allowed' }).first();
    expect(await why.getAttribute('href')).toContain('action=delete');
    expect(await faultsOfLooks(page, 'delete, review')).toEqual([]);
    await page.keyboard.press('Control+Enter');
    await review.getByText('done', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await review.waitFor({ state: 'detached' });
    await page.getByRole('gridcell', { name: /^API_KEY, dev, deleted / }).waitFor();
    expect(await names()).toEqual([['API_URL'], ['API_KEY'], ['API_KEY']]);
  });

  it('stays in its place with the last secret of a project, and says that it is done', async () => {
    for (const [environment, name] of [
      ['dev', 'API_KEY'],
      ['staging', 'API_KEY'],
      ['dev', 'API_URL'],
    ] as const)
      await admin.http.delete(`/api/v4/secrets/${name}`).send(at(environment)).expect(200);
    const { approvals } = (
      await admin.http.get('/api/v2/secret-approvals').query({ projectId: project.id }).expect(200)
    ).body as { approvals: { id: string }[] };
    await admin.http.delete(`/api/v2/secret-approvals/${approvals[0]!.id}`).expect(200);
    const page = await openAs(admin);
    await page.getByRole('link', { name: 'API_KEY' }).click();
    await page.getByRole('button', { name: 'Delete API_KEY in all environments' }).click();
    const review = page.getByRole('dialog', { name: 'Delete API_KEY' });
    await nameProduction(review);
    await review.getByRole('button', { name: /^Delete in / }).click();
    await review.getByText('done', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'No secrets yet', includeHidden: true }).waitFor();
    await review.getByRole('button', { name: 'Close', exact: true }).press('Enter');
    await page.getByRole('heading', { name: 'No secrets yet' }).waitFor();
    expect(await names()).toEqual([[], [], []]);
  });

  it('is asked about once it is known who may, where the button was pressed before', async () => {
    const page = await openAs(admin);
    const isPressed = Promise.withResolvers<void>();
    await page.route('**/permissions/mine', async (route) => {
      await isPressed.promise;
      await route.continue();
    });
    await page.getByRole('link', { name: 'API_KEY' }).click();
    const button = page.getByRole('button', { name: 'Rename API_KEY in all environments' });
    await sheetOf(page).getByTitle('Asking what you may do', { exact: false }).first().waitFor();
    await button.press('Enter');
    expect(await page.getByRole('dialog', { name: 'Rename API_KEY' }).count()).toBe(0);
    isPressed.resolve();
    await page.getByRole('dialog', { name: 'Rename API_KEY' }).waitFor();
  });

  it('is neither renamed nor deleted by who may do it nowhere, who is told why', async () => {
    const page = await openAs(viewer);
    await page.getByRole('link', { name: 'API_KEY' }).click();
    const sheet = sheetOf(page);
    for (const act of ['Rename', 'Delete']) {
      const button = sheet.getByRole('button', { name: `${act} API_KEY in all environments` });
      await sheet
        .getByTitle(`“${act === 'Delete' ? 'delete' : 'edit'}” on “secrets”`, { exact: false })
        .filter({ has: page.getByRole('button', { name: `${act} API_KEY in all environments` }) })
        .waitFor();
      expect(await button.getAttribute('aria-disabled')).toBe('true');
      await button.press('Enter');
      await page
        .getByRole('region', { name: 'Messages' })
        .getByText('You may not')
        .first()
        .waitFor();
    }
    expect(await page.getByRole('dialog', { name: 'Delete API_KEY' }).count()).toBe(0);
  });

  it('is asked for no more once it is gone: whoever renames or deletes it, no request fails', async () => {
    const page = await openAs(admin);
    const failed: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
    });
    const rename = (name: string, newSecretName: string) =>
      admin.http.patch(`/api/v4/secrets/${name}`).send(at('dev', { newSecretName })).expect(200);
    // By somebody else, below the open sheet.
    await page.getByRole('link', { name: 'API_KEY' }).click();
    await sheetOf(page).getByText('API_URL').waitFor();
    await rename('API_KEY', 'OTHER_KEY');
    await sheetOf(page).getByRole('button', { name: 'Set a value of API_KEY in dev' }).waitFor();
    await page.keyboard.press('Escape');
    // By oneself, in the review.
    await page.getByRole('link', { name: 'OTHER_KEY' }).click();
    await page.getByRole('button', { name: 'Rename OTHER_KEY in all environments' }).click();
    await page.getByLabel('New name').fill('THIRD_KEY');
    await page.keyboard.press('Enter');
    const review = page.getByRole('dialog', { name: 'Review OTHER_KEY' });
    await review.getByRole('button', { name: /^Apply to / }).click();
    await review.getByText('done', { exact: true }).waitFor();
    await review.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('link', { name: 'THIRD_KEY' }).click();
    await page.getByRole('button', { name: 'Delete THIRD_KEY in all environments' }).click();
    const deletion = page.getByRole('dialog', { name: 'Delete THIRD_KEY in /' });
    await deletion.getByRole('button', { name: /^Delete in / }).click();
    await deletion.getByText('done', { exact: true }).waitFor();
    await deletion.getByRole('button', { name: 'Close', exact: true }).click();
    await page
      .getByRole('gridcell', { name: /^THIRD_KEY, dev, version/ })
      .waitFor({ state: 'detached' });
    expect(failed).toEqual([]);
  });
});
