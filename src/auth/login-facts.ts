import { createHash } from 'node:crypto';
import { type AccessClaims, isOfPerson } from './access-token.js';

const NONE: object = Object.freeze({});

/** Digests of facts, which live as long as the claims of a token that was verified. */
const keys = new WeakMap<object, string>();

/** A caller; service tokens have no claims. */
interface LoggedIn {
  readonly claims?: AccessClaims;
}

/** What the login proved of its identity, which rules may speak of as `identity.auth`. Empty for all but identities. */
export const loginFactsOf = ({ claims }: LoggedIn): object =>
  (claims === undefined || isOfPerson(claims) ? undefined : claims.identityAuth) ?? NONE;

/** What tells logins with other facts apart, for the keys of what is kept by caller. */
export function loginKeyOf(caller: LoggedIn): string {
  const facts = loginFactsOf(caller);
  const known = keys.get(facts);
  if (known !== undefined) return known;
  const key = createHash('sha256').update(JSON.stringify(facts)).digest('base64url');
  keys.set(facts, key);
  return key;
}
