/** Texts of the OpenAPI document for routes that show much at a glance. */
export const OVERVIEW_DESCRIPTIONS: Readonly<Record<string, string>> = {
  'Secret names': `
What is set where, without values: every name of a folder, or of all below, and the environments that have it, as numbers that point into lists. An
answer has about 35 bytes for each secret. It is a read of no value and leaves no entry in the audit log.

**Rights.** As lists of secrets have with \`viewSecretValue=false\`: what the caller may not describe is not there, and does not count for a
page; whoever may describe nothing gets 403. Whether a value is empty, or refers to others, is told only to those who may read it.

**Imports** of each environment are resolved as lists do: a secret of the folder itself prevails, then the import with the highest position.

**Pages** hold \`limit\` names with all their cells; fewer where a project has more than ten environments. \`nextCursor\` is the last name shown: names that are
made or deleted meanwhile do not move the others. \`search\` looks for a part of the name, ASCII letters in any case. With
\`If-None-Match\` an unchanged answer is 304.

**Comparison.** \`compare\` gives values as they are stored letters, name by name: only those that the caller may read take part, and no digest leaves
the server. It leaves one entry in the audit log, \`secret.compare\`, with the names and versions that were compared, and has a limit of its own:
60 requests a minute, of which a large folder uses several. At most 64 MiB of values; beyond: 400.

To draw a grid: a row for each of \`names\`, a column for each of \`environments\`, and a gap where no cell has both.
`,
};
