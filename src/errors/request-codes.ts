import type { CodeTable } from './code-table.js';

/** Codes of refusals that look at the request alone: its form, its token, its rate. */
export const REQUEST_CODES = {
  'malformed-request': [
    'BadRequest',
    'The request breaks a rule of HTTP: its target, a header, the encoding of its query or body, or a body that ended early.',
    'Correct what the message names. A client library does all of this by itself; look for code that builds URLs or headers by hand.',
  ],
  'invalid-json': [
    'BadRequest',
    'The body is not JSON in UTF-8, repeats a key, or holds a number out of range. The message says at which line and column, where that is known.',
    'Check the body with a JSON linter. In a shell, put the body between single quotes or read it from a file (`--data @body.json`).',
  ],
  'missing-field': [
    'BadRequest',
    'The request leaves out something that it needs together with the rest, such as the project or the environment.',
    'Send what the message names.',
  ],
  'contradictory-fields': [
    'BadRequest',
    'Two parts of the request contradict each other, such as two names of one field with different values.',
    'Send one of them.',
  ],
  'repeated-item': [
    'BadRequest',
    'A list of the request names the same thing more than once.',
    'Send each once. Nothing was changed.',
  ],
  'not-offered': [
    'BadRequest',
    'The request asks for something that this server does not have, such as a type of project or an OAuth grant.',
    'Leave out what the message names. What is offered is in the documentation of the operation.',
  ],
  'token-missing': [
    'UnauthorizedError',
    'The request has no header `Authorization`, and the operation needs an access token.',
    'Log in with `POST /api/v1/auth/universal-auth/login` and send the answer as `Authorization: Bearer <accessToken>`.',
  ],
  'token-malformed': [
    'UnauthorizedError',
    'The header `Authorization` is not of the form `Bearer <token>`.',
    'Send the word `Bearer`, a space, and the token, without quotation marks. An empty shell variable is a frequent cause.',
  ],
  'token-invalid': [
    'UnauthorizedError',
    'The access token was not issued by this server, was changed on its way, or was signed with a key that is no longer in use.',
    'Log in again, at the server to which you send the request.',
  ],
  'token-expired': [
    'UnauthorizedError',
    'The access token was issued by this server and its time is over.',
    'Log in again, or renew the token before it ends (`POST /api/v1/auth/token/renew`).',
  ],
  'token-revoked': [
    'UnauthorizedError',
    'The access token was issued by this server, but is not valid any more: it was revoked, its uses are spent, its identity is gone, or it may not be used from this address.',
    'Log in again. If that does not help, look at the trusted addresses and the number of uses of the identity. The log of the server has the reason.',
  ],
  'ticket-invalid': [
    'UnauthorizedError',
    'The ticket in the query was not made by this server or was changed, its quarter of an hour is over, or the access token that it was made with is no longer valid.',
    'Ask for another one with `POST /api/v1/events/subscribe/project-events/ticket`, and open the stream again with the last event id.',
  ],
  'invalid-credentials': [
    'UnauthorizedError',
    'The client id and client secret do not belong together, or the secret is revoked, expired, used up, or not valid from this address. For workloads: the token or signed request proves nothing that the identity trusts.',
    'Check both values. An administrator can make another secret; the operator can with `strongroom admin:recover`.',
  ],
  'locked-out': [
    'UnauthorizedError',
    'Too many logins with wrong secrets came from your address. Even the right secret is refused until the time in `Retry-After` has passed.',
    'Wait for the seconds in `Retry-After`.',
  ],
  'sign-in-failed': [
    'UnauthorizedError',
    'E-mail address and password do not belong together, or the account may not sign in. The answer is the same for all of it.',
    'Check both. A new password comes by `POST /api/v1/account-recovery/send-email`; the operator makes a link with `strongroom admin:recover --user EMAIL`.',
  ],
  'refresh-refused': [
    'UnauthorizedError',
    'The session of the refresh cookie has ended, or the cookie is not there, or an older one was sent.',
    'Sign in again. If somebody else has used the cookie, its session is ended too.',
  ],
  'no-second-factor': [
    'BadRequest',
    'The account has no authenticator app, or none that waits for its first code.',
    'Register one with `POST /api/v1/user/me/totp/register`, and confirm it with `…/verify`.',
  ],
  'not-your-organization': [
    'ForbiddenError',
    'The person is no active member of the organization, or it does not exist: the answer is the same.',
    'Choose one of `GET /api/v1/organization`. Who was only invited opens the link of the invitation; who was deactivated asks an administrator of the organization.',
  ],
  'second-factor-on': [
    'BadRequest',
    'The account has an authenticator app already.',
    'Turn it off first with `DELETE /api/v1/user/me/totp`.',
  ],
  'no-mail': [
    'BadRequest',
    'What was asked for needs mail, and the server has no mail server.',
    'The operator sets `SMTP_URL` and `SMTP_FROM`. Without mail, who has lost a password asks the operator for a link: `npm run strongroom -- admin:recover --user ADDRESS`.',
  ],
  'code-refused': [
    'BadRequest',
    'The six digits are wrong, their ten minutes are over, three wrong ones were tried, or another session asked for them.',
    'Ask for another code.',
  ],
  'link-refused': [
    'BadRequest',
    'The link of a mail is not good any more: it was used, replaced by a newer one, or its time is over. Which of it is not told.',
    'Ask for another one: `POST /api/v1/account-recovery/send-email`.',
  ],
  'link-used': [
    'UnauthorizedError',
    'The token that a link was exchanged for is not good any more.',
    'Open the newest link, or ask for another one with `POST /api/v1/account-recovery/send-email`.',
  ],
  'second-factor-due': [
    'UnauthorizedError',
    'The password was right, and the account has a second factor that was not given yet.',
    'Choose an organization with `POST /api/v3/auth/select-organization`, then send the code with `POST /api/v2/auth/mfa/verify`.',
  ],
  'mfa-invalid': [
    'UnauthorizedError',
    'The code of the authenticator app, or the recovery code, is wrong or was used before. `context.triesLeft` says how many more are looked at.',
    'Wait for the next code of the app. Check the clock of the device.',
  ],
  'mfa-expired': [
    'UnauthorizedError',
    'Too many wrong codes were sent for this account, or the login was begun too long ago.',
    'Wait for the seconds in `Retry-After` where there are some, and log in again.',
  ],
  'foreign-page': [
    'ForbiddenError',
    'A page of another origin sent the request, or the request does not say which page sent it.',
    'Open the console at the address in `PUBLIC_URL`. Programs send an access token instead of the cookie.',
  ],
  'people-only': [
    'ForbiddenError',
    'The operation is for people, and the token is that of a machine identity.',
    'Sign in with `POST /api/v3/auth/login`.',
  ],
  'wrong-token-type': [
    'ForbiddenError',
    'The token is genuine, and of another step of the login than this operation.',
    'The message says which token belongs here.',
  ],
  'fresh-proof-needed': [
    'ForbiddenError',
    'What protects an account is changed only by who proved in the last ten minutes who they are.',
    'Call `POST /api/v1/auth/reauthenticate` with the password or a code, then repeat the request.',
  ],
  'sign-in-busy': [
    'ServiceUnavailable',
    'More people sign in at this moment than the server looks at passwords for.',
    'Repeat the request after the seconds in `Retry-After`.',
  ],
  'setup-token': [
    'UnauthorizedError',
    'The setup of an instance needs the setup token, which the server printed when it started.',
    'Send it in the header `X-Setup-Token`. The message says where to find it.',
  ],
  'route-not-found': [
    'NotFound',
    'The server has no such path.',
    'Compare the path with the documentation at `/api/docs`. A feature that is not offered has no path.',
  ],
  'method-not-allowed': [
    'MethodNotAllowed',
    'The path exists, but does not answer to this method.',
    'Use one of the methods in the header `Allow`.',
  ],
  'request-timeout': [
    'RequestTimeout',
    'The request did not arrive in time.',
    'Send it again; look for a slow connection or a proxy that holds bodies back.',
  ],
  'body-too-large': [
    'PayloadTooLarge',
    'The body has more bytes than the operation takes.',
    'Send less at once. The message has the limit.',
  ],
  'url-too-long': [
    'UriTooLong',
    'The URL has more characters than the server takes.',
    'Send less in the query.',
  ],
  'unsupported-media-type': [
    'UnsupportedMediaType',
    'The body is not in a format that the operation takes, or is compressed.',
    "Send JSON in UTF-8 and say so: `-H 'Content-Type: application/json'` with curl.",
  ],
  'validation-failed': [
    'ValidationFailure',
    'Fields of the request are missing, of the wrong type, or not allowed. `message` lists each with its path.',
    'Correct every field that is listed.',
  ],
  'rate-limited': [
    'RateLimitExceeded',
    'Too many requests came from you, from your organization, or from your address, or the server has too much to do for them at once.',
    'Wait for the seconds in `Retry-After`, then repeat the request.',
  ],
  'too-many-mails': [
    'RateLimitExceeded',
    'As much mail as is sent in an hour was asked for: by you, from your address, for the organization, or to the one address.',
    'Look for the mails that were sent; links and codes in them are good until they are used or their time is over. Else wait for the seconds in `Retry-After`.',
  ],
  'too-many-codes': [
    'RateLimitExceeded',
    'As many codes as one may send in a day were sent for the account or for the new e-mail address.',
    'Wait for the seconds in `Retry-After`, then ask for another code.',
  ],
  'too-many-streams': [
    'RateLimitExceeded',
    'You hold as many event streams as one caller may.',
    'Close a stream that is not needed any more; one stream can carry several registrations.',
  ],
  'too-many-idempotency-keys': [
    'RateLimitExceeded',
    'You have used as many values of `Idempotency-Key` as are kept at a time.',
    'Wait for the seconds in `Retry-After`, or send the request without the header.',
  ],
  'headers-too-large': [
    'RequestHeaderFieldsTooLarge',
    'The headers of the request are too many or too large.',
    'Send fewer headers; cookies of other services are a frequent cause.',
  ],
  'internal-error': [
    'InternalServerError',
    'Something failed that should not fail. The log of the server has the cause, under the `reqId` of the answer.',
    'Repeat a reading request later. Report the `reqId`; it holds nothing secret.',
  ],
  unavailable: [
    'ServiceUnavailable',
    'The server starts, shuts down, or cannot reach what it needs.',
    'Repeat the request in a moment.',
  ],
  'issuer-silent': [
    'GatewayTimeoutError',
    'The issuer, cluster or cloud that checks the login did not answer in time, or gave no usable answer.',
    'Repeat the login after the seconds in `Retry-After`. The log of the server names the step that failed.',
  ],
  'database-timeout': [
    'GatewayTimeoutError',
    'The database did not answer in time.',
    'Repeat the request in a moment. The operator finds the state of the database in the metrics.',
  ],
} as const satisfies CodeTable;
