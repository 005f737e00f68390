import { createHash } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Response } from 'supertest';
import type { PendingLogin } from '../../src/oidc-sign-in/login-states.js';
import { OidcSeals } from '../../src/oidc-sign-in/oidc-seals.js';
import { aPersonIn } from '../support/accounts.js';
import { type FakeHost, json } from '../support/outgoing/fake-network.js';
import { aScene } from '../support/scene.js';
import {
  anSsoOrganization,
  CONFIG,
  knownAt,
  signInAt,
  type SsoOrganization,
  unique,
} from '../support/sso/sso-scene.js';
import { CLIENT, OURS, TestProvider } from '../support/sso/test-provider.js';
import { aSigningKey, nowSeconds, signed, type SigningKey } from '../support/workloads/issuer.js';
import { useWorkloadApp } from '../support/workloads/workload-scene.js';

const server = useWorkloadApp({ PUBLIC_URL: OURS });
const CALLBACK = '/api/v1/sso/oidc/callback';
const NAME = '__Host-strongroom_oidc';
const REFUSED = '/login#error=sso-refused';

type Claims = Readonly<Record<string, unknown>>;

/** A provider that answers whatever a test says. */
interface Forger {
  readonly issuer: string;
  readonly host: FakeHost;
  readonly key: SigningKey;
  /** Answers of the token endpoint to the next code. */
  idToken: (claims: Claims) => Promise<string>;
  token: (idToken: string) => object;
}

