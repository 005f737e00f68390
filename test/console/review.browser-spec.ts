import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
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

let admin: Signed;
let member: Signed;
let project: { readonly id: string; readonly slug: string };
/** The membership of `member` in the project. */
let membershipId: string;

const at = (environment: string, more: object = {}) => ({
  ...{ projectId: project.id, environment, secretPath: '/', ...more },
});

const change = (environment: string, secretValue: string) =>
  admin.http.patch('/api/v4/secrets/API_KEY').send(at(environment, { secretValue })).expect(200);

beforeAll(async () => {
  const { orgId } = await aScene(server);
  admin = await aSignedIn(server, orgId, { role: 'admin' });
  member = await aSignedIn(server, orgId, { email: 'mia@example.org' });
});

/** A project with one secret in each environment, and a person who may change it. */
beforeEach(async () => {
  const made = await admin.http.post('/api/v1/projects').send({ projectName: 'Shop' }).expect(200);
  ({ project } = made.body as { project: typeof project });
  membershipId = await joinProject(server, project, { userId: member.userId }, 'member');
  for (const environment of ENVIRONMENTS)
    await admin.http
      .post('/api/v4/secrets/API_KEY')
      .send(at(environment, { secretValue: 'one' }))
      .expect(200);
});

/** Values and versions of each environment. */
async function state(): Promise<(readonly [string, number])[]> {
  const answers = await Promise.all(
    ENVIRONMENTS.map((environment) =>
      admin.http.get('/api/v4/secrets/API_KEY').query(at(environment)).expect(200),
    ),
  );
  return answers.map(({ body }) => {
    const { secret } = body as { secret: { secretValue: string; version: number } };
    return [secret.secretValue, secret.version] as const;
  });
}

