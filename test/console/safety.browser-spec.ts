import { beforeAll, expect, it } from '@jest/globals';
import { aSignedIn, type Signed } from '../support/accounts.js';
import { useApp } from '../support/harness.js';
import { aScene } from '../support/scene.js';
import { describeInBrowser, goTo, pressUntil, signInAsPerson, useBrowser } from './browser.js';

const server = useApp();
/** Found nowhere else in a page. */
const VALUE = 'value-horse-7431';
/** Markup that would run, a link that would lead away, and signs that turn a text around or are not seen. */
const MARKUP = '<img src=x onerror="document.title=`run`"><a href="https://evil.example">x</a>';
const TURNED = 'ab\u202etxt.exe\u0007';

let anna: Signed;
let project: { readonly id: string; readonly slug: string };

beforeAll(async () => {
  const { orgId } = await aScene(server);
  anna = await aSignedIn(server, orgId, { role: 'admin' });
  const made = await anna.http
    .post('/api/v1/projects')
    .send({ projectName: MARKUP.slice(0, 60), slug: 'markup' })
    .expect(200);
  ({ project } = made.body as { project: typeof project });
  const where = { projectId: project.id, environment: 'prod' };
  await anna.http
    .post('/api/v4/secrets/API_KEY')
    .send({ ...where, secretValue: VALUE, secretComment: MARKUP })
    .expect(200);
  await anna.http
    .post('/api/v4/secrets/TURNED')
    .send({ ...where, secretValue: `${MARKUP}${TURNED}` })
    .expect(200);
  await anna.http
    .post(`/api/v1/projects/${project.id}/roles`)
    .send({ slug: 'odd', name: MARKUP.slice(0, 60), description: MARKUP, permissions: [] })
    .expect(200);
  await anna.http
    .post('/api/v1/identities')
    .send({ name: MARKUP.slice(0, 60) })
    .expect(200);
});

describeInBrowser('what the page does with what it is given', () => {
  const browser = useBrowser();
  const place = (name: string) => `/p/${project.slug}/${name}`;
  const openSheet = async (name: string) => {
    const opened = await browser.open();
    await signInAsPerson(opened.page, server, anna.email, place(`secrets?name=${name}`));
    const sheet = opened.page.getByRole('dialog', { name: new RegExp(`^${name}`) });
    await sheet.waitFor();
    return { ...opened, sheet };
  };
  const reveal = 'Reveal API_KEY of prod';

  it('shows stored markup as text, follows none of it, and marks signs that are not seen', async () => {
    const { page, sheet, trace } = await openSheet('TURNED');
    await sheet.getByRole('button', { name: 'Reveal TURNED of prod', exact: true }).click();
    await sheet.getByText('U+202E').waitFor();
    await sheet.getByText('U+0007').waitFor();
    await sheet.getByText('onerror', { exact: false }).first().waitFor();
    await goTo(page, server, '/identities');
    await page.getByText('<img src=x', { exact: false }).first().waitFor();
    await goTo(page, server, place('what-if?role=odd'));
    await page.getByRole('heading', { name: 'What if', level: 1 }).waitFor();
    await goTo(page, server, place('secrets'));
    await page.getByRole('rowheader').getByText('TURNED').waitFor();

    expect(await page.title()).not.toBe('run');
    expect(await page.locator('img, a[href*="evil"]').count()).toBe(0);
    // Nothing of others: no font, no script, no picture, no measure.
    expect(trace.requests.filter((each) => !each.includes(` ${server.url}/`))).toEqual([]);
    expect(trace.requests.length).toBeGreaterThan(10);
  });

  it('sends no token and no value from tab to tab', async () => {
    const { page, sheet, context } = await openSheet('API_KEY');
    const other = await context.newPage();
    await other.goto(`${server.url}/login`);
    await other.evaluate(() => {
      const heard: string[] = [];
      Object.assign(window, { heard });
      for (const name of ['strongroom-session', 'strongroom-uses'])
        new BroadcastChannel(name).onmessage = ({ data }) => void heard.push(JSON.stringify(data));
    });
    await sheet.getByRole('button', { name: reveal, exact: true }).click();
    await sheet.getByText(VALUE).waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await pressUntil(page, ['g', 'l'], page.getByRole('heading', { name: 'Locked' }));
    await other.waitForFunction(() =>
      (window as unknown as { heard: string[] }).heard.includes('"locked"'),
    );
    const heard = await other.evaluate(() => (window as unknown as { heard: string[] }).heard);
    const known = ['"in"', '"locked"', 'null'];
    expect(heard.filter((each) => !known.includes(each))).toEqual([]);
  });

  it('hides a value after 30 seconds by itself', async () => {
    const { page, sheet } = await openSheet('API_KEY');
    await page.clock.install();
    await sheet.getByRole('button', { name: reveal, exact: true }).click();
    await sheet.getByText(VALUE).waitFor();
    await page.clock.runFor(29_000);
    expect(await sheet.getByText(VALUE).count()).toBe(1);
    await page.clock.runFor(2_000);
    await sheet.getByText(VALUE).waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(VALUE);
  });

  it('lets no browser learn, correct or translate a value that is typed', async () => {
    const { page, sheet } = await openSheet('API_KEY');
    await sheet.getByRole('button', { name: 'Change', exact: true }).click();
    const field = page.getByLabel('Value in prod');
    await field.waitFor();
    const attributes = ['autocomplete', 'spellcheck', 'translate', 'autocorrect'];
    expect(await Promise.all(attributes.map((each) => field.getAttribute(each)))).toEqual([
      ...['off', 'false', 'no', 'off'],
    ]);
  });
});
