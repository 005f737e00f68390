/** Texts of the OpenAPI document (Markdown): policies, and changes that wait for consent. */
export const APPROVAL_DESCRIPTIONS: Readonly<Record<string, string>> = {
  'Approval policies': `
A policy asks for the consent of people before secrets change in a folder, or in all folders that a pattern matches, of one or several
environments. **Exactly one** governs a folder: the policy of that very path, else the oldest whose pattern matches. \`/x\` does not cover
\`/x/y\`; \`/x/**\` covers both.

**Held** is every change of secrets there: creations, updates, deletions, batches, moves in and out, rollbacks. All the checks of the
write run first; then the answer is 200 with \`approval\` in the place of its other members, the header \`X-Change-Request\` names the request, and
nothing is written. One governed item holds the whole batch; folders of two policies in one batch are 400. The same change proposed again while it is
open is the same request. A service token cannot propose (403). Deleting or renaming a folder, and deleting an environment, is 403 where governed
secrets are in it, or new ones that wait. Imports, tags and reminders of a project are not held.

**Machine identities** are held too, unless the policy says \`bypassForMachineIdentities\`. They propose, close their own requests and merge them once approved; they
never vote, nor count in a group.

**Approvers and bypassers** are people, or groups, who can see the project; who they are is looked at when a vote is counted. They come back in the
order given. A PATCH with \`approvers\` and without \`bypassers\` clears those. \`satisfiable\` says whether enough people could consent today.

A changed policy counts at once, also for requests that wait. Every change is audited with what the policy was before.
`,
  'Approval requests': `
A request holds what would be written, sealed; it is never edited. It is open for 30 days. A project has at most 1,000 open requests, 100 of
one committer; a request at most 1,000 secrets and 16 MiB. Reading one shows at most 64 MiB, of what is proposed and of what is there today, and costs by its secrets and their bytes:
\`limit\` and \`offset\` give a part of its changes.

**Votes** are bound to what was proposed. One person has one vote, whatever groups they are in; a new one overwrites it. A rejection is shown and is no
veto. The vote of whoever proposed the change counts only if the policy says so. A vote ends when its giver leaves the policy, the group
by which they voted, the project or the organization, and does not come back with them; a deactivation, or a role whose time is over, only
suspends it.

**The merge** is whole or nothing, in one transaction: the request is open, its policy governs still, enough votes count, whoever proposed it may
write every item today, and every secret, name, tag and folder is as it was. Else 400, 403 or 409; a 409 lists every conflict, and the request
stays open. What is written tells as any write does: events, and an audit entry of the committer with \`mergedBy\` and \`requestId\`. Whoever merges needs no right over
the secrets.

**Without votes** a bypasser of a \`soft\` policy merges with a reason of 10 to 1,000 characters, if they may write it themselves. Nobody does under a \`hard\`
one, and nobody where the list of bypassers is empty.

**Closing** by a person can be undone until the request expires, and voids the votes. A request is closed for good when its policy ends or
does not govern the folder any more.
`,
  'Access requests': `
People ask for access to secrets that they do not have, and others consent. A policy says where (environments, and a folder or a pattern), who consents, and for how long
at most. **It gives what its maker holds**: those of \`describeSecret\`, \`readValue\`, \`create\`, \`edit\` and \`delete\` that whoever made it, or changed it last, holds in all of its
places for good (\`givenActions\`).

**Asked for** are rules on \`secrets\` in packed form, \`[actions, subject, conditions]\`, each for one \`environment\` and one \`secretPath\` (a folder, or \`$glob\`) within the policy; further
conditions may narrow them. Of several policies the nearest governs the place: that of the very path, else the oldest. A pattern over folders of several policies is 400.

**Votes** count as those on changes do. The approval that was missing makes an additional privilege for who asked, whose time begins at that moment; by the policy of now, which must
give it still. A rejection ends the request. Approvers are asked all at once: \`sequence\` and \`stepNumber\` are 1.

A request waits for 30 days, or for \`requestExpirationTime\`. A project has at most 1,000 that wait, 100 of one person.
`,
};
