import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Rule } from '../../src/permissions/rule.js';
import { aSignedIn } from '../support/accounts.js';
import { useApp } from '../support/harness.js';
import { joinProject } from '../support/people.js';
import { aMember, aProject, aScene, type Caller, type TestProject } from '../support/scene.js';
import {
  describeInBrowser,
  expectTexts,
  faultsOfLooks,
  goTo,
  signInAsPerson,
  useBrowser,
} from './browser.js';

const server = useApp();
let project: TestProject;
let orgId: string;
let email: string;
let person: Pick<Caller, 'http'>;
let reader: Caller;
let nobody: Caller;
/** With secrets in folders, of which `partReader` reads those below `/team`. */
let below: TestProject;
let partReader: Caller;

const reads = (environment: string): Rule => ({
  subject: 'secrets',
  action: ['describeSecret', 'readValue'],
  conditions: { environment },
});

const nameOf = ({ id }: Caller) => `identity-${id}`;

/** The person made the project. `reader` reads prod by a role of the project, `nobody` nothing. */
beforeAll(async () => {
  ({ orgId } = await aScene(server));
  const signed = await aSignedIn(server, orgId, { role: 'admin' });
  ({ email } = signed);
  person = signed;
  project = await aProject(signed as unknown as Caller);
  const role = { slug: 'deployer', name: 'Deployer', permissions: [reads('prod')] };
  await person.http.post(`/api/v1/projects/${project.id}/roles`).send(role).expect(200);
  reader = await aMember(server, project, orgId, 'no-access');
  nobody = await aMember(server, project, orgId, 'no-access');
  await person.http
    .patch(`/api/v1/projects/${project.id}/memberships/identities/${reader.id}`)
    .send({ roles: [{ role: 'deployer' }] })
    .expect(200);
  below = await aProject(signed as unknown as Caller);
  const team = { secretPath: { $glob: '/team/*' }, environment: 'prod' };
  partReader = await aMember(server, below, orgId, [{ ...reads('prod'), conditions: team }]);
  await aFolder(below, 'team', '/');
  for (const name of ['a', 'b', 'c']) {
    await aFolder(below, name, '/team');
    await person.http
      .post('/api/v4/secrets/KEY')
      .send({
        projectId: below.id,
        environment: 'prod',
        secretPath: `/team/${name}`,
        secretValue: 'x',
      })
      .expect(200);
  }
});

const aFolder = (of: TestProject, name: string, path: string) =>
  person.http
    .post('/api/v2/folders')
    .send({ projectId: of.id, environment: 'prod', name, path })
    .expect(200);

const access = (more = '') => `/p/${project.slug}/access?environment=prod${more}`;

async function mayRead({ id: identityId }: Caller, environment: string) {
  const { body } = await person.http
    .post(`/api/v1/projects/${project.id}/permissions/explain`)
    .send({
      ...{ identityId, subject: 'secrets', action: 'readValue' },
      attributes: { environment, secretPath: '/', secretName: 'A', secretTags: [] },
    })
    .expect(200);
  return body as { allowed: boolean; endsAt?: string };
}

const rowOf = (page: Page, caller: Caller) => page.getByRole('row', { name: nameOf(caller) });

