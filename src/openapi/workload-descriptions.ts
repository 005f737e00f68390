/** Rules that hold for the logins of workloads by every method. */
const WORKLOADS = `
**Rights.** Attaching and changing it need \`edit-auth\` and \`create-token\` on an identity that is not stronger than the caller; who did
so counts as a maker of a credential.

**Refusals.** Every login that proves nothing gets the same 401, whatever was wrong; the log has the check that failed, and \`lastFailure\`
shows it to those who may ask \`login/explain\`, with \`edit-auth\` on an identity that is not stronger than they are. An issuer, cluster or cloud that does not answer is 504 with \`Retry-After\`.

**Settings.** Lists are comma lists, answered as they were sent. What would let anybody in is 400 and names the field; what is merely risky
is in \`warnings\`. Hosts in private networks are called only where the operator opened them.

**Patterns.** Compared exactly, case included. \`*\` is one or more characters of a part and \`?\` one; parts end at \`/\` and at \`:\`;
\`**\` is any number of parts; \`{a,b}\` is either.
`.trim();

/** The rules of each method, by its tag. */
export const WORKLOAD_DESCRIPTIONS: Readonly<Record<string, string>> = {
  'OIDC auth': `
Tokens of an issuer with metadata (OpenID Connect Discovery): GitHub Actions, GitLab, Terraform Cloud, clusters.

${WORKLOADS}

**Tokens.** \`iss\` equals \`boundIssuer\`, \`aud\` holds one of \`boundAudiences\`, \`sub\` and every bound claim match; they are at most a day old.
RS, PS and ES (256 to 512) and EdDSA. Keys are kept for ten minutes, and for a day while the issuer is silent. A claim is compared as a
text; of a list one element suffices. A path with dots or a JSON pointer leads to an inner claim.
`,
  'JWT auth': `
Tokens of an issuer without metadata: a key set at a URL, or public keys that are stored here, which need no network at all.

${WORKLOADS}

**Tokens.** As for OIDC auth.
`,
  'Kubernetes auth': `
Service accounts of a cluster.

${WORKLOADS}

**Reviews.** In the mode \`api\` the cluster reviews each token (\`TokenReview\`), with \`tokenReviewerJwt\` or with the token itself; that setting
is sealed, never shown, and dropped where host or certificates change without it. In the mode \`oidc\` the keys of the cluster do, so a
service account that was deleted stays valid until its token ends. Users, nodes and other names are refused.
`,
  'AWS auth': `
Roles and users of AWS, by a request to STS (\`GetCallerIdentity\`) that the client signed and this server sends on.

${WORKLOADS}

**Requests.** Built anew: only the signature, its date and token are taken over, and only hosts of AWS are asked. Sessions count as their role; of
a role the last part of its path is compared. A signature is good for five minutes, for one identity and source, which may repeat it for
one minute; sign again a second later otherwise.
`,
  'Azure auth': `
Managed identities and service principals of one Entra tenant.

${WORKLOADS}

**Tokens.** Of version 1.0 or 2.0, for the audience \`resource\` (a slash at its end apart). \`oid\` is compared; tokens of people are refused.
`,
  'GCP auth': `
Service accounts of Google Cloud.

${WORKLOADS}

**Tokens.** The audience is the id of the identity. \`gce\` takes identity tokens that Google signed (\`format=full\` for projects and zones), \`iam\`
what the account’s own key signed (\`signJwt\`), valid for an hour at most.
`,
};
