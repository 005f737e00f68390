import type { Test } from 'supertest';
import type { TestApp } from './harness.js';
import { aProject, aScene, type Caller, type TestProject } from './scene.js';
import { sentTexts } from './sent-texts.js';

export const BATCH = '/api/v3/secrets/batch/raw';
export const V3 = '/api/v3/secrets/raw';
export const V4 = '/api/v4/secrets';

/** A secret as reads answer it; a batch answers it without the last four fields. */
export interface Secret {
  readonly id: string;
  readonly version: number;
  readonly environment: string;
  readonly secretKey: string;
  readonly secretValue: string;
  readonly secretComment: string;
  readonly secretValueHidden: boolean;
  readonly secretPath: string;
  readonly secretMetadata: { key: string; value: string; isEncrypted: boolean }[];
  readonly tags: { id: string; slug: string; color: string | null; name: string }[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

export type Item = Readonly<Record<string, unknown>>;
export type Fields = Readonly<Record<string, unknown>>;

/** A project of an organization's admin, and what requests about its environment `dev` say. */
export interface SecretScene {
  readonly orgId: string;
  readonly admin: Caller;
  readonly project: TestProject;
  readonly dev: { readonly workspaceId: string; readonly environment: 'dev' };
}

export async function aSecretScene(server: TestApp): Promise<SecretScene> {
  const { orgId, admin } = await aScene(server);
  const project = await aProject(admin);
  return { orgId, admin, project, dev: { workspaceId: project.id, environment: 'dev' } };
}

export const anItem = (secretKey: string, secretValue = 'x', more: Fields = {}): Item => ({
  secretKey,
  secretValue,
  ...more,
});

export const sendBatch = (caller: Caller, where: Fields, secrets: readonly Item[]): Test =>
  caller.http.post(BATCH).send({ ...where, secrets });

/** Creates secrets as the admin, and gives them by key. */
export async function withSecrets(
  { admin, dev }: SecretScene,
  items: readonly Item[],
  where: Fields = {},
): Promise<Map<string, Secret>> {
  const answer = await sendBatch(admin, { ...dev, ...where }, items).expect(200);
  const { secrets } = answer.body as { secrets: Secret[] };
  return new Map(secrets.map((secret) => [secret.secretKey, secret]));
}

export async function aTag(
  { admin, project }: Pick<SecretScene, 'admin' | 'project'>,
  slug: string,
): Promise<string> {
  const path = `/api/v1/projects/${project.id}/tags`;
  const answer = await admin.http.post(path).send({ slug }).expect(200);
  return (answer.body as { tag: { id: string } }).tag.id;
}

export async function aFolder(
  { admin, project }: SecretScene,
  path: string,
  environment = 'dev',
): Promise<void> {
  const cut = path.lastIndexOf('/');
  const where = { workspaceId: project.id, environment, path: path.slice(0, cut) || '/' };
  await admin.http
    .post('/api/v1/folders')
    .send({ ...where, name: path.slice(cut + 1) })
    .expect(200);
}

/** A path with a query; values are texts, as in any query. */
export const at = (path: string, ...parts: Fields[]): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(Object.assign({}, ...parts) as Fields)) {
    query.set(name, String(value));
  }
  return `${path}?${query}`;
};

export const named = (name: string, root = V3): string => `${root}/${encodeURIComponent(name)}`;

export async function listed(caller: Caller, where: Fields): Promise<Secret[]> {
  const answer = await caller.http.get(at(V3, where)).expect(200);
  return (answer.body as { secrets: Secret[] }).secrets;
}

export const keysOf = (secrets: readonly Secret[]): string[] =>
  secrets.map((secret) => secret.secretKey);

/** Every row about secrets, audit and events of a project: to see that a refusal wrote nothing. */
export async function footprint(server: TestApp, projectId: string): Promise<object[]> {
  return server.database.source.query(
    `select (select count(*) from secrets where project_id = $1) secrets,
       (select count(*) from secret_versions where project_id = $1) versions,
       (select count(*) from audit_entries where project_id = $1 and action <> 'secret.read') audit,
       (select count(*) from project_events where project_id = $1) events,
       (select last_seq from project_event_heads where project_id = $1) head`,
    [projectId],
  );
}

/**
 * How many statements the server sends while something happens. Reading of the outbox is left out: streams
 * do it by themselves, whenever there is something new.
 */
export async function statements(act: () => PromiseLike<unknown>): Promise<number> {
  const texts = await sentTexts(act);
  return texts.filter((text) =>
    /secret|folder|tags|insert into (audit_entries|project_events)/i.test(text),
  ).length;
}
