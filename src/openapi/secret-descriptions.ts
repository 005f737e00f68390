const PERSONAL = `**Personal secrets.** With \`type: personal\` a person holds a value of a shared secret for themselves alone: nobody else reads it or learns
of it, no event tells of it, and it waits for nobody's consent. Machine identities and service tokens have none (400). It has value, comment,
metadata and \`skipMultilineEncoding\` of its own; name, folder and tags are those of the shared secret (400 where there is none). It is there for who may describe the
shared secret: creating it needs \`create\`, changing it \`edit\`, reading and deleting one's own nothing more. It is renamed, moved and deleted with the shared secret, and gone when
its holder leaves the project. It has no past versions (\`asOf\` is a 400), and references and imports lead to shared values alone. A batch is of one type (400).`;

/** Fields, paths and versions of secrets, the same for both generations of routes. */
const SECRETS = `
**Rights.** \`describeSecret\` shows a secret with its value masked, \`readValue\` shows the value; \`read\` stands for both. Conditions see
environment, path, name and tags. A secret that the caller may not describe does not exist for it (404). A caller
that may not describe any secret gets 403. A value that may not be read is 403, in a single read and in a list of its folder, where
the message names the secrets; in folders below and in imports it is left out. With \`viewSecretValue=false\` values are masked, with
\`secretValueHidden: true\`. The answer to a change shows the value if the caller sent it in the same
request or may read it.

**Fields.** Keys: 256 characters, compared exactly. Values: 1 MiB, kept byte for byte, white space and NUL included. Keys, slugs and
names are trimmed. Paths: 1,024 characters, 20 folders; a missing leading slash is added, a trailing one is dropped, and \`//\`, \`.\` and
\`..\` are refused (422). \`secretReminderRecipients\` is ignored: reminders are stored, not sent.

**Lists.** An unknown folder is an empty list, and named by the header \`X-Hint\`; everywhere else it is 404, as an unknown environment always is. One answer holds 64 MiB
of stored values at most; beyond: 400.

**Changes.** A change of name or tags needs \`edit\` on the secret as it was and as it becomes, and may not give to
anybody, the caller included, a right that the caller does not hold for good (403, \`details.openings\`). A
comparison that is too large is 403; callers that hold the rights without conditions are not compared. A
rename is one \`secret:update\` event with both keys. \`expectedVersion\` makes a change of one secret fail with 409
if the secret has moved on; creations ignore it. \`referencedBy\` in the answer to a deletion or rename lists up to 100 secrets whose
references break, as far as the caller may describe them.

**Storage.** An organization may have a bound on what it stores; a write beyond it is 400. Past versions count, so deleting secrets does not free space.
`.trim();

/** What the document says of single secrets and of batches, in both generations of routes. */
export const SECRET_DESCRIPTIONS: Readonly<Record<string, string>> = {
  'Secrets, v4': `
${SECRETS}

${PERSONAL}

A list has them with \`includePersonalOverrides=true\`, each in the place of the shared secret; with \`type=personal\` it has nothing else.

**Batches.** 1 to 1,000 secrets: all are written, or none. A refusal of 400, 404 or 409 names every offender in \`details.secretKeys\` and
\`details.items\` (index, path, key); 403 names up to 100 and counts the rest. An item that the caller may neither describe nor change
is reported as missing. \`secretPath\` of an item says where it is; it does not move it. Names may change places within one
batch. Two items that end with the same name are 400. With upsert, an item that does not exist is created under \`newSecretName\`
if given; with \`expectedVersion\` it is 409 and \`version\` is null. References between secrets of one batch work.

**\`dryRun: true\`** reports each item with the same checks and changes nothing.

**Defaults.** Imports and references are resolved unless a request says otherwise. \`batch\` and \`move\` cannot be addressed as
names by single writes of these routes; the v3 routes reach secrets with these names.
`,
  'Secrets, v3': `
${SECRETS}

${PERSONAL}

A list has them beside the shared secrets, told apart by \`type\`; with \`type=shared\` or \`type=personal\` it has these alone.

**Defaults.** Imports and references are left out unless a request asks for them. \`include_imports\` and \`includeImports\` are the same.
Batches follow the rules of the v4 routes.
`,
};
