import type { Effect } from '../what-if/model';

/** After somebody who loses, members need not be named again. */
function gainersText(count: number, isFirst: boolean): string {
  if (count === 0) return 'nobody gains';
  if (!isFirst) return count === 1 ? '1 gains' : `${count} gain`;
  return count === 1 ? '1 member gains' : `${count} members gain`;
}

/** Kinds of things that are named in a summary. */
const KINDS = 3;

/** Words of trying rules before they count. */
export const whatIfWords = {
  title: 'What if',
  target: 'Whose rules',
  choose: 'Choose a role or a member',
  chooseHelp:
    'Change the rules of a role, give a member other roles, or draft a grant to one member.',
  help: 'Nothing takes effect until you apply it.',
  rolesOfMember: 'Other roles of one member',
  rolesOf: (name: string) => `Roles of ${name}`,
  ownRoles: 'Roles',
  groupsStay: 'Roles by groups, and grants, stay as they are.',
  byGroupsAlone: (name: string) => `${name} has no roles in this project, except by groups`,
  byGroupsAloneHelp: 'Change the roles of the group, or give a grant.',
  sameRolesHelp: 'Tick or untick a role to see what would be lost and gained by it.',
  isTaken: 'taken away',
  newRolesFor: 'new roles for',
  applyRoles: 'Change the roles',
  confirmRoles: (name: string) => `Change the roles of ${name} to these?`,
  appliedRoles: 'The roles are changed.',
  tryRoles: 'What if …',
  tryRolesOf: (name: string) => `What if ${name} had other roles`,
  overruled: (rule: string, source: string, isVain: boolean) =>
    `${isVain ? 'Nothing changes' : 'It stays so'}: “${rule}” is forbidden by a rule of ${source}, and a rule that forbids wins over every grant.`,
  roles: 'Roles of this project',
  members: 'A grant to one member',
  roleOf: (name: string) => `Role ${name}`,
  grantTo: (name: string) => `Grant to ${name}`,
  noRoles: 'The predefined roles cannot be changed.',
  for: 'for',
  ranges: {
    '': 'an unlimited time',
    '1h': '1 hour',
    '2h': '2 hours',
    '8h': '8 hours',
    '1d': '1 day',
    '7d': '7 days',
  } as Readonly<Record<string, string>>,
  range: 'How long it lasts',
  rules: 'Rules',
  rule: (number: number) => `Rule ${number}`,
  allow: 'allow',
  forbid: 'FORBID',
  isAllowing: 'Allow or forbid',
  read: 'read',
  acts: 'Actions',
  noActs: 'no action',
  environments: 'Environments',
  everywhere: 'everywhere',
  path: 'Folder or pattern',
  anyPath: 'every folder',
  add: 'Add a rule',
  remove: (number: number) => `Remove rule ${number}`,
  isNew: 'new',
  dropped: 'Removed',
  asJson: 'Edit as JSON',
  asRows: 'Edit as rows',
  json: 'Rules as JSON',
  badJson: (line: number, column: number) =>
    `This is not JSON: look at line ${line}, column ${column}.`,
  discard: 'Discard the draft',
  effect: 'Who loses and who gains',
  loses: 'Loses',
  gains: 'Gains',
  none: 'nothing',
  onlyNames: (path: string, names: string, more: number) =>
    `${path} (only ${names}${more > 0 ? ` and ${more} more` : ''})`,
  moreFolders: (count: number) => (count === 1 ? 'and 1 more' : `and ${count} more`),
  omitted: (count: number) => `and ${count} more places`,
  lookedAt: (folders: number, environments: number, secrets: number) =>
    [
      `Checked ${folders === 1 ? '1 folder' : `${folders} folders`}`,
      ` in ${environments === 1 ? '1 environment' : `${environments} environments`}`,
      secrets > 0 ? `, and ${secrets === 1 ? '1 secret' : `${secrets} secrets`} by name` : '',
      '. Folders that you may not see, or that do not exist yet, are not checked.',
    ].join(''),
  partly: (folders: number) =>
    `This project is too large to check at once: the result is about the first ${folders} folders only.`,
  atPlace: 'Before and after at one place',
  before: 'Before and after',
  action: 'What may be done',
  in: 'in folder',
  who: 'Who',
  effects: {
    gains: 'gains',
    loses: 'loses',
    both: 'gains and loses',
    same: 'no change',
  } satisfies Record<Effect, string>,
  then: 'then',
  thisGrant: 'this grant',
  counts: (gainers: number, losers: number, unchanged: number) =>
    [
      losers === 0 ? 'Nobody loses' : losers === 1 ? '1 member loses' : `${losers} members lose`,
      gainersText(gainers, losers === 0),
      ...(unchanged === 0 ? [] : [`nothing changes for ${unchanged}`]),
    ].join(', '),
  /** Beside the counts, where not all was looked at. */
  inPart: (folders: number) => `in the ${folders} folders that were checked`,
  others: (count: number) =>
    count === 1 ? 'Nothing changes for 1 member' : `Nothing changes for ${count} members`,
  moreMembers: (shown: number, total: number) =>
    `Only ${shown} of the ${total} members are listed, those who lose first. The counts include everybody.`,
  nobody: 'Nobody has this role',
  nobodyHelp: 'Changing its rules affects nobody until somebody has it.',
  cannot: 'You cannot apply this',
  isDone: 'Your change is applied',
  isDoneHelp:
    'Nothing else is tried. Change something to see who would lose and who would gain by it.',
  undo: 'Undo …',
  noUndo: 'A role that was taken away would have ended by itself: give it again by hand.',
  inDetail: 'In detail',
  inFolders: (count: number) => `in ${count} folders`,
  /** Subjects of rules, the first of them by name. */
  kinds: (subjects: readonly string[]) => {
    const names = subjects.map((each) => each.replaceAll('-', ' '));
    const more = names.length - KINDS;
    return `rights to ${names.slice(0, KINDS).join(', ')}${more > 0 ? ` and ${more} more kinds of things` : ''}`;
  },
  nothing: 'Nothing has changed yet',
  nothingHelp: 'Change a rule to see who would lose and who would gain by it.',
  broken: 'The JSON has an error. Fix it first.',
  noGrant: 'Nothing is granted yet',
  noGrantHelp: 'Add a rule to see what it would give.',
  applyRole: (holders: number) =>
    holders === 1 ? 'Apply to 1 holder' : `Apply to ${holders} holders`,
  applyGrant: 'Grant it',
  confirmRole: (slug: string) => `Change the rules of ${slug}?`,
  confirmGrant: (name: string, range: string) => `Grant this to ${name} for ${range}?`,
  cancel: 'Not yet',
  granted: (name: string) => `It is granted to ${name}.`,
  seeGrant: 'See the grants, and take them away',
  applied: 'The new rules are in effect.',
} as const;
