import fc from 'fast-check';
import { MEMBERSHIP_COMMANDS, PRIVILEGE_COMMANDS, ROLE_COMMANDS } from './access-commands.js';
import type { Command } from './command.js';
import { CONTENT_COMMANDS, READS, RENAME_COMMANDS } from './content-commands.js';
import { IDENTITY_COMMANDS } from './identity-commands.js';

/** One call: whose, which, and the numbers by which it chooses. */
export interface Step {
  readonly by: 'attacker' | 'admin';
  readonly command: string;
  readonly numbers: readonly number[];
}

export const COMMANDS: readonly Command[] = [
  ...ROLE_COMMANDS,
  ...MEMBERSHIP_COMMANDS,
  ...PRIVILEGE_COMMANDS,
  ...IDENTITY_COMMANDS,
  ...RENAME_COMMANDS,
  ...CONTENT_COMMANDS,
];

export const commandOf = (name: string): Command =>
  [...COMMANDS, ...READS].find((command) => command.name === name)!;

/** By which an administrator changes what somebody holds: a credential planted before must not rise with it. */
export const GRANTS: ReadonlySet<string> = new Set([
  'add a member',
  'assign roles to a member',
  'grant a privilege',
  'change a privilege',
  'edit a project role',
  'change the organization role of an identity',
  'edit an organization role',
  'grant a privilege of the first generation',
  'change a privilege of the first generation',
]);

/** The administrator's honest work among the attacker's calls. */
const BY_ADMIN = [
  ...GRANTS,
  'change metadata of an identity',
  'rename an environment',
  'rename a folder',
  'rename a tag',
  'change a secret',
  'create a secret',
];

/** What an administrator does all day; nothing by which he would take from himself. */
export const HONEST = COMMANDS.map(({ name }) => name).filter(
  (name) => name !== 'sign in with a client secret',
);

const numbers = fc.array(fc.nat(29), { minLength: 7, maxLength: 7 });

const one = (by: Step['by'], names: readonly string[]): fc.Arbitrary<Step> =>
  fc.record({ by: fc.constant(by), command: fc.constantFrom(...names), numbers });

const namesOf = (commands: readonly Command[]) => commands.map(({ name }) => name);

const ATTACK = fc.oneof(
  { arbitrary: one('attacker', namesOf(ROLE_COMMANDS)), weight: 3 },
  { arbitrary: one('attacker', namesOf(MEMBERSHIP_COMMANDS)), weight: 3 },
  { arbitrary: one('attacker', namesOf(PRIVILEGE_COMMANDS)), weight: 3 },
  { arbitrary: one('attacker', namesOf(IDENTITY_COMMANDS)), weight: 4 },
  { arbitrary: one('attacker', namesOf(RENAME_COMMANDS)), weight: 4 },
  { arbitrary: one('attacker', namesOf(CONTENT_COMMANDS)), weight: 4 },
);

/** Up to eight calls of an attacker, with an administrator at work besides. */
export const attacks: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof({ arbitrary: ATTACK, weight: 5 }, { arbitrary: one('admin', BY_ADMIN), weight: 1 }),
  { minLength: 1, maxLength: 8, size: 'max' },
);

/** The same of the administrator alone. */
export const honestWork: fc.Arbitrary<readonly Step[]> = fc.array(one('admin', HONEST), {
  minLength: 1,
  maxLength: 8,
  size: 'max',
});
