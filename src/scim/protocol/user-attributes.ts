import { canonicalEmail } from '../../http/body/email.field.js';
import {
  attributeOf,
  EXTERNAL_ID,
  type ScimAttribute,
  subAttributeOf,
  USER_SCHEMA,
  USER_TABLE,
} from './attribute-table.js';
import {
  caseless,
  complexValue,
  elementsOf,
  isUnassigned,
  simpleValue,
} from './attribute-values.js';
import { bodyByName, requiredText } from './body.js';
import { scimProblem } from './scim-problem.js';

/** An address as the client sent it. */
export interface ScimEmailValue {
  readonly value: string;
  readonly type?: string;
  readonly primary?: boolean;
}

/** What a client decides of a user. Absent: has no value. */
export interface UserAttributes {
  readonly userName: string;
  readonly externalId?: string;
  readonly displayName?: string;
  readonly name: { readonly givenName?: string; readonly familyName?: string };
  readonly active: boolean;
  readonly emails: readonly ScimEmailValue[];
}

/** The body of a POST or PUT; `active` and `emails` are undefined where it says nothing of them. */
export type UserBody = Omit<UserAttributes, 'active' | 'emails'> &
  Partial<Pick<UserAttributes, 'active' | 'emails'>>;

const known = (name: string): ScimAttribute => attributeOf(USER_TABLE, name)!;
const USER_NAME = known('userName');
const DISPLAY_NAME = known('displayName');
const NAME = known('name');
const EMAILS = known('emails');
const ACTIVE = known('active');

/** Reads the body of a POST or PUT. What is unknown, or decided here, is left out. Throws `invalidValue`, `invalidSyntax`. */
export function readUser(body: unknown): UserBody {
  const byName = bodyByName(body, USER_SCHEMA);
  const optional = (attribute: ScimAttribute) => {
    const value = byName.get(attribute.name.toLowerCase());
    return isUnassigned(value) ? {} : { [attribute.name]: simpleValue(attribute, value) };
  };
  const name = byName.get('name');
  const emails = byName.get('emails');
  const active = byName.get('active');
  return {
    ...optional(EXTERNAL_ID),
    ...optional(DISPLAY_NAME),
    userName: requiredText(USER_NAME, byName.get('username')),
    name: isUnassigned(name) ? {} : complexValue(NAME, name),
    ...(active === undefined ? {} : { active: simpleValue(ACTIVE, active) as boolean }),
    ...(emails === undefined ? {} : { emails: readEmails(emails) }),
  };
}

/** Reads a list of addresses. Throws `invalidValue`. */
export const readEmails = (value: unknown): ScimEmailValue[] =>
  checkedEmails(elementsOf(EMAILS, value).map((each) => scimEmailOf(each)));

/** An element of the list: an object, or the address alone. Throws `invalidValue`. */
export function scimEmailOf(value: unknown): ScimEmailValue {
  const sub = subAttributeOf(EMAILS, 'value')!;
  const parts = typeof value === 'string' ? { value } : complexValue(EMAILS, value);
  return { ...parts, value: requiredText(sub, parts.value) };
}

/** Throws `invalidValue` for a list that cannot be kept. */
export function checkedEmails(emails: readonly ScimEmailValue[]): ScimEmailValue[] {
  const max = EMAILS.max!;
  if (emails.length > max)
    throw scimProblem('invalidValue', `emails should have at most ${max} elements.`);
  if (emails.filter(({ primary }) => primary === true).length > 1)
    throw scimProblem('invalidValue', 'At most one element of emails may be primary.');
  return [...emails];
}

/** The address that identifies the account. Throws `invalidValue` where there is none. */
export function loginEmailOf({
  userName,
  emails,
}: Pick<UserAttributes, 'userName' | 'emails'>): string {
  const chosen =
    emails.find(({ primary }) => primary === true) ??
    emails.find(({ type }) => type !== undefined && caseless(type) === 'work') ??
    emails[0];
  if (chosen) return chosen.value;
  if (canonicalEmail(userName) !== null) return userName;
  throw scimProblem('invalidValue', 'emails is required unless userName is an e-mail address.');
}
