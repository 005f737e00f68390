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

const credentialsText = (
  { clientId, clientSecret, consoleCode }: EmbeddedCredentials,
  directory: string,
) => `
An organization with an admin identity has been created. Keep these; the secret is shown this once.
  client id      ${clientId}
  client secret  ${clientSecret}
  console code   ${consoleCode}   (signs in to the console once, within 15 minutes; npm run strongroom -- console:code makes another)

Data and keys are in ${directory}; DATA_DIR names another directory.
`;

/** Prints where a new embedded instance is and its credentials; with a URL, since it listens, the first commands too. */
export const printWelcome = (
  first: EmbeddedCredentials,
  directory: string,
  url: string | null,
): void => printError(welcomeText(first, directory, url));

/** Prints the text that follows these characters in an answer; an answer without them goes to the terminal. */
const textAt = (before: string): string =>
  `sed -n -e 's/${before}"\\([^"]*\\)".*/\\1/p' -e t -e 'w /dev/stderr'`;

function welcomeText(first: EmbeddedCredentials, directory: string, url: string | null): string {
  if (url === null) return credentialsText(first, directory);
  const { clientId, clientSecret } = first;
  const json = `-H 'Content-Type: application/json'`;
  const curl = 'curl -sS --fail-with-body';
  const bearer = '-H "Authorization: Bearer $TOKEN"';
  return `
Strongroom is ready at ${url}. Console: ${url}/console/. API documentation: ${url}/api/docs
${credentialsText(first, directory)}
Paste these lines to log in, make a project, and write and read secrets. The tour in README.md explains them, and it and the pages below
docs go on with these names:

export BASE=${url}/api CLIENT_ID=${clientId} CLIENT_SECRET=${clientSecret}
export TOKEN=$(${curl} $BASE/v1/auth/universal-auth/login ${json} -d "{\\"clientId\\":\\"$CLIENT_ID\\",\\"clientSecret\\":\\"$CLIENT_SECRET\\"}" | ${textAt('.*"accessToken":')})
${curl} $BASE/v1/projects ${bearer} ${json} -d '{"projectName":"Shop","slug":"the-shop"}'; echo
export PROJECT_ID=$(${curl} $BASE/v1/projects/slug/the-shop ${bearer} | ${textAt('^{"id":')})
${curl} -X PATCH $BASE/v4/secrets/batch ${bearer} ${json} -d '{"projectId":"'$PROJECT_ID'","environment":"dev","mode":"upsert","secrets":[{"secretKey":"DB_PASSWORD","secretValue":"s3cret"},{"secretKey":"DB_URL","secretValue":"postgres://app:\${DB_PASSWORD}@db/shop"}]}'; echo
${curl} "$BASE/v4/secrets?projectId=$PROJECT_ID&environment=dev&expandSecretReferences=true" ${bearer}; echo

`;
}
