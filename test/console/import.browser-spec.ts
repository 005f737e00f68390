import { beforeAll, expect, it } from '@jest/globals';
import { aSignedIn, type Signed } from '../support/accounts.js';
import { useApp } from '../support/harness.js';
import { joinProject } from '../support/people.js';
import { aScene } from '../support/scene.js';
import { describeInBrowser, faultsOfLooks, signInAsPerson, useBrowser } from './browser.js';

const server = useApp();
/** Found nowhere else in a page. */
const [SAME, FRESH] = ['battery-7431-same', 'battery-7431-fresh'];

let project: { readonly id: string; readonly slug: string };
/** May write all, all but one name, and nothing. */
let admin: Signed;
let some: Signed;
let viewer: Signed;

const at = (more: object = {}) => ({ projectId: project.id, environment: 'dev', ...more });

beforeAll(async () => {
  const { orgId } = await aScene(server);
  admin = await aSignedIn(server, orgId, { role: 'admin' });
  const made = await admin.http.post('/api/v1/projects').send({ projectName: 'Shop' }).expect(200);
  ({ project } = made.body as { project: typeof project });
  const person = async (email: string, ...roles: Parameters<typeof joinProject>[3][]) => {
    const signed = await aSignedIn(server, orgId, { email });
    await joinProject(server, project, { userId: signed.userId }, ...roles);
    return signed;
  };
  viewer = await person('vera@example.org', 'viewer');
  some = await person('sam@example.org', 'member', [
    {
      ...{ subject: 'secrets', action: ['edit', 'create'], inverted: true },
      conditions: { secretName: 'PAY_KEY' },
    },
  ]);
  const secrets = { SAME_KEY: SAME, OTHER_KEY: 'before', PAY_KEY: 'before' };
  for (const [secretKey, secretValue] of Object.entries(secrets))
    await admin.http.post(`/api/v4/secrets/${secretKey}`).send(at({ secretValue })).expect(200);
});

const FILE = [`SAME_KEY=${SAME}`, `OTHER_KEY="${FRESH}"`, 'NEW_KEY=1', "PAY_KEY='2'"].join('\n');

const valueOf = async (secretKey: string) => {
  const answer = await admin.http.get(`/api/v4/secrets/${secretKey}`).query(at()).expect(200);
  return (answer.body as { secret: { secretValue: string } }).secret.secretValue;
};

