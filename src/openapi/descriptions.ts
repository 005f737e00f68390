import { CERTIFICATE_DESCRIPTIONS } from './certificate-descriptions.js';
import { APPROVAL_DESCRIPTIONS } from './approval-descriptions.js';
import { OVERVIEW_DESCRIPTIONS } from './overview-descriptions.js';
import { PEOPLE_TAG_DESCRIPTIONS } from './people-descriptions.js';
import { PROVISIONING_DESCRIPTIONS } from './provisioning-descriptions.js';
import { SECRET_DESCRIPTIONS } from './secret-descriptions.js';
import { SIGN_IN_DESCRIPTIONS } from './sign-in-descriptions.js';
import { WORKLOAD_DESCRIPTIONS } from './workload-descriptions.js';

/** The rules of an area in Markdown, by the tag of its operations. */
export const TAG_DESCRIPTIONS: Readonly<Record<string, string>> = {
  ...WORKLOAD_DESCRIPTIONS,
  ...CERTIFICATE_DESCRIPTIONS,
  ...APPROVAL_DESCRIPTIONS,
  ...OVERVIEW_DESCRIPTIONS,
  ...SECRET_DESCRIPTIONS,
  'Secrets, moves': `
A move needs \`describeSecret\`, \`readValue\` and \`delete\` at the source and \`create\` and \`edit\` at the
destination. The secret keeps its id and history, and the move is a new version. With \`shouldOverwrite\` the target's id continues with
the moved content. Events: \`secret:delete\` at the source, \`secret:create\` or \`secret:update\` at the destination.
`,
  'Secrets, versions': `
Every change keeps the state before it, until retention removes it.

**Past versions** are subject to the rights on the place, name and tags that the secret had then, and on today's. If the place no longer
exists, rules with conditions do not allow.

**Rollback of a secret** writes a new version under the present name and place. It needs \`edit\` and the right to read what comes back.

**\`asOf\`** takes a time, or the cursor of an event. As of an event is exact, after the whole transaction that wrote it. As of
a time, a state counts from the beginning of its transaction, so the moment just passed can still change. A moment in the future,
of another project, or before kept history is 400. \`version\` together with \`asOf\` is 400. Folders, imports and tags
have no history: today's paths apply, deleted tags are missing, and imports are left out (400 if asked for on a list). References resolve as of
the same moment.

**Rollback of a folder** restores every secret that is in the folder, or was in it then. The plan can be previewed, and its digest
demanded when it is carried out. A name that is taken, or a folder that no longer exists, is a conflict. What the caller may not describe is left alone. It
needs the rights of an update, or of a move where the folder differs, and the right to read what comes back. At most 1,000 changes, one rollback of a
project at a time.
`,
  'Secrets, references': `
\`\${KEY}\` refers to a secret of the same folder, \`\${environment.folder.KEY}\` to another one of the project. Values are stored as written and
resolved when they are read, by the rights of the reader, to depth 10. What cannot be resolved, or read, stays as written.
Circles end. \`\${KEY}\` does not look through imports. An answer grows by 32 MiB and 10,000 targets at most; beyond: 400.

With \`expandSecretReferences=strict\` a reference that does not resolve is 400. It names the secret that holds the reference; circles and depth are
reported before missing secrets, and a secret that the caller may not describe is missing. Masked values are not checked.

The tree of a value is refused like a read of the value; after 1,000 nodes it says \`truncated\`. The reverse look-up says
\`complete: false\` where a value has more than 100 different references or a secret more than 10,000 referrers. Only referrers that the
caller may describe are shown or counted.
`,
  'Secret imports': `
An import shows the secrets of another folder of the project to readers of the importing folder.

**Rights.** An import decides what readers of a folder get, so besides \`secret-imports\` it needs \`create\` on
secrets of the importing folder, and \`delete\` where names go away (a deletion, another source). The source must be the caller's
to describe as a whole: a rule by name or tag is not enough, and one that forbids by them forbids. Lists name a source
only to callers with \`secret-imports: read\`, or to those who may describe a secret of it.

**Reading.** The client's own secrets prevail, then the import with the highest position. A folder that is reached twice counts
once, at its nearest direct import. An imported secret that may not be described hides nothing. One that may not be read is left out where values are
asked for and nothing takes its place; a single read of it is 403. Filters apply after the nearest secret of a name was found.

**Changes.** Circles are refused at any depth, also by renaming a folder. Imports follow a renamed folder. Deleting a source folder leaves
the import dangling; deleting an environment removes it. At most 100 imports in a folder, 10,000 in one answer. \`isReplication: true\` is 400.
`,
  Folders: `
Creating a folder that exists returns it. Missing parents are created, and \`create\` is checked for each. Names match exactly.

A rename moves every secret below: it needs \`describeSecret\`, \`readValue\` and \`delete\` by the old path, \`create\` and \`edit\`
by the new one. A deletion needs \`delete\` on the folder, on every folder below, and on every secret below. 403 names the secrets that the caller may
know of and counts the others. A rename may not give anybody a right that the renamer does not hold for good. A new description needs neither.

Secrets that move with a folder are reported as \`secret:delete\` at the old address and \`secret:create\` at the new. With \`forceDelete: false\`
a folder that is not empty is 400. \`lastSecretModified\` is the last time a secret in the folder itself
was created, changed, moved or deleted; it is shown where the caller may describe every secret there.
`,
  Environments: `
Reading needs \`environments: read\`. \`position\` is stored as sent, and a deletion does not renumber the others. Another slug moves every
secret of the environment, and a deletion deletes them: both need the rights that moving or deleting each secret would need (see Folders).
`,
  Tags: `
Reading needs \`tags: read\`. A tag's new slug, and its deletion, is an edit of every secret that carries it: it needs \`edit\` on each
as it is and as it becomes, and may not give anybody a right that the caller does not hold for good. Colors are free.
`,
  Projects: `
A new project has the environments dev, staging and prod, and its creator as administrator. Projects and folders need a membership only; without
one they are 403. A membership whose roles have all ended is one with \`no-access\`. Only projects of type \`secret-manager\`
can be created. Deleting a project needs \`workspace: delete\` alone and removes its secrets, past versions and data keys: they cannot be
read again. Its audit entries stay.
`,
  'Project roles': `
A path segment that is a UUID is an id, anything else a slug. Predefined roles have fixed ids and cannot be changed. A role that
somebody holds cannot be deleted (400, with the count).

An edit is checked for each holder: what a holder gains must be the editor's own for as long as the holder has it, and
neither a cut nor a new prohibition may take from a stronger holder what the editor does not hold (403). Holders with
the same rights are checked once, 500 different ones at most. A role that nobody holds, now or later, is edited freely.

See Permissions for the rules themselves.
`,
  'Identity memberships': `
Nobody gives a role beyond their own rights, for longer than their own, or takes from an identity that holds more (403). New roles are checked by themselves as well as with
everything else that the member holds. A predefined \`admin\` for good, whom no rule forbids the way back, must remain: a change after which there is none is 409.
A grant to an identity with credentials that a weaker identity made is 409; with
\`X-Revoke-Weaker-Credentials: true\` they are revoked in the same transaction. Memberships under a conditional \`read\` are filtered and counted
accordingly; without any \`read\` rule: 403. The newer list filters by any of the slugs in \`roles\`; \`custom\` stands for all roles of the project's own.
`,
  'Additional privileges': `
Rules that one identity holds in one project in addition to its roles. v1 and v2 are two views of the same store.

**Rights.** Project \`identity: read\` to read, \`edit\` and \`grant-privileges\` to create or change, \`edit\` to delete. The caller
must hold what the identity gains, for as long; \`details.missingPermissions\` lists what is missing. Removing or shortening a rule that forbids is a
grant. Taking from a stronger identity is 403.

**Temporary.** The end is the start plus the range: \`30s\`, \`15m\`, \`2h\`, \`3d\`, \`1w\`, \`1y\` or the long spelling. A start needs a time zone, and
an end after the year 9999 is 422. Temporary fields with \`isTemporary: false\` are ignored, and left out of answers. PATCH without
\`isTemporary\` keeps the kind; \`true\` takes what is missing from the stored privilege, else 400.

**v1.** One stored rule for each action; \`write\` means create, edit and delete. Of \`privilegePermission\` and
\`permissions\`, the replacing field prevails; neither is 400.

An identity may have 1,000 live privileges in a project.
`,
  Permissions: `
Explain, who-can, matrix, preview and effect questions need \`role: read\`, and \`identity: read\` on every identity shown. At most 50,000 members;
beyond, beyond 250,000 answers of a matrix, or a preview's budget of work: 400 with the advice to ask about less.
An effect ends with the folder at which its budget is used up, and says so (\`lookedAt.isComplete\`); it looks at 10,000 folders and 50,000 secrets. \`mine\` needs a membership only.

**Rules.** A rule that forbids prevails, whatever the order and wherever it comes from. An attribute that is absent or unknown: a rule that
allows does not match, a rule that forbids does. A rule is returned as it was sent. Repeated actions, conditions that say nothing, and conditions or
\`inverted: true\` where the subject takes none are 422. Limits: 1,000 rules, 1,000 values of a list, 1,024 characters of an operand. All
roles and live privileges of one membership hold 10,000 rules and 512 KiB of patterns at most (400).

**\`$glob\`.** Literals; \`*\` and \`?\` inside a segment; \`**\` alone in its segment; \`{a,b}\` without nesting, 32 alternatives at most; 256
characters, 32 segments. A lone \`*\` needs a character. \`/x/**\` matches \`/x\` itself. \`[ ] ( ) ! \\\` are refused (422).

**Templates.** \`{{identity.id}}\`, \`{{identity.name}}\` (of a machine identity), \`{{identity.username}}\` (of a person) and
\`{{identity.metadata.<key>}}\` in texts of conditions are replaced for the identity or person when a rule is evaluated, and \`{{identity.auth.<path>}}\` by what the
login of a workload proved (\`oidc.claims.<name>\`, \`kubernetes.namespace\`, \`kubernetes.name\`, \`aws.accountId\`, \`aws.arn\` and further parts of it); anything
else is 400. The text that replaces one is literal. A value that is unknown, or over 1,024 characters, never allows; a rule that forbids matches. Of \`identity.auth\`
nothing is known where no login is looked at, as in questions about other identities.

**Grants.** A rule that speaks of \`identity.auth\` counts as one that takes any value there, also for whoever changes how an identity logs in. What cannot be proved to be covered by the caller's rights within the budget of a request counts as missing: 403. What somebody holds
without conditions needs no proof.
`,
  'Machine identities': `
Changing a name or metadata needs \`identity: edit\` and is a grant: what the identity gains through rules that refer to them must be the
editor's own, in the organization and in every project. Giving a role other than \`no-access\` needs
\`grant-privileges\`; sending the role already held changes nothing. An identity that alone administers a project cannot be deleted (409,
with the projects). Rights over an identity never reach a stronger one. An identity's deletion sends \`membership:delete\` in each
of its projects.
`,
  ...SIGN_IN_DESCRIPTIONS,
  'Universal auth': `
**Rights.** Attach or change: \`identity: edit-auth\`; detach: \`revoke-auth\`; client secrets: \`create-token\`, \`get-token\`,
\`delete-token\`. They hold for identities that are not stronger than the caller, in the organization and in every project.

**Lockout.** Different wrong secrets within the window lock a client id for their address, and ten times as many from many addresses for
all that have not signed in within 30 days. A locked caller gets 401 with \`Retry-After\`, whether or not the client id exists; the right
secret does not help meanwhile. The route \`clear-lockouts\` ends it (\`identity: edit-auth\`).

**Time to live.** 0 means without end: \`exp\` is 100 years away then, and \`expiresIn\` is the true number of seconds. With a maximum,
0 ends at the maximum. Where there is no maximum, clients are told 1000000000. An expired or used-up client secret is refused; tokens that it
made while it was valid go on.
`,
  'Token auth': `
Tokens that are made once and shown once. The rights are those of Universal auth: \`create-token\` makes and names tokens, \`get-token\`
lists them, \`delete-token\` revokes them. A token keeps the identities that made it; see Identity memberships for what that means when its
holder is given more.
`,
  'Access tokens': `
Renewal and revocation need no \`Authorization\` header: the token is in the body. A token is alive while its credential, identity and
organization are, by the database's clock. Revocation counts at the next request on every replica. The token of a new instance lives
for 30 days and is not renewed beyond them.
`,
  'Organization roles': `
Needs \`role\` in the organization. The predefined roles \`admin\`, \`member\` and \`no-access\` lead the list with fixed ids and cannot
be changed; their slugs and \`custom\` are reserved. Slugs are lower case letters, digits and single hyphens. Rules come back as
they were sent. \`inverted: false\` on a subject that takes no prohibition says nothing and is not stored; \`inverted: true\`, conditions and unknown properties there are 422.

A role that somebody holds cannot be deleted (400), and its edits are checked like those of project roles. Creating a role is not
checked; giving it is. The predefined \`member\` lists \`audit-logs: read\` but cannot hand it on.
`,
  Organizations: `
The first organization comes from the set-up of the instance; an instance administrator creates others. What belongs to another
organization is 404.

\`organization-admin\` is the way back into a project without an administrator: it makes the caller a lasting administrator instead of its
roles there, removes its privileges that forbid, and needs \`access-all-projects\`. With that right a project can be deleted from outside as well.
`,
  ...PEOPLE_TAG_DESCRIPTIONS,
  Instance: `
A server that nobody owns is claimed with the setup token in \`X-Setup-Token\`, or from a network in \`SETUP_NETWORKS\` by a request without
a forwarding header. Without it: 401, before anything else is checked. A server that was claimed answers 400 to everybody.
`,
  'Audit log': `
Every change, every read of a value, every read of the log, and every login of a person is recorded. Refused requests and logins of machines are in the
request log instead.

Auditors hold \`audit-logs: read\` in the organization by \`admin\` or by a role of its own, and see everything. The predefined \`member\` sees
entries of projects in which it holds \`audit-logs: read\`, without the names of secrets that it may not describe. Everybody else: 403. All
parts of a filter must hold. One of them uses an index; with any other a page looks through 10,000 entries (a member's by name:
1,000) and may be short or empty, so follow \`nextCursor\`. A forged cursor is 422.
`,
  Events: `
A subscription is a stream of server-sent events. It needs a token; for a browser, which sends no headers, a ticket for one stream stands in its
place in the query of the GET, for 15 minutes and while the token lives. \`register\` has 1 to 10 entries; without \`event\` an entry means the
four kinds about secrets, without \`conditions\` the whole project. \`secretPath\` is that exact folder; \`/x/**\` is \`/x\` and everything below it. \`[ ] ( ) ! \\\` in a path are 422.

**Rights.** The action of each kind on \`secret-event-subscriptions\`, checked at the subscription and again for every event. Rules on
\`secrets\` with \`eventType\` count as well, and a rule that forbids on any of these subjects prevails. A secret
that the subscriber is forbidden to describe is never named. Kinds about access (privileges, memberships, roles) are sent only to entries that
name them, and need \`read\` on the thing today. A stream ends by a reset of the connection when its rights or its token end.

**Resuming.** \`Last-Event-ID\`, a cursor in the body or query, or neither: then a GET begins now, and a POST continues where the same caller's same registration was, three minutes
earlier to be safe, so events may come twice and none is lost. Where the log cannot answer, the stream begins
with \`reset\`, which names each folder asked for: read these again.

Payloads are arrays of names and never hold values.
`,
  'Service tokens': `
Stored secrets of an earlier kind, for clients that know no other; \`SERVICE_TOKENS=off\` ends them all. A workload is better off with a login without a stored
secret, see OIDC auth.

**What one may do.** Its permissions, in the folders of its scopes, in its one project: \`read\` is secrets with their values, folders and
imports, \`write\` makes, changes and deletes them; a token that may only write is shown no values. Nothing else: other operations are 403. What its maker may no
longer do, the token may not do either. It ends with its time, with the membership by which its maker was in the project (a group's: with the maker's place in the group), and when it is deleted: at the next request; one with \`endsWithCredential\` also with what it was made with (the client secret, token of token auth, method or console session; not with the access token of a login), and it works from nowhere else.

**Form.** \`st.<id>.<secret>\`, and any fourth part, which clients add for themselves. What is wrong with one is not told: all are one 401. Answers to
it carry \`Deprecation\`.
`,
  'Older paths': `
Addresses of an earlier generation, for clients that were written for them. They do what the newer ones do, by the same code, and
stay. Each names its successor.
`,
  System: `
Liveness, readiness and status. Readiness is 503 where the database does not answer, takes no writes, or the process is ending.
`,
  ...PROVISIONING_DESCRIPTIONS,
};
