import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { ACCOUNT_SCRIPT } from './account-script.js';
import { SIGN_IN_SCRIPT } from './page-script.js';

interface Sent {
  readonly url: string;
  readonly method?: string;
  readonly body: string | undefined;
}

type Listener = (event: object) => Promise<void>;

type Answer = Readonly<Record<string, unknown>>;

/** What every answer holds, unless the path has its own. */
const ANSWER: Answer = {
  ...{ token: 'a token', accessToken: 'of a login', organizationId: 'an organization' },
  ...{ isMfaEnabled: false, isVerified: false, recoveryCodes: [], sessions: [] },
  organizations: [{ id: 'an organization', name: 'Example' }],
  user: { email: 'ann@example.org' },
};

/** A page in a browser of plain objects. `answers`: by path; a `reason` refuses with that code (403). */
function aPage(address: string, answers: Readonly<Record<string, Answer>> = {}) {
  const { pathname, search, hash } = new URL(address, 'https://secrets.example.org');
  const listeners = new Map<string, Listener>();
  const parts = new Map<
    string,
    { id: string; textContent: string; hidden: boolean; href?: string }
  >();
  const sent: Sent[] = [];
  const visited: string[] = [];
  const focused: string[] = [];
  const at = (id: string) => {
    if (!parts.has(id)) parts.set(id, { id, textContent: '', hidden: true });
    const addEventListener = (_: string, listener: Listener) => listeners.set(id, listener);
    const querySelector = () => ({ focus: () => focused.push(id) });
    const others = { reset: () => undefined, replaceChildren: () => undefined, querySelector };
    return Object.assign(parts.get(id)!, { addEventListener, ...others });
  };
  const sections = SECTIONS.map(at);
  const fetch = (url: string, { method, body }: { method?: string; body?: string }) => {
    sent.push({ url, method, body });
    const json = { ...ANSWER, message: 'refused', ...answers[url] };
    const link = `</api/docs/errors#${String(answers[url]?.['reason'])}>; rel="help"`;
    const headers = { get: () => link };
    const isRefused = answers[url]?.['reason'] !== undefined;
    return Promise.resolve({ ok: !isRefused, headers, json: () => Promise.resolve(json) });
  };
  runInNewContext(SIGN_IN_SCRIPT + ACCOUNT_SCRIPT, {
    ...{ URL, URLSearchParams, fetch, btoa },
    FormData: class extends Map<string, string> {
      constructor(form: { readonly fields: object }) {
        super(Object.entries(form.fields) as [string, string][]);
      }
    },
    location: {
      ...{ pathname, search, hash },
      assign: (url: string) => visited.push(url),
      replace: (url: string) => visited.push(url),
    },
    history: { replaceState: () => undefined },
    document: { getElementById: at, querySelectorAll: () => sections },
  });
  const submit = (id: string, fields: object = {}) => {
    const target = { fields, querySelector: () => ({}) };
    return listeners.get(id)!({ preventDefault: () => undefined, target });
  };
  const click = (id: string) => listeners.get(id)!({});
  const shown = () => sections.filter(({ hidden }) => !hidden).map(({ id }) => id);
  return { at, sent, visited, focused, submit, click, shown };
}

