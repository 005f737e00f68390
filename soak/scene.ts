import { insist } from './client.js';

/** A server with an organization, a project and a token that may do everything in them. */
export interface Scene {
  readonly url: string;
  readonly token: string;
  readonly identityId: string;
  readonly projectId: string;
  readonly clientId: string;
}

interface Bootstrapped {
  readonly identity: { readonly id: string; readonly credentials: { readonly token: string } };
}

/** Sets up an empty instance. */
export async function makeScene(url: string): Promise<Scene> {
  const account = {
    email: 'soak@example.org',
    password: 'correct horse battery',
    organization: 'Soak',
  };
  const { identity } = await insist<Bootstrapped>('POST', `${url}/api/v1/admin/bootstrap`, {
    body: account,
  });
  const { token } = identity.credentials;
  const post = <T>(path: string, body: object) =>
    insist<T>('POST', `${url}/api/v1${path}`, { token, body });
  const { project } = await post<{ project: { id: string } }>('/projects', { projectName: 'Soak' });
  const { identityUniversalAuth } = await post<{ identityUniversalAuth: { clientId: string } }>(
    `/auth/universal-auth/identities/${identity.id}`,
    {},
  );
  const { clientId } = identityUniversalAuth;
  return { url, token, identityId: identity.id, projectId: project.id, clientId };
}
