import { type CaseTable, proved } from '../support/case-table.js';

/** Members and groups. */
export const MEMBER_CASES: CaseTable = {
  T206: proved(
    'by hand, last org admin: demoted, deactivated, removed, self-removed, bulk removal of both admins, two at once by each other',
    'keep an admin whatever is done by hand (409)',
  ),
  T207: proved(
    'last project admin is a group; its last member removed / group deleted / its role made temporary',
    'keeps the last administrator of a project, who is one by the group (409)',
  ),
  T208: proved(
    'admin group holds only invited or deactivated people',
    'counts nobody who is only invited, or deactivated, as an administrator',
  ),
  T209: proved(
    'deactivate: request already running, next request, stream, running batch, kept idempotent answer, list cursor',
    'lose all that they could do with the request that deactivates them',
    'lose their open streams when they are deactivated',
  ),
  T210: proved(
    'deactivated in A, active in B, one account',
    'keep their sessions in another organization',
  ),
  T211: proved(
    'weaker admin lowers, deactivates, removes a stronger one; to no-access',
    'are not lowered, deactivated or removed by somebody weaker (403)',
  ),
  T212: proved(
    "join a group whose project role exceeds the joiner's",
    'needs every right that the group holds, in the organization and in each project (403)',
  ),
  T213: proved(
    'group gets a role while somebody joins (both weigh before either commits)',
    'is one after the other with a role that the group gets meanwhile',
  ),
  T214: proved(
    'leave a group that forbids',
    'gives back what the group forbids, and so is weighed like a grant (403)',
  ),
  T215: proved(
    'group as member of a group, of itself, by id, name, username',
    'are never members of groups, by whichever name',
  ),
  T216: proved(
    "group and person with the same name; group named like another's id; +, %2F, space, NUL in names",
    'are found by the right one of names that look alike, or not at all',
    'have a name and a slug of their own (409), and no name that is the id of another (400)',
  ),
  T217: proved(
    "foreign organization's user, identity, role, group in every body and path",
    'is one 404 in every body and path of members, and nothing is written',
  ),
  T218: proved(
    'group deleted while its project membership is edited',
    'leave no orphan where a group is deleted while its roles change',
  ),
  T219: proved(
    'own no-access and group admin; own admin temporary and over',
    'counts with all that somebody holds otherwise, by the clock',
  ),
  T220: proved(
    'temporary group role ends in mid-stream',
    'ends a stream with the role of the group that opened it',
  ),
  T221: proved(
    'same privilege slug for a person and an identity of the project',
    'have slugs of their own, beside those of identities',
  ),
  T222: proved("privilege on a group's membership id", 'are not of groups or identities (404)'),
  T223: proved(
    "removing one's own membership while in by group",
    'stay in through a group, and are told so, when their own membership goes',
  ),
  T224: proved(
    'conditional member: read by userEmail: lists, counts, details, search',
    'are shown and counted as far as a conditional read goes, and no further',
  ),
  T225: proved(
    'details for an unknown username / one without account / foreign member',
    'are one 404 by a name that is unknown, without an account, or of elsewhere',
  ),
  T226: proved('search with %, _, \\, regex, 10 KB', 'are searched literally, whatever the text'),
  T227: proved(
    'roles: none, only temporary, twice the same, unknown slug, custom of another project',
    'hold at least one role for good, each once, of this project',
  ),
  T228: proved(
    '10,000 members, 500 groups each; a change of a group with 50,000',
    'is given, changed, listed and taken without a statement for each',
  ),
  T229: proved(
    'metadata change feeds a template in a project the editor cannot see',
    'are weighed where metadata feed a rule in a project that the editor cannot see (403)',
  ),
  T230: proved(
    'same person removed and added anew',
    'come back as new members, without what they held before',
    'by hand has nothing left there, also not after they come back (T230)',
  ),
};
