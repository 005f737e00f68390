import { call, callJson } from './http.js';

/** Whom to log in as, and where. */
export interface Target {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** A server with a project, and a token that may do everything in it. */
export interface Scene extends Target {
  readonly token: string;
  readonly projectId: string;
}

/** A scene on an instance of ours that has just been made. */
export interface OwnScene extends Scene {
  readonly identityId: string;
}

const VALUE = 'postgres://app:correct-horse-battery-staple@db.internal:5432/app';

export const valueOf = (index: number): string => `${VALUE}${index}`;

/** Founds the instance, with somebody to log in as. */
export async function found(url: string): Promise<OwnScene> {
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
  const login = `/v1/auth/universal-auth/identities/${identity.id}`;
  type Attached = { identityUniversalAuth: { clientId: string } };
  const { identityUniversalAuth } = await post<Attached>(login, {}, token);
  type Secret = { clientSecret: string };
  const { clientSecret } = await post<Secret>(`${login}/client-secrets`, {}, token);
  const { clientId } = identityUniversalAuth;
  const scene = await enter({ url, clientId, clientSecret });
  return { ...scene, identityId: identity.id };
}

/** Logs in and makes a project. */
export async function enter(target: Target): Promise<Scene> {
  const { accessToken: token } = await callJson<{ accessToken: string }>(
    'POST',
    ...loginOf(target),
  );
  const body = JSON.stringify({ projectName: `Bench ${new Date().toISOString()}` });
  type Created = { project: { id: string } };
  const { project } = await callJson<Created>('POST', `${target.url}/api/v1/projects`, {
    token,
    body,
  });
  return { ...target, token, projectId: project.id };
}

/** Address and request of a login. */
export const loginOf = ({ url, clientId, clientSecret }: Target) =>
  [
    `${url}/api/v1/auth/universal-auth/login`,
    { body: JSON.stringify({ clientId, clientSecret }) },
  ] as const;

/** Makes a folder at the top of `dev` and gives its path. */
export async function makeFolder(scene: Scene, name: string): Promise<string> {
  const { url, token, projectId } = scene;
  const where = { workspaceId: projectId, environment: 'dev', path: '/' };
  const body = JSON.stringify({ ...where, name });
  await call('POST', `${url}/api/v1/folders`, { token, body });
  return `/${name}`;
}

/** Creates so many new secrets with one request; `first` is the number of the first. */
export async function createBatch(
  { url, token, projectId }: Scene,
  secretPath: string,
  count: number,
  first = 0,
): Promise<void> {
  const secrets = Array.from({ length: count }, (_, index) => ({
    secretKey: `KEY_${first + index}`,
    secretValue: valueOf(first + index),
  }));
  const where = { workspaceId: projectId, environment: 'dev', secretPath };
  const body = JSON.stringify({ ...where, secrets });
  await call('POST', `${url}/api/v3/secrets/batch/raw`, { token, body });
}

const queryOf = (scene: Scene, secretPath: string): string =>
  `workspaceId=${scene.projectId}&environment=dev&secretPath=${secretPath}`;

export const listUrl = (scene: Scene, secretPath: string): string =>
  `${scene.url}/api/v3/secrets/raw?${queryOf(scene, secretPath)}`;

export const secretUrl = (scene: Scene, secretPath: string, key: string): string =>
  `${scene.url}/api/v3/secrets/raw/${key}?${queryOf(scene, secretPath)}`;
