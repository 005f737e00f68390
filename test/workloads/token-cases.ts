import { type CaseTable, proved } from '../support/case-table.js';

/** Form, proof and matching of tokens; keys and network. */
export const TOKEN_CASES: CaseTable = {
  T300: proved(
    'unknown id, other organization, not attached, bad signature, wrong aud, sub, claim; each method',
    'answers every refusal in one text (T300)',
    'takes as long for one reason as for any other, in one text: %s (T300)',
    'refuses what the cluster does not vouch for, in one text and at one time (T328, T329, T330)',
    'refuses what STS does not say in exactly its form, in one text (T338, T340)',
    'refuses another tenant, version, audience or principal, and people (T342)',
  ),
  T301: proved(
    'alg none, HS256 with the public PEM or JWK as key, RS256 key for ES256, ES256K, PS with tiny salt',
    'refuses another algorithm, and whatever a header asks for (T301, T302, T303)',
    'is no HMAC by a public key: %s (T301)',
    'of PS256 has a salt as long as its hash (T301)',
    'is of the algorithm that its key is for (T301)',
  ),
  T302: proved(
    'jwk, jku, x5u, x5c in the header; crit; b64 false; zip; five parts; detached payload',
    'refuses another algorithm, and whatever a header asks for (T301, T302, T303)',
    'refuses tokens that could be read in two ways (T304)',
  ),
  T303: proved(
    'kid as a path, SQL, 1 MB, number, array, __proto__, constructor',
    'refuses another algorithm, and whatever a header asks for (T301, T302, T303)',
    'refuses a body that is malformed or too long before anything is looked up (T350)',
  ),
  T304: proved(
    'names twice, BOM, UTF-16, padding, url-unsafe base64, white space around the dots; a trailing newline',
    'refuses tokens that could be read in two ways (T304)',
    'takes a form, a trailing newline of the token, and the slug of its organization',
  ),
  T305: proved(
    'exp absent, text, 1e308, -1, now, now + 60; iat in 2 h; nbf future; exp − iat 25 h; age 25 h',
    'are good to the second: %j (T305)',
    'are refused beyond that: %j (T305)',
    'end between two seconds by the clock that is asked, and not by that of the process',
    'takes a time within the tolerance, an audience of several, and claims as texts (T305, T306, T313)',
  ),
  T306: proved(
    'aud absent, [], ["x","ours"], "ours,x", Ours, ours/, object; boundAudiences empty',
    '%j: %s (T306)',
    'is refused a second time (400), and where its settings would let anybody in (400, T306)',
  ),
  T307: proved(
    'iss with trailing slash, other case, user info; metadata issuer other than boundIssuer',
    'answers every refusal in one text (T300)',
    'takes keys from the issuer that the row names, whatever else its host has (T307, T308)',
  ),
  T308: proved(
    'token of issuer B for issuer A, same kid and host, other path',
    'takes keys from the issuer that the row names, whatever else its host has (T307, T308)',
  ),
  T309: proved(
    'subjects of other repositories and of environments for repo:octo/app:ref:*',
    '%s does not match %s (T309, T310, T316)',
  ),
  T310: proved(
    '* over a part holding : or /, **, ?, {,@1}',
    '%s matches %s (T310)',
    '%s does not match %s (T309, T310, T316)',
    'matches what a slow and simple matcher matches (T310)',
  ),
  T311: proved(
    'repo:*, *, **, {repo,x}:**, project_path:*, ?epo:octo/** at shared issuers',
    'has to name its owner at an issuer of everybody (400, T311): %s',
    'has to name its owner by what is of nobody else (400, T311): %s %j',
  ),
  T312: proved(
    'old and immutable subjects of GitHub; owner renamed and the name taken by another; ids bound',
    'tells repositories by their ids where those are bound, in both forms of their subjects (T312)',
  ),
  T313: proved(
    'GitLab: fork merge request; ref_protected "true", true; project_id 5, "5", "05", 5.0, 2^53+1',
    'takes a time within the tolerance, an audience of several, and claims as texts (T305, T306, T313)',
    'takes no number that is a whole one in another spelling (T313)',
  ),
  T314: proved(
    'claim as array of 101, nested array, array of objects, null, ""; bound to "", null, true',
    'of %j stands for %j (T314)',
    'of %s bound to %s: %s (T314)',
    'is refused with the name of a malformed field (422): %j',
  ),
  T315: proved(
    'claim path __proto__.x, constructor.name, toString, a.b with both spellings in the token',
    'is found by own names alone, at the top first: %s (T315)',
  ),
  T316: proved(
    'full-width, Cyrillic, NFD, ZWJ, Kelvin, trailing space in sub, namespace, e-mail, ARN',
    '%s does not match %s (T309, T310, T316)',
    'is no service account: %j (T316)',
    'names nobody of AWS: %j (T316)',
  ),
  T317: proved(
    'ReDoS-like pattern of 1,024 characters, 50 alternatives, subject of 8 KiB',
    'takes a few milliseconds for the worst patterns and texts, however many (T317)',
  ),
  T318: proved(
    '30 claims × 50 alternatives × 100 elements',
    'is compared in milliseconds, thirty claims with fifty patterns against lists of a hundred (T318)',
  ),
  T319: proved(
    'private key, HMAC secret, certificate, RSA 1024, e = 1, P-224, 21 keys, 1 MB PEM as publicKeys',
    'refuses keys that are none, too weak, or not public, and shows nothing of them (T319)',
    'is left out where it is %s (T319)',
    'is public, and the only one of its text (T319)',
  ),
  T320: proved(
    'discovery or keys at metadata services, localhost, mapped and decimal addresses, own port',
    'opens no connection to %s',
    'of this machine, its link, a metadata service, or none at all is never called: %s',
    'warns of an issuer that cannot be reached, and of one in a closed network, without its address (T320)',
    'of this machine is never called on a port of this instance',
  ),
  T321: proved(
    'rebinding between check and connect; one good and one bad address; CNAME chain to inside',
    'connects to the address that was checked, without a second look at the name',
  ),
  T322: proved(
    'redirect to inside or outside; http URL; user info; #; port 22; IDN host; 2 KB host',
    'follows no redirect and reads nothing of an answer that is no success',
    'is never called: %s',
  ),
  T323: proved(
    '1 GB keys, 1 byte/s, gzip bomb, wrong type, 10^5 keys, depth 10^4, reset, hang before headers',
    'fails on %s',
    'ends after its time, whether no header comes or one byte at a time',
    'gives up without a connection sooner than without an answer',
  ),
  T324: proved(
    'key set empties, answers 500, HTML 200, yesterday’s set, another tenant’s CA for the same URL',
    'are taken for a day while it is silent, whatever it answers instead, and not a minute longer (T324, T326)',
    'end with the next load that leaves them out (T324, T326)',
    'are those of one authority: the certificates of another row never speak for this one (T324)',
  ),
  T325: proved(
    '1,000 logins with 1,000 unknown kids in a second over 3 replicas',
    'are asked for once more in half a minute by all replicas, however many unknown keys come (T325)',
    'that came just after a load are found by every replica, at one more call (T325)',
    'takes tokens of a key set, and asks once for a key that is not in it (T325)',
  ),
  T326: proved(
    'key withdrawn; restart while the issuer is down; stale at 23 h 59 and 24 h 01; sealed row edited',
    'are taken for a day while it is silent, whatever it answers instead, and not a minute longer (T324, T326)',
    'serve a process that starts while it is silent (T326)',
    'end with the next load that leaves them out (T324, T326)',
    'are not read from a row that was written past the server, and the log says so (T326)',
  ),
  T327: proved(
    'same JWT 100 times at once, singleUse on; off; jti absent; same jti of another issuer',
    'lets a token with an id log in once where the setting says so (T327)',
    'counts the id of a token by its issuer and organization (T327)',
  ),
};
