import { type CaseTable, proved } from '../support/case-table.js';

/** SCIM. */
export const SCIM_CASES: CaseTable = {
  T231: proved(
    'active false, "False", "FALSE", 0, null, "no", []',
    'is deactivated by active %s',
    'is not deactivated by active %j (400)',
  ),
  T232: proved(
    'path-less replace {active:false}; with {id: other}; {"__proto__.x":1}; {"constructor":…}',
    'deactivates by a PATCH without a path (gallery apps)',
    'is not changed by a value without a path that names %s (400)',
  ),
  T233: proved(
    'active in one PATCH false, then a failing operation',
    'stays as it was where one operation of a PATCH fails',
  ),
  T234: proved(
    'deactivate under 100 running requests, 3 replicas',
    'lets no request succeed that begins after its answer, on three replicas',
  ),
  T235: proved(
    'token of A: GET, PUT, PATCH, DELETE ids of B; members of B; filter matching B',
    'gives 404 for its users and groups, 400 for its users as members, and is in no list',
  ),
  T236: proved(
    "externalId equal to another's id, to the admin's e-mail, bulkId:x",
    'has an externalId that is only a label',
  ),
  T237: proved(
    'userName of an existing member in other case; of a deleted one',
    'is not made under a user name that is there in another case (409), and is under that of a deleted one',
  ),
  T238: proved(
    "e-mail → admin's address of another organization / unverified domain / account in two organizations",
    'has its addresses as they were sent, and its account the address that it signs in with',
    'is not made with %s (400)',
  ),
  T239: proved(
    'POST for an address that has an account elsewhere',
    'is invited where the address has an account elsewhere: nothing tells of it',
  ),
  T240: proved(
    'group PATCH add A and PATCH remove B at the same time; 50 in parallel',
    'has all of 50 additions and removals that come at the same time',
  ),
  T241: proved(
    'add the same member 1,000 times in one request; members twice in one value',
    'has a member once, however often it is added',
  ),
  T242: proved(
    'replace members [] on a managed admin group; DELETE it',
    'loses an administering group, member by member or as a whole, and the audit log tells',
  ),
  T243: proved(
    'push into a hand-made group; POST with its name; rename onto it',
    'that was made by hand is not seen (404), and its name is taken (409)',
  ),
  T244: proved(
    'managed group is later given admin by somebody weaker',
    'is given no role beyond the giver, in the organization or in a project (403)',
  ),
  T245: proved(
    'filter: nested 10,000; userName sw ""; active gt true; not (…); quote escapes; eq in any case; unicode escapes',
    'that is none is refused (%#)',
    'compares as its attributes do, and takes every text for a text',
    'refuses what is no filter, or too much of one (invalidFilter, %#)',
  ),
  T246: proved(
    'excludedAttributes=id; attributes=password; both; unknown',
    'shows what is asked for, and never a password',
  ),
  T247: proved(
    'startIndex 10^18, count 10^9, 1.5, abc',
    'has pages with a stable order, and a total of all that the filter finds',
  ),
  T248: proved(
    'SCIM token expired / revoked / of a deleted organization: 401; used for /api/v1/projects: 403',
    'is dead once it is deleted, is over, or its organization is gone (401)',
    'opens users, groups and discovery and nothing else (403); nothing else opens these (403)',
  ),
  T249: proved(
    'application/scim+json with 64 MB, depth 10,000, duplicate keys, lone surrogates',
    'reads bodies with the same bounds as all others',
  ),
  T250: proved(
    'reactivation: old session, refresh, invitation, reset link, TOTP, privileges that ended meanwhile',
    'brings nothing back with activation but rights that live',
  ),
};
