import { type CaseTable, proved } from '../support/case-table.js';

/** Kubernetes, AWS, Azure, GCP; rights, ends and load; service tokens. */
export const LOGIN_CASES: CaseTable = {
  T328: proved(
    'TokenReview with authenticated "true", absent, 1; error beside true; other usernames',
    'refuses what the cluster does not vouch for, in one text and at one time (T328, T329, T330)',
  ),
  T329: proved(
    'TokenReview without audiences; with another; reviewer revoked; 301; body of 1 MB',
    'refuses what the cluster does not vouch for, in one text and at one time (T328, T329, T330)',
    'tells of a cluster that gives no answer to work with (504, T329)',
  ),
  T330: proved(
    'allowedNamespaces a,b, token of a,b, " a", A, a*; name only; service account recreated',
    'refuses what the cluster does not vouch for, in one text and at one time (T328, T329, T330)',
    'is refused where it would let anybody in (400, T330): %j',
    'is no service account: %j (T316)',
    'is of one of the listed namespaces, exactly, and of whoever has the name there now (T330)',
  ),
  T331: proved(
    'kubernetesHost PATCHed with stored reviewer JWT kept; caCert alone changed',
    'drops the reviewer token with its host or certificates, unless it comes along (T331)',
  ),
  T332: proved(
    'GET, DELETE, audit, log, export, kept answer of a Kubernetes row',
    'never shows the reviewer token, nor keeps it readable (T332)',
  ),
  T333: proved(
    'offline: other cluster, equal iss; namespace claim ≠ sub; one-year token aged 26 h',
    'is checked without the cluster in the mode oidc (T333)',
  ),
  T334: proved(
    'STS body Action=AssumeRole, two Actions, extra pair, GET, query, Version twice, 1 MB, not base64',
    'sends nothing on that is no such request (T334, T335, T336)',
  ),
  T335: proved(
    'Host of another, another port, two Hosts by case, absent, CRLF',
    'sends nothing on that is no such request (T334, T335, T336)',
  ),
  T336: proved(
    'SignedHeaders without host, with x-vault-…, content-type unsigned; scope iam, wrong region, old day',
    'sends nothing on that is no such request (T334, T335, T336)',
    'sends on a request that it builds anew, and takes what STS says of its signer (T336, T337)',
  ),
  T337: proved(
    'Accept, Transfer-Encoding, Connection, Content-Length 0, X-Forwarded-Host in the map',
    'sends on a request that it builds anew, and takes what STS says of its signer (T336, T337)',
  ),
  T338: proved(
    'STS says 200 with XML, an error with an Arn inside, extra fields, two results, Account ≠ Arn',
    'refuses what STS does not say in exactly its form, in one text (T338, T340)',
  ),
  T339: proved(
    'signed request replayed from another source, replica, after 61 s, after 6 min, at another identity',
    'lets a signature serve its first identity and source, and no other (T339)',
    'takes a signature from its first source alone, on every replica (T339)',
    'sends nothing on that is no such request (T334, T335, T336)',
  ),
  T340: proved(
    'role R of account B for A:role/R; role/team/R; assumed-role/R/role/R2; root; A:*',
    'refuses what STS does not say in exactly its form, in one text (T338, T340)',
  ),
  T341: proved(
    'stsEndpoint of another host, http, path, IP, user info',
    'is attached, and shows its kind and its warnings',
  ),
  T342: proved(
    'Azure: tid of another tenant; v1 in v2 form; scp; idtyp user; appid equal to an allowed oid; common',
    'refuses another tenant, version, audience or principal, and people (T342)',
    'is refused where it would let anybody in (T342): %j',
  ),
  T343: proved(
    'GCP: iam-signed JWT with iss accounts.google.com and compute_engine claims, type gce',
    'takes identity tokens of its accounts, projects and zones, of type gce (T343, T344)',
  ),
  T344: proved(
    'GCP: sub x@evil.com/../.., upper case, email_verified false, aud another identity, exp in 12 h',
    'takes identity tokens of its accounts, projects and zones, of type gce (T343, T344)',
    'takes what an account signed itself, of type iam, and asks for keys of no other account (T344)',
  ),
  T345: proved(
    'weaker caller attaches, patches, detaches at a stronger identity; at itself; at the instance admin',
    'is set, changed and ended by nobody weaker (403), and nothing is asked meanwhile (T345): %s',
    'needs the right to make tokens beside that to edit (403)',
  ),
  T346: proved(
    'attached while the identity was weak, identity lifted later',
    'does not rise with its identity: the grant is refused and names the method, or ends the trust (T346)',
  ),
  T347: proved(
    'mapping path → a claim the branch name fills, with a rule that speaks of it; value **, ../prod, {a,b}',
    'open what its claim names, and take it for no pattern (T347)',
    'takes what a login proved for no pattern: %s (T347)',
    'holds every value that a rule could take (403, T347)',
    'is not the identity itself, whose login gives it no more than its value (403, T347)',
    'gives such a rule to nobody without holding all that it may open (403, T347)',
  ),
  T348: proved(
    'two logins of one identity with different facts, interleaved, shared caches',
    'are kept apart for two logins of one identity, whatever is remembered of either (T348)',
  ),
  T349: proved(
    'PATCH of issuer, detach, re-attach during 100 logins and renewals on 3 replicas',
    'after another issuer',
    'after it was detached and attached again',
    'after its identity was deleted',
    'after its organization was deleted',
    'after a change that asks for it, during a hundred logins and renewals',
  ),
  T350: proved(
    'form body: 10^5 parameters, one twice, jwt[]=, JSON with 1,000 keys, 16 KiB + 1, nested jwt object',
    'refuses a body that is malformed or too long before anything is looked up (T350)',
  ),
  T351: proved(
    '1,000 logins at a cluster that hangs; another tenant meanwhile',
    'leaves the logins of another tenant as fast as they were (T351)',
    'holds up the logins of its own tenant alone, and those not for long (T351)',
    'are loaded for others at the moment that it is refused them',
    'are loaded for others that came while it waited for a place',
    "are asked anew for others: it uses up nobody's half a minute",
  ),
  T352: proved(
    '600 AWS logins a minute from one address to a known, an unknown id, wrong signatures',
    'is refused after ten failures a minute of an id from one source, known or not; others log in (T352)',
  ),
  T353: proved(
    'explain by read-only member, for another organization, with a live token, 100 in parallel, markup in claims',
    'is for who manages the identity; it is encoded, and shows no proof (T353)',
    'is given ten times a minute (429, T353)',
    'tells every check, what it would issue, and uses up nothing',
  ),
  T354: proved(
    'lastFailure fed by a stranger: 10 KB sub, bidi, CRLF, unverified',
    'tells those who manage the identity of the last login and the last failure, and nobody else (T354)',
  ),
  T355: proved(
    'service token: 2, 3, 4, 5 parts, other id with own secret, upper-case hex, expired, maker removed, project deleted',
    'takes three parts or four, and no other form (T355): %s',
    'comes with its time',
    'comes with the membership of its maker, and does not come back with it',
    'comes with the project',
  ),
  T356: proved(
    'service token on roles, members, audit, KMS, own creation, other project, path outside scope, write without read',
    '%s %s is refused (403)',
    'is for who may, in the project (403, 404)',
    'is not %s: a list there is refused (403), a secret is not found (404)',
    'is one project, even where its maker is in another (403), and no other organization (404)',
    'is made, changed and deleted without being read',
  ),
  T357: proved(
    'scopes **, /a/../b, unknown environment; maker without delete asks write',
    'refuses a scope or a term that cannot be: %s (422, T357)',
    'refuses an unknown environment (404)',
    'refuses what its maker may not: %s (403, T357)',
  ),
};
