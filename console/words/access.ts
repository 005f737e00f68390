import type { Action } from '../access/actions';
import type { MarkName } from '../access/model';

/** What rules look at, in words. */
const FIELDS: Readonly<Record<string, string>> = {
  environment: 'the environment',
  secretPath: 'the folder',
  secretName: 'the name of the secret',
  secretTags: 'the tags of the secret',
};

/** Words of who can do what, and why. */
export const accessWords = {
  title: 'Access',
  whoCan: 'who can',
  in: 'in',
  folder: 'in folder',
  action: 'What may be done',
  name: 'Name of the secret',
  anyName: 'every secret',
  environment: 'Environment',
  anyEnvironment: 'any environment',
  path: 'Folder',
  actions: {
    describeSecret: 'see the name',
    readValue: 'read the value',
    create: 'create',
    edit: 'change',
    delete: 'delete',
  } satisfies Record<Action, string>,
  /** Before the name of a secret. */
  asked: {
    describeSecret: 'see',
    readValue: 'read the value of',
    create: 'create',
    edit: 'change',
    delete: 'delete',
  } satisfies Record<Action, string>,
  /** Where a count was made; empty: in any environment. */
  countedIn: (environment: string) =>
    environment === '' ? 'in at least one environment' : `in ${environment}`,
  count: (some: number, all: number, where: string) =>
    `${some} of ${all} ${all === 1 ? 'member' : 'members'} ${where}`,
  /** After a count: those for whom it depends on the secret. */
  alsoSome: (count: number) => `; for ${count} more it depends on the secret`,
  /** After a count: those who may in some folders below. */
  alsoBelow: (count: number) => `; ${count} more in folders below`,
  partly: (count: number, act: string, path: string) =>
    `${count} more can ${act} in folders below ${path}`,
  partlyLabel: 'In folders below',
  partlyCut: 'Not every folder below was checked. Choose a folder for an exact answer.',
  where: 'Where',
  moreFolders: (count: number) => `and ${count} more ${count === 1 ? 'folder' : 'folders'}`,
  others: (count: number) =>
    count === 1 ? 'Show 1 member who cannot' : `Show ${count} members who cannot`,
  noOthers: (count: number) =>
    count === 1 ? 'Hide the member who cannot' : `Hide the ${count} members who cannot`,
  noSecret: (name: string, path: string, environment: string) =>
    `There is no secret ${name} in ${path} of ${environment || 'any environment'} that you can see. This answer goes by the rules alone.`,
  noSecrets: (path: string, environment: string) =>
    `There is no secret in or below ${path} of ${environment || 'any environment'} that you can see. This answer goes by the rules alone.`,
  countSoFar: (some: number, looked: number, all: number, where: string) =>
    `${some} of the first ${looked} members ${where}; ${all} in all`,
  inEnvironment: (environment: string) => `in ${environment}`,
  more: 'Check more members',
  who: 'Who',
  because: 'Because',
  forbiddenBy: (source: string) => `Forbidden by ${source}`,
  dependsOn: (source: string) => `Depends on the secret, by ${source}`,
  cannot: (rule: string) => `may not ${rule}`,
  noRule: 'No rule allows it',
  noGrantHelps: (way: string) =>
    `This rule forbids it, and a rule that forbids wins over every grant. To allow it, change this rule, or ${way}.`,
  takeAway: (source: string, name: string) => `take ${source} away from ${name}`,
  leaveGroup: (group: string, source: string, name: string) =>
    `take ${name} out of group ${group}, or ${source} away from the group`,
  until: 'Until',
  noEnd: 'no end',
  lastRead: 'Last read',
  never: 'never',
  notLately: 'not lately',
  readsHidden: 'You may not see who read it.',
  version: (version: number) => `v${version}`,
  marks: {
    may: 'may',
    until: 'may, for a time',
    some: 'depends on the secret',
    not: 'nothing allows it',
    forbidden: 'forbidden',
  } satisfies Record<MarkName, string>,
  legend: 'What the marks mean',
  ofSome:
    'Some of the rules depend on the name or the tags of a secret. Choose a secret for an exact answer.',
  nobody: 'Nobody can',
  nobodyHelp: 'No role or privilege of any member allows it. See below what is missing.',
  why: 'Why',
  whyHelp: 'Choose a member to see why they may or may not.',
  choose: 'Choose a member',
  yes: (environment: string) => `Allowed in ${environment}`,
  no: (environment: string) => `Not allowed in ${environment}`,
  depends: (environment: string) => `Depends on the secret in ${environment}`,
  dependsHelp:
    'A rule about the name or the tags of a secret decides. Choose a secret for an exact answer.',
  everyEnvironment: 'In every environment',
  endsAt: 'This changes',
  decides: 'The rule that decides',
  nearest: 'Rules that almost allow it',
  missing: (fields: readonly string[]) =>
    fields.length > 0
      ? `would allow it, except for: ${fields.map((field) => FIELDS[field] ?? field).join(', ')}`
      : 'allows something else',
  letFor: (name: string) => `Try giving ${name} access for 2 hours`,
  tryRole: (slug: string) => `Try changing the rules of ${slug}`,
  waits: (name: string) => `The change then waits for consent, by the policy ${name}.`,
  asCurl: 'As curl',
  role: (slug: string) => `role ${slug}`,
  privilege: (slug: string) => `privilege ${slug}`,
  grantUntil: (end: string) => `grant until ${end}`,
  grantWithoutEnd: 'grant without an end',
  ofGroup: (name: string) => `of group ${name}`,
  everywhere: 'everywhere',
  read: 'read',
  everything: 'everything',
  environments: 'Environments',
  token: 'Service token',
  tokens: 'Service tokens',
  scope: 'Scope',
  madeBy: 'made by',
  becauseOfMaker: 'Because its maker has',
  outOfScope: 'Outside its scope, or its maker may not',
  lastUsed: 'Last used',
  tokensHelp: 'A service token does what its scope and the rules of its maker both allow.',
  countTokens: (some: number, all: number, where: string) =>
    `${some} of ${all} service ${all === 1 ? 'token' : 'tokens'} ${where}`,
  otherTokens: (count: number) =>
    count === 1 ? 'Show 1 service token that cannot' : `Show ${count} service tokens that cannot`,
  noOtherTokens: (count: number) =>
    count === 1
      ? 'Hide the service token that cannot'
      : `Hide the ${count} service tokens that cannot`,
  identity: 'Machine identity',
  person: 'Person',
} as const;
