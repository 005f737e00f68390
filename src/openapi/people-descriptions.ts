/** Texts of the tags of people and groups. */
export const PEOPLE_TAG_DESCRIPTIONS: Readonly<Record<string, string>> = {
  'Organization members': `
People of the organization, each through an account that may belong to several organizations. Who was only invited, or is deactivated, may do
nothing here. The organization in the path must be that of the token: any other is 404.

**Rights.** \`member\` in the organization. Nobody gives a role beyond their own rights, or takes a role, activity or membership from somebody who
holds more in the organization or in any project (403). An organization and each of its projects keep an administrator (409). Nobody
deactivates themselves (400). Metadata of a member are weighed like rights where a rule speaks of them.

Deactivation ends all sessions of the person in this organization with the request that does it; other organizations are not concerned.
Activating again revives no session, invitation or token.
`,
  'Project members': `
People who are members of a project themselves. What somebody may do there are their own roles, the roles of their groups and their additional
privileges together; what any of them forbids is forbidden.

**Rights.** \`member\` in the project, also with conditions on \`userEmail\`: lists then show and count whom they match, and everybody else is the
404 of nobody. Adding needs \`create\`, changing roles \`edit\`, removing \`delete\`; every role given needs \`assign-role\`. Nobody gives beyond their own
rights, or takes from somebody stronger (403). At least one role is permanent (400), and an administrator must remain (409).

Names that are members already are left out of the answer to adding, with status 200. Names that are nobody's in the organization are 400.
`,
  'Additional privileges of people': `
Rules that one person holds in one project in addition to roles and groups. They are weighed like the privileges of identities, and begin and end
like them; the same slug may be a privilege of several people and identities.
`,
  'Groups in projects': `
A group is a member of a project like a person; whoever is in it holds its roles there. The path names a group by its id or by its name.

**Rights.** \`groups\` in the project, also with conditions on \`groupName\`; every role given needs \`assign-role\`. A change is weighed for each
who is in the group, with all that they hold: nobody gives beyond their own rights, or takes from somebody stronger (403).
`,
  Groups: `
Groups of people and machine identities of the organization. A group holds a role in the organization and roles in projects; everybody in it
holds them too. A group is never in a group.

**Rights.** \`groups\` in the organization; \`grant-privileges\` to give a group a role, \`add-members\`, \`remove-members\`, \`add-identities\` and
\`remove-identities\` for who is in it. Joining is weighed against all that the group holds, in the organization and in each project. So is
leaving, and deleting the group, where it forbids something.
`,
};
