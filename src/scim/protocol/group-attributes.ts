import { attributeOf, EXTERNAL_ID, GROUP_SCHEMA, GROUP_TABLE } from './attribute-table.js';
import { caseless, elementsOf, isUnassigned, objectOf, simpleValue } from './attribute-values.js';
import { bodyByName, requiredText } from './body.js';
import { scimProblem } from './scim-problem.js';

/** What a client decides of a group. */
export interface GroupBody {
  readonly displayName: string;
  readonly externalId?: string;
  /** Ids of users, each once; undefined where the body says nothing of members. */
  readonly members?: ReadonlySet<string>;
}

const DISPLAY_NAME = attributeOf(GROUP_TABLE, 'displayName')!;
const MEMBERS = attributeOf(GROUP_TABLE, 'members')!;

/** Reads the body of a POST or PUT. What is unknown, or decided here, is left out. Throws `invalidValue`, `invalidSyntax`. */
export function readGroup(body: unknown): GroupBody {
  const byName = bodyByName(body, GROUP_SCHEMA);
  const members = byName.get('members');
  return {
    displayName: groupName(byName.get('displayname')),
    ...externalIdOf(byName.get('externalid')),
    ...(members === undefined ? {} : { members: readMembers(members) }),
  };
}

/** The name of a group. Throws `invalidValue`. */
export const groupName = (value: unknown): string => requiredText(DISPLAY_NAME, value).trim();

/** An `externalId`, or nothing where it has no value. Throws `invalidValue`. */
export const externalIdOf = (value: unknown): { readonly externalId?: string } =>
  isUnassigned(value) ? {} : { externalId: simpleValue(EXTERNAL_ID, value) as string };

/** The ids of the members that a value names. Throws `invalidValue`: groups are no members of groups. */
export const readMembers = (value: unknown): Set<string> =>
  new Set(elementsOf(MEMBERS, value).map((each) => memberOf(each)));

function memberOf(given: unknown): string {
  if (typeof given === 'string') return given.toLowerCase();
  const parts = new Map<string, unknown>();
  for (const [key, value] of Object.entries(objectOf('An element of members', given)))
    parts.set(key.toLowerCase(), value);
  const type = parts.get('type');
  if (!isUnassigned(type) && (typeof type !== 'string' || caseless(type) !== 'user')) {
    throw scimProblem('invalidValue', 'The type of a member should be "User".');
  }
  const id = parts.get('value');
  if (typeof id !== 'string' || id === '' || id.length > 256) {
    throw scimProblem('invalidValue', 'The value of a member should be the id of a user.');
  }
  return id.toLowerCase();
}
