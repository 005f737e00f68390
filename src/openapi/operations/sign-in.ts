import { texts } from './operation-text.js';

/** How people sign in, keep their account, and are invited. */
export const SIGN_IN_OPERATIONS = texts({
  'SignInController.login': [
    'signIn',
    'The first step, with e-mail address and password. 401 has one text, whatever was wrong; 503 where too many sign in at once.',
  ],
  'SignInController.olderLogin': [
    'signInOlder',
    'For clients that try an older login after one that failed. Always 401, and not counted.',
  ],
  'SignInController.olderLoginProof': [
    'signInOlderProof',
    'For clients that try an older login after one that failed. Always 401, and not counted.',
  ],
  'SignInController.select': [
    'selectOrganization',
    'The second step. 403, always the same, for an organization that the person is no active member of.',
  ],
  'PersonsOrganizationsController.list': [
    'listOwnOrganizations',
    'For choosing one, so the token need not be of any.',
  ],
  'SecondStepController.send': ['sendMfaCode', 'Always 400: codes by mail are not offered.'],
  'SecondStepController.check': ['checkAuthenticatorApp', 'Needs an MFA token.'],
  'SecondStepController.verify': [
    'verifyMfaCode',
    'Needs an MFA token. 401 has the tries that are left in `context`.',
  ],
  'SecondStepController.recover': [
    'verifyRecoveryCode',
    'Needs an MFA token. Each code is good once.',
  ],
  'ContinuationController.refresh': [
    'refreshSession',
    'Needs the refresh cookie, and a page of this server; the body is ignored. For sessions of people and of machine identities. 401 `session-locked`: the session waits, and goes on by signing in anew; 401 `refresh-refused`: it has ended. The code is in the header `Link`.',
  ],
  'ContinuationController.logout': [
    'signOut',
    'With the access token, or with the refresh cookie from a page of this server.',
  ],
  'ContinuationController.lock': [
    'lockSession',
    'With the access token, or with the refresh cookie from a page of this server. Access tokens of the session open nothing from the next request on, and the token route answers 401 `session-locked`. To go on, sign in anew: the cookie stays until then.',
  ],
  'IdentitySignInController.login': [
    'signInToConsole',
    'For pages of this server alone (403). A use of the client secret, with the checks and the lockout of `POST /api/v1/auth/universal-auth/login`. Sets the refresh cookie, and ends the session of the one that was sent. What the session opens: see the tag.',
  ],
  'IdentitySignInController.code': [
    'signInToConsoleByCode',
    'For pages of this server alone (403). The first start prints a code beside the client secret, `strongroom console:code` makes another; good once, within 15 minutes. 429 with `Retry-After` after five wrong ones from one source in 15 minutes. Sets the refresh cookie, and ends the session of the one that was sent.',
  ],
  'IdentitySessionsController.list': [
    'listConsoleSessions',
    'Those of the console that have not ended, the newest first. The identity itself needs no right.',
  ],
  'IdentitySessionsController.endAll': [
    'endConsoleSessions',
    'Their tokens are dead at the next request. The identity itself needs no right, and ends the one that it asks with, too.',
  ],
  'IdentitySessionsController.end': [
    'endConsoleSession',
    'Its tokens are dead at the next request. The identity itself needs no right.',
  ],
  'ContinuationController.check': [
    'checkAuthentication',
    'For clients that ask before they go on.',
  ],
  'OwnAccountController.get': [
    'getOwnAccount',
    'In whatever organization the person is, or in none.',
  ],
  'OwnAccountController.rename': [
    'renameOwnAccount',
    'Both names; one that is left out is emptied.',
  ],
  'OwnAccountController.switchMfa': [
    'switchOwnMfa',
    'Turns off only: an authenticator app is turned on by its first code. Needs a proof of the last ten minutes.',
  ],
  'OwnAccountController.changePassword': [
    'changeOwnPassword',
    'The answer has the token of a new session; all others end. 8 to 1,024 characters, no rules of composition.',
  ],
  'OwnAccountController.sendCode': [
    'sendEmailChangeCode',
    'Six digits, good for ten minutes and three tries, in the session that asked. Needs a proof of the last ten minutes.',
  ],
  'OwnAccountController.changeEmail': [
    'changeOwnEmail',
    'With the digits that were sent to the new address. The old address is told. Needs a proof of the last ten minutes.',
  ],
  'OwnAccountController.organizations': [
    'listOrganizationsOfOwnAccount',
    'Those that the person is an active member of.',
  ],
  'OwnAccountController.sessions': ['listOwnSessions', 'The newest first, at most 500.'],
  'OwnAccountController.endSessions': ['endOwnSessions', 'The session that asks ends too.'],
  'OwnAccountController.endSession': [
    'endOwnSession',
    '404 for a session of somebody else, or one that has ended.',
  ],
  'OwnSignInController.keepMethods': [
    'keepOwnSignInMethods',
    'Takes away what is not named, and adds nothing. Who gives the password up sets a new one by mail. Needs a proof of the last ten minutes.',
  ],
  'OwnSignInController.remove': [
    'deleteOwnAccount',
    '409 while an organization, a project or the instance has no other administrator. Needs a proof of the last ten minutes.',
  ],
  'TotpController.register': [
    'registerAuthenticatorApp',
    'Its secret is in `otpUrl`. It is not on before its first code. Needs a proof of the last ten minutes; an MFA token will do while there is no second factor.',
  ],
  'TotpController.confirm': [
    'confirmAuthenticatorApp',
    'The answer has ten recovery codes and the token of a new session; all others end.',
  ],
  'TotpController.state': ['getAuthenticatorApp', 'Never its secret, and never a recovery code.'],
  'TotpController.remove': [
    'removeAuthenticatorApp',
    'Needs a proof of the last ten minutes. The answer has the token of a new session; all others end.',
  ],
  'AccountRecoveryController.send': [
    'sendRecoveryLink',
    'The answer is the same whether or not there is such an account. The link is good for an hour.',
  ],
  'AccountRecoveryController.open': [
    'openRecoveryLink',
    'The code is good once; its token for ten minutes.',
  ],
  'AccountRecoveryController.reset': [
    'resetPassword',
    'The token of the link is the bearer. The second factor stays.',
  ],
  'ContinuationController.reauthenticate': [
    'proveFreshly',
    'With the password, or a code of the authenticator app. Good for ten minutes.',
  ],
  'InvitationsController.invite': [
    'invitePeople',
    'At most 100. Without mail the links are in the answer, this once. Needs `member: create`; the role, and those in projects, are weighed.',
  ],
  'InvitationsController.resend': [
    'inviteAgain',
    'Without mail the link is in the answer. 403 for somebody who would hold more than the caller.',
  ],
  'InvitationsController.verify': [
    'openInvitation',
    'With the token of who is signed in as bearer where they have an account already, else 401. One 400 for whatever is wrong with the link.',
  ],
  'CompleteAccountController.complete': [
    'completeAccount',
    'The answer has a token with which the organization is chosen.',
  ],
});
