import { aPersonIn, signIn as signInByPassword } from '../support/accounts.js';
import {
  anSsoOrganization,
  CONFIG,
  knownAt,
  signInAt,
  type SsoOrganization,
  type SsoPerson,
  tokenOf,
  unique,
} from '../support/sso/sso-scene.js';
import { CLIENT, OURS, type Said, TestProvider } from '../support/sso/test-provider.js';
import { useWorkloadApp } from '../support/workloads/workload-scene.js';

const server = useWorkloadApp({ PUBLIC_URL: OURS });
const LINK = '/api/v1/sso/oidc/link';
const LOGOUT = '/api/v1/sso/oidc/logout';
const METHODS = '/api/v2/users/me/auth-methods';
const SIGNED_IN = '/login#signed-in';
const REFUSED = '/login#error=sso-refused';

let provider: TestProvider;
beforeAll(async () => {
  provider = await TestProvider.open(server.network, 'login.example.org');
});
afterAll(() => provider.close());

const query = <T>(text: string, values: unknown[] = []) =>
  server.database.source.query<T[]>(text, values);
const known = (said: Said = {}) => knownAt(server, [provider], provider, said);

interface Linking {
  readonly set: SsoOrganization;
  readonly person: { readonly userId: string; readonly email: string };
  readonly token: string;
}

/** A member whose address is in no domain of the organization, and who has a password. */
async function aLinking(): Promise<Linking> {
  const set = await anSsoOrganization(server, provider, { jitProvisioning: false });
  const email = `ann@${unique('elsewhere')}.example`;
  const person = await aPersonIn(server, set.orgId, { email });
  const { token } = await signInByPassword(server, email, set.orgId);
  return { set, person, token };
}

const begin = ({ set, token }: Linking, { browser }: SsoPerson) =>
  browser.send(token, LINK, { organizationId: set.orgId });

/** Goes to the provider with the browser, and signs in there. Returns where it ends. */
async function follow({ browser, subject }: SsoPerson, answer: { body: unknown }) {
  provider.next = subject;
  const { url } = answer.body as { url: string };
  return (await browser.follow(url)).slice(OURS.length);
}

const whyNot = async ({ orgId }: SsoOrganization) =>
  query(
    `select target->>'why' why from audit_entries where org_id = $1 and action = 'user.sso-refused'`,
    [orgId],
  );

describe('linking the own account with a provider', () => {
  it('lets its person sign in there from then on, whatever address the provider has', async () => {
    const linking = await aLinking();
    const ann = known();
    expect(await signInAt(provider, linking.set, ann)).toBe(REFUSED);

    const answer = await begin(linking, ann);
    expect(new URL((answer.body as { url: string }).url).searchParams.get('prompt')).toBe('login');
    expect(await follow(ann, answer)).toBe(SIGNED_IN);

    const http = server.as(await tokenOf(server, ann.browser));
    const { body } = await http.get('/api/v2/users/me').expect(200);
    expect(body).toMatchObject({
      user: { id: linking.person.userId, authMethods: ['email', 'oidc'] },
    });
    const again = known();
    const same = { ...again, subject: ann.subject };
    expect(await signInAt(provider, linking.set, same)).toBe(SIGNED_IN);
    await server
      .as(linking.token)
      .put(METHODS)
      .send({ authMethods: ['email'] })
      .expect(200);
    expect(await signInAt(provider, linking.set, { ...known(), subject: ann.subject })).toBe(
      REFUSED,
    );
  });

  it('gives nobody the account of another one: neither a linked subject nor a second one', async () => {
    const [one, other] = [await aLinking(), await aLinking()];
    const ann = known();
    expect(await follow(ann, await begin(one, ann))).toBe(SIGNED_IN);

    const taken = { ...known(), subject: ann.subject };
    expect(await follow(taken, await begin(other, taken))).toBe(REFUSED);
    expect(await whyNot(other.set)).toEqual([{ why: 'linked with another account' }]);
    const second = known();
    expect(await follow(second, await begin(one, second))).toBe(REFUSED);
    expect(await whyNot(one.set)).toEqual([{ why: 'address of another subject' }]);
  });

  it('needs the session that asked for it, in the browser that asked', async () => {
    const linking = await aLinking();
    const [ann, thief] = [known(), known()];
    const answer = await begin(linking, ann);
    expect(await follow(thief, answer)).toBe(REFUSED);

    const anew = await begin(linking, ann);
    await query('update sessions set ended_at = now() where user_id = $1', [linking.person.userId]);
    expect(await follow(ann, anew)).toBe(REFUSED);
    expect(await whyNot(linking.set)).toEqual([{ why: 'session ended' }]);
    const links = 'select 1 from provider_accounts where user_id = $1';
    expect(await query(links, [linking.person.userId])).toEqual([]);
  });

  it('is refused without a fresh proof, elsewhere (403), and where nobody signs in so (401)', async () => {
    const [linking, other] = [await aLinking(), await aLinking()];
    const ann = known();
    const elsewhere = await begin({ ...linking, set: other.set }, ann);
    expect(elsewhere.status).toBe(403);
    const off = { organizationId: linking.set.orgId, isActive: false };
    await linking.set.admin.http.patch(CONFIG).send(off).expect(200);
    expect((await begin(linking, ann)).status).toBe(401);
    await query(
      `update sessions set proved_at = now() - interval '11 minutes' where user_id = $1`,
      [linking.person.userId],
    );
    expect((await begin(linking, ann)).status).toBe(403);
  });
});

describe('a proof by the provider', () => {
  const settle = async () => {
    const set = await anSsoOrganization(server, provider);
    const ann = known({ email: `ann@${set.domain}`, email_verified: true });
    expect(await signInAt(provider, set, ann)).toBe(SIGNED_IN);
    await query(`update organization_memberships set role = 'admin' where org_id = $1`, [
      set.orgId,
    ]);
    return { set, ann };
  };
  const change = async ({ browser }: SsoPerson, { orgId }: SsoOrganization) =>
    server
      .as(await tokenOf(server, browser))
      .patch(CONFIG)
      .send({ organizationId: orgId, clientSecret: CLIENT.clientSecret });

  it('is as old as what the provider asked, not as the sign-in; asked for, it is fresh', async () => {
    const { set, ann } = await settle();
    const stale = await change(ann, set);
    expect(stale.status).toBe(403);
    expect(stale.body).toMatchObject({ details: { reauthenticate: true } });

    provider.next = ann.subject;
    await ann.browser.signIn(set.slug, '&freshProof=true');
    expect((await change(ann, set)).status).toBe(200);
  });
});

describe('signing out at the provider', () => {
  it('leads to where it signs out, and ends nothing here', async () => {
    const set = await anSsoOrganization(server, provider);
    const ask = (slug: string) =>
      server.http.get(`${LOGOUT}?orgSlug=${slug}`).set('Accept', 'text/html').redirects(0);

    const { headers } = await ask(set.slug).expect(302);

    const url = new URL(String(headers['location']));
    expect(url.origin).toBe(provider.issuer);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: CLIENT.clientId,
      post_logout_redirect_uri: `${OURS}/login`,
    });
    const nobody = await ask('nobody').expect(302);
    expect(nobody.headers['location']).toBe('/login#error=sso-not-offered');
    await server.http.get(`${LOGOUT}?orgSlug=nobody`).expect(401);
  });
});
