import { once } from 'node:events';
import { createServer, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider, type Configuration } from 'oidc-provider';
import type { FakeNetwork } from '../outgoing/fake-network.js';
import type { TestApp } from '../harness.js';

/** Where people reach the server of these tests. */
export const OURS = 'https://secrets.example.org';

/** What a provider says of somebody. */
export type Said = Readonly<Record<string, unknown>>;

interface Options {
  readonly clientId?: string;
  readonly redirectUri?: string;
  /** Whether answers name their issuer (RFC 9207). */
  readonly namesIssuer?: boolean;
  /** Whether the address is in the ID token; else UserInfo has it. */
  readonly isInToken?: boolean;
}

export const CLIENT = { clientId: 'strongroom', clientSecret: 'a secret of the provider' };

/** One key for all providers: making it takes longer than a test. */
let signing: Promise<object> | undefined;

async function newSigningKey(): Promise<object> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: 'key-1', alg: 'RS256', use: 'sig' };
}

let addresses = 20;

/** A provider as they are, `oidc-provider`, at a name of the fake network. Whoever comes is signed in as `next`. */
export class TestProvider {
  /** Who is signed in next. */
  next = 'nobody';
  /** How many requests came, by path. */
  readonly asked: string[] = [];

  private constructor(
    readonly issuer: string,
    readonly port: number,
    readonly people: Map<string, Said>,
    readonly close: () => Promise<void>,
  ) {}

  static async open(
    network: FakeNetwork,
    host: string,
    options: Options = {},
  ): Promise<TestProvider> {
    const people = new Map<string, Said>();
    const issuer = `https://${host}`;
    signing ??= newSigningKey();
    const configuration = configurationOf(people, [await signing], options);
    const warn = console.warn;
    // It warns of what is no matter here: it keeps all in memory.
    console.warn = () => undefined;
    const provider = new Provider(issuer, configuration);
    console.warn = warn;
    const callback = provider.callback();
    const made: { provider?: TestProvider } = {};
    const { cert, key } = await network.authority.issue(host);
    const server = createServer({ cert, key }, (req, res) => {
      const self = made.provider!; // set before anybody connects
      self.asked.push(req.url!.split('?', 1)[0]!);
      if (req.url!.startsWith('/interaction/'))
        void provider.interactionFinished(req, res, { login: { accountId: self.next } });
      else void callback(req, res);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const address = `93.184.217.${addresses++}`;
    network.names.set(host, () => [address]);
    network.route(address, 443, port);
    const close = async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    };
    return (made.provider = new TestProvider(issuer, port, people, close));
  }
}

function configurationOf(
  people: Map<string, Said>,
  keys: object[],
  { clientId = CLIENT.clientId, redirectUri, namesIssuer = true, isInToken = false }: Options,
): Configuration {
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [redirectUri ?? `${OURS}/api/v1/sso/oidc/callback`],
      },
    ],
    jwks: { keys },
    claims: { email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    conformIdTokenClaims: !isInToken,
    discovery: { authorization_response_iss_parameter_supported: namesIssuer },
    cookies: { keys: ['a key of this test'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    ttl: { Interaction: 60, Session: 60, Grant: 60, AccessToken: 60, IdToken: 60 },
    findAccount: (_ctx, accountId) => ({
      accountId,
      claims: () => ({ ...people.get(accountId), sub: accountId }),
    }),
    loadExistingGrant: async ({ oidc }) => {
      const { provider, client, session } = oidc;
      const grant = new provider.Grant({
        clientId: client.clientId,
        accountId: session.accountId,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
}

interface Step {
  readonly status: number;
  readonly location: string;
}

/** A browser with cookies, which goes to this server and to providers of the fake network. */
export class TestBrowser {
  private readonly jar = new Map<string, Map<string, string>>();

  constructor(
    private readonly server: TestApp,
    private readonly providers: readonly TestProvider[],
  ) {}

  cookie(host = OURS): string {
    const cookies = this.jar.get(host) ?? new Map<string, string>();
    return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Goes to the provider of the organization, signs in there, and follows it until it is back at the page of the login. */
  async signIn(orgSlug: string, more = ''): Promise<string> {
    return this.follow(`/api/v1/sso/oidc/login?orgSlug=${orgSlug}${more}`);
  }

  /** Follows redirects. Returns where it ends: the page of the login, or the first address for which `until` holds. */
  async follow(from: string, until: (url: string) => boolean = () => false): Promise<string> {
    let url = new URL(from, OURS).href;
    for (let i = 0; i < 20; i++) {
      if (url.startsWith(`${OURS}/login`) || until(url)) return url;
      const { status, location } = await this.get(url);
      if (location === '') throw new Error(`${url} answers ${status}`);
      url = new URL(location, url).href;
    }
    throw new Error('It goes in a circle');
  }

  /** A request of a page of ours. */
  async send(
    token: string,
    path: string,
    body: object,
  ): Promise<{ status: number; body: unknown }> {
    const answer = await this.server.as(token).post(path).set('Cookie', this.cookie()).send(body);
    this.keep(OURS, answer.headers['set-cookie'] as unknown as string[] | undefined);
    return answer;
  }

  /** One navigation. */
  get(url: string): Promise<Step> {
    return url.startsWith(OURS) ? this.ours(url) : this.theirs(new URL(url));
  }

  private async ours(url: string): Promise<Step> {
    const { status, headers } = await this.server.http
      .get(url.slice(OURS.length))
      .set('Accept', 'text/html')
      .set('Cookie', this.cookie())
      .redirects(0);
    this.keep(OURS, headers['set-cookie'] as unknown as string[] | undefined);
    return { status, location: (headers['location'] as string | undefined) ?? '' };
  }

  private async theirs({ origin, hostname, pathname, search }: URL): Promise<Step> {
    const provider = this.providers.find(({ issuer }) => issuer === origin);
    if (!provider) throw new Error(`Nobody is at ${origin}`);
    const asking = request({
      host: '127.0.0.1',
      port: provider.port,
      path: pathname + search,
      servername: hostname,
      rejectUnauthorized: false,
      headers: { Host: hostname, Accept: 'text/html', Cookie: this.cookie(origin) },
    });
    asking.end();
    const [answer] = (await once(asking, 'response')) as [import('node:http').IncomingMessage];
    answer.resume();
    this.keep(origin, answer.headers['set-cookie']);
    return { status: answer.statusCode!, location: answer.headers.location ?? '' };
  }

  private keep(host: string, set: readonly string[] = []): void {
    const cookies = this.jar.get(host) ?? new Map<string, string>();
    for (const each of set) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      if (value === '' || /max-age=0/i.test(each)) cookies.delete(name);
      else cookies.set(name, value);
    }
    this.jar.set(host, cookies);
  }
}
