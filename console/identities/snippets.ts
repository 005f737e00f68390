import type { Settings, WorkloadName } from './methods';
import { type PlatformName, PLATFORMS } from './platforms';

interface SnippetFacts {
  readonly identityId: string;
  /** Address of the server, without `/api`. */
  readonly server: string;
  /** The settings that were attached. */
  readonly settings: Settings;
}

/** What the workload does with it, with its own ids filled in. */
export function snippetOf(name: PlatformName, facts: SnippetFacts): string {
  const { identityId, server, settings } = facts;
  const first = String(settings['boundAudiences'] ?? settings['allowedAudience'] ?? '');
  const [audience = ''] = first.split(',');
  const { method } = PLATFORMS[name];
  switch (name) {
    case 'github':
      return gitHubJob(identityId, server);
    case 'gitlab':
      return gitLabJob(identityId, server, audience);
    case 'cluster':
    case 'kubernetes':
      return podToken(audience || 'strongroom', login(method, identityId, server));
    case 'aws':
      return `infisical login --method=aws-iam --domain=${server} \\\n  --machine-identity-id=${identityId} --plain --silent`;
    default:
      return login(method, identityId, server);
  }
}

const login = (method: WorkloadName, identityId: string, server: string): string =>
  [
    `curl -sS --fail-with-body ${server}/api/v1/auth/${method}/login \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d "{\\"identityId\\":\\"${identityId}\\",\\"jwt\\":\\"$JWT\\"}"`,
  ].join('\n');

const gitHubJob = (identityId: string, server: string): string =>
  `permissions:
  id-token: write
  contents: read
steps:
  - uses: Infisical/secrets-action@v1.0.15
    with:
      method: oidc
      domain: ${server}
      identity-id: ${identityId}
      project-slug: PROJECT
      env-slug: ENVIRONMENT`;

const gitLabJob = (identityId: string, server: string, audience: string): string =>
  `build:
  id_tokens:
    STRONGROOM_JWT:
      aud: ${audience}
  script:
    - infisical login --method=oidc-auth --domain=${server}
      --machine-identity-id=${identityId} --jwt=$STRONGROOM_JWT --plain --silent`;

const podToken = (audience: string, request: string): string =>
  `volumes:
  - name: strongroom
    projected:
      sources: [{ serviceAccountToken: { path: token, audience: ${audience}, expirationSeconds: 3600 } }]

# in the pod
JWT=$(cat /var/run/secrets/strongroom/token)
${request}`;
