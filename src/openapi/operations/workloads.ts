import { type OperationTexts, texts } from './operation-text.js';

/** Methods by which workloads sign in. `name` is that of the controller without its last word; `login`: what a login sends. */
const METHODS = [
  { name: 'OidcAuth', tag: 'OIDC auth', login: 'Sends a token of the issuer.' },
  { name: 'JwtAuth', tag: 'JWT auth', login: 'Sends a token that one of the keys signed.' },
  {
    name: 'KubernetesAuth',
    tag: 'Kubernetes auth',
    login: 'Sends the token of a service account.',
  },
  {
    name: 'AwsAuth',
    tag: 'AWS auth',
    login: 'Sends a signed request to STS, which the server sends on.',
  },
  { name: 'AzureAuth', tag: 'Azure auth', login: 'Sends a token of Entra.' },
  {
    name: 'GcpAuth',
    tag: 'GCP auth',
    login: 'Sends an identity token of Google, or one that the service account signed.',
  },
] as const;

const SETTINGS =
  'Needs `edit-auth` and `create-token` on `identity`: whoever chooses who is trusted may act as the identity.';

/** The tags of these methods, as their controllers have them. */
export const WORKLOAD_TAGS = METHODS.map(({ tag }) => tag);

const TEMPLATE =
  'A body for attaching OIDC auth; nothing is stored or asked. Ids are bound where they are sent, since a name may come to be ' +
  "somebody else's.";

const OTHERS = texts({
  'TrustTemplatesController.gitHub': ['getGitHubTrustTemplate', TEMPLATE],
  'TrustTemplatesController.gitLab': ['getGitLabTrustTemplate', TEMPLATE],
  'TrustTemplatesController.terraform': ['getTerraformTrustTemplate', TEMPLATE],
  'TrustTemplatesController.kubernetes': ['getKubernetesTrustTemplate', TEMPLATE],
  'WorkloadOverviewController.list': [
    'listWorkloadAuths',
    'Needs `read` on `identity`. Tells of each what is risky, whether it is used, when its issuer was last silent, and how old the ' +
      'keys of the issuer are as far as its own logins saw.',
  ],
});

export const WORKLOAD_OPERATIONS: OperationTexts = Object.assign(
  {},
  OTHERS,
  ...METHODS.map(({ name, login }) =>
    texts({
      [`${name}Controller.login`]: [
        `loginWith${name}`,
        `${login} Needs no \`Authorization\` header; takes JSON or a form. Whatever is wrong, the answer is the same 401.`,
      ],
      [`${name}Controller.explain`]: [
        `explain${name}Login`,
        'Goes through the login that is sent and tells what each check expected and what came. Needs `edit-auth` on `identity`; ten a ' +
          'minute. Makes no token, and uses up nothing: the token or signature still logs in.',
      ],
      [`${name}Controller.attach`]: [`attach${name}`, SETTINGS],
      [`${name}Controller.get`]: [`get${name}`, 'Needs `read` on `identity`.'],
      [`${name}Controller.update`]: [
        `update${name}`,
        `${SETTINGS} What is left out stays; \`null\` and an empty text empty a field. Another issuer, key, host, ` +
          'tenant, type or endpoint ends every token of earlier logins; other filters and terms count from the next login on, or at once with ' +
          '`revokeTokens`. `accessTokenTrustedIps` also counts at every request.',
      ],
      [`${name}Controller.detach`]: [
        `detach${name}`,
        'Needs `revoke-auth` on `identity`. Its tokens end at once, with the service tokens that its logins made.',
      ],
    }),
  ),
) as OperationTexts;
