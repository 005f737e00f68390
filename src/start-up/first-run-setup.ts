import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Log } from '../logging/log.js';
import { printError } from '../logging/log-output.js';
import {
  type EmbeddedCredentials,
  OrganizationsService,
} from '../organizations/organizations.service.js';
import { SetupTokens } from '../organizations/setup-tokens.js';

/** Creates the organization and the admin of an embedded instance that has none. Returns null if it has. */
export const claimFirstRun = (app: NestExpressApplication): Promise<EmbeddedCredentials | null> =>
  app.get(OrganizationsService).bootstrapEmbedded();

/**
 * Prints how to claim a server that nobody owns yet. The setup token is printed once, by the replica that made it, and
 * to standard error: a log would keep it.
 */
export async function printSetupToken(
  app: NestExpressApplication,
  log: Log,
  url: string,
): Promise<void> {
  if (await app.get(OrganizationsService).isClaimed()) return;
  const token = await app.get(SetupTokens).make();
  if (token !== null) printError(setupText(token, url));
  log.warn(
    { route: 'POST /api/v1/admin/bootstrap' },
    'nobody owns this server yet: claim it with the setup token in the header X-Setup-Token; SETUP_TOKEN sets another',
  );
}

const setupText = (token: string, url: string) => `
Nobody owns this server yet. Whoever has this token can claim it, once; it is shown this once.
  setup token    ${token}

Claim it when it listens (the token is lost? Set SETUP_TOKEN and start again):

curl -sS ${url}/api/v1/admin/bootstrap -H 'X-Setup-Token: ${token}' -H 'Content-Type: application/json' -d '{"email":"you@example.org","password":"a long one","organization":"Example"}'

`;

const credentialsText = ({ clientId, clientSecret }: EmbeddedCredentials) => `
An organization with an admin identity has been created. Keep these; the secret is shown this once.
  client id      ${clientId}
  client secret  ${clientSecret}
`;

/** Prints the credentials of a new embedded instance; with a URL, since it listens, the first three commands too. */
export const printWelcome = (first: EmbeddedCredentials, url: string | null): void =>
  printError(welcomeText(first, url));

function welcomeText(first: EmbeddedCredentials, url: string | null): string {
  if (url === null) return credentialsText(first);
  const { clientId, clientSecret } = first;
  const json = `-H 'Content-Type: application/json'`;
  const curl = 'curl -sS --fail-with-body';
  const bearer = '-H "Authorization: Bearer $TOKEN"';
  return `
Strongroom is ready at ${url}. API documentation: ${url}/api/docs
${credentialsText(first)}
Paste these three lines to log in, create a project and store a secret:

TOKEN=$(${curl} ${url}/api/v1/auth/universal-auth/login ${json} -d '{"clientId":"${clientId}","clientSecret":"${clientSecret}"}' | sed -n -e 's/.*"accessToken":"\\([^"]*\\)".*/\\1/p' -e t -e 'w /dev/stderr')
PROJECT_ID=$(${curl} ${url}/api/v1/projects ${bearer} ${json} -d '{"projectName":"First project","slug":"first-project"}' | sed -n -e 's/.*"project":{"id":"\\([^"]*\\)".*/\\1/p' -e t -e 'w /dev/stderr')
${curl} ${url}/api/v4/secrets/GREETING ${bearer} ${json} -d "{\\"projectId\\":\\"$PROJECT_ID\\",\\"environment\\":\\"dev\\",\\"secretValue\\":\\"hello\\"}"

`;
}
