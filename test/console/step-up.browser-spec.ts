import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type TOTP, URI } from 'otpauth';
import { ConsoleCodes } from '../../src/identities/console-codes/console-codes.js';
import { aPersonIn, aSignedIn, PASSWORD, type Signed } from '../support/accounts.js';
import { useApp } from '../support/harness.js';
import { joinProject } from '../support/people.js';
import { aMember, aScene, type Caller, type Scene, type TestProject } from '../support/scene.js';
import {
  describeInBrowser,
  faultsOfLooks,
  goTo,
  pressUntil,
  signInAsPerson,
  useBrowser,
  nameProduction,
} from './browser.js';

const server = useApp();
let scene: Scene;
let anna: Signed;
let robot: Caller;
let project: TestProject;

const query = (text: string, values: readonly unknown[]) =>
  server.database.source.query(text, [...values]);

/** Lets eleven minutes pass since the last proof of whoever it is. */
const letProofAge = (holder: string) =>
  query(
    `update sessions set proved_at = now() - interval '11 minutes'
     where user_id = $1::uuid or identity_id = $1::uuid`,
    [holder],
  );

beforeAll(async () => {
  scene = await aScene(server);
  anna = await aSignedIn(server, scene.orgId, { role: 'admin', email: 'anna@example.org' });
  const made = await anna.http.post('/api/v1/projects').send({ projectName: 'Shop' }).expect(200);
  ({ project } = made.body as { project: typeof project });
  robot = await aMember(server, project, scene.orgId, 'admin');
  for (const environment of ['dev', 'prod'])
    await anna.http
      .post('/api/v4/secrets/API_KEY')
      .send({ projectId: project.id, environment, secretValue: 'one' })
      .expect(200);
});

async function valueIn(environment: string): Promise<string> {
  const where = { projectId: project.id, environment };
  const { body } = await robot.http.get('/api/v4/secrets/API_KEY').query(where).expect(200);
  return (body as { secret: { secretValue: string } }).secret.secretValue;
}

const secrets = () => `/p/${project.slug}/secrets`;
const proofIn = (page: Page) => page.getByRole('dialog', { name: 'Is it still you?' });
const reviewIn = (page: Page) => page.getByRole('dialog', { name: 'Review API_KEY' });

/** Asks for another value, up to the button that does it, by keyboard alone. */
async function apply(page: Page, environment: string, value: string) {
  await page.getByRole('link', { name: 'API_KEY' }).press('e');
  const editor = page.getByRole('dialog', { name: 'Change API_KEY' });
  await editor.getByLabel(`Value in ${environment}`).fill(value);
  await page.keyboard.press('Control+Enter');
  await reviewIn(page).getByText('will be done').waitFor();
  if (environment === 'prod') await nameProduction(reviewIn(page));
  await reviewIn(page)
    .getByRole('button', { name: /^Apply to / })
    .press('Enter');
}

async function close(page: Page) {
  await reviewIn(page).getByText('done', { exact: true }).waitFor();
  await reviewIn(page).getByRole('button', { name: 'Close', exact: true }).press('Enter');
  await reviewIn(page).waitFor({ state: 'detached' });
}

