const them = (count: number): string => (count === 1 ? 'it' : 'them');
const are = (count: number): string => (count === 1 ? 'is' : 'are');
const were = (count: number): string => (count === 1 ? 'was' : 'were');
const notApplied = (changes: number): string =>
  `${changes === 1 ? '1 change' : `${changes} changes`} ${were(changes)} not applied yet`;

/** Words of signing in, and of the lock. */
export const sessionWords = {
  about: 'A server for secrets and for who may use them.',
  healthy: (version: string) => `It runs version ${version} and is healthy.`,
  documentation: 'API documentation',
  signIn: 'Sign in',
  signInTo: 'Sign in to Strongroom',
  email: 'E-mail address',
  password: 'Password',
  forgot: 'Forgot your password?',
  provider: 'Sign in with the provider of your organization',
  providerSlug: 'Short name (slug) of the organization',
  providerGo: 'Go to the provider',
  back: 'Back',
  machine: 'Sign in as a machine identity',
  serverCode: 'Sign in with a code from the server',
  asPerson: 'Sign in with an account of your own',
  byCode: 'With a code from the server',
  byCodeHelp:
    'The server prints a code when it starts for the first time. A code works once, for 15 minutes. For a new one, run this on the server:',
  consoleCode: 'Code',
  asMachine: 'As a machine identity',
  clientId: 'Client id',
  clientSecret: 'Client secret',
  organization: 'Choose an organization',
  noOrganization:
    'You are not an active member of any organization. If you were invited, open the link of the invitation; if your access was removed, ask an administrator.',
  code: 'Second step',
  codeField: 'Code of the authenticator app, or a recovery code',
  goOn: 'Go on',
  setUp: 'Your organization lets in only people with a second factor. Set yours up first.',
  setUpGo: 'Set up an authenticator app',
  ended: 'The session has ended. Sign in again.',
  endedElsewhere: (changes: number) =>
    `You signed out in another tab, or somebody else signed in there. ${notApplied(changes)} and ${are(changes)} kept here for an hour: sign in again to go on with ${them(changes)}.`,
  keptElsewhere: (changes: number) =>
    `${notApplied(changes)} and ${are(changes)} kept for an hour in another tab of this browser, which is locked. Go on with ${them(changes)} there, or discard ${them(changes)} there.`,
  lost: (changes: number) =>
    `${notApplied(changes)} and ${were(changes)} discarded, because nobody signed in again within an hour.`,
  locked: 'Locked',
  signedInAs: 'Signed in as',
  lockedHelp: (changes: number) =>
    changes === 0
      ? 'Nothing is shown until you unlock the page.'
      : `Nothing is shown until you unlock the page. ${notApplied(changes)} and ${are(changes)} kept here for an hour, with what you typed: unlock the page to go on with ${them(changes)}.`,
  lockLosesTitle: 'Lock and lose what is shown once?',
  lockLoses:
    'The page shows something that the server tells only once: a secret, a key or links. The lock drops it, and it cannot be shown again. Copy it first.',
  lockAnyway: 'Lock and drop it',
  unlock: 'Unlock',
  loseTitle: 'Sign out and lose the draft?',
  loseText: (changes: number, isLocked: boolean) =>
    `${notApplied(changes)}. ${isLocked ? `Nobody can bring ${them(changes)} back.` : `To keep ${them(changes)} for an hour, lock the page instead.`}`,
  lose: 'Sign out and discard',
  another: 'Sign in as somebody else',
  proveTitle: 'Is it still you?',
  proveHelp:
    'Before a change of production or of rights, this page asks again for what you sign in with, if you gave it more than ten minutes ago.',
  prove: 'Go on',
  proveByCode: 'By a code of the authenticator app instead',
  appCode: 'Code of the authenticator app',
  proveByProvider:
    'You sign in by the provider of your organization. Do it again in another tab, then come back: nothing here is lost.',
  provedThere: 'I have signed in there',
  notFresh: 'No new sign-in was found.',
  notProved: 'It was not done: you did not prove who you are.',
  soon: 'This page locks in a minute',
  soonSeconds: (seconds: number) => `Nobody has used it for a while. It locks in ${seconds} s.`,
  soonKept: (changes: number) =>
    `${notApplied(changes)}: the lock keeps ${them(changes)} for an hour, with what you typed.`,
  soonLost: 'What it shows only once is lost then: copy it first.',
  stay: 'Stay signed in',
  checking: 'One moment',
  plainHttp: 'This page was opened over plain http',
  plainHttpHelp:
    'A password sent from here could be read on the way, so signing in is refused. Put a proxy with TLS in front of the server, or open a tunnel to it and use localhost.',
} as const;
