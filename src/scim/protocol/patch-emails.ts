import { subAttributeOf } from './attribute-table.js';
import { caseless, complexValue, isUnassigned, simpleValue } from './attribute-values.js';
import { type AttributeName, type Filter } from './filter-parser.js';
import { matches } from './filter-values.js';
import type { PatchOperation } from './patch-body.js';
import type { PatchTarget } from './patch-target.js';
import { scimProblem } from './scim-problem.js';
import { scimEmailOf, readEmails, type ScimEmailValue } from './user-attributes.js';

/** Carries out one operation on the addresses of a user. Throws what RFC 7644 3.5.2 names. */
export function patchEmails(
  emails: readonly ScimEmailValue[],
  target: PatchTarget,
  operation: PatchOperation,
): readonly ScimEmailValue[] {
  const { filter, sub } = target;
  const { op, value } = operation;
  const chosen = emails.map((email) => filter === null || chooses(filter, email, target));
  if (op === 'remove') return removed(emails, chosen, target, value);
  if (filter === null && sub === null) {
    const given = readEmails(value);
    return op === 'replace' ? given : given.reduce(withAnother, emails);
  }
  if (!chosen.includes(true)) return [...emails, madeBy(target, operation)];
  const changed = emails.map((email, i) => (chosen[i] ? merged(email, target, value) : email));
  return withOnePrimary(
    changed,
    changed.findIndex((email, i) => chosen[i] && isNewPrimary(email, emails[i]!)),
  );
}

const isNewPrimary = (now: ScimEmailValue, before: ScimEmailValue) =>
  now.primary === true && before.primary !== true;

function removed(
  emails: readonly ScimEmailValue[],
  chosen: readonly boolean[],
  { filter, sub }: PatchTarget,
  value: unknown,
): readonly ScimEmailValue[] {
  if (sub?.required === true) throw scimProblem('mutability', `${sub.name} is required.`);
  if (sub) {
    return emails.map((email, i) => {
      const { [sub.name as 'type']: _, ...rest } = email;
      return chosen[i] ? rest : email;
    });
  }
  if (filter === null && value !== undefined) {
    const gone = new Set(readEmails(value).map((email) => caseless(email.value)));
    return emails.filter((email) => !gone.has(caseless(email.value)));
  }
  return emails.filter((_, i) => !chosen[i]);
}

/** Adds an element unless it is there; a new primary one takes the place of the former. */
function withAnother(
  emails: readonly ScimEmailValue[],
  added: ScimEmailValue,
): readonly ScimEmailValue[] {
  const at = emails.findIndex(
    (email) => caseless(email.value) === caseless(added.value) && email.type === added.type,
  );
  const all =
    at < 0
      ? [...emails, added]
      : emails.map((email, i) => (i === at ? { ...email, ...added } : email));
  return added.primary === true ? withOnePrimary(all, at < 0 ? emails.length : at) : all;
}

const withOnePrimary = (
  emails: readonly ScimEmailValue[],
  primary: number,
): readonly ScimEmailValue[] =>
  primary < 0
    ? emails
    : emails.map((email, i) =>
        i !== primary && email.primary === true ? { ...email, primary: false } : email,
      );

function merged(
  email: ScimEmailValue,
  { attribute, sub }: PatchTarget,
  value: unknown,
): ScimEmailValue {
  if (!sub) return scimEmailOf({ ...email, ...complexValue(attribute, value) });
  if (!isUnassigned(value)) return scimEmailOf({ ...email, [sub.name]: simpleValue(sub, value) });
  return scimEmailOf({ ...email, [sub.name]: undefined });
}

/**
 * The element that `emails[type eq "work"].value` makes where there is none: RFC 7644 says noTarget, and Microsoft Entra
 * relies on it. Throws `noTarget` for all other filters.
 */
function madeBy(
  { attribute, filter, sub }: PatchTarget,
  { value }: PatchOperation,
): ScimEmailValue {
  const type = filter === null ? undefined : typeNamedBy(filter);
  const isMakeable = sub?.name === 'value' && (filter === null || type !== undefined);
  if (!isMakeable) throw scimProblem('noTarget', `No element of ${attribute.name} fits the path.`);
  return scimEmailOf(type === undefined ? { value } : { value, type });
}

function typeNamedBy(filter: Filter): string | undefined {
  if (filter.kind !== 'compare' || filter.operator !== 'eq') return undefined;
  const isType = filter.attribute.name.toLowerCase() === 'type' && filter.attribute.sub === null;
  return isType && typeof filter.value === 'string' ? filter.value : undefined;
}

function chooses(filter: Filter, email: ScimEmailValue, { attribute }: PatchTarget): boolean {
  return matches(filter, ({ name, sub }: AttributeName) => {
    const known = sub === null ? subAttributeOf(attribute, name) : undefined;
    return known && email[known.name as keyof ScimEmailValue];
  });
}