async function aForger(metadata: object = {}, names = true): Promise<Forger> {
  const hostName = `${unique('idp')}.example.org`;
  const issuer = `https://${hostName}`;
  const key = await aSigningKey('key-1', 'RS256');
  const said = {
    ...{ issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` },
    ...{
      jwks_uri: `${issuer}/keys`,
      id_token_signing_alg_values_supported: ['RS256', 'none', 'HS256'],
    },
    authorization_response_iss_parameter_supported: names,
    ...metadata,
  };
  const forger = {
    issuer,
    key,
    idToken: (claims: Claims) => signed(claims, key),
    token: (idToken: string) => ({ access_token: 'x', token_type: 'Bearer', id_token: idToken }),
  } as Omit<Forger, 'host'>;
  const host = await server.network.host(hostName, (call, res) => {
    if (call.path.endsWith('/openid-configuration')) return json(said)(call, res);
    if (call.path === '/keys') return json({ keys: [key.publicJwk] })(call, res);
    const { nonce, claims } = next.get(issuer)!;
    const iat = nowSeconds();
    const base = { iss: issuer, aud: CLIENT.clientId, sub: 'ann', iat, exp: iat + 300, nonce };
    const given = Object.entries({ ...base, ...claims }).filter(([, v]) => v !== undefined);
    void forger
      .idToken(Object.fromEntries(given))
      .then((idToken) => json(forger.token(idToken))(call, res));
  });
  return Object.assign(forger, { host });
}

/** What the token endpoint of each forger puts into the next token. */
const next = new Map<string, { nonce: string; claims: Claims }>();

interface Begun {
  readonly location: URL;
  readonly cookie: string;
  readonly state: string;
}

const cookieIn = ({ headers }: Response): string =>
  (headers['set-cookie'] as unknown as string[] | undefined)
    ?.find((each) => each.startsWith(`${NAME}=`))
    ?.split(';', 1)[0] ?? '';

async function begin({ slug }: Pick<SsoOrganization, 'slug'>): Promise<Begun> {
  const answer = await server.http
    .get(`/api/v1/sso/oidc/login?orgSlug=${slug}`)
    .redirects(0)
    .expect(302);
  const location = new URL(answer.headers['location'] as string);
  const state = location.searchParams.get('state')!;
  return { location, cookie: cookieIn(answer), state };
}

const back = (cookie: string, query: Record<string, string>, path = CALLBACK) =>
  server.http
    .get(`${path}?${new URLSearchParams(query).toString()}`)
    .set('Accept', 'text/html')
    .set('Cookie', cookie)
    .redirects(0);

/** A login at a forger from its start to where it ends. */
async function complete(
  set: SsoOrganization,
  forger: Forger,
  claims: Claims = {},
  query: Record<string, string> = {},
): Promise<string> {
  const { location, cookie, state } = await begin(set);
  const nonce = location.searchParams.get('nonce')!;
  next.set(forger.issuer, { nonce, claims });
  const answer = await back(cookie, { code: 'code', state, iss: forger.issuer, ...query });
  return answer.headers['location'] as string;
}

const person = ({ domain }: SsoOrganization) => ({ email: `ann@${domain}`, email_verified: true });

const sessions = async ({ orgId }: SsoOrganization): Promise<number> => {
  const rows = await server.database.source.query<unknown[]>(
    'select 1 from sessions where org_id = $1',
    [orgId],
  );
  return rows.length;
};

describe('the answer of a provider', () => {
  let forger: Forger;
  let set: SsoOrganization;
  beforeAll(async () => {
    forger = await aForger();
    set = await anSsoOrganization(server, forger);
  });
  afterEach(() => {
    forger.idToken = (claims) => signed(claims, forger.key);
    forger.token = (idToken) => ({ access_token: 'x', token_type: 'Bearer', id_token: idToken });
  });

  it('belongs to a login that asked for PKCE, state and nonce, bound to the browser by a Lax cookie', async () => {
    const answer = await server.http
      .get(`/api/v1/sso/oidc/login?orgSlug=${set.slug}`)
      .redirects(0)
      .expect(302);
    const asked = Object.fromEntries(new URL(answer.headers['location'] as string).searchParams);

    expect(asked).toEqual({
      ...{ client_id: CLIENT.clientId, response_type: 'code', scope: 'openid email profile' },
      redirect_uri: `${OURS}${CALLBACK}`,
      ...{ code_challenge_method: 'S256', code_challenge: expect.stringMatching(/^[\w-]{43}$/) },
      ...{
        state: expect.stringMatching(/^[\w-]{43}$/),
        nonce: expect.stringMatching(/^[\w-]{43}$/),
      },
    });
    expect(answer.headers['set-cookie']![0]).toMatch(
      new RegExp(`^${NAME}=[\\w-]+; Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$`),
    );
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(cookieIn(answer)).not.toContain(asked['state']!);
  });

  it('signs in once: the same answer comes back in vain, for the browser and for an API (401)', async () => {
    const { location, cookie, state } = await begin(set);
    next.set(forger.issuer, { nonce: location.searchParams.get('nonce')!, claims: person(set) });
    const query = { code: 'code', state, iss: forger.issuer };
    const answer = await back(cookie, query).expect(302);
    const cookies = answer.headers['set-cookie'] as unknown as string[];

    expect(answer.headers['location']).toBe('/login#signed-in');
    expect(cookies.map((each) => each.split('=', 1)[0])).toEqual([
      ...[NAME, '__Host-strongroom_refresh'],
    ]);
    expect(cookies[0]).toContain('Max-Age=0');
    const tokens = forger.host.calls.filter(({ path }) => path === '/token');
    const body = new URLSearchParams(tokens.at(-1)!.body);
    const challenge = createHash('sha256').update(body.get('code_verifier')!).digest('base64url');
    expect(challenge).toBe(location.searchParams.get('code_challenge'));
    const replayed = await back(cookie, query);
    expect(replayed.headers['location']).toBe(REFUSED);
    await back(cookie, query).set('Accept', 'application/json').expect(401);
    expect(forger.host.calls.filter(({ path }) => path === '/token')).toHaveLength(tokens.length);
  });

  it('signs in once, however often the answer comes at the same moment', async () => {
    const { location, cookie, state } = await begin(set);
    next.set(forger.issuer, { nonce: location.searchParams.get('nonce')!, claims: person(set) });
    const query = { code: 'code', state, iss: forger.issuer };
    const answers = await Promise.all(Array.from({ length: 10 }, () => back(cookie, query)));
    const ends = answers.map(({ headers }) => headers['location'] as string).sort();

    expect(ends).toEqual([...Array<string>(9).fill(REFUSED), '/login#signed-in']);
  });

  it('is refused ten minutes after its login was begun, and to a cookie that says otherwise', async () => {
    const { cookie, state } = await begin(set);
    const seals = server.app.get(OidcSeals);
    const login = seals.openLogin<PendingLogin>(cookie.slice(NAME.length + 1))!;
    const late = { ...login, exp: nowSeconds() - 1 };
    const query = { code: 'code', state, iss: forger.issuer };
    const ends = [
      await back(`${NAME}=${seals.sealLogin(late)}`, query),
      await back(`${NAME}=${Buffer.from(JSON.stringify(login)).toString('base64url')}`, query),
      await back(`${NAME}=${'A'.repeat(3_000)}`, query),
    ];

    expect(login.exp - nowSeconds()).toBeLessThanOrEqual(600);
    expect(ends.map(({ headers }) => headers['location'] as string)).toEqual(
      ends.map(() => REFUSED),
    );
  });

  it('is refused without the cookie of its login, with that of another, and when nobody asked', async () => {
    const [mine, theirs] = [await begin(set), await begin(set)];
    const before = forger.host.calls.length;
    const query = { code: 'code', state: mine.state, iss: forger.issuer };
    const value = mine.cookie.slice(NAME.length + 1);
    const tampered = `${mine.cookie.slice(0, -2)}${mine.cookie.endsWith('A') ? 'B' : 'A'}A`;
    const ends = [
      await back('', query),
      await back(theirs.cookie, query),
      await back(`${mine.cookie}; ${theirs.cookie}`, query),
      await back(tampered, query),
      await back(`strongroom_oidc=${value}`, query),
      await back(mine.cookie, { ...query, state: theirs.state }),
      await back(mine.cookie, { code: 'code', iss: forger.issuer }),
      await back('', {}),
      await back('', {}, `${CALLBACK}/${set.orgId}`),
    ];

    expect(ends.map(({ headers }) => headers['location'] as string)).toEqual(
      ends.map(() => REFUSED),
    );
    expect(ends.flatMap(({ headers }) => headers['set-cookie'] ?? [])).toEqual([]);
    expect(forger.host.calls).toHaveLength(before);
  });

  it.each<[string, Record<string, string>]>([
    ['the issuer of another provider', { iss: 'https://login.example.org' }],
    ['no code', { code: '' }],
    ['an error', { error: 'access_denied' }],
    ['a token in its query', { id_token: 'x' }],
  ])('is refused with %s', async (_, query) => {
    const before = await sessions(set);
    expect(await complete(set, forger, person(set), query)).toBe(REFUSED);
    expect(await sessions(set)).toBe(before);
  });

  it('is refused without its issuer, where the provider names it', async () => {
    const { cookie, state } = await begin(set);
    const answer = await back(cookie, { code: 'code', state });
    expect(answer.headers['location']).toBe(REFUSED);
  });

  it('is refused after a change of the provider', async () => {
    const { cookie, state } = await begin(set);
    await set.admin.http
      .patch(CONFIG)
      .send({ organizationId: set.orgId, jitRole: 'no-access' })
      .expect(200);
    const answer = await back(cookie, { code: 'code', state, iss: forger.issuer });
    expect(answer.headers['location']).toBe(REFUSED);
  });

  const other = 'https://login.example.org';
  it.each<[string, Claims]>([
    ['another nonce', { nonce: 'another' }],
    ['no nonce', { nonce: undefined }],
    ['another issuer', { iss: other }],
    ['another audience', { aud: 'another' }],
    ['several audiences and another party', { aud: [CLIENT.clientId, 'another'], azp: 'another' }],
    ['a time that is over', { exp: 1 }],
    ['no end', { exp: undefined }],
    ['no subject', { sub: undefined }],
    ['an empty subject', { sub: '' }],
    ['a subject of 300 characters', { sub: 's'.repeat(300) }],
    ['a subject with a line break', { sub: 'a\nb' }],
    ['a number as subject', { sub: 7 }],
  ])('is refused where its ID token has %s', async (_, claims) => {
    const before = await sessions(set);
    expect(await complete(set, forger, { ...person(set), ...claims })).toBe(REFUSED);
    expect(await sessions(set)).toBe(before);
  });

  it.each<[string, (claims: Claims) => Promise<string>]>([
    ['is not signed', async (claims) => unsigned(claims)],
    [
      'is signed with the client secret',
      (claims) =>
        new SignJWT({ ...claims })
          .setProtectedHeader({ alg: 'HS256' })
          .sign(Buffer.from(CLIENT.clientSecret)),
    ],
    [
      'is signed with the public key as a secret',
      (claims) =>
        new SignJWT({ ...claims })
          .setProtectedHeader({ alg: 'HS256', kid: 'key-1' })
          .sign(Buffer.from(JSON.stringify(forger.key.publicJwk))),
    ],
    ['is signed with a key of somebody else', async (claims) => signed(claims, await strangeKey())],
    [
      'brings its own key along',
      async (claims) => {
        const key = await strangeKey();
        return signed(claims, key, { jwk: key.publicJwk });
      },
    ],
    ['is no token', () => Promise.resolve('no token')],
  ])('is refused where its ID token %s', async (_, idToken) => {
    forger.idToken = idToken;
    const before = await sessions(set);
    expect(await complete(set, forger, person(set))).toBe(REFUSED);
    expect(await sessions(set)).toBe(before);
  });

  it('is refused without an ID token', async () => {
    forger.token = () => ({ access_token: 'x', token_type: 'Bearer' });
    expect(await complete(set, forger, person(set))).toBe(REFUSED);
  });

  it('says nothing of UserInfo that is about somebody else', async () => {
    const strange = await aForger({ userinfo_endpoint: `${forger.issuer}/token` });
    const theirs = await anSsoOrganization(server, strange);
    forger.token = () => ({ sub: 'somebody else', ...person(theirs) });
    next.set(forger.issuer, { nonce: 'x', claims: {} });
    expect(await complete(theirs, strange)).toBe(REFUSED);
    forger.token = () => ({ sub: 'ann', ...person(theirs) });
    expect(await complete(theirs, strange)).toBe('/login#signed-in');
  });
});

const unsigned = (claims: Claims): string =>
  [{ alg: 'none' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.') + '.';

let strange: Promise<SigningKey> | undefined;
const strangeKey = () => (strange ??= aSigningKey('key-1', 'RS256'));

describe('a provider that does not name its issuer', () => {
  it('has a callback of its own, so that no other one can pass its answers off', async () => {
    const [honest, evil] = [await aForger({}, false), await aForger({}, false)];
    const [set, theirs] = [
      await anSsoOrganization(server, honest),
      await anSsoOrganization(server, evil),
    ];
    const { location, cookie, state } = await begin(set);
    const path = `${CALLBACK}/${set.orgId}`;
    expect(location.searchParams.get('redirect_uri')).toBe(`${OURS}${path}`);

    // A person begins at the evil one, which sends them on to the honest one with its client: the code comes back here.
    const lured = await begin(theirs);
    const mixed = await back(lured.cookie, { code: 'code', state: lured.state }, path);
    const shared = await back(lured.cookie, { code: 'code', state: lured.state });
    expect([mixed, shared].map(({ headers }) => headers['location'] as string)).toEqual([
      ...[REFUSED, REFUSED],
    ]);
    expect(evil.host.calls.filter(({ path: at }) => at === '/token')).toEqual([]);

    next.set(honest.issuer, { nonce: location.searchParams.get('nonce')!, claims: person(set) });
    const answer = await back(cookie, { code: 'code', state }, path);
    expect(answer.headers['location']).toBe('/login#signed-in');
  });
});

describe('the callback of a provider', () => {
  it('follows what its metadata say when they are asked for anew, and not before', async () => {
    const forger = await aForger({}, false);
    const set = await anSsoOrganization(server, forger);
    const names = { authorization_response_iss_parameter_supported: true };
    const metadata = { issuer: forger.issuer, jwks_uri: `${forger.issuer}/keys`, ...names };
    const endpoints = {
      authorization_endpoint: `${forger.issuer}/auth`,
      token_endpoint: `${forger.issuer}/token`,
    };
    forger.host.answering = json({ ...metadata, ...endpoints });
    const change = async (changes: object) => {
      const body = { organizationId: set.orgId, ...changes };
      const answer = await set.admin.http.patch(CONFIG).send(body).expect(200);
      return (answer.body as { redirectUri: string }).redirectUri;
    };

    expect(await change({ jitRole: 'member' })).toBe(`${OURS}${CALLBACK}/${set.orgId}`);
    expect(await change({ discoveryURL: forger.issuer })).toBe(`${OURS}${CALLBACK}`);
  });
});

describe('a code of somebody else', () => {
  it('is of no use in another browser: the real provider asks for the verifier of its login', async () => {
    const provider = await TestProvider.open(server.network, 'real.example.org');
    const set = await anSsoOrganization(server, provider);
    const victim = knownAt(server, [provider], provider, person(set));
    provider.next = victim.subject;
    const stop = (url: string) => url.includes('/callback?');
    const from = `/api/v1/sso/oidc/login?orgSlug=${set.slug}`;
    const stolen = new URL(await victim.browser.follow(from, stop));
    const mallory = await begin(set);
    const query = { code: stolen.searchParams.get('code')!, iss: provider.issuer };

    const injected = await back(mallory.cookie, { ...query, state: mallory.state });
    expect(injected.headers['location']).toBe(REFUSED);
    expect(await sessions(set)).toBe(0);
    expect(await signInAt(provider, set, victim)).toBe('/login#signed-in');
    await provider.close();
  });
});

describe('the metadata of a provider', () => {
  const draft = { ...CLIENT, jitProvisioning: true };

  async function messageFor(discoveryURL: string): Promise<string> {
    const { admin, orgId } = await aScene(server);
    const { body } = await admin.http
      .post(CONFIG)
      .send({ ...draft, organizationId: orgId, discoveryURL })
      .expect(400);
    return (body as { message: string }).message;
  }

  it.each([
    ...[
      'http://login.example.org',
      'https://user@login.example.org',
      'https://login.example.org/#x',
    ],
    ...[
      'https://169.254.169.254',
      'https://localhost',
      'https://127.0.0.1:8443',
      'https://10.0.0.1',
    ],
    ...['https://[::1]', 'file:///etc/passwd', 'https://nobody.example.org', 'https://x:22/'],
  ])('is never asked for at %s (400)', async (url) => {
    const dialled = server.network.dialled.length;
    const message = await messageFor(url);
    expect(message).toContain('The provider cannot be used');
    if (/10\.0\.0\.1|127\.0/.test(url)) expect(message).toContain('OUTGOING_ALLOWED_NETWORKS');
    expect(server.network.dialled).toHaveLength(dialled);
  });

  it('follows no redirect, and reads no answer that is huge, late, or no JSON (400)', async () => {
    const hostName = `${unique('idp')}.example.org`;
    const host = await server.network.host(hostName, (_call, res) => {
      res.writeHead(302, { Location: 'https://169.254.169.254/latest/meta-data' });
      res.end();
    });
    expect(await messageFor(host.url)).toContain('status 302');
    host.answering = json('x'.repeat(100_000));
    expect(await messageFor(host.url)).toContain('too long');
    host.answering = (_call, res) => void res.end('<html>');
    expect(await messageFor(host.url)).toContain('no JSON');
    host.answering = () => undefined;
    expect(await messageFor(host.url)).toContain('did not answer in time');
    expect(server.network.resolved).not.toContain('169.254.169.254');
  });

  it.each<[string, object]>([
    ['the issuer of another provider', { issuer: 'https://accounts.example.org' }],
    ['no issuer', { issuer: undefined }],
    ['a token endpoint over http', { token_endpoint: 'http://login.example.org/token' }],
    ['no keys', { jwks_uri: undefined }],
    ['a script as authorization endpoint', { authorization_endpoint: 'javascript:alert(1)' }],
    ['shared secrets alone', { id_token_signing_alg_values_supported: ['HS256', 'none'] }],
  ])('is not used with %s (400)', async (_, metadata) => {
    const forger = await aForger(metadata);
    expect(await messageFor(forger.issuer)).toContain('The provider cannot be used');
  });
});

describe('a page of another site', () => {
  it.each(['cross-site', 'same-site'])(
    'sends nobody on to a provider: the page asks first (%s)',
    async (site) => {
      const set = await anSsoOrganization(server, await aForger());
      const { headers } = await server.http
        .get(`/api/v1/sso/oidc/login?orgSlug=${set.slug}&callbackPort=49152`)
        .set('Sec-Fetch-Site', site)
        .redirects(0)
        .expect(302);

      expect(headers['location']).toBe(`/login?callback_port=49152#org=${set.slug}`);
      expect(headers['set-cookie']).toBeUndefined();
    },
  );
});

