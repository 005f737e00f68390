import { callJson } from './http.js';

/** A server with an organization, a project and a token that may do everything in them. */
export interface Scene {
  readonly url: string;
  readonly token: string;
  readonly identityId: string;
  readonly projectId: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export async function makeScene(url: string): Promise<Scene> {
  const post = <T>(path: string, body: object, token?: string) =>
    callJson<T>('POST', `${url}/api${path}`, {
      body: JSON.stringify(body),
      ...(token ? { token } : {}),
    });
  const account = {
    email: 'bench@example.org',
    password: 'correct horse battery',
    organization: 'Bench',
  };
  type Bootstrap = { identity: { id: string; credentials: { token: string } } };
  const { identity } = await post<Bootstrap>('/v1/admin/bootstrap', account);
  const { token } = identity.credentials;
  type Created = { project: { id: string } };
  const { project } = await post<Created>('/v1/projects', { projectName: 'Bench' }, token);
  const login = `/v1/auth/universal-auth/identities/${identity.id}`;
  type Attached = { identityUniversalAuth: { clientId: string } };
  const { identityUniversalAuth } = await post<Attached>(login, {}, token);
  type Secret = { clientSecret: string };
  const { clientSecret } = await post<Secret>(`${login}/client-secrets`, {}, token);
  return {
    url,
    token,
    identityId: identity.id,
    projectId: project.id,
    clientId: identityUniversalAuth.clientId,
    clientSecret,
  };
}
