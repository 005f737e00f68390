import { beforeAll, expect, it } from '@jest/globals';
import { aSignedIn, type Signed } from '../support/accounts.js';
import { useApp } from '../support/harness.js';
import { joinProject } from '../support/people.js';
import { aScene } from '../support/scene.js';
import { describeInBrowser, faultsOfLooks, signInAsPerson, useBrowser } from './browser.js';

const server = useApp();
let admin: Signed;
/** May see dev, and of prod the folder /payments alone. */
let paul: Signed;
let project: { readonly id: string; readonly slug: string };

const see = (conditions: object) => ({
  ...{ subject: 'secrets', action: ['describeSecret', 'readValue'], conditions },
});

const put = (environment: string, secretPath: string, name: string) =>
  admin.http
    .post(`/api/v4/secrets/${name}`)
    .send({ projectId: project.id, environment, secretPath, secretValue: environment })
    .expect(200);

/** API_KEY is set in dev and prod, ONLY_DEV in dev; PAY_KEY lies in /payments of prod. */
beforeAll(async () => {
  const { orgId } = await aScene(server);
  admin = await aSignedIn(server, orgId, { role: 'admin' });
  paul = await aSignedIn(server, orgId, { email: 'paul@example.org' });
  const made = await admin.http.post('/api/v1/projects').send({ projectName: 'Shop' }).expect(200);
  ({ project } = made.body as { project: typeof project });
  await admin.http
    .post('/api/v2/folders')
    .send({ projectId: project.id, environment: 'prod', path: '/', name: 'payments' })
    .expect(200);
  await put('dev', '/', 'API_KEY');
  await put('dev', '/', 'ONLY_DEV');
  await put('prod', '/', 'API_KEY');
  await put('prod', '/payments', 'PAY_KEY');
  await joinProject(server, project, { userId: paul.userId }, [
    see({ environment: 'dev' }),
    see({ environment: 'prod', secretPath: '/payments' }),
  ]);
});

describeInBrowser('somebody with rights in a part of a project', () => {
  const browser = useBrowser();
  const openAs = async ({ email }: Signed, screen = 'secrets') => {
    const opened = await browser.open();
    await signInAsPerson(opened.page, server, email, `/p/${project.slug}/${screen}`);
    return opened;
  };

  it('is not told that a secret is missing where they may not see it', async () => {
    const { page } = await openAs(paul);
    const cell = page.getByRole('gridcell', {
      name: 'API_KEY, prod, You may not see this folder in prod',
    });
    await cell.getByTitle('You may not see this folder in prod').waitFor();
    expect(await page.getByRole('gridcell', { name: /missing/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'Gaps 0' }).waitFor();
    const found = await faultsOfLooks(page, 'grid of a part of a project');
    await cell.click();
    const sheet = page.getByRole('dialog', { name: /^API_KEY/ });
    await sheet.getByText('You may not see this folder in prod').waitFor();
    expect(await sheet.getByText('Not set here').count()).toBe(0);
    found.push(...(await faultsOfLooks(page, 'sheet of a part of a project')));
    expect(found).toEqual([]);
  });

  it('is told that the page is not live, and why, after one refusal', async () => {
    const { page, trace } = await openAs(paul, 'activity');
    await page.getByRole('status').getByText('Not live: reload to see changes').waitFor();
    const reason = 'You may not receive events of secrets';
    await page.getByText(`Not live: reload to see changes. ${reason}`, { exact: false }).waitFor();
    expect(await page.getByText('within a second').count()).toBe(0);
    const found = await faultsOfLooks(page, 'activity that is not live');
    await page.getByRole('link', { name: 'Secrets', exact: true }).first().click();
    await page.getByRole('gridcell', { name: /^API_KEY, prod/ }).waitFor();
    await page.getByRole('status').getByText('Not live: reload to see changes').waitFor();
    const asked = trace.requests.filter((each) => each.includes('/events/subscribe/'));
    expect(asked.length).toBe(1);
    expect(found).toEqual([]);
  });

  it('is offered neither to add nor to change a secret where they may not, by any way', async () => {
    const { page } = await openAs(paul);
    const messages = page.getByRole('region', { name: 'Messages' });
    const isRefused = async (act: 'Change' | '+ Secret', deed: string) => {
      const button = page.getByRole('button', { name: act, exact: true });
      await page.getByTitle(`You may not ${deed} secrets`, { exact: false }).first().waitFor();
      expect(await button.getAttribute('aria-disabled')).toBe('true');
      await button.press('Enter');
      await messages.getByText(`You may not ${deed} secrets`).first().waitFor();
      expect(
        await page.getByRole('dialog', { name: /^(New secret|Change API_KEY) in/ }).count(),
      ).toBe(0);
    };
    await isRefused('+ Secret', 'add');
    const cell = page.getByRole('gridcell', { name: /^API_KEY, dev/ });
    for (const [key, deed] of [
      ['n', 'add'],
      ['e', 'change'],
    ] as const) {
      await cell.press(key);
      await messages.getByText(`You may not ${deed} secrets`).first().waitFor();
      expect(await page.getByRole('dialog').count()).toBe(0);
    }
    await cell.press('Enter');
    await page.getByRole('dialog', { name: /^API_KEY/ }).waitFor();
    await isRefused('Change', 'change');
  });

  it('has the colours of environments that everybody has', async () => {
    const colourOfProd = async (person: Signed) => {
      const { page } = await openAs(person);
      const head = page.getByRole('columnheader', { name: 'prod' }).locator('bdi');
      return head.evaluate((element) => getComputedStyle(element).color);
    };
    expect(await colourOfProd(paul)).toBe(await colourOfProd(admin));
  });
});
