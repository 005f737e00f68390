import { PAGE_BASE } from './page-base.js';

/**
 * What the pages of signing in do, without a framework and without inline script. Codes of links stand in the fragment, which
 * no server sees, and are sent by POST when a person says so.
 */
export const SIGN_IN_SCRIPT = `${PAGE_BASE}const fragment = new URLSearchParams(location.hash.slice(1));
if (['/accept', '/reset'].includes(location.pathname) && !fragment.has('code')) {
  show('no-link');
} else if (location.pathname === '/accept') {
  at('invited').textContent = fragment.get('email') ?? '';
}
if (location.hash) history.replaceState(null, '', location.pathname + location.search);

/** The port of a program of this machine that waits for the token; null for everything else. */
function callbackPort() {
  const port = new URLSearchParams(location.search).get('callback_port') ?? '';
  const isPort = /^[1-9][0-9]{3,4}$/.test(port) && Number(port) >= 1024 && Number(port) <= 65535;
  return isPort ? Number(port) : null;
}

const state = { email: '', token: '', organizationId: '' };

async function choose(organizationId) {
  state.organizationId = organizationId;
  const kind = callbackPort() === null ? {} : { userAgent: 'cli' };
  const chosen = await send('POST', '/api/v3/auth/select-organization', { organizationId, ...kind }, state.token);
  if (chosen.isMfaEnabled) {
    state.mfa = chosen.token;
    return secondStep();
  }
  state.token = chosen.token;
  await finish();
}

/** Asks for a code; whose organization demands one and who has no app yet sets it up first. */
async function secondStep() {
  const { isVerified } = await send('GET', '/api/v2/auth/mfa/check/totp', undefined, state.mfa);
  if (isVerified) return show('code');
  state.setUp = (totp) => send('POST', '/api/v1/user/me/totp/verify', { totp }, state.mfa);
  state.goOn = () => choose(state.organizationId);
  showKey(await send('POST', '/api/v1/user/me/totp/register', undefined, state.mfa));
  say('Your organization lets in who has a second factor alone.');
}

/** Shows the key of an authenticator app. */
function showKey({ otpUrl }) {
  const key = new URL(otpUrl).searchParams.get('secret') ?? '';
  at('app-key').textContent = key.replace(/(.{4})(?=.)/g, '$1 ');
  at('app-link').href = otpUrl;
  show('app');
}

onSubmit('app-form', async ({ totp }) => {
  const { token, recoveryCodes } = await state.setUp(totp);
  state.token = token;
  at('app-form').reset();
  at('recovery-codes').textContent = recoveryCodes.join('\\n');
  show('codes');
});

onSubmit('codes-form', () => {
  at('recovery-codes').textContent = '';
  return state.goOn();
});

/** Who signs in at /login goes on to the console, where there is one and it has the cookie. */
const goOn = () =>
  at('console') && location.pathname === '/login' && globalThis.isSecureContext ? location.assign('/console/') : openAccount();

async function finish() {
  const port = callbackPort();
  if (port === null) return goOn();
  show('done');
  const handed = { email: state.email, privateKey: '', JTWToken: state.token };
  try {
    await fetch('http://127.0.0.1:' + port + '/', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(handed),
    });
    at('done-text').textContent = 'You are signed in at the command line. You may close this page.';
  } catch {
    at('done-text').textContent = 'The command line did not answer. Paste this text into it:';
    at('pasted').textContent = btoa(JSON.stringify(handed));
    at('pasted').hidden = false;
  }
}

onSubmit('login-form', async ({ email, password }) => {
  const { accessToken } = await send('POST', '/api/v3/auth/login', { email, password });
  Object.assign(state, { email, token: accessToken });
  const { organizations } = await send('GET', '/api/v1/organization', undefined, accessToken);
  if (organizations.length === 1) return choose(organizations[0].id);
  show('organizations');
  if (organizations.length === 0) say('You are an active member of no organization. Who was invited opens the link of the invitation; who was shut out asks an administrator.');
  at('organization-list').replaceChildren(...organizations.map(({ id, name }) => aButton(name, () => choose(id))));
});

const REFUSALS = new Map(Object.entries({
  'sso-refused': 'The sign-in through the provider was refused. Try again; if it is refused again, ask an administrator.',
  'sso-not-offered': 'Nobody signs in to this organization through a provider. Check its name.',
  'issuer-silent': 'The provider does not answer at this moment. Try again.',
}));

onSubmit('provider-form', async ({ orgSlug }) => {
  const port = callbackPort();
  const query = new URLSearchParams({ orgSlug, ...(port !== null && { callbackPort: String(port) }) });
  location.assign('/api/v1/sso/oidc/login?' + query);
});

/** Goes on where the provider has sent the person back. A program gets its token only when they say that it is theirs. */
async function comeBack() {
  const { token, organizationId } = await send('POST', '/api/v1/auth/token');
  const { user } = await send('GET', '/api/v2/users/me', undefined, token);
  Object.assign(state, { email: user.email, token, organizationId });
  const port = callbackPort();
  if (port === null) return goOn();
  at('hand-over-port').textContent = String(port);
  show('hand-over');
}

onSubmit('hand-over-form', () => choose(state.organizationId));

if (fragment.has('org')) {
  at('provider').open = true;
  at('org-slug').value = fragment.get('org');
}
if (fragment.has('error')) say(REFUSALS.get(fragment.get('error')) ?? 'The sign-in was refused. Try again.');
if (fragment.has('signed-in')) comeBack().catch((error) => say(error.message));

onSubmit('code-form', async ({ code }) => {
  const mfaToken = code.trim();
  const { token } = await send('POST', '/api/v2/auth/mfa/verify', { mfaToken, mfaMethod: 'totp' }, state.mfa);
  state.token = token;
  await (state.isAccepting ? accept(token) : choose(state.organizationId));
});

onSubmit('reset-form', async ({ password }) => {
  if (state.reset === undefined) {
    // The code serves once, the token that it is taken for serves until a password is good.
    const [email, code] = [fragment.get('email') ?? '', fragment.get('code') ?? ''];
    state.reset = (await send('POST', '/api/v1/account-recovery/verify-email', { email, code })).token;
  }
  await send('POST', '/api/v1/account-recovery/reset', { password }, state.reset);
  show('done');
});

async function accept(token) {
  const link = Object.fromEntries(['email', 'organizationId', 'code'].map((name) => [name, fragment.get(name) ?? '']));
  const opened = await send('POST', '/api/v1/invite-org/verify', link, token);
  state.acceptance = opened.token;
  show(opened.token === undefined ? 'done' : 'account');
}

onSubmit('invitation-form', async () => {
  try {
    await accept();
  } catch (error) {
    if (error.status === 401) return show('owner');
    at('invitation').hidden = true;
    throw error;
  }
});

onSubmit('owner-form', async ({ password }) => {
  const { accessToken } = await send('POST', '/api/v3/auth/login', { email: fragment.get('email') ?? '', password });
  try {
    await accept(accessToken);
  } catch (error) {
    if (error.reason !== 'second-factor-due') throw error;
    // The second step is due, which any organization leads to.
    Object.assign(state, { token: accessToken, isAccepting: true });
    await choose(fragment.get('organizationId') ?? '');
  }
});

onSubmit('account-form', async ({ firstName, lastName, password }) => {
  const account = { type: 'email', email: fragment.get('email') ?? '', firstName, lastName, password };
  await send('POST', '/api/v3/signup/complete-account', account, state.acceptance);
  show('done');
});

at('recover')?.addEventListener('toggle', async () => {
  at('recover-email').value ||= at('email').value;
  const { emailConfigured } = await send('GET', '/api/status');
  at('recover-form').hidden = !emailConfigured;
  at('no-mail').hidden = emailConfigured;
});

onSubmit('recover-form', async ({ email }) => {
  const { message } = await send('POST', '/api/v1/account-recovery/send-email', { email });
  say(message);
});
`;
