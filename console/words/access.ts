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
  whoCan: 'Who can',
  in: 'in',
  folder: 'in folder',
  action: 'What may be done',
  name: 'Name of the secret',
  anyName: 'every secret',
  environment: 'Environment',
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
  count: (some: number, all: number, environment: string) =>
    `${some} of ${all} ${all === 1 ? 'member' : 'members'} in ${environment}`,
  others: (count: number) => `Show the ${count} who may not`,
  noOthers: (count: number) => `Hide the ${count} who may not`,
  noSecret: (name: string, path: string, environment: string) =>
    `There is no secret ${name} in ${path} of ${environment} that you may see: the answer is about the rules alone.`,
  noSecrets: (path: string, environment: string) =>
    `There is no secret in or below ${path} of ${environment} that you may see: the answer is about the rules alone.`,
  countSoFar: (some: number, looked: number, all: number, environment: string) =>
    `${some} of the first ${looked} members in ${environment}; ${all} in all`,
  /** Of a column whose environment is not the one in question. */
  alsoIn: (environment: string) => `also in ${environment}`,
  more: 'Look at more members',
  who: 'Who',
  because: 'Because',
  until: 'Until',
  noEnd: 'no end',
  lastRead: 'Last read',
  never: 'never',
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
    'Rules about single names or tags are among those that decide. Choose a secret for a sure answer.',
  nobody: 'Nobody can',
  nobodyHelp: 'No role and no privilege of a member allows this. Ask below what is missing.',
  why: 'Why',
  whyHelp: 'Ask why somebody may, or may not.',
  choose: 'Choose a member',
  yes: 'May',
  no: 'May not',
  endsAt: 'The answer turns',
  decides: 'The rule that decides',
  nearest: 'Rules that nearly allow it',
  missing: (fields: readonly string[]) =>
    fields.length > 0
      ? `would, but for: ${fields.map((field) => FIELDS[field] ?? field).join(', ')}`
      : 'is about another act',
  letFor: (name: string) => `Try what 2 h for ${name} would do`,
  tryRole: (slug: string) => `Try other rules for ${slug}`,
  waits: (name: string) => `The change waits for the consent that the policy ${name} asks for.`,
  asCurl: 'As curl',
  role: (slug: string) => `role ${slug}`,
  privilege: (slug: string) => `privilege ${slug}`,
  ofGroup: (name: string) => `of group ${name}`,
  allow: 'allow',
  forbid: 'forbid',
  everywhere: 'everywhere',
  read: 'read',
  everything: 'everything',
  environments: 'Environments',
  identity: 'Machine identity',
  person: 'Person',
} as const;
