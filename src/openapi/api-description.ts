import { WORKLOAD_TAGS } from './operations/workloads.js';

/** What holds for every operation. */
export const API_DESCRIPTION = `
Organization roles, machine identities, projects, secrets and project events.

**First steps.** Log in with a client id and client secret (\`POST /api/v1/auth/universal-auth/login\`, or choose \`clientCredentials\` under Authentication beside any operation of
this page), send the token as \`Authorization: Bearer <access token>\`, make a project (\`POST /api/v1/projects\`), and write its first secrets
(\`POST /api/v4/secrets/batch\`). On this page a token stays for as long as the tab is open.

**Errors.** All errors have one shape, and a code in the header \`Link\` that leads to [its explanation](/api/docs/errors). A request is checked in this order: 401, 429, 422, 404, 403, then 400 or 409.
What belongs to another organization is 404, like something that does not exist. A project of the caller's own
organization without a membership is 403. A malformed id in a path or query is 404. Duplicates are 409; two items of
one batch with the same name are 400. A body that is sent without a valid token is not read.

**Requests.** Unknown properties are ignored, and named by the header \`X-Hint\`, except in bodies of organization roles. An empty string in a query
and \`null\` for an optional field mean that the field is absent. Two names of one thing (\`projectId\` and \`workspaceId\`,
\`path\` and \`directory\`) must agree, else 400; \`workspaceId\` and \`projectSlug\` must name the same project.
A repeated key in a JSON object is 400. Names of \`Object.prototype\`, ill-formed UTF-8 and lone surrogates are refused,
and so is NUL outside of values. Nothing is altered in silence.

**Sizes.** Bodies: 1 MiB, single secrets 8 MiB, batches 16 MiB; without a token 16 KiB. JSON: 32 levels; a body of up to 1 MiB may
have 25,000 keys. URL: 8 KiB and 100 parameters. Headers: 200. Beyond these limits: 400, 413, 414, 422 or 431.

**Retries.** Every change with a token takes an \`Idempotency-Key\`. The request happens once. Its answer is kept in the same
transaction and is given again for 24 hours, with \`Idempotency-Replayed: true\`. Keys belong to the caller. The
same request means the same method, URL and body; white space between JSON tokens does not count, the order of keys does.
Another request under the key is 422. A key whose first request still runs is 409. The caller is authenticated and
authorized again before a replay. Only successful answers are kept: a refusal changed nothing and is checked again. A caller may
have 10,000 live keys; a new one beyond is 429. A private key in an answer is not kept: the
repetition is 409, with the rest of the answer in \`details.answer\`. If \`AUTH_SECRET\` was replaced meanwhile, the repetition is 409 and is not done again.
Public routes, the event stream, and POST routes that only read ignore the header.

**Rate limits.** Requests are counted by caller and class (read, write, secrets, login), by address where the caller is not known
(IPv6 by /64). \`X-RateLimit-*\` show the state of the window. 429 carries \`Retry-After\` in whole seconds. Expensive
answers count as several requests: one more for each 256 KiB of answer, 100 items of a batch, 1,000 references, 100 texts of an identity
search, 200 past states or 15 ms of a permission query; ten for a page of the audit log that is searched by name. An answer that was
made is never refused for its cost. A caller, an organization and a project may also hold only a share of the
database connections: a request that waits for its turn longer than 10 s is 429.

**Paging.** Lists have a stable order with the id last; the page and \`totalCount\` come from one snapshot.

**Time.** All times are the database's. Temporary access holds while \`start <= now < end\`.

**Headers.** Answers with secrets or tokens have \`Cache-Control: no-store\`. Reads of secrets have a strong \`ETag\`;
\`If-None-Match\` gives 304. A \`Cache-Control\` of the request does not prevent a 304 (RFC 9110, 13.1.2). Deprecated routes carry \`Deprecation\` (RFC 9745) and
a \`Link\` to their successor. \`/v1/workspace\` and \`/v2/workspace\` are older names of \`/v1/projects\`.
`.trim();

/** The sidebar of the page: tags by what a reader is after. */
export const TAG_GROUPS: readonly { readonly name: string; readonly tags: readonly string[] }[] = [
  {
    name: 'Programs sign in',
    tags: ['Universal auth', 'OAuth 2.0', 'Access tokens', 'Token auth', ...WORKLOAD_TAGS],
  },
  { name: 'Projects', tags: ['Projects', 'Environments', 'Folders', 'Tags'] },
  {
    name: 'Secrets',
    tags: [
      ...[
        'Secrets, v4',
        'Secret names',
        'Secrets, versions',
        'Secrets, references',
        'Secrets, moves',
      ],
      ...['Secret imports', 'Events', 'Approval policies', 'Approval requests', 'Access requests'],
    ],
  },
  {
    name: 'Access',
    tags: [
      ...['Machine identities', 'Identity memberships', 'Additional privileges', 'Project roles'],
      ...['Organization roles', 'Permissions', 'Audit log'],
    ],
  },
  {
    name: 'People sign in',
    tags: ['Sign-in', 'Own account', 'Invitations', 'Single sign-on', 'E-mail domains'],
  },
  {
    name: 'People',
    tags: [
      ...['Organization members', 'Groups', 'Project members', 'Groups in projects'],
      'Additional privileges of people',
    ],
  },
  {
    name: 'Provisioning',
    tags: ['SCIM users', 'SCIM groups', 'SCIM discovery', 'SCIM tokens'],
  },
  {
    name: 'Certificates',
    tags: [
      ...['Certificates', 'Certificate authorities', 'Certificate policies'],
      ...['Certificate profiles', 'Certificate applications', 'ACME'],
    ],
  },
  { name: 'Instance', tags: ['Organizations', 'Instance', 'System'] },
  { name: 'Older', tags: ['Older paths', 'Secrets, v3', 'Service tokens'] },
];
