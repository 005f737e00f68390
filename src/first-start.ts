import type { NestExpressApplication } from '@nestjs/platform-express';
import { OrganizationsService } from './organizations/organizations.service.js';

/** On the very first start of an embedded instance: somebody to log in as, and the words to begin with. */
export async function firstStart(app: NestExpressApplication, url: string): Promise<string | null> {
  const first = await app.get(OrganizationsService).foundFirst();
  if (!first) return null;
  const { clientId, clientSecret } = first;
  const json = `-H 'Content-Type: application/json'`;
  const bearer = '-H "Authorization: Bearer $TOKEN"';
  return `
Strongroom is ready at ${url}. API documentation: ${url}/api/docs

An organization with an admin identity has been created. Keep these; the secret is shown this once.
  client id      ${clientId}
  client secret  ${clientSecret}

Paste these three lines to log in, create a project and store a secret:

TOKEN=$(curl -s ${url}/api/v1/auth/universal-auth/login ${json} -d '{"clientId":"${clientId}","clientSecret":"${clientSecret}"}' | sed 's/.*"accessToken":"\\([^"]*\\)".*/\\1/')
curl -s ${url}/api/v1/projects ${bearer} ${json} -d '{"projectName":"First project","slug":"first-project"}'
curl -s ${url}/api/v3/secrets/raw/GREETING ${bearer} ${json} -d '{"projectSlug":"first-project","environment":"dev","secretValue":"hello"}'

`;
}