describeInBrowser('the credential, asked for again', () => {
  const browser = useBrowser();
  const openAs = async (email: string) => {
    const opened = await browser.open();
    await signInAsPerson(opened.page, server, email, secrets());
    await opened.page.getByRole('link', { name: 'API_KEY' }).waitFor();
    return opened;
  };

  it('is asked for before a change of production alone, once in ten minutes', async () => {
    const { page, trace } = await openAs(anna.email);
    await apply(page, 'prod', 'fresh');
    await close(page);
    await letProofAge(anna.userId);
    await apply(page, 'dev', 'old proof');
    await close(page);
    expect([await valueIn('dev'), await valueIn('prod')]).toEqual(['old proof', 'fresh']);
    expect(trace.requests.filter((each) => each.endsWith('reauthenticate'))).toEqual([]);

    await apply(page, 'prod', 'proved');
    await proofIn(page).waitFor();
    const found = await faultsOfLooks(page, 'proof');
    await proofIn(page).getByLabel('Password').fill('wrong');
    await page.keyboard.press('Enter');
    await proofIn(page).getByRole('alert').getByText('Wrong', { exact: false }).waitFor();
    found.push(...(await faultsOfLooks(page, 'proof, wrong')));
    expect(await valueIn('prod')).toBe('fresh');
    await proofIn(page).getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await proofIn(page).waitFor({ state: 'detached' });
    await close(page);
    await apply(page, 'prod', 'still fresh');
    await close(page);
    expect(await valueIn('prod')).toBe('still fresh');
    expect(trace.requests.filter((each) => each.endsWith('reauthenticate'))).toHaveLength(2);
    expect(found).toEqual([]);
  });

  it('is not given: then nothing was sent, and the act may be asked for again', async () => {
    const before = await valueIn('prod');
    const { page } = await openAs(anna.email);
    await letProofAge(anna.userId);
    await apply(page, 'prod', 'given up');
    await proofIn(page).waitFor();
    await page.keyboard.press('Escape');
    await reviewIn(page).getByText('It was not done').waitFor();
    expect(await faultsOfLooks(page, 'proof, not given')).toEqual([]);
    expect(await valueIn('prod')).toBe(before);
    await reviewIn(page).getByRole('button', { name: 'Try again' }).press('Enter');
    await proofIn(page).waitFor();
    await pressUntil(page, ['Escape'], reviewIn(page).getByRole('button', { name: 'Try again' }));
    await reviewIn(page).getByRole('button', { name: 'Try again' }).press('Enter');
    await proofIn(page).getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await close(page);
    expect(await valueIn('prod')).toBe('given up');
  });

  it('is asked for before somebody is given a role, and the question goes with the lock', async () => {
    const { page } = await openAs(anna.email);
    await letProofAge(anna.userId);
    await goTo(page, server, '/identities');
    await page.getByRole('button', { name: 'New identity' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('deployer');
    await page.getByRole('button', { name: 'Make it' }).click();
    await proofIn(page).getByLabel('Password').fill('half typed');
    await pressUntil(page, ['Escape'], page.getByText('It was not done').first());
    await page.getByRole('button', { name: 'Make it' }).click();
    await proofIn(page).waitFor();
    await query('update sessions set ended_at = now() where user_id = $1', [anna.userId]);
    await proofIn(page).getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Locked' }).waitFor();
    expect(await proofIn(page).count()).toBe(0);
    const { body } = await scene.admin.http.get('/api/v1/identities').expect(200);
    expect(JSON.stringify(body)).not.toContain('deployer');
  });

  it('may be a code of the authenticator app', async () => {
    const tom = await aSignedIn(server, scene.orgId, { email: 'tom@example.org' });
    await joinProject(server, project, { userId: tom.userId }, 'admin');
    const { body } = await tom.http.post('/api/v1/user/me/totp/register').expect(200);
    const app = URI.parse((body as { otpUrl: string }).otpUrl) as TOTP;
    // Turned on by the code before: one that was used is not taken again.
    const former = app.generate({ timestamp: Date.now() - 30_000 });
    const on = await tom.http
      .post('/api/v1/user/me/totp/verify')
      .send({ totp: former })
      .expect(200);
    const [code = ''] = (on.body as { recoveryCodes: string[] }).recoveryCodes;
    const { page } = await browser.open();
    await goTo(page, server, secrets());
    await page.getByLabel('E-mail address').fill(tom.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByLabel('Code of the authenticator app').fill(code);
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('link', { name: 'API_KEY' }).waitFor();
    await letProofAge(tom.userId);
    await apply(page, 'prod', 'by code');
    await proofIn(page)
      .getByRole('button', { name: 'By a code of the authenticator app instead' })
      .press('Enter');
    await proofIn(page).getByLabel('Code of the authenticator app').fill(app.generate());
    await page.keyboard.press('Enter');
    await close(page);
    expect(await valueIn('prod')).toBe('by code');
  });

  it('is the provider, in another tab, of whoever has neither password nor code', async () => {
    const sso = await aPersonIn(server, scene.orgId, { email: 'paula@example.org' });
    await joinProject(server, project, { userId: sso.userId }, 'admin');
    const { page } = await openAs(sso.email);
    await query('update users set password_hash = null where id = $1', [sso.userId]);
    await letProofAge(sso.userId);
    await apply(page, 'prod', 'by provider');
    const link = proofIn(page).getByRole('link', { name: 'Go to the provider' });
    expect(await link.getAttribute('href')).toMatch(
      /sso\/oidc\/login\?orgSlug=.+&freshProof=true$/,
    );
    expect(await faultsOfLooks(page, 'proof by the provider')).toEqual([]);
    const there = proofIn(page).getByRole('button', { name: 'I have signed in there' });
    await there.press('Enter');
    await proofIn(page).getByText('No new sign-in was found').waitFor();
    await query('update sessions set proved_at = now() where user_id = $1', [sso.userId]);
    await there.press('Enter');
    await close(page);
    expect(await valueIn('prod')).toBe('by provider');
  });

  it('is a code or a client secret of a machine identity', async () => {
    const aCode = () =>
      server.database.transaction((tx) => server.app.get(ConsoleCodes).make(tx, robot.id));
    const { page } = await browser.open();
    await goTo(page, server, secrets());
    await page.getByRole('button', { name: 'Sign in with a code from the server' }).click();
    await page.getByLabel('Code').fill(await aCode());
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('link', { name: 'API_KEY' }).waitFor();
    await letProofAge(robot.id);
    await apply(page, 'prod', 'by machine');
    expect(await faultsOfLooks(page, 'proof of a machine')).toEqual([]);
    await proofIn(page)
      .getByRole('button', { name: 'Sign in with a code from the server' })
      .click();
    await proofIn(page)
      .getByLabel('Code')
      .fill(await aCode());
    await proofIn(page).getByRole('button', { name: 'Sign in', exact: true }).click();
    await close(page);
    expect(await valueIn('prod')).toBe('by machine');
  });
});
