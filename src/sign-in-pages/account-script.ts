/** What people see and change of their own account once they are signed in. Follows the script of the login. */
export const ACCOUNT_SCRIPT = `
const own = (method, path, body) => send(method, '/api/' + path, body, state.token);

async function openAccount() {
  const [{ user }, { organizations }] = await Promise.all([own('GET', 'v2/users/me'), own('GET', 'v2/users/me/organizations')]);
  at('signed-in-as').textContent = user.email;
  at('signed-in-at').textContent = organizations.find(({ id }) => id === state.organizationId)?.name ?? '';
  show('account');
  if (location.pathname !== '/account') history.replaceState(null, '', '/account');
  await Promise.all([showSecondFactor(), showSessions()]);
}

async function showSecondFactor() {
  const { isVerified, recoveryCodes } = await own('GET', 'v1/user/me/totp');
  at('app-state').textContent = isVerified
    ? 'An authenticator app is asked for when you sign in. ' + recoveryCodes + ' recovery codes are left.'
    : 'Only your password is asked for when you sign in.';
  at('app-on').hidden = isVerified;
  at('app-off').hidden = !isVerified;
}

async function showSessions() {
  const { sessions } = await own('GET', 'v2/users/me/sessions');
  at('session-list').replaceChildren(...sessions.map((session) => {
    const line = document.createElement('li');
    const from = [session.kind === 'cli' ? 'Command line' : 'Browser', session.ip, session.userAgent].filter(Boolean).join(', ');
    line.textContent = from + '; since ' + new Date(session.createdAt).toLocaleString() + ' ';
    if (session.isCurrent) line.append('(this one)');
    else line.append(aButton('End', async () => {
      await own('DELETE', 'v2/users/me/sessions/' + session.id);
      await showSessions();
    }));
    return line;
  }));
}

let repeated = async () => undefined;

/** Some changes want a proof of a moment ago: asks for the password or a code, and then does them again. */
async function proving(work) {
  try {
    await work();
  } catch (error) {
    if (error.reason !== 'fresh-proof-needed') throw error;
    repeated = work;
    show('proof');
    say('Who has this page open may not be you: prove it once more.');
  }
}

onSubmit('proof-form', async ({ proof }) => {
  const given = /^[0-9]{6}$/.test(proof) ? { totp: proof } : { password: proof };
  state.token = (await own('POST', 'v1/auth/reauthenticate', given)).token;
  show('account');
  await repeated();
});

onSubmit('password-form', async (given) => {
  state.token = (await own('POST', 'v2/users/me/password', given)).token;
  at('password-form').reset();
  await showSessions();
  say('The password is changed, and all other sessions have ended.');
});

onClick('app-on', () => proving(async () => {
  state.setUp = (totp) => own('POST', 'v1/user/me/totp/verify', { totp });
  state.goOn = openAccount;
  showKey(await own('POST', 'v1/user/me/totp/register'));
}));

onClick('app-off', () => proving(async () => {
  state.token = (await own('DELETE', 'v1/user/me/totp')).token;
  await Promise.all([showSecondFactor(), showSessions()]);
  say('The authenticator app is not asked for any more, and all other sessions have ended.');
}));

onClick('sign-out', async () => {
  await own('POST', 'v1/auth/logout');
  location.assign('/login');
});

onClick('end-all', async () => {
  await own('DELETE', 'v2/users/me/sessions');
  location.assign('/login');
});

if (location.pathname === '/account') comeBack().catch(() => location.replace('/login'));
`;