const SECTIONS = [
  ...['login', 'organizations', 'code', 'hand-over', 'app', 'codes', 'done', 'no-link'],
  ...['proof', 'account', 'invitation', 'owner', 'reset'],
];
const REGISTER = '/api/v1/user/me/totp/register';
const otpUrl = 'otpauth://totp/Strongroom:ann?secret=ABCDEFGHIJ';

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the page of the login', () => {
  it('sends to the provider of an organization, with the port of a program that waits', async () => {
    const plain = aPage('/login');
    await plain.submit('provider-form', { orgSlug: 'a&b=c' });
    const waiting = aPage('/login?callback_port=49152');
    await waiting.submit('provider-form', { orgSlug: 'example' });

    expect(plain.visited).toEqual(['/api/v1/sso/oidc/login?orgSlug=a%26b%3Dc']);
    expect(waiting.visited).toEqual(['/api/v1/sso/oidc/login?orgSlug=example&callbackPort=49152']);
  });

  it('asks first where another page has sent the browser', () => {
    const page = aPage('/login?callback_port=49152#org=example');

    expect(page.at('org-slug')).toMatchObject({ value: 'example' });
    expect([page.sent, page.visited]).toEqual([[], []]);
  });

  it('goes on with the session that the provider made', async () => {
    const page = aPage('/login#signed-in');
    await settled();

    expect(page.sent.map(({ url }) => url)).toEqual([
      ...['/api/v1/auth/token', '/api/v2/users/me', '/api/v2/users/me'],
      ...['/api/v2/users/me/organizations', '/api/v1/user/me/totp', '/api/v2/users/me/sessions'],
    ]);
    expect(page.shown()).toEqual(['account']);
    expect(page.at('signed-in-at').textContent).toBe('Example');
  });

  it('hands a token to a program of this machine only when a person says that it is theirs', async () => {
    const page = aPage('/login?callback_port=49152#signed-in');
    await settled();
    expect(page.shown()).toEqual(['hand-over']);
    expect(page.sent.filter(({ url }) => url.startsWith('http'))).toEqual([]);

    await page.submit('hand-over-form');
    expect(page.sent.slice(-2)).toMatchObject([
      {
        url: '/api/v3/auth/select-organization',
        body: '{"organizationId":"an organization","userAgent":"cli"}',
      },
      {
        url: 'http://127.0.0.1:49152/',
        body: '{"email":"ann@example.org","privateKey":"","JTWToken":"a token"}',
      },
    ]);
  });

  it('accepts an invitation after the second step, where that is due', async () => {
    const verify = '/api/v1/invite-org/verify';
    const answers: Record<string, Answer> = {
      [verify]: { reason: 'second-factor-due' },
      '/api/v3/auth/select-organization': { isMfaEnabled: true },
      '/api/v2/auth/mfa/check/totp': { isVerified: true },
    };
    const page = aPage('/accept#code=c&email=a@x.org&organizationId=o', answers);
    await page.submit('owner-form', { password: 'a password' });
    expect(page.shown()).toEqual(['code']);
    expect(page.focused).toEqual(['code']);
    delete answers[verify];
    await page.submit('code-form', { code: ' 123456 ' });

    expect(page.sent.map(({ url }) => url.split('/').slice(3).join('/'))).toEqual([
      'auth/login',
      'invite-org/verify',
      'auth/select-organization',
      'auth/mfa/check/totp',
      'auth/mfa/verify',
      'invite-org/verify',
    ]);
  });

  it.each(['sso-refused', 'constructor', '<b>'])(
    'tells of a refusal in its own words alone: %s',
    (code) => {
      const page = aPage(`/login#error=${encodeURIComponent(code)}`);

      expect(page.at('message').textContent).toMatch(/^The sign-in .*refused/);
      expect(page.sent).toEqual([]);
    },
  );
});

describe('the page of the own account', () => {
  it('sends to the login who has no session', async () => {
    const page = aPage('/account', { '/api/v1/auth/token': { reason: 'refresh-refused' } });
    await settled();

    expect(page.visited).toEqual(['/login']);
  });

  it('asks for a proof where a change wants one, and then makes the change', async () => {
    const page = aPage('/account', { [REGISTER]: { reason: 'fresh-proof-needed' } });
    await settled();
    await page.click('app-on');
    await settled();
    expect(page.shown()).toEqual(['proof']);

    await page.submit('proof-form', { proof: 'the password' });

    expect(page.sent.slice(-2)).toMatchObject([
      { url: '/api/v1/auth/reauthenticate', body: '{"password":"the password"}' },
      { method: 'POST', url: REGISTER },
    ]);
  });

  it('shows the key of an app, and its recovery codes once', async () => {
    const page = aPage('/account', { [REGISTER]: { otpUrl } });
    await settled();
    await page.click('app-on');
    await settled();
    expect(page.at('app-key').textContent).toBe('ABCD EFGH IJ');
    expect(page.shown()).toEqual(['app']);

    await page.submit('app-form', { totp: '123456' });
    expect(page.shown()).toEqual(['codes']);

    await page.submit('codes-form');
    expect(page.shown()).toEqual(['account']);
  });

  it('lets who has no app set one up where the organization demands it', async () => {
    const page = aPage('/login', {
      '/api/v3/auth/select-organization': { isMfaEnabled: true, token: 'of the second step' },
      [REGISTER]: { otpUrl },
    });
    await page.submit('login-form', { email: 'ann@example.org', password: 'the password' });

    expect(page.shown()).toEqual(['app']);
    expect(page.at('message').textContent).toMatch(/second factor/);
  });
});

describe('the pages of links', () => {
  it.each(['/accept', '/reset'])('say so where the link is not whole: %s', (path) => {
    expect(aPage(path).shown()).toEqual(['no-link']);
    expect(aPage(`${path}#code=c&email=ann%40example.org`).shown()).not.toContain('no-link');
  });
});