describe('a provider that is out', () => {
  it('stops nobody else, and its own people with an answer that says so', async () => {
    const [dead, alive] = [await aForger(), await aForger()];
    const [theirs, set] = [
      await anSsoOrganization(server, dead),
      await anSsoOrganization(server, alive),
    ];
    await dead.host.close();
    const login = () => server.http.get(`/api/v1/sso/oidc/login?orgSlug=${theirs.slug}`);

    const [silent, page] = [await login().expect(504), await login().set('Accept', 'text/html')];
    expect(silent.headers['retry-after']).toBeDefined();
    expect(page.headers['location']).toBe('/login#error=issuer-silent');
    const dialled = server.network.dialled.length;
    await Promise.all(Array.from({ length: 20 }, () => login().expect(504)));
    expect(server.network.dialled.length - dialled).toBeLessThanOrEqual(1);
    expect(await complete(set, alive, person(set))).toBe('/login#signed-in');
  });

  it('does not put the metadata of another issuer in its place', async () => {
    const forger = await aForger();
    const set = await anSsoOrganization(server, forger);
    forger.host.answering = json({ issuer: 'https://login.example.org' });
    await server.http.get(`/api/v1/sso/oidc/login?orgSlug=${set.slug}`).expect(504);
  });
});

describe('a person who is deactivated while they are at the provider', () => {
  it('is not let in', async () => {
    const forger = await aForger();
    const set = await anSsoOrganization(server, forger);
    const said = person(set);
    const member = await aPersonIn(server, set.orgId, { email: said.email });
    const { location, cookie, state } = await begin(set);
    next.set(forger.issuer, { nonce: location.searchParams.get('nonce')!, claims: said });
    await server.database.source.query(
      'update organization_memberships set is_active = false where id = $1',
      [member.membershipId],
    );
    const answer = await back(cookie, { code: 'code', state, iss: forger.issuer });
    expect(answer.headers['location']).toBe(REFUSED);
  });
});