describeInBrowser('what the review of a change shows', () => {
  const browser = useBrowser();

  /** The review of a new value in all environments, as the server would do it. */
  const reviewAs = async ({ email }: Signed, value: string) => {
    const { page } = await browser.open();
    await signInAsPerson(page, server, email, `/p/${project.slug}/secrets`);
    await page.getByRole('link', { name: 'API_KEY' }).press('e');
    const editor = page.getByRole('dialog', { name: 'Change API_KEY' });
    for (const environment of ENVIRONMENTS)
      await editor.getByLabel(`Value in ${environment}`).fill(value);
    await editor.getByRole('button', { name: 'Review' }).click();
    const review = page.getByRole('dialog', { name: 'Review API_KEY' });
    await review.getByText('will be done').nth(2).waitFor();
    return { page, review };
  };
  const applyTo = async (page: Page, ...environments: string[]) => {
    if (environments.includes('prod')) await nameProduction(page);
    const name = `Apply to ${environments.join(', ')}`;
    await page.getByRole('button', { name, exact: true }).click();
  };

  it('writes nothing over what has changed since, and goes back for another look (409)', async () => {
    const { page, review } = await reviewAs(admin, 'two');
    await change('staging', 'theirs');
    await applyTo(page, ...ENVIRONMENTS);
    await review.getByText('It was changed in the meantime').waitFor();
    await review.getByText('done', { exact: true }).nth(1).waitFor();
    expect(await state()).toEqual([
      ['two', 2],
      ['theirs', 2],
      ['two', 2],
    ]);
    expect(await review.getByRole('button', { name: /^Apply/ }).count()).toBe(0);
    const found = await faultsOfLooks(page, 'review, 409');

    await review.getByRole('button', { name: 'Back' }).click();
    const editor = page.getByRole('dialog', { name: 'Change API_KEY' });
    const typed: string[] = [];
    for (const environment of ENVIRONMENTS) {
      const field = editor.getByLabel(`Value in ${environment}`);
      // A value is in the page while one is in its field.
      await field.focus();
      typed.push(await field.inputValue());
    }
    expect(typed).toEqual(['', 'two', '']);
    await editor.getByRole('button', { name: 'Review' }).click();
    await review.getByText('will be done').waitFor();
    await applyTo(page, 'staging');
    await review.getByText('done', { exact: true }).waitFor();
    expect(await state()).toEqual([
      ['two', 2],
      ['two', 3],
      ['two', 2],
    ]);
    expect(found).toEqual([]);
  });

  it('names the right that was taken away meanwhile, and leads to the rule (403)', async () => {
    const { page, review } = await reviewAs(member, 'two');
    await admin.http
      .patch(`/api/v1/projects/${project.id}/memberships/${membershipId}`)
      .send({ roles: [{ role: 'viewer' }] })
      .expect(200);
    await applyTo(page, ...ENVIRONMENTS);
    await review
      .getByText(
        /You may not change secrets in prod .*which an administrator of the project can give/,
      )
      .waitFor();
    await review.getByText('You may not change secrets').nth(2).waitFor();
    expect(await review.innerText()).not.toContain('/api/v1');
    const why = review.getByRole('link', { name: 'Why am I not allowed' });
    expect(await why.count()).toBe(3);
    expect(await review.getByText('Request').count()).toBe(3);
    expect(await review.getByRole('button', { name: /^Apply/ }).count()).toBe(0);
    expect(await faultsOfLooks(page, 'review, 403')).toEqual([]);
    expect((await state()).map(([value]) => value)).toEqual(['one', 'one', 'one']);
    await why.first().click();
    const everywhere = page.getByRole('list', { name: 'In every environment' });
    await everywhere.getByText('nothing allows it').nth(2).waitFor();
  });

  it('counts down where there were too many requests, and sends the rest again with the same keys (429)', async () => {
    const { page, review } = await reviewAs(admin, 'two');
    const keys: string[] = [];
    let isFull = true;
    await page.route('**/api/v4/secrets/batch', (route) => {
      const { environment } = route.request().postDataJSON() as { environment: string };
      keys.push(`${environment} ${route.request().headers()['idempotency-key']}`);
      if (!isFull || environment === 'dev') return route.continue();
      return route.fulfill({
        ...{ status: 429, headers: { 'Retry-After': '3' } },
        json: { statusCode: 429, message: 'Too many requests.', error: 'TooManyRequests' },
      });
    });
    await applyTo(page, ...ENVIRONMENTS);
    await review.getByText('done', { exact: true }).waitFor();
    const wait = review.getByRole('button', { name: /^Try again in \d s$/ });
    await wait.waitFor();
    expect(await wait.isDisabled()).toBe(true);
    expect(await review.getByText('Too many requests.').count()).toBe(2);
    const found = await faultsOfLooks(page, 'review, 429');
    isFull = false;
    await review.getByRole('button', { name: 'Try again', exact: true }).click();
    await review.getByText('done', { exact: true }).nth(2).waitFor();
    expect((await state()).map(([value]) => value)).toEqual(['two', 'two', 'two']);
    expect(keys).toHaveLength(5);
    expect(new Set(keys).size).toBe(3);
    expect(found).toEqual([]);
  });

  it('sends an act again where no answer came, and it happens once', async () => {
    const { page, review } = await reviewAs(admin, 'two');
    let isLost = true;
    await page.route('**/api/v4/secrets/batch', async (route) => {
      const { environment } = route.request().postDataJSON() as { environment: string };
      if (!isLost || environment !== 'prod') return route.continue();
      // The server has done it, and its answer is lost on the way.
      await route.fetch();
      return route.abort();
    });
    await applyTo(page, ...ENVIRONMENTS);
    await review.getByText('The server does not answer', { exact: false }).waitFor();
    isLost = false;
    await review.getByRole('button', { name: 'Try again', exact: true }).click();
    await review.getByText('done', { exact: true }).nth(2).waitFor();
    expect(await state()).toEqual([
      ['two', 2],
      ['two', 2],
      ['two', 2],
    ]);
  });

  it('leaves the focus where it is: no key that ticks a line presses the button that writes', async () => {
    const { page, review } = await reviewAs(admin, 'two');
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BUTTON');
    const prod = review.getByLabel('API_KEY in prod');
    await prod.press(' ');
    await applyTo(page, 'dev', 'staging');
    await review.getByText('done', { exact: true }).nth(1).waitFor();
    await prod.press(' ');
    await review.getByRole('button', { name: 'Apply to prod', exact: true }).waitFor();
    expect(await focused()).not.toContain('Apply');
    await page.keyboard.press(' ');
    await review.getByText('stays', { exact: true }).waitFor();
    expect(await prod.isChecked()).toBe(false);
    expect((await state())[2]).toEqual(['one', 1]);
    // It is written by the key of a review.
    await page.keyboard.press(' ');
    await review.getByRole('button', { name: 'Apply to prod', exact: true }).waitFor();
    await nameProduction(review);
    await page.keyboard.press('Control+Enter');
    await review.getByText('done', { exact: true }).nth(2).waitFor();
    expect((await state())[2]).toEqual(['two', 2]);
  });

  it('has what was there and what was typed on each line, masked, and in the page only once revealed', async () => {
    const { page, review } = await reviewAs(admin, 'typed-8812');
    expect(await page.content()).not.toContain('8812');
    expect(await review.getByText('v1').count()).toBe(3);
    await review.getByRole('button', { name: 'Reveal API_KEY of prod, before' }).click();
    await review.getByText('one', { exact: true }).waitFor();
    await review.getByRole('button', { name: 'Reveal API_KEY of prod, after' }).click();
    await review.getByText('typed-8812').waitFor();
    expect(await faultsOfLooks(page, 'review, revealed')).toEqual([]);
    await page.setViewportSize({ width: 400, height: 800 });
    expect(await faultsOfLooks(page, 'review, narrow')).toEqual([]);
    for (let left = 2; left > 0; left--)
      await review.getByRole('button', { name: 'Hide' }).first().click();
    expect(await page.content()).not.toContain('8812');
  });
});
