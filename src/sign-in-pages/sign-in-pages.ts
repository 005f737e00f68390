import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { RateLimiter } from '../http/limits/rate-limiter.js';
import { memoryFiles, textFile } from '../http/memory-files.js';
import { requestContext } from '../http/request-context.js';
import { htmlPage } from '../http/static-page.js';
import { ACCOUNT_SCRIPT } from './account-script.js';
import { SIGN_IN_SCRIPT } from './page-script.js';

const SCRIPT = '<script src="/login/page.js"></script>';
const MESSAGE = '<p id="message" role="alert"></p>';

const NO_LINK = `<section id="no-link" hidden><p>What this page needs stands in the link that you were sent. Open the link again, whole.</p></section>`;

const CODE = `<section id="code" hidden><h1>Second step</h1><form id="code-form">
<label>Code of the authenticator app, or a recovery code<input name="code" autocomplete="one-time-code" required></label>
<button>Go on</button></form></section>`;

const SIGN_IN = `<section id="login"><h1>Sign in</h1><form id="login-form">
<label>E-mail address<input id="email" name="email" type="email" autocomplete="username" required autofocus></label>
<label>Password<input name="password" type="password" autocomplete="current-password" required></label>
<button>Sign in</button></form>
<details id="recover"><summary>Forgot the password?</summary><form id="recover-form">
<label>E-mail address<input id="recover-email" name="email" type="email" autocomplete="username" required></label>
<button>Send a link</button></form><p id="no-mail" hidden>This server sends no mail. Ask whoever operates it for a link to set a new password.</p></details>
<details id="provider"><summary>Sign in with the provider of your organization</summary><form id="provider-form">
<label>Short name (slug) of the organization<input id="org-slug" name="orgSlug" autocomplete="organization" required></label>
<button>Go to the provider</button></form></details></section>
<section id="hand-over" hidden><h1>Sign in</h1><form id="hand-over-form"><p>A program of this machine waits for you to sign in, at port
<code id="hand-over-port"></code>. Did you start it?</p><button>Sign in there</button></form></section>
<section id="organizations" hidden><h1>Choose an organization</h1><p id="organization-list"></p></section>
${CODE}
<section id="app" hidden><h1>Set up an authenticator app</h1><form id="app-form">
<p>Type this key into the app, or open <a id="app-link" href="/account">this link</a> on the device that has it.</p><p><code id="app-key"></code></p>
<label>Code that the app shows<input name="totp" inputmode="numeric" pattern="[0-9]{6}" autocomplete="one-time-code" required></label>
<button>Turn on</button></form></section>
<section id="codes" hidden><h1>Recovery codes</h1><form id="codes-form">
<p>Each of them signs you in once without the app. They are shown this once: keep them where you keep passwords.</p>
<pre id="recovery-codes"></pre><button>I have kept them</button></form></section>
<section id="done" hidden><h1>Signed in</h1><p id="done-text"></p><p><code id="pasted" hidden></code></p></section>`;

const ACCOUNT = `<section id="proof" hidden><h1>Prove who you are</h1><form id="proof-form">
<label>Password, or a code of the authenticator app<input name="proof" type="password" autocomplete="current-password" required></label>
<button>Go on</button></form></section>
<section id="account" hidden><h1>Your account</h1>
<p><b id="signed-in-as"></b>, <span id="signed-in-at"></span> <button id="sign-out" type="button" class="quiet">Sign out</button></p>
<p id="elsewhere">Secrets and access are reached by the command line and <a href="/api/docs">the API</a>.</p>
<h2>Password</h2><form id="password-form">
<label>Current password<input name="currentPassword" type="password" autocomplete="current-password" required></label>
<label>New password, at least 8 characters<input name="newPassword" type="password" minlength="8" autocomplete="new-password" required></label>
<button>Change</button></form>
<h2>Second factor</h2><p id="app-state"></p>
<p><button id="app-on" type="button" hidden>Set up an authenticator app</button><button id="app-off" type="button" class="quiet" hidden>Turn it off</button></p>
<h2>Sessions</h2><ul id="session-list"></ul><p><button id="end-all" type="button" class="quiet">End all, this one too</button></p></section>`;

/** Where there is a console, a person goes on to it. */
const ACCOUNT_BESIDE_CONSOLE = ACCOUNT.replace(
  /<p id="elsewhere">.*<\/p>/,
  '<p>Secrets and access are in the <a id="console" href="/console/">console</a>.</p>',
);

const RESET = `<section id="reset"><h1>Set a new password</h1><form id="reset-form">
<label>New password, at least 8 characters<input name="password" type="password" minlength="8" autocomplete="new-password" required autofocus></label>
<button>Set the password</button></form></section>
<section id="done" hidden><h1>The password is set</h1><p>All sessions have ended. <a href="/login">Sign in</a></p></section>${NO_LINK}`;

const ACCEPT = `<section id="invitation"><h1>Invitation</h1><form id="invitation-form">
<p><b id="invited"></b> is invited to an organization on this server.</p><button>Accept</button></form></section>
<section id="account" hidden><h1>Your account</h1><form id="account-form">
<label>First name<input name="firstName" maxlength="255" autocomplete="given-name" required></label>
<label>Last name<input name="lastName" maxlength="255" autocomplete="family-name"></label>
<label>Password, at least 8 characters<input name="password" type="password" minlength="8" autocomplete="new-password" required></label>
<button>Make the account</button></form></section>
<section id="owner" hidden><h1>Invitation</h1><form id="owner-form"><p>You have an account: sign in to accept.</p>
<label>Password<input name="password" type="password" autocomplete="current-password" required></label>
<button>Sign in and accept</button></form></section>
${CODE}
<section id="done" hidden><h1>You are in</h1><p>You are a member of the organization. <a href="/login">Sign in</a></p></section>${NO_LINK}`;

const HTML = 'text/html; charset=utf-8';
const page = (title: string, body: string) => () =>
  textFile(HTML, htmlPage(title, `${MESSAGE}\n${body}\n${SCRIPT}`, { isNarrow: true }));

/** The page of the login also hands a token to a program of the same machine, and to nobody else. */
const POLICY =
  "default-src 'self'; script-src 'self'; style-src 'unsafe-inline'; img-src data:; connect-src 'self' http://127.0.0.1:*; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'";

/** Serves /login, /accept, /reset and /account, by which people come in and look after their account without a console. */
export function serveSignInPages(app: NestExpressApplication, hasConsole: boolean): void {
  const limiter = app.get(RateLimiter);
  const spend = (req: Request) => limiter.countRequest('anonymous', requestContext(req).address);
  const protect = (_req: Request, res: Response, next: NextFunction) => {
    res.setHeader('Content-Security-Policy', POLICY);
    res.setHeader('Referrer-Policy', 'no-referrer');
    next();
  };
  const login = {
    '/': page('Strongroom: sign in', SIGN_IN + (hasConsole ? ACCOUNT_BESIDE_CONSOLE : ACCOUNT)),
    '/page.js': () => textFile('text/javascript; charset=utf-8', SIGN_IN_SCRIPT + ACCOUNT_SCRIPT),
  };
  app.use(['/login', '/account', '/accept', '/reset'], protect);
  app.use('/login', memoryFiles(login, spend));
  app.use('/account', memoryFiles({ '/': login['/'] }, spend));
  app.use('/accept', memoryFiles({ '/': page('Strongroom: invitation', ACCEPT) }, spend));
  app.use('/reset', memoryFiles({ '/': page('Strongroom: new password', RESET) }, spend));
}
