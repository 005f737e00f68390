import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aSignedIn, type Signed } from '../support/accounts.js';
import {
  aCertificate,
  anIntermediate,
  aPolicy,
  aProfile,
  aRoot,
  aSigningRequest,
  hasOpenssl,
  type TestLeaf,
} from '../support/certificates.js';
import { useApp } from '../support/harness.js';
import { joinProject } from '../support/people.js';
import { aProject, aScene, type Caller, type TestProject } from '../support/scene.js';
import { describeInBrowser, faultsOfLooks, goTo, signInAsPerson, useBrowser } from './browser.js';

const server = useApp();
let project: TestProject;
let admin: Signed;
let viewer: Signed;
let issued: TestLeaf;

/** A chain of two authorities with a profile, and two certificates of different ends. */
beforeAll(async () => {
  const { orgId } = await aScene(server);
  admin = await aSignedIn(server, orgId, { role: 'admin' });
  viewer = await aSignedIn(server, orgId, {});
  const caller = admin as unknown as Caller;
  project = await aProject(caller);
  await joinProject(server, project, { userId: viewer.userId }, [
    { subject: 'certificates', action: ['read'] },
    { subject: 'certificate-profiles', action: ['read'] },
    { subject: 'certificate-authorities', action: ['read'] },
  ]);
  const issuer = await anIntermediate(caller, await aRoot(caller, project.id));
  const policy = await aPolicy(caller, project.id);
  const defaults = { ttlDays: 90, keyAlgorithm: 'EC_prime256v1' };
  const profile = await aProfile(caller, issuer, policy, { slug: 'web-servers', defaults });
  issued = await aCertificate(caller, profile, {
    ...{ commonName: 'later.example.org', ttl: '300d' },
    altNames: [{ type: 'dns_name', value: 'other.example.org' }],
  });
  await aCertificate(caller, profile, { commonName: 'sooner.example.org', ttl: '2h' });
});

const certificates = (more = '') => `/p/${project.slug}/certificates${more}`;

interface Known {
  readonly commonName: string;
  readonly status: string;
  readonly revocationReason: string | null;
}

async function known(): Promise<readonly Known[]> {
  const { body } = await admin.http.get(`/api/v1/projects/${project.id}/certificates`).expect(200);
  return (body as { certificates: Known[] }).certificates;
}

const namesOf = (page: Page) =>
  page.getByRole('table', { name: 'Certificates' }).getByRole('rowheader').getByRole('link');

const choose = async (page: Page, button: RegExp, option: string) => {
  await page.getByRole('button', { name: button }).press('Enter');
  await page.getByRole('menuitemradio', { name: option, exact: true }).press('Enter');
};

