import { insist } from './client.js';

/** A server with an organization, a project and a token that may do everything in them. */
export interface Scene {
  readonly url: string;
  readonly token: string;
  readonly identityId: string;
  readonly orgId: string;
  readonly projectId: string;
}

interface Bootstrapped {
  readonly organization: { readonly id: string };
  readonly identity: { readonly id: string; readonly credentials: { readonly token: string } };
}

/** Sets up an empty instance. */
export async function makeScene(url: string): Promise<Scene> {
  const body = {
    email: 'soak@example.org',
    password: 'correct horse battery',
    organization: 'Soak',
  };
  const bootstrap = `${url}/api/v1/admin/bootstrap`;
  const { identity, organization } = await insist<Bootstrapped>('POST', bootstrap, { body });
  const { token } = identity.credentials;
  const projectId = await aProject({ url, token }, 'Soak');
  return { url, token, identityId: identity.id, orgId: organization.id, projectId };
}

/** A project of whoever holds the token; gives its id. */
export async function aProject(
  { url, token }: Pick<Scene, 'url' | 'token'>,
  projectName: string,
): Promise<string> {
  const { project } = await insist<{ project: { id: string } }>('POST', `${url}/api/v1/projects`, {
    token,
    body: { projectName },
  });
  return project.id;
}
