import { type CaseTable, proved, without } from '../support/case-table.js';

/** Login, second factor, sessions, sign-up, invitation, recovery. */
export const SIGN_IN_CASES: CaseTable = {
  T151: proved(
    'unknown, known, no password, deactivated, SSO-only e-mail; wrong password',
    'answers alike whatever is wrong',
  ),
  T152: proved(
    'Ann@X.org, ann@x.org , full-width ＠, NFD, ann@X.ORG., IDN domain in both spellings',
    'takes every spelling of an address as one account and one count',
  ),
  T153: proved(
    'ann@x.org against аnn@x.org (Cyrillic a), ı against i, K (Kelvin) against k',
    'is null for %s',
  ),
  T154: proved(
    'e-mail a@x.org,b@evil, "a b"@x, CR/LF, NUL, 10 KB, array, object',
    'refuses an address that is %s (422), without repeating it',
  ),
  T155: proved(
    'password with leading/trailing spaces, NUL, lone surrogate, 1,024 and 1,025 characters, NFC against NFD',
    'compares passwords exactly, under NFC',
  ),
  T156: proved(
    '1,000 logins at once',
    'runs so many at once, lets so many wait in order, and refuses the next (503)',
    'refuses who has waited for too long when their turn comes (503), and goes on with the next',
  ),
  T157: proved(
    'right password in the middle of a spray from 200 addresses',
    'holds a ceiling against a spray from many addresses, and lets a known source in',
  ),
  T158: proved(
    'lockout of a victim by a stranger from another source',
    'does not let a stranger lock somebody out from another source',
  ),
  T159: without('struck', 'No release ever stored another hash of passwords than argon2id.'),
  T160: proved(
    'crafted PHC text in the table (m = 4 GiB)',
    'calls a stored text damaged that asks for %s, and never does its work',
    'answers alike whatever is wrong',
  ),
  T161: proved(
    'login1/login2 after a failure',
    'counts the older login that clients try next not at all',
  ),
  T162: proved(
    'TOTP code used twice; at the same moment on two replicas',
    'takes a code once, also of two at the same moment on two replicas',
  ),
  T163: proved(
    'code of step −2, +2, of the secret before re-enrolment',
    'refuses codes of other steps and of the secret before',
    'refuses the code of step %d',
  ),
  T164: proved(
    '6 wrong codes over 3 MFA tokens',
    'counts wrong codes for the account, over all MFA tokens',
  ),
  T165: proved(
    'recovery code twice, in parallel, in lower case, with dashes, as mfaToken',
    'takes each recovery code once, whatever its case and dashes',
  ),
  T166: proved(
    'MFA token as bearer on /users/me, secrets, select-organization of another organization, /auth/token',
    'opens nothing else with an MFA token (403), and nothing without the code',
  ),
  T167: proved(
    'access token without MFA in an organization that demands it, or since a minute ago',
    'ends sessions without one at the next request, and lets its people enroll',
  ),
  T168: proved(
    'MFA turned off with a stale session, or by the e-mail-reset token',
    'shows its secret once, and is turned off only with a fresh proof (403)',
  ),
  T169: proved(
    'enroll TOTP: secret shown again by GET',
    'shows its secret once, and is turned off only with a fresh proof (403)',
  ),
  T170: proved(
    'session cookie set before login by an attacker (fixation); token of the step before',
    'begins a session of its own, whatever cookie was there before',
    'begins a session of its own each time; the token of the step before is dead',
  ),
  T171: proved(
    'refresh used twice within 20 s (two tabs)',
    'has the same successor for 20 s, as two tabs bring it',
  ),
  T172: proved(
    'refresh used again after 21 s; grandparent token',
    'ends the session when it comes back later, or is older than the one before',
  ),
  T173: proved(
    '50 parallel refreshes with one token; commit lost, client retries',
    'has one successor, however many ask at once',
    'has the same successor for 20 s, as two tabs bring it',
  ),
  T174: proved(
    'refresh cookie as bearer, bearer as cookie, SCIM token as either',
    'is no bearer token, and a bearer token is no cookie (401)',
  ),
  T175: proved(
    'cross-site POST to /auth/token and /auth/logout; Origin: null; subdomain; missing Origin',
    'is refused from %s, for a token and for the logout (403)',
  ),
  T176: proved(
    "login CSRF: attacker's session put into victim's browser",
    'of another origin is refused (403): it could sign a browser in as somebody else',
  ),
  T177: proved(
    'logout, then the access token of 1 s ago, on another replica',
    'is over after the logout, on every replica',
  ),
  T178: proved('password change', 'sends a link that is void after a change of password'),
  T179: proved(
    'clock of a replica ±1 h',
    'ends without use, and in all, by the clock of the database',
  ),
  T180: proved(
    'user token where an identity is expected and the reverse (authTokenType swapped, typ left)',
    'do not stand for one another (403, 401)',
  ),
  T181: proved(
    "token of organization A on B's paths, same person in both",
    'answers that 404 with the token of one organization for what another one of the same person has',
    'meets the one 404 of a stranger in the other organization',
  ),
  T182: proved(
    'password or code in query string, in an error echo, in logs, in audit, in a kept idempotent answer',
    'are in no log line, audit entry, error or row, however they are sent',
    'are kept for a repetition, and can be read in no row',
  ),
  T183: proved(
    'OIDC: state/nonce missing, swapped, used again; code injected; PKCE downgraded; iss of another issuer (mix-up)',
    'signs in once: the same answer comes back in vain, for the browser and for an API (401)',
    'is refused without the cookie of its login, with that of another, and when nobody asked',
    'is refused where its ID token has %s',
    'is of no use in another browser: the real provider asks for the verifier of its login',
    'has a callback of its own, so that no other one can pass its answers off',
    'is refused without its issuer, where the provider names it',
  ),
  T184: proved(
    'OIDC: e-mail of an admin with email_verified false, "true" as string, absent',
    'links no account of an administrator by an address whose email_verified is %s',
  ),
  T185: proved(
    'OIDC: sub of issuer 1 equal to sub of issuer 2',
    'keeps people of equal subjects at two issuers apart',
  ),
  T186: proved(
    'OIDC JIT of somebody deactivated by SCIM',
    'refuses who was deactivated, linked or not, who stays deactivated',
    'is not let in',
  ),
  T187: proved(
    'redirect/returnTo //evil, /\\evil, javascript:; callback_port 0, 99999, 80@evil, text',
    'are the same whatever is added to their address, and run no script but their own: %s',
  ),
  T188: proved(
    'IdP metadata at 169.254.169.254, localhost, a redirect to it, 1 GB answer, hang',
    'is never asked for at %s (400)',
    'follows no redirect, and reads no answer that is huge, late, or no JSON (400)',
  ),
  T189: proved(
    'invitation used twice, in parallel, after resend, after revoke, after role lowered',
    'is good once, also for two at once, until it is sent again or taken back',
    'gives the role that the place has on the day it is taken',
  ),
  T190: proved(
    'invitation for a@x opened while signed in as b@x',
    'is accepted by who is signed in as them, and by nobody else (400, 401)',
  ),
  T191: proved(
    "invitation with a role above the inviter's; with projects where they may not assign",
    'is refused beyond the rights of who invites, and then nobody is invited (403)',
  ),
  T192: proved(
    'inviter leaves or loses rights before acceptance',
    'names who made its link, also when they are gone, and is taken back with others in one call',
    '%s is void, handed on or mailed (400)',
  ),
  T193: proved(
    'invite 10,000 addresses; same twice in one body; case variants',
    'goes to 100 addresses at once and 500 an hour, to each once however it is written (422, 429)',
  ),
  T194: proved(
    'invite somebody who has an account elsewhere',
    'does not tell whether somebody has an account, and leaves who is a member as they are',
    'is invited where the address has an account elsewhere: nothing tells of it',
    'have ids that tell no time, so that nobody sees which account was there before',
  ),
  T195: proved(
    'recovery for known and unknown',
    'sends one link from PUBLIC_URL for a known address, and answers alike for unknown ones',
  ),
  T196: proved(
    "reset link: twice, parallel, older after newer, after password change, other account's id beside it",
    'is good once, also for two at the same moment, and the operator’s newest alone',
    'keeps a link good when another is asked for, until one of them is used',
    'is refused alike whatever is wrong (400), and by GET uses nothing up',
  ),
  T197: proved('reset for one with TOTP', 'leaves the second factor on when the password is set'),
  T198: proved(
    'reset while SSO is enforced',
    'sets a password that a link was sent for, which still leads nowhere',
    'lets nobody in by password (400), and ends the sessions that were made so',
  ),
  T199: proved(
    'host header changed on a reset request',
    'sends one link from PUBLIC_URL for a known address, and answers alike for unknown ones',
  ),
  T200: proved(
    'mail scanner opens link by GET/HEAD',
    'is refused alike whatever is wrong (400), and by GET uses nothing up',
  ),
  T201: proved(
    'six-digit code: 4th try, other browser, code of another purpose',
    'takes no code after three wrong ones, of another session, or for another address (400)',
    'is guessed ten times a day by an account, however many codes are sent, and for an address fifty times by several (429)',
  ),
  T202: proved(
    'e-mail change to an address pending elsewhere, two people at once',
    'goes to one of two who ask for it at the same time; the other is refused (409)',
    'is that of the account after the code, all sessions end, and the old address is told',
  ),
  T203: without(
    'sign-up with superAdmin, orgRole, isActive, __proto__ in the body',
    'There is no open sign-up: accounts are made by bootstrap, user:create, SCIM and invitations.',
  ),
  T204: without(
    'first-admin bootstrap raced with sign-up',
    'There is no open sign-up; bootstrap races with bootstrap alone, which has its test.',
  ),
  T205: proved(
    'organization name / first name with HTML, RTL marks, 10 KB in the mail',
    'shows names on one line, bounded, and as plain text',
  ),
};