describeInBrowser('certificates', () => {
  const browser = useBrowser();

  it('are listed by their ends, and shown with their chain', async () => {
    const { page } = await browser.open();
    await signInAsPerson(page, server, admin.email, certificates());
    await namesOf(page).nth(1).waitFor();
    expect(await namesOf(page).allTextContents()).toEqual([
      ...['sooner.example.org', 'later.example.org'],
    ]);
    expect(await faultsOfLooks(page, 'certificates')).toEqual([]);
    await page.getByRole('link', { name: 'later.example.org' }).press('Enter');
    const sheet = page.getByRole('dialog', { name: 'later.example.org' });
    await sheet.getByText('other.example.org').waitFor();
    await sheet.getByText('root', { exact: true }).waitFor();
    expect(await faultsOfLooks(page, 'certificates, one')).toEqual([]);
    expect(await page.content()).not.toContain('PRIVATE KEY');
  });

  it('are downloaded, with their chain', async () => {
    const { page } = await browser.open();
    const address = certificates(`?id=${issued.certificateId}`);
    await signInAsPerson(page, server, admin.email, address);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download with chain' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('later.example.org-chain.pem');
    const text = readFileSync(await download.path(), 'utf8');
    expect(text).toBe(issued.certificate + issued.certificateChain);
  });

  it('are issued with a key of the server, which is copied unseen, by keyboard alone', async () => {
    const { page, context } = await browser.open();
    await context.grantPermissions(['clipboard-write']);
    const copied: string[] = [];
    await page.exposeFunction('tellCopied', (text: string) => copied.push(text));
    // The page may not read the clipboard, and neither may this.
    await page.addInitScript(() => {
      const { tellCopied } = window as unknown as { tellCopied(text: string): void };
      const write = navigator.clipboard.writeText.bind(navigator.clipboard);
      navigator.clipboard.writeText = (text) => {
        tellCopied(text.split('\n')[0]!);
        return write(text);
      };
    });
    await signInAsPerson(page, server, admin.email, certificates());
    await page.getByRole('button', { name: 'Issue a certificate', disabled: false }).press('Enter');
    const form = page.getByRole('dialog', { name: 'Issue a certificate' });
    await form.getByText('Left empty: 90, as the profile says.').waitFor();
    expect(await faultsOfLooks(page, 'certificates, issue')).toEqual([]);
    await form.getByLabel('Common name').press('n');
    await page.keyboard.type('ew.example.org');
    await page.keyboard.press('Enter');
    const made = page.getByRole('dialog', { name: 'The certificate is issued' });
    await made.getByRole('button', { name: 'Copy the private key' }).press('Enter');
    await page
      .getByText(/^Copied\./)
      .first()
      .waitFor();
    expect(copied).toEqual(['-----BEGIN PRIVATE KEY-----']);
    expect(await faultsOfLooks(page, 'certificates, issued')).toEqual([]);
    expect(await page.content()).not.toContain('PRIVATE KEY');
    await made.getByRole('button', { name: 'Show the certificate' }).press('Enter');
    await page.getByRole('dialog', { name: 'new.example.org' }).waitFor();
    expect((await known()).map(({ commonName }) => commonName)).toContain('new.example.org');
  });

  it('are asked for within what is allowed, which is said beforehand and at each field', async () => {
    const caller = admin as unknown as Caller;
    const bounded = await aProject(caller);
    const issuer = await aRoot(caller, bounded.id);
    const allowed = ['*.example.org'];
    const policy = await aPolicy(caller, bounded.id, {
      subject: [{ type: 'common_name', allowed }],
      sans: [{ type: 'dns_name', allowed }],
      validity: { max: '90d' },
    });
    await aProfile(caller, issuer, policy, { slug: 'narrow' });
    const { page } = await browser.open();
    await signInAsPerson(page, server, admin.email, `/p/${bounded.slug}/certificates`);
    await page.getByRole('button', { name: 'Issue a certificate', disabled: false }).click();
    const form = page.getByRole('dialog', { name: 'Issue a certificate' });
    const act = form.getByRole('button', { name: 'Issue', exact: true });
    await form.getByText('Allowed: *.example.org.').waitFor();
    await form
      .getByText('The profile says no number: fill it in. The policy allows 90 days at most.')
      .waitFor();
    await form.getByLabel('Common name').fill('api.other.org');
    await form
      .getByText(/^api\.other\.org is not allowed\. Allowed: \*\.example\.org\.$/)
      .waitFor();
    expect(await faultsOfLooks(page, 'certificates, not allowed')).toEqual([]);
    await form.getByLabel('Common name').fill('api.example.org');
    expect(await act.isDisabled()).toBe(true);
    await form.getByLabel('Days').fill('91');
    await form.getByText('The policy allows 90 days at most.', { exact: true }).waitFor();
    expect(await act.isDisabled()).toBe(true);
    // What the page could not know beforehand is put at its field as well.
    await form.getByLabel('Days').fill('90');
    const narrower = { subject: [{ type: 'common_name', allowed: ['no.example.org'] }] };
    await admin.http
      .patch(`/api/v1/cert-manager/certificate-policies/${policy.id}`)
      .send(narrower)
      .expect(200);
    await act.click();
    await form.getByText('The policy does not allow api.example.org.').waitFor();
  });

  (hasOpenssl ? it : it.skip)('are issued for a signing request', async () => {
    const { page } = await browser.open();
    await signInAsPerson(page, server, admin.email, certificates());
    await page.getByRole('button', { name: 'Issue a certificate' }).click();
    await choose(page, /^Key: /, 'mine, by a signing request');
    const field = page.getByLabel('Signing request (CSR, in PEM)');
    const act = page.getByRole('dialog').getByRole('button', { name: 'Issue', exact: true });
    await field.fill('no request');
    expect(await act.isDisabled()).toBe(true);
    await field.fill(aSigningRequest('/CN=csr.example.org', 'DNS:csr.example.org'));
    await page.getByLabel('Days').fill('30');
    await act.click();
    const sheet = page.getByRole('dialog', { name: 'csr.example.org' });
    await sheet.getByText('not kept here').waitFor();
    expect(await sheet.getByRole('button', { name: 'Copy the private key' }).count()).toBe(0);
  });

  it('are renewed, and revoked for a reason once it was asked', async () => {
    const { page } = await browser.open();
    await signInAsPerson(page, server, admin.email, certificates());
    await page.getByRole('link', { name: 'sooner.example.org' }).click();
    await page.getByRole('button', { name: 'Renew' }).click();
    expect(await faultsOfLooks(page, 'certificates, renew')).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Renew' }).last().click();
    await page.getByRole('link', { name: 'the certificate before' }).click();
    await page.getByText('It has been renewed already.').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Revoke' }).click();
    const asked = page.getByRole('alertdialog');
    await choose(page, /^Reason: no reason given/, 'others know the key');
    expect(await faultsOfLooks(page, 'certificates, revoke')).toEqual([]);
    await asked.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByText('others know the key').waitFor();
    expect(await page.getByText('It is revoked already.').count()).toBe(1);
    expect((await known()).filter(({ status }) => status === 'revoked')).toMatchObject([
      { commonName: 'sooner.example.org', revocationReason: 'KEY_COMPROMISE' },
    ]);
    // The list behind it shows what is revoked from now on.
    await page.keyboard.press('Escape');
    await page.getByRole('cell', { name: 'revoked' }).waitFor();
    await goTo(page, server, certificates('?status=revoked'));
    await page.getByRole('cell', { name: 'revoked' }).waitFor();
    expect(await faultsOfLooks(page, 'certificates, revoked')).toEqual([]);
  });

  it('come from authorities and profiles, which are there to read', async () => {
    const { page } = await browser.open();
    await signInAsPerson(page, server, admin.email, certificates('?show=authorities'));
    const authorities = page.getByRole('table', { name: 'Authorities' });
    await authorities.getByText('CN=Test root').waitFor();
    expect(await faultsOfLooks(page, 'certificates, authorities')).toEqual([]);
    await page.getByRole('link', { name: 'Profiles' }).click();
    await page.getByRole('table', { name: 'Profiles' }).getByText('web-servers').waitFor();
    expect(await faultsOfLooks(page, 'certificates, profiles')).toEqual([]);
  });

  it('tell somebody who may only look why they may do no more', async () => {
    const { page } = await browser.open();
    const address = certificates(`?id=${issued.certificateId}`);
    await signInAsPerson(page, server, viewer.email, address);
    await page
      .getByText('it needs the right “delete” on “certificates”')
      .waitFor({ state: 'attached' });
    for (const name of ['Revoke', 'Renew']) {
      const button = page.getByRole('button', { name, exact: true });
      expect(await button.getAttribute('aria-disabled')).toBe('true');
    }
    expect(await page.getByRole('button', { name: 'Copy the private key' }).count()).toBe(0);
    expect(await faultsOfLooks(page, 'certificates, one, to look at')).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const issue = page.getByRole('button', { name: 'Issue a certificate' });
    await page.getByText('it needs the right “issue-cert”').first().waitFor({ state: 'attached' });
    expect(await issue.getAttribute('aria-disabled')).toBe('true');
  });
});
