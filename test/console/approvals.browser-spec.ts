import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aSignedIn, type Signed } from '../support/accounts.js';
import { useApp } from '../support/harness.js';
import { joinProject } from '../support/people.js';
import { aScene } from '../support/scene.js';
import { describeInBrowser, faultsOfLooks, goTo, signInAsPerson, useBrowser } from './browser.js';

const server = useApp();
/** Found nowhere else in a page. */
const [TODAY, PROPOSED] = ['today-horse-7431', 'staple-7431-next'];
const REQUESTS = '/api/v1/secret-approval-requests';

let project: { readonly id: string; readonly slug: string };
/** Administrator of the project, who may do without votes; and who reviews, proposes, sees, and has no part. */
let admin: Signed;
let ann: Signed;
let writer: Signed;
let viewer: Signed;
let nobody: Signed;

const at = (more: object) => ({ projectId: project.id, environment: 'prod', ...more });

beforeAll(async () => {
  const { orgId } = await aScene(server);
  admin = await aSignedIn(server, orgId, { role: 'admin', email: 'anton@example.org' });
  const made = await admin.http.post('/api/v1/projects').send({ projectName: 'Shop' }).expect(200);
  ({ project } = made.body as { project: typeof project });
  const person = async (email: string, ...roles: Parameters<typeof joinProject>[3][]) => {
    const signed = await aSignedIn(server, orgId, { email });
    if (roles.length > 0) await joinProject(server, project, { userId: signed.userId }, ...roles);
    return signed;
  };
  ann = await person('ann@example.org', 'viewer');
  writer = await person('wim@example.org', 'member');
  viewer = await person('vera@example.org', 'viewer');
  nobody = await person('nils@example.org', [{ subject: 'secret-approval', action: ['read'] }]);
  for (const secretKey of ['DB_PASSWORD', 'API_KEY', 'OLD_TOKEN'])
    await admin.http
      .post(`/api/v4/secrets/${secretKey}`)
      .send(at({ secretValue: TODAY }))
      .expect(200);
  const approvers = [{ type: 'user', username: ann.email }];
  const bypassers = [{ type: 'user', username: admin.email }];
  const policy = { ...at({ secretPath: '/**' }), name: 'Production', approvers };
  await admin.http
    .post('/api/v2/secret-approvals')
    .send({ ...policy, bypassers, enforcementLevel: 'soft' })
    .expect(200);
  await admin.http
    .post('/api/v1/access-approvals/policies')
    .send({ ...policy, projectSlug: project.slug, maxTimePeriod: '8h' })
    .expect(200);
});

/** A change of three secrets that waits. */
async function propose(secretValue = PROPOSED): Promise<string> {
  const secrets = ['DB_PASSWORD', 'API_KEY'].map((secretKey) => ({ secretKey, secretValue }));
  const body = at({ secrets: [...secrets, { secretKey: 'NEW_KEY', secretValue }], mode: 'upsert' });
  const { body: answer } = await writer.http.patch('/api/v4/secrets/batch').send(body).expect(200);
  return (answer as { approval: { id: string } }).approval.id;
}

const close = (id: string) =>
  writer.http.post(`${REQUESTS}/${id}/status`).send({ status: 'close' }).expect(200);

const readsOf = async (userId: string) => {
  const found = await server.database.source.query<{ target: { secretKeys: string[] } }[]>(
    `select target::jsonb target from audit_entries
     where action = 'secret.read' and actor_id = $1 and target::jsonb ->> 'requestId' is not null order by id`,
    [userId],
  );
  return found.map(({ target }) => target.secretKeys.join());
};

