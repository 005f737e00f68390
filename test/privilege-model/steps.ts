import fc from 'fast-check';
import { MEMBERSHIP_COMMANDS, PRIVILEGE_COMMANDS, ROLE_COMMANDS } from './access-commands.js';
import type { Command } from './command.js';
import { CONTENT_COMMANDS, READ_NAMES, READ_VALUES, RENAME_COMMANDS } from './content-commands.js';
import { CREDENTIAL_COMMANDS, IDENTITY_COMMANDS } from './identity-commands.js';
import { GIVING_TO_PEOPLE, GROUP_COMMANDS, PEOPLE_COMMANDS } from './people-commands.js';
import { type Footing, type World, worldsFor } from './world.js';

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
  ...GROUP_COMMANDS,
  ...PEOPLE_COMMANDS,
  ...RENAME_COMMANDS,
  ...CONTENT_COMMANDS,
];

export const commandOf = (name: string): Command =>
  [...COMMANDS, READ_VALUES, READ_NAMES].find((command) => command.name === name)!;

/** Whoever makes such a call could as well step into the place of the identity. */
export const STEPPING: ReadonlySet<string> = new Set(CREDENTIAL_COMMANDS.map(({ name }) => name));

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
  ...GIVING_TO_PEOPLE,
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
const NOT_HONEST = new Set(['sign in with a client secret', 'renew a token', 'revoke a token']);
export const HONEST = COMMANDS.map(({ name }) => name).filter((name) => !NOT_HONEST.has(name));

const numbers = fc.array(fc.nat(29), { minLength: 7, maxLength: 7 });

const one = (by: Step['by'], names: readonly string[]): fc.Arbitrary<Step> =>
  fc.record({ by: fc.constant(by), command: fc.constantFrom(...names), numbers });

const namesOf = (commands: readonly Command[]) => commands.map(({ name }) => name);

const ATTACK = fc.oneof(
  { arbitrary: one('attacker', namesOf(ROLE_COMMANDS)), weight: 3 },
  { arbitrary: one('attacker', namesOf(MEMBERSHIP_COMMANDS)), weight: 3 },
  { arbitrary: one('attacker', namesOf(PRIVILEGE_COMMANDS)), weight: 3 },
  { arbitrary: one('attacker', namesOf(IDENTITY_COMMANDS)), weight: 4 },
  { arbitrary: one('attacker', namesOf(GROUP_COMMANDS)), weight: 4 },
  { arbitrary: one('attacker', namesOf(PEOPLE_COMMANDS)), weight: 3 },
  { arbitrary: one('attacker', namesOf(RENAME_COMMANDS)), weight: 4 },
  { arbitrary: one('attacker', namesOf(CONTENT_COMMANDS)), weight: 4 },
);

const MOST_CALLS = { minLength: 1, maxLength: 8, size: 'max' } as const;

/** Up to eight calls, most of them of one kind, with an administrator at work besides. */
const callsOf = (
  names: readonly string[] | null,
  admins: number,
): fc.Arbitrary<readonly Step[]> => {
  const kind = names ? one('attacker', names) : ATTACK;
  const among = fc.oneof(
    { arbitrary: kind, weight: 6 },
    { arbitrary: ATTACK, weight: 1 },
    { arbitrary: one('admin', BY_ADMIN), weight: admins },
  );
  return fc.array(among, MOST_CALLS);
};

export interface Attack {
  readonly world: World;
  readonly steps: readonly Step[];
}

interface Kind extends Footing {
  readonly commands?: readonly Command[];
  /** Calls of the administrator, to six of the kind. */
  readonly admins?: number;
}

const kindOf = ({ commands, admins = 1, ...footing }: Kind): fc.Arbitrary<Attack> =>
  fc.record({
    world: worldsFor(footing),
    steps: callsOf(commands ? namesOf(commands) : null, admins),
  });

const RENAMES = RENAME_COMMANDS.filter(({ name }) => name.startsWith('rename'));
const EDITS = ROLE_COMMANDS.filter(({ name }) => name === 'edit a project role');

const GROUP_RENAMES = GROUP_COMMANDS.filter(({ name }) => name === 'rename a group');

const PLANTS = CREDENTIAL_COMMANDS.filter(({ name }) => /^(attach|create)/.test(name));

/** What leads to a client secret and on to its token, three calls that hardly follow one another among all others. */
const SIGN_INS = IDENTITY_COMMANDS.filter(({ name }) =>
  /^(attach|create a client secret|sign in)/.test(name),
);

/** Every kind of attack on a footing from which it can begin, and all of them from anywhere. */
export const attacks: fc.Arbitrary<Attack> = fc.oneof(
  kindOf({ own: [0], guarded: ['attacker', 'admin'], commands: EDITS }),
  kindOf({ own: [0, 1, 9], commands: [...EDITS, ...ROLE_COMMANDS, ...MEMBERSHIP_COMMANDS] }),
  kindOf({ own: [1, 3], commands: MEMBERSHIP_COMMANDS }),
  kindOf({ own: [2], commands: PRIVILEGE_COMMANDS }),
  kindOf({ orgRole: ['member'], commands: PLANTS, admins: 5 }),
  kindOf({ orgRole: ['member', 'custom'], commands: CREDENTIAL_COMMANDS, admins: 2 }),
  kindOf({ orgRole: ['member', 'custom'], commands: IDENTITY_COMMANDS }),
  kindOf({ orgRole: ['member', 'custom'], commands: SIGN_INS }),
  kindOf({ orgRole: ['custom'], orgRules: [6, 7], own: [27, 28], commands: GROUP_COMMANDS }),
  kindOf({ orgRole: ['custom'], orgRules: [6], accomplice: [28], commands: GROUP_RENAMES }),
  kindOf({ orgRole: ['custom'], orgRules: [8], own: [29, 30], commands: PEOPLE_COMMANDS }),
  kindOf({ own: [4, 6, 7], commands: RENAMES }),
  kindOf({ own: [4, 5, 6, 7], commands: RENAME_COMMANDS }),
  kindOf({ base: ['viewer', 'member'], own: [8, 19, 20, 21, 22, 23], commands: CONTENT_COMMANDS }),
  kindOf({}),
);

/** Steps of the administrator alone. */
export const honestWork: fc.Arbitrary<readonly Step[]> = fc.array(one('admin', HONEST), MOST_CALLS);
