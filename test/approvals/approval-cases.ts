import { type CaseTable, proved, without } from '../support/case-table.js';

/** Policies, held writes, votes and merges. */
export const APPROVAL_CASES: CaseTable = {
  T251: proved(
    'batch with one governed item; over governed and free folders; over two policies',
    'holds the whole of a batch over governed and free folders (T251)',
    'is refused where it concerns two policies, naming both (400, T251)',
  ),
  T252: proved(
    'every other way to write',
    'can come by no route that these tables leave out (T252)',
    'is held: %s (T252)',
  ),
  T253: proved('spellings of a path, globs, exact before glob', 'is one of %s for %s: %s (T253)'),
  T254: proved(
    'policy made while writes run',
    'lets no write pass after its 200 (T254, D282)',
    'holds whatever is sent after its 200, on two replicas (T254, D282)',
  ),
  T255: proved(
    'policy deleted at the moment of the merge',
    'is merged before its policy ends, or closed with it (T255)',
  ),
  T256: proved(
    'approvals 1 → 2 between vote and merge',
    'are counted by the policy of now (T256, D275)',
  ),
  T257: proved(
    'policy moved to another path; environment slug renamed; policy deleted and made anew alike',
    'is closed for good, and its values destroyed, when its policy ends or goes elsewhere (T257, T268)',
    'stays under a new slug of its environment (T257)',
  ),
  T258: proved(
    'approver removed between vote and merge, then added again; deactivated',
    'end with the place by which they were given, and do not revive (T258)',
    '%s is no approver any more, though others let them in again (T258)',
    'leaves no vote, and no sight of changes, to who was in by a group that they have left',
    'are given by approvers of now, who are people (T258, T260)',
  ),
  T259: proved(
    '20 groups, one person; committer approves themself',
    'are one for a person, whatever groups they are in, and the last one counts (T259, T276)',
    'of the committer count only where the policy says so (T259, D273)',
  ),
  T260: proved(
    'identity votes; token of another organization',
    'are given by approvers of now, who are people (T258, T260)',
  ),
  T261: without(
    'person proposes through a machine identity they administer, then approves',
    'Counted as two, as the document says; the audit log tells both, and who made the credential.',
  ),
  T262: proved(
    'two merges of one request; merges of two requests for one key',
    'is done once, by however many at a time (T262)',
    'is refused for too few votes, or an end, before it waits for anybody (403, 400)',
    'is refused with every conflict for %s (409)',
  ),
  T263: proved(
    'merge while somebody writes one of the items',
    'waits for a write of one of its items that is under way, and goes by it (409, T263)',
    'is refused with every conflict for %s (409)',
  ),
  T264: proved(
    'create: name taken since; rename chain in one request',
    'is refused with every conflict for %s (409)',
    'applies updates, renames, exchanged names, moves and deletions',
  ),
  T265: proved(
    'update: deleted since, or deleted and made anew',
    'is refused with every conflict for %s (409)',
  ),
  T266: proved('change and change back', 'is refused with every conflict for %s (409)'),
  T267: proved(
    'tag deleted, environment deleted since',
    'is refused with every conflict for %s (409)',
    'is gone with its last environment (T267)',
  ),
  T268: proved(
    'another policy comes to govern the folder; the folder leaves its policy',
    'is closed for good, though who renames the folder is exempt (T268)',
    'is closed for good, and its values destroyed, when its policy ends or goes elsewhere (T257, T268)',
  ),
  T269: proved(
    'kill -9 in the midst of the merge; connection lost before the answer',
    'is done or not, never half, at kill -9; with its key it is done once (T269)',
  ),
  T270: proved(
    'committer’s right narrowed',
    'goes by the rights of the committer of now (T270, T271)',
    'says that the right is missing before what has changed (403, T270)',
  ),
  T271: proved(
    'committer deactivated, gone from the project, deleted',
    'goes by the rights of the committer of now (T270, T271)',
    'is refused where its committer left the project, or is deleted (403, T271)',
  ),
  T272: proved(
    'merger without any right over secrets',
    'needs no right over secrets of who merges (T272)',
  ),
  T273: proved(
    'bypass: hard; soft with empty list; not listed; reason missing or bad; without write right',
    'is for bypassers of a soft policy with a reason and the right to write (T273, D276)',
    'without votes is done by a bypasser by group (T273)',
  ),
  T274: proved(
    'ids of nobody and of others',
    'is not found by an id of nobody, or of another organization (404, T274)',
    'are given by approvers of now, who are people (T258, T260)',
  ),
  T275: proved(
    'review and merge of closed and merged; reopen of merged; votes from before a reopening',
    'that was closed opens again with its votes void; what has ended does not (T275)',
  ),
  T276: proved(
    'reject after approve, approve after reject, many votes at once by one person',
    'are one for a person, whatever groups they are in, and the last one counts (T259, T276)',
  ),
  T277: proved(
    'values seen by whom',
    'shows values as long as it is open, to those who decide or may read them (T277, D280)',
    'shows what reaches beyond its policy, and the past, to those alone who may read it there (T277)',
    'shows what a change goes on with to those alone who may read it (T277)',
    'is shown to nobody who may not describe it, as by an ordinary write (T277)',
  ),
  T278: proved(
    'values in list, count, error, log, event, audit, table',
    'leaves no value in any table, entry or event (T278)',
  ),
  T279: proved(
    'sealed item copied to another request in the table',
    'does not open in the place of another one (T279)',
  ),
  T280: proved(
    'proposal as oracle',
    'says the same to who may not write as without a policy (T280, D293)',
  ),
  T281: proved(
    'Idempotency-Key; same proposal without key, in parallel',
    'is the request of before while that is open (T281, D274)',
    'keeps its answer under an Idempotency-Key, the header too (T281, D284)',
  ),
  T282: proved(
    'too many proposals',
    'are at most 100 of one committer (400, T282, D291)',
    'are at most 10,000 of one committer (400, D291)',
    'are destroyed in slices where their policy ends, and the rest by the sweep',
    'is kept for the newest 100 of a committer, so that closing does not store without bound (T282)',
    'counts as stored, whatever part of it is large, and goes when the request ends (T282)',
  ),
  T283: proved(
    'approvals 0, −1, 1.5, 10^9; approvers [], twice the same, foreign, invited, deactivated',
    'refuses %j (%i, T283)',
    'refuses approvers who cannot see the project, naming all (400, T283)',
  ),
  T284: proved(
    'policy by somebody with create alone, under a glob of others',
    'needs edit beside create where another governs, and create beside edit (T284)',
  ),
  T285: proved(
    'folder delete, rename, move, environment delete over governed secrets',
    'is refused with 403 naming the policy: %s (T285)',
    'is refused to a folder that would come under the policy with its secrets (403, T285)',
    'does not come with a folder that is renamed to a place under the policy (403, T285)',
    'is not lost with its folder, nor moved away with it (403, T285)',
    'is not lost with the environment that it comes from (403, T285)',
    'is not got rid of by %s of its environment, be that empty: that takes %s of policies (403)',
    'holds its path though the empty folder there is deleted and made anew',
    'is refused to a folder into which a secret is just being written (403, T285)',
  ),
  T286: proved(
    'streams during propose, vote, merge',
    'tells streams of secrets at the merge alone (T286)',
    'are heard by committers and approvers without the right to read all (T286)',
    'end with the place in the policy, by the group too, within a second (T286)',
  ),
  T287: without(
    'read as of a moment between proposal and merge, and rollback to it',
    'A proposal writes no row that a read as of a moment looks at; the merge is an ordinary write.',
  ),
  T288: proved(
    'expiry at the moment of the merge; clock of a replica',
    'expires by the clock of the database (T288, D285)',
  ),
  T289: proved(
    'root or project key rotated while open; backup restored with open requests',
    'is sealed anew with the rest by keys:rotate, and merged afterwards (T289)',
    'goes by the rights of the committer of now (T270, T271)',
  ),
  T290: proved(
    'access request: packed rules with other subjects, wider path, `**`, inverted, range above the limit, `__proto__`',
    'is refused for %s (400, T290)',
    'is refused for longer than the policy gives, for ever, and out of form (T290)',
    'is shortened by who asked, while nobody has voted, and not under a voter who says what they saw, and expires by its policy',
  ),
  T291: proved(
    'access request approved twice at once, after revoke, after asker left',
    'is answered before it waits for anybody, where it is refused or waits already',
    'is approved once, by however many at a time, and not after it was revoked or its asker left (T291)',
  ),
};
