import { PROJECT_ROLES } from '../../../src/permissions/predefined-roles.js';
import type { Rule } from '../../../src/permissions/rule.js';
import type { TestApp } from '../harness.js';
import { aMember, type Caller } from '../scene.js';
import { at, type Fields, named, type SecretScene, V3 } from '../secrets-scene.js';

export const EVERYTHING = ['describeSecret', 'readValue', 'create', 'edit', 'delete'] as const;

export const may = (
  action: string | readonly string[],
  conditions?: object,
  subject = 'secrets',
): Rule => ({ subject, action, ...(conditions ? { conditions } : {}) });

export const mayNot = (
  action: string | readonly string[],
  conditions: object,
  subject = 'secrets',
): Rule => ({ ...may(action, conditions, subject), inverted: true });

/** The rules of the predefined `member`, with more beside them. */
export const memberRules = (...more: readonly Rule[]): readonly Rule[] => [
  ...PROJECT_ROLES.find(({ slug }) => slug === 'member')!.rules,
  ...more,
];

export const hired = (
  server: TestApp,
  { project, orgId }: SecretScene,
  rules: string | readonly Rule[],
): Promise<Caller> => aMember(server, project, orgId, rules);

export interface Environment {
  readonly id: string;
  readonly slug: string;
}

export async function environmentIds({
  admin,
  project,
}: SecretScene): Promise<Record<string, string>> {
  const answer = await admin.http.get(`/api/v1/projects/${project.id}`).expect(200);
  const { environments } = (answer.body as { project: { environments: Environment[] } }).project;
  return Object.fromEntries(environments.map(({ id, slug }) => [slug, id]));
}

export const where = ({ project }: SecretScene, environment: string): Fields => ({
  workspaceId: project.id,
  environment,
});

/** The status and the value that a caller gets for a secret. */
export async function seen(
  caller: Caller,
  scene: SecretScene,
  place: { readonly environment: string; readonly secretPath?: string },
  name: string,
): Promise<string | number> {
  const { environment, ...path } = place;
  const answer = await caller.http.get(at(named(name, V3), where(scene, environment), path));
  const { secret } = answer.body as { secret?: { secretValue: string } };
  return secret ? secret.secretValue : answer.status;
}

/** A project's own fields of a folder route. */
export const inProject = ({ project }: SecretScene, environment: string, path = '/'): Fields => ({
  workspaceId: project.id,
  environment,
  path,
});

/** As folder routes of the second generation name the project. */
export const inProjectV2 = ({ project }: SecretScene, environment: string, path = '/'): Fields => ({
  projectId: project.id,
  environment,
  path,
});
