import type { Caller } from './scene.js';
import { aFolder, at, type Fields, type Secret, type SecretScene, V3 } from './secrets-scene.js';

export const IMPORTS = '/api/v1/secret-imports';

export interface Environment {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
}

export interface Import {
  readonly id: string;
  readonly version: number;
  readonly importPath: string;
  readonly importEnv: Environment;
  readonly position: number;
  readonly folderId: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface Taken {
  readonly environment: string;
  readonly secretPath: string;
  readonly folderId?: string;
  readonly secrets: readonly Secret[];
}

/** A folder as `dev:/a`. */
export const placeOf = (text: string) => {
  const [environment = '', path = ''] = text.split(':');
  return { environment, path };
};

/** What a request to make an import says: `from` and `to` as `dev:/a`. */
export const importBody = (
  { project }: SecretScene,
  to: string,
  from: string,
  more: Fields = {},
) => ({
  workspaceId: project.id,
  ...placeOf(to),
  import: placeOf(from),
  ...more,
});

/** The folder `to` takes over from `from`. */
export async function anImport(scene: SecretScene, to: string, from: string): Promise<Import> {
  const body = importBody(scene, to, from);
  const answer = await scene.admin.http.post(IMPORTS).send(body).expect(200);
  return (answer.body as { secretImport: Import }).secretImport;
}

/** Chains of folders, each importing the next: `dev:/a dev:/b dev:/c`. */
export async function aChain(scene: SecretScene, chain: string): Promise<void> {
  const names = chain.split(' ');
  for (const [index, from] of names.slice(1).entries()) await anImport(scene, names[index]!, from);
}

export async function someFolders(scene: SecretScene, ...places: string[]): Promise<void> {
  for (const place of places) {
    const { environment, path } = placeOf(place);
    await aFolder(scene, path, environment);
  }
}

/** In order, each as `position dev:/a`. */
export async function importsOf({ admin, project }: SecretScene, place: string): Promise<string[]> {
  const query = { workspaceId: project.id, ...placeOf(place) };
  const answer = await admin.http.get(at(IMPORTS, query)).expect(200);
  const { secretImports } = answer.body as { secretImports: Import[] };
  return secretImports.map((each) => `${each.position} ${each.importEnv.slug}:${each.importPath}`);
}

const queryFor = ({ project }: SecretScene, place: string, more: Fields) => {
  const { environment, path: secretPath } = placeOf(place);
  return { workspaceId: project.id, environment, secretPath, include_imports: true, ...more };
};

export async function takenOver(
  scene: SecretScene,
  place: string,
  more: Fields = {},
  caller: Caller = scene.admin,
): Promise<Taken[]> {
  const answer = await caller.http.get(at(V3, queryFor(scene, place, more))).expect(200);
  return (answer.body as { imports: Taken[] }).imports;
}

/** Each import as `dev:/a A=1 B=2`. */
export const inShort = (taken: readonly Taken[]): string[] =>
  taken.map(({ environment, secretPath, secrets }) =>
    [
      `${environment}:${secretPath}`,
      ...secrets.map((secret) => `${secret.secretKey}=${secret.secretValue}`),
    ].join(' '),
  );