describeInBrowser('who can do what, and why', () => {
  const browser = useBrowser();

  it('has the service tokens among those who may, with their scope and the rule of their maker', async () => {
    const make = (name: string, environment: string) =>
      person.http
        .post('/api/v2/service-token')
        .send({
          ...{ workspaceId: project.id, name, permissions: ['read'], expiresIn: 7_200 },
          scopes: [{ environment, secretPath: '/**' }],
        })
        .expect(200);
    await make('nightly-prod', 'prod');
    await make('nightly-dev', 'dev');
    const { page } = await browser.open();
    await signInAsPerson(page, server, email, access());
    await page.getByRole('heading', { name: '1 of 2 service tokens in prod' }).waitFor();
    const tokens = page.getByRole('table', { name: 'Service tokens' });
    const row = tokens.getByRole('row', { name: 'nightly-prod' });
    const text = await row.innerText();
    for (const part of [`made by ${email}`, 'read: prod /**', 'role admin'])
      expect(text).toContain(part);
    expect(await tokens.getByRole('row', { name: 'nightly-dev' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show 1 service token that cannot' }).press('Enter');
    const other = tokens.getByRole('row', { name: 'nightly-dev' });
    await other.getByText('Outside its scope, or its maker may not').waitFor();
    expect(await faultsOfLooks(page, 'service tokens that may')).toEqual([]);
  });

  it('lists under a folder those who may in folders below it alone, and leads to these', async () => {
    const { page } = await browser.open();
    await signInAsPerson(page, server, email, `/p/${below.slug}/access`);
    await page
      .getByRole('heading', { name: /^1 of 2 members .*; 1 more in folders below$/ })
      .waitFor();
    await page
      .getByRole('heading', { name: '1 more can read the value in folders below /', exact: true })
      .waitFor();
    const row = page.getByRole('table', { name: 'In folders below' }).getByRole('row', {
      name: nameOf(partReader),
    });
    await row.getByText('and 2 more folders').click();
    expect(await row.innerText()).toContain('in prod');
    expect(await page.getByRole('button', { name: /who cannot$/ }).count()).toBe(0);
    expect(await faultsOfLooks(page, 'access below')).toEqual([]);
    await row.getByRole('link', { name: '/team/b', exact: true }).click();
    await page.getByRole('heading', { name: /^2 of 2 members / }).waitFor();
  });

  it('names who may read, by which rule, and leads to two hours for somebody who may not', async () => {
    const { page } = await browser.open();
    await signInAsPerson(page, server, email, access());
    await page.getByRole('heading', { name: /^2 of 3 members in / }).waitFor();
    const row = rowOf(page, reader);
    await row.filter({ hasText: 'role Deployer (deployer)' }).waitFor();
    expect(await rowOf(page, nobody).count()).toBe(0);

    await page.getByRole('button', { name: /^Why: / }).click();
    await page.getByRole('menuitemradio', { name: nameOf(nobody) }).click();
    await page.getByText(/: no rule of role no-access allows it\./).waitFor();
    await page
      .getByRole('link', { name: `Try giving ${nameOf(nobody)} access for 2 hours` })
      .click();
    await page.getByRole('heading', { name: 'What if', level: 1 }).waitFor();
    await page.getByText('Nobody loses, 1 member gains.').waitFor();
    expect((await mayRead(nobody, 'prod')).allowed).toBe(false);

    await page.getByRole('button', { name: 'Grant it' }).click();
    const asked = page.getByRole('dialog', { name: /^Grant this to .* for 2 hours\?$/ });
    await asked.getByRole('button', { name: 'Grant it' }).click();
    await page.getByText('The new rules are in effect.').first().waitFor();
    const link = page.getByRole('link', { name: 'See the grants, and take them away' });
    expect(await link.getAttribute('href')).toContain(nobody.id);
    const granted = await mayRead(nobody, 'prod');
    expect(granted).toMatchObject({ allowed: true, endsAt: expect.any(String) });
    expect(Date.parse(granted.endsAt!) - Date.now()).toBeLessThanOrEqual(2 * 3_600_000);

    await goTo(page, server, access());
    await page.getByRole('heading', { name: /^3 of 3 members in / }).waitFor();
    await rowOf(page, nobody).filter({ hasText: 'may, for a time' }).waitFor();
    await rowOf(page, nobody)
      .getByText(/^grant until /)
      .waitFor();
  });

  it('tells a rule that forbids from one that allows, and offers no grant against it', async () => {
    const forbids = { ...reads('staging'), inverted: true };
    const forbidden = await aMember(server, project, orgId, [reads('dev'), forbids]);
    const { page } = await browser.open();
    const address = access(`&why=identity:${forbidden.id}`).replace('prod', 'staging');
    await signInAsPerson(page, server, email, address);
    await page.getByRole('button', { name: /^Show \d+ members? who cannot$/ }).click();
    const row = rowOf(page, forbidden);
    await row.getByText(/^Forbidden by role /).waitFor();
    await row.getByText('may not read: staging').waitFor();
    await rowOf(page, nobody).getByText('No rule allows it').waitFor();
    await expectTexts(page.getByRole('columnheader'), [
      ...['Who', 'Because', 'Until', 'in staging'],
    ]);
    await page.getByText('a rule that forbids wins over every grant', { exact: false }).waitFor();
    await page.getByText(/, or take role .+ away from identity-/).waitFor();
    const everywhere = page.getByRole('list', { name: 'In every environment' });
    const answers = await everywhere.getByRole('listitem').allInnerTexts();
    expect(answers.map((text) => text.replace(/\s+/g, ' '))).toEqual([
      ...['dev may', 'staging forbidden', 'prod nothing allows it'],
    ]);
    expect(await page.getByRole('link', { name: /^Try giving/ }).count()).toBe(0);
    expect(await faultsOfLooks(page, 'access, forbidden')).toEqual([]);
  });

  it('tells apart those who may and those for whom it depends on the secret', async () => {
    const name = { $glob: 'PAY_*' };
    const noPay = { ...reads('prod'), inverted: true, conditions: { secretName: name } };
    const partly = await aMember(server, project, orgId, [reads('prod'), noPay]);
    const { page } = await browser.open();
    await signInAsPerson(page, server, email, access(`&why=identity:${partly.id}`));
    const count = page.getByRole('heading', { name: /; for 1 more it depends on the secret$/ });
    await count.waitFor();
    const row = rowOf(page, partly);
    await row.getByText(/^Depends on the secret, by role /).waitFor();
    expect(await row.innerText()).not.toContain('Forbidden');
    await page.getByText('Depends on the secret in prod.', { exact: false }).waitFor();
    expect(await faultsOfLooks(page, 'access, depends')).toEqual([]);
    await goTo(page, server, access(`&name=PAY_TOKEN&why=identity:${partly.id}`));
    await page
      .getByText(/Not allowed in prod\..* may not read the value of secrets in prod/)
      .waitFor();
  });

  it('opens on all environments together, so that none of them hides what may be done in production', async () => {
    const { page } = await browser.open();
    await signInAsPerson(page, server, email, `/p/${project.slug}/access`);
    await page.getByRole('heading', { name: /members in at least one environment/ }).waitFor();
    await page.getByRole('button', { name: 'Environment: any environment' }).waitFor();
    const table = page.getByRole('table', { name: 'Access', exact: true });
    await expectTexts(table.getByRole('columnheader'), [
      ...['Who', 'Because', 'Until', 'in dev', 'in staging', 'in prod'],
    ]);
    // The reader may in production alone, and its rule is said to be of it.
    const row = rowOf(page, reader);
    await row.getByText('role Deployer (deployer)').waitFor();
    await row.getByText('prod', { exact: true }).waitFor();
    await row.getByRole('link', { name: nameOf(reader), exact: true }).click();
    await page.getByText('Allowed in prod.', { exact: false }).waitFor();
    expect(await page.getByText('in dev;').count()).toBe(0);
    expect(await faultsOfLooks(page, 'access, any environment')).toEqual([]);
    await page.getByRole('button', { name: /^Environment: / }).click();
    await page.getByRole('menuitemradio', { name: 'dev' }).click();
    await page.getByRole('heading', { name: / members? in dev/ }).waitFor();
    await expectTexts(table.getByRole('columnheader'), ['Who', 'Because', 'Until', 'in dev']);
    expect(await rowOf(page, reader).count()).toBe(0);
  });

  it('takes a name at Enter, and says where no such secret is', async () => {
    const { page } = await browser.open();
    await signInAsPerson(page, server, email, access());
    const name = page.getByRole('combobox', { name: 'Name of the secret' });
    await name.fill('NOWHERE');
    await name.press('Enter');
    await page.getByText('There is no secret NOWHERE in / of prod').waitFor();
    expect(page.url()).toContain('name=NOWHERE');
  });

  it('tells somebody who may not ask about others why they themselves may not', async () => {
    const own = await aSignedIn(server, orgId, {});
    await joinProject(server, project, { userId: own.userId }, [reads('dev')]);
    const { page } = await browser.open();
    await signInAsPerson(page, server, own.email, access());
    await page.getByRole('heading', { name: 'You may not see this' }).waitFor();
    await page.getByRole('button', { name: /^Why: / }).click();
    await page.getByRole('menuitemradio').click();

    const reason = page.getByText(/elsewhere, but its conditions on environment are not met\./);
    await reason.waitFor();
    expect(await reason.innerText()).toMatch(/^Not allowed in prod\. /);
  });

  it('changes a role by keyboard alone, once its effect was shown', async () => {
    const { page } = await browser.open();
    await signInAsPerson(page, server, email, `/p/${project.slug}/what-if?role=deployer`);
    await page.getByText('Nothing has changed yet').first().waitFor();
    expect(await page.getByRole('button', { name: 'Apply to 1 holder' }).isDisabled()).toBe(true);

    await page.getByRole('button', { name: 'Environments: prod' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitemcheckbox', { name: 'dev' }).press(' ');
    await page.getByRole('menuitemcheckbox', { name: 'prod' }).press(' ');
    await page.keyboard.press('Escape');
    await page.getByText('1 member loses, 1 gains.').waitFor();
    const effect = page.getByRole('table', { name: 'Who loses and who gains' });
    await expectTexts(effect.getByRole('columnheader'), ['Who', 'Loses', 'Gains']);
    const [loses, gains] = await effect.getByRole('cell').allInnerTexts();
    expect(loses).toMatch(/^prod: read\s*\/$/);
    expect(gains).toMatch(/^dev: read\s*\/$/);
    await page.getByText('Checked 3 folders in 3 environments.').waitFor();
    await page.getByRole('button', { name: 'Apply to 1 holder' }).press('Enter');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Apply to 1 holder' })
      .press('Enter');
    await page.getByText('The new rules are in effect.').first().waitFor();

    expect((await mayRead(reader, 'dev')).allowed).toBe(true);
    expect((await mayRead(reader, 'prod')).allowed).toBe(false);
  });

  it('says what stays forbidden in spite of a grant, and names a prohibition that is dropped', async () => {
    const noPay = { ...reads('prod'), inverted: true };
    const forbidden = await aMember(server, project, orgId, [reads('dev'), noPay]);
    const role = { slug: 'no-pay', name: 'All but PAY', permissions: [reads('dev'), noPay] };
    await person.http.post(`/api/v1/projects/${project.id}/roles`).send(role).expect(200);
    const grant = encodeURIComponent(JSON.stringify([reads('prod')]));
    const { page } = await browser.open();
    const address = `/p/${project.slug}/what-if?who=identity:${forbidden.id}&rules=${grant}`;
    await signInAsPerson(page, server, email, address);
    await page
      .getByText(/^Nothing changes: “read.*: prod” is forbidden by a rule of role /)
      .waitFor();
    expect(await faultsOfLooks(page, 'what if, overruled')).toEqual([]);

    await goTo(page, server, `/p/${project.slug}/what-if?role=no-pay`);
    await page.getByRole('button', { name: /Role All but PAY \(no-pay\)$/ }).waitFor();
    await page.getByRole('button', { name: 'Remove rule 2' }).click();
    await page.getByText('FORBID read: prod').waitFor();
  });

  it('tries other roles of a member from where access is looked at, and changes them once their effect was shown', async () => {
    const other = await aMember(server, project, orgId, 'no-access');
    const { page } = await browser.open();
    await signInAsPerson(page, server, email, access());
    await page.getByRole('button', { name: /^Show \d+ members? who cannot$/ }).click();
    const what = `What if ${nameOf(other)} had other roles`;
    await rowOf(page, other).getByRole('link', { name: what }).click();
    await page.getByRole('button', { name: `Whose rules: Roles of ${nameOf(other)}` }).waitFor();
    await page.getByText('Tick or untick a role to see').waitFor();
    const apply = page.getByRole('button', { name: 'Change the roles' });
    expect(await apply.isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: 'Viewer' }).check();
    await page.getByText('Nobody loses, 1 member gains.').waitFor();
    await page.getByRole('checkbox', { name: 'Viewer (viewer)' }).uncheck();
    await page.getByRole('checkbox', { name: 'Deployer (deployer)' }).check();
    await page.getByRole('button', { name: /^How long it lasts/ }).press('Enter');
    await page.getByRole('menuitemradio', { name: '2 hours' }).press('Enter');
    const effect = page.getByRole('table', { name: 'Who loses and who gains' });
    await effect.filter({ hasText: 'dev: read' }).waitFor();
    expect((await mayRead(other, 'dev')).allowed).toBe(false);
    expect(await faultsOfLooks(page, 'what if, roles')).toEqual([]);
    await apply.press('Enter');
    const asked = page.getByRole('dialog', {
      name: `Change the roles of ${nameOf(other)} to these?`,
    });
    await asked.getByText('deployer for 2 hours').waitFor();
    await asked.getByRole('button', { name: 'Change the roles' }).press('Enter');
    await page.getByText('The roles are changed.').first().waitFor();
    await page.getByRole('checkbox', { name: /^Deployer/, checked: true }).waitFor();
    expect(await mayRead(other, 'dev')).toMatchObject({
      ...{ allowed: true, endsAt: expect.any(String) },
    });
    const effectOf = page.getByRole('region', { name: 'Who loses and who gains' });
    await effectOf.getByText('Your change is applied').waitFor();
    expect(await page.getByText('Nothing has changed yet').count()).toBe(0);
    await page.getByRole('button', { name: 'Undo …' }).press('Enter');
    await page.getByText('1 member loses, nobody gains.').waitFor();
    await page.getByRole('checkbox', { name: /^Deployer/, checked: false }).waitFor();
    expect(await mayRead(other, 'dev')).toMatchObject({ allowed: true });
  });

  it('has no fault that axe finds, and nothing that is cut, in both themes, narrow and wide', async () => {
    const { page } = await browser.open();
    const found: string[] = [];
    const examine = async (what: string) => found.push(...(await faultsOfLooks(page, what)));
    await signInAsPerson(page, server, email, access(`&why=identity:${nobody.id}`));
    await page.reload();
    await page.getByText('As curl').waitFor();
    await examine('access');
    await goTo(page, server, `/p/${project.slug}/what-if?role=deployer`);
    await page.getByText('Nothing has changed yet').first().waitFor();
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await page.getByRole('button', { name: 'Apply to 2 holders', disabled: false }).waitFor();
    await page.getByText('Before and after at one place').click();
    await page.getByRole('table', { name: 'Before and after' }).waitFor();
    await examine('what if');

    expect(found).toEqual([]);
  });
});