describeInBrowser('the screen Import', () => {
  const browser = useBrowser();
  const openAs = async ({ email }: Signed, address = '/import') => {
    const opened = await browser.open();
    const bodies: string[] = [];
    opened.page.on('request', (request) => bodies.push(request.postData() ?? ''));
    await signInAsPerson(opened.page, server, email, `/p/${project.slug}${address}`);
    return { ...opened, sent: () => bodies.join('\n') };
  };

  it('shows what a pasted file would do before any of it is sent, and writes what is new or other', async () => {
    const { page, sent, trace } = await openAs(some);
    const text = page.getByRole('textbox', { name: 'Text of the file' });
    await text.fill("A=1\nA B=2\nC='3");
    await page.getByText('the quote that begins there does not end').waitFor();
    const show = page.getByRole('button', { name: 'Show what it would do' });
    expect(await show.isDisabled()).toBe(true);
    const found = await faultsOfLooks(page, 'import, problems');
    await text.fill(FILE);
    await page.getByText('4 names are in it').waitFor();
    found.push(...(await faultsOfLooks(page, 'import')));
    await show.press('Enter');
    await page.getByText('1 new, 2 with a new value, 1 refused').waitFor();
    const row = (name: string) => page.getByRole('row', { name });
    await row('NEW_KEY').getByText('+ new').waitFor();
    await row('PAY_KEY').getByText('✕ refused').waitFor();
    found.push(...(await faultsOfLooks(page, 'import, the difference')));
    await page.getByRole('button', { name: 'Compare 2 values with what is there' }).press('Enter');
    await row('SAME_KEY').getByText('= the same').waitFor();
    await page.getByText('1 new, 1 with a new value, 1 the same, 1 refused').waitFor();
    found.push(...(await faultsOfLooks(page, 'import, what is the same')));
    expect(sent()).not.toContain('7431');
    expect(await page.content()).not.toContain('7431');
    await page.getByRole('button', { name: 'Write 2 secrets to dev' }).press('Enter');
    await page.getByText('2 secrets are written to dev.').waitFor();
    found.push(...(await faultsOfLooks(page, 'import, done')));
    expect(found).toEqual([]);
    expect([await valueOf('OTHER_KEY'), await valueOf('PAY_KEY')]).toEqual([FRESH, 'before']);
    expect(trace.requests.join(' ')).not.toContain('7431');
    await page.getByRole('link', { name: 'See the folder' }).press('Enter');
    await page.getByRole('gridcell', { name: /^SAME_KEY, dev, version 1/ }).waitFor();
  });

  it('takes a file by pointer, and does not overwrite what others changed since it was shown (409)', async () => {
    const { page } = await openAs(admin, '/secrets');
    await page.getByRole('link', { name: 'Import' }).click();
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a file …' }).click();
    await (
      await choosing
    ).setFiles({
      ...{ name: 'a.json', mimeType: 'application/json' },
      buffer: Buffer.from('{"OTHER_KEY":"mine"}'),
    });
    await page.getByText('1 name is in it').waitFor();
    await page.getByRole('button', { name: 'Show what it would do' }).click();
    await page.getByText('1 with a new value').waitFor();
    await admin.http
      .patch('/api/v4/secrets/OTHER_KEY')
      .send(at({ secretValue: 'theirs' }))
      .expect(200);
    await page.getByRole('button', { name: 'Write 1 secret to dev' }).click();
    await page.getByRole('alert').getByText('version', { exact: false }).first().waitFor();
    expect(await faultsOfLooks(page, 'import, changed since')).toEqual([]);
    expect(await valueOf('OTHER_KEY')).toBe('theirs');
  });

  it('waits the time that the server says where there were too many requests, and loses nothing (429)', async () => {
    const { page } = await openAs(admin);
    await page.getByRole('textbox', { name: 'Text of the file' }).fill('LATER=1');
    await page.getByRole('button', { name: 'Show what it would do' }).click();
    await page.getByText('1 new').waitFor();
    let left = 1;
    await page.route('**/api/v4/secrets/batch', (route) =>
      left-- > 0
        ? route.fulfill({
            ...{ status: 429, headers: { 'Retry-After': '2' } },
            json: { statusCode: 429, message: 'Too many requests.', error: 'TooManyRequests' },
          })
        : route.continue(),
    );
    await page.getByRole('button', { name: 'Write 1 secret to dev' }).click();
    await page.getByRole('button', { name: /^Try again in \d s$/ }).waitFor();
    await page.getByRole('button', { name: 'Try again', exact: true }).click();
    await page.getByText('1 secret is written to dev.').waitFor();
    expect(await valueOf('LATER')).toBe('1');
  });

  it('can be used as soon as the names of the project have come, however late', async () => {
    const { page } = await openAs(viewer, '/activity');
    await page.route('**/secret-names**', async (route) => {
      await new Promise((done) => setTimeout(done, 1500));
      await route.continue();
    });
    await page.goto(page.url().replace('/activity', '/import'));
    await page.getByRole('textbox', { name: 'Text of the file' }).fill('NEW=1');
    await page.getByRole('button', { name: 'Show what it would do' }).press('Enter');
    const refused = page.getByRole('alert').getByText('You may not', { exact: false });
    await refused.first().waitFor();
    expect(await page.getByRole('button', { name: /^Write/ }).count()).toBe(0);
  });

  it('asks before a link leads away from what was typed', async () => {
    const { page } = await openAs(viewer);
    const text = page.getByRole('textbox', { name: 'Text of the file' });
    await text.fill('NEW=1');
    const link = page.getByRole('link', { name: 'Activity' });
    await link.click();
    const asked = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
    await asked.getByRole('button', { name: 'Keep editing' }).press('Enter');
    await asked.waitFor({ state: 'detached' });
    // It is masked, as whatever is typed there while one is elsewhere.
    await page.getByText('1 name is in it').waitFor();
    await link.click();
    expect(page.url()).toContain('/import');
    await asked.getByRole('button', { name: 'Discard it' }).press('Enter');
    await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor();
  });

  it('tells who may not write that all of it is refused (403)', async () => {
    const { page } = await openAs(viewer);
    await page.getByRole('textbox', { name: 'Text of the file' }).fill('NEW=1');
    await page.getByRole('button', { name: 'Show what it would do' }).press('Enter');
    await page.getByRole('alert').getByText('You may not', { exact: false }).first().waitFor();
    expect(await faultsOfLooks(page, 'import, refused')).toEqual([]);
    expect(await page.getByRole('button', { name: /^Write/ }).count()).toBe(0);
  });
});