describeInBrowser('the screen Approvals', () => {
  const browser = useBrowser();
  const openAs = async ({ email }: Signed, address: string) => {
    const opened = await browser.open();
    await signInAsPerson(opened.page, server, email, `/p/${project.slug}${address}`);
    return opened;
  };
  const itemOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

  it('is led to from a held change, which whoever proposed it may look at, and may not vote on', async () => {
    const { page, trace } = await openAs(writer, '/secrets');
    await page.getByRole('link', { name: 'OLD_TOKEN' }).press('Enter');
    await page.getByRole('button', { name: 'Change', exact: true }).press('Enter');
    await page.getByRole('textbox', { name: 'Value in prod' }).fill(PROPOSED);
    await page.keyboard.press('Control+Enter');
    const review = page.getByRole('dialog', { name: 'Review OLD_TOKEN' });
    await review.getByText('will wait for consent, by the policy Production').waitFor();
    await review.getByRole('button', { name: 'Propose for prod' }).press('Enter');
    await review.getByText('waits for consent now').waitFor();
    expect(await faultsOfLooks(page, 'review, a held change')).toEqual([]);
    await review.getByRole('link', { name: 'open the request' }).press('Enter');

    await page.getByRole('heading', { name: /^Change / }).waitFor();
    const item = itemOf(page, 'OLD_TOKEN');
    await item.getByText('v1').waitFor();
    expect(await page.getByRole('button', { name: 'Merge', exact: true }).isDisabled()).toBe(true);
    await page.getByText('1 approval is missing.').waitFor();
    await page.getByText('The policy does not list you as an approver.').waitFor();
    expect(await readsOf(writer.userId)).toEqual([]);
    await item.getByRole('button', { name: 'Reveal OLD_TOKEN as it is proposed' }).press('Enter');
    await item.getByText(PROPOSED).waitFor();
    expect(await readsOf(writer.userId)).toEqual(['OLD_TOKEN']);
    expect(await page.content()).not.toContain(TODAY);
    await item.getByRole('button', { name: 'Hide', exact: true }).press('Enter');
    await item.getByText(PROPOSED).waitFor({ state: 'detached' });
    expect(trace.requests.join(' ')).not.toContain('7431');
    await page.getByRole('button', { name: 'Close the request' }).press('Enter');
    await page.getByText('The proposed value has been destroyed.').waitFor();
    await page.getByRole('button', { name: 'Open again' }).waitFor();
  });

  it('leads a reviewer from Activity to old beside new, a vote and the merge', async () => {
    const id = await propose();
    const { page } = await openAs(ann, '/activity');
    await page.getByText('1 request waits for your vote.').waitFor();
    expect(await faultsOfLooks(page, 'activity, a vote is wanted')).toEqual([]);
    await page.getByRole('link', { name: 'Look at them' }).click();
    const list = page.getByRole('table', { name: 'Approvals' });
    await list.getByText('3 changes').waitFor();
    const found = await faultsOfLooks(page, 'approvals to vote on');
    await list.getByRole('link', { name: /^Change / }).click();
    await itemOf(page, 'DB_PASSWORD').getByText('~ changed').waitFor();
    await itemOf(page, 'NEW_KEY').getByText('Not there').waitFor();
    found.push(...(await faultsOfLooks(page, 'approval, open')));
    expect(await page.content()).not.toContain('7431');
    const item = itemOf(page, 'DB_PASSWORD');
    await item.getByRole('button', { name: 'Reveal DB_PASSWORD as it is today' }).click();
    await item.getByRole('button', { name: 'Reveal DB_PASSWORD as it is proposed' }).click();
    await item.getByText(TODAY).waitFor();
    await item.getByText(PROPOSED).waitFor();
    expect(await readsOf(ann.userId)).toEqual(['DB_PASSWORD', 'DB_PASSWORD']);

    await page.getByRole('textbox', { name: 'Comment (optional)' }).fill('As announced.');
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('✕ rejects').waitFor();
    await page.getByText('1 more needed').waitFor();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText('✓ approves').waitFor();
    await page.getByText('Enough people have approved.').waitFor();
    found.push(...(await faultsOfLooks(page, 'approval, may be merged')));
    await page.getByRole('button', { name: 'Merge', exact: true }).click();
    await page.getByText('merged', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Merge', exact: true }).waitFor({ state: 'detached' });
    expect(found).toEqual([]);
    const { body } = await admin.http.get('/api/v4/secrets/NEW_KEY').query(at({})).expect(200);
    expect(body).toMatchObject({ secret: { secretValue: PROPOSED } });
    const { body: merged } = await writer.http.get(`${REQUESTS}/${id}`).expect(200);
    expect(merged).toMatchObject({ approval: { hasMerged: true } });
  });

  it('shows secret by secret what conflicts, before the merge and after it was refused (409)', async () => {
    const [first, second] = [await propose('one'), await propose('two')];
    const { page } = await openAs(ann, `/approvals/change/${second}`);
    await itemOf(page, 'API_KEY').getByText('~ changed').waitFor();
    for (const id of [first, second])
      await ann.http.post(`${REQUESTS}/${id}/review`).send({ status: 'approved' }).expect(200);
    await ann.http.post(`${REQUESTS}/${first}/merge`).send({}).expect(200);
    const conflicts = page.getByText('Conflict: it was changed after this was proposed');
    await conflicts.first().waitFor();
    await page.getByText(/^3 changes conflict with what is there now/).waitFor();
    await page.getByRole('button', { name: 'Merge', exact: true }).click();
    await page.waitForResponse(
      (answer) => answer.url().endsWith('/merge') && answer.status() === 409,
    );
    await conflicts.nth(2).waitFor();
    expect(await faultsOfLooks(page, 'approval, conflicts')).toEqual([]);
    await close(second);
    await page.getByText('closed', { exact: true }).first().waitFor();
  });

  it('lets a bypasser of a soft policy merge without votes for a reason, by keyboard', async () => {
    const id = await propose('in a hurry');
    const { page } = await openAs(admin, '/approvals');
    await page
      .getByRole('link', { name: /^Change / })
      .first()
      .press('Enter');
    await page.getByRole('button', { name: 'Merge without votes …' }).press('Enter');
    const dialog = page.getByRole('alertdialog');
    const act = dialog.getByRole('button', { name: 'Merge now' });
    expect(await act.isDisabled()).toBe(true);
    expect(await faultsOfLooks(page, 'approval, without votes')).toEqual([]);
    await dialog.getByRole('textbox').fill('The certificate expires tonight.');
    await page.keyboard.press('Enter');
    await page.getByText('merged without votes', { exact: true }).waitFor();
    await page.getByText('The certificate expires tonight.').waitFor();
    const { body } = await admin.http.get(`${REQUESTS}/${id}`).expect(200);
    expect(body).toMatchObject({ approval: { hasMerged: true } });
    await page.getByRole('link', { name: /All requests/ }).press('Enter');
    await page.getByRole('link', { name: 'Ended' }).press('Enter');
    await page.getByRole('table').getByText('merged without votes').waitFor();
    expect(await faultsOfLooks(page, 'approvals that ended')).toEqual([]);
  });

  it('shows nothing of a request to who has no part in it', async () => {
    const id = await propose('not for you');
    const { page } = await openAs(viewer, '/approvals');
    await page.getByText('You have no open requests', { exact: false }).waitFor();
    expect(await faultsOfLooks(page, 'approvals, none')).toEqual([]);
    await goTo(page, server, `/p/${project.slug}/approvals/change/${id}`);
    await page.getByRole('heading', { name: 'Request not found' }).waitFor();
    expect(await faultsOfLooks(page, 'approval, not there')).toEqual([]);
    await goTo(page, server, `/p/${project.slug}/approvals/access/${id}`);
    await page.getByRole('heading', { name: 'Request not found' }).waitFor();
    await close(id);
  });

  it('asks for access from a refusal, which a reviewer gives and takes back', async () => {
    const me = `user:${nobody.userId}`;
    const asked = `environment=prod&name=DB_PASSWORD&why=${encodeURIComponent(me)}`;
    const { page } = await openAs(nobody, `/access?${asked}`);
    await page.getByRole('button', { name: 'Ask for it …' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Ask for access' });
    await dialog.getByText('One person has to approve it.', { exact: false }).waitFor();
    expect(await faultsOfLooks(page, 'ask for access')).toEqual([]);
    await dialog.getByRole('textbox').fill('The build is broken.');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^Access for/ }).waitFor();
    await page.getByText('The build is broken.').waitFor();
    await page.getByText('2h, starting with the approval').waitFor();
    expect(await page.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true);

    const { page: other } = await openAs(ann, '/approvals?kind=access&show=mine');
    await other.getByRole('link', { name: /^Access for/ }).waitFor();
    const found = await faultsOfLooks(other, 'requests for access');
    await other.getByRole('link', { name: /^Access for/ }).press('Enter');
    await other.getByText('read: prod, /, DB_PASSWORD').waitFor();
    found.push(...(await faultsOfLooks(other, 'request for access')));
    await other.getByRole('button', { name: 'Approve' }).press('Enter');
    await other.getByText('given', { exact: true }).waitFor();
    await page.getByText('given', { exact: true }).waitFor();
    const read = () => nobody.http.get('/api/v4/secrets/DB_PASSWORD').query(at({}));
    await read().expect(200);
    found.push(...(await faultsOfLooks(other, 'request for access, given')));
    await other.getByRole('button', { name: 'Take back' }).press('Enter');
    await other.getByText('taken back', { exact: true }).waitFor();
    await read().expect(403);
    expect(found).toEqual([]);
  });
});
