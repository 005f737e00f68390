import { useApp } from '../support/harness.js';
import { aProject, aScene, type Caller, type TestProject } from '../support/scene.js';

export const server = useApp();

export interface Folder {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly parentId: string | null;
  readonly envId: string;
  readonly version: number;
  readonly relativePath?: string;
}

export const V1 = '/api/v1/folders';
export const V2 = '/api/v2/folders';

export const query = <T>(sql: string, values: unknown[]): Promise<T[]> =>
  server.database.source.query<T[]>(sql, values);

export const auditOf = (project: TestProject) =>
  query<{ action: string; target: Record<string, unknown> }>(
    `select action, target from audit_entries where project_id = $1 and action like 'folder.%'
     order by id`,
    [project.id],
  );

/** Paths of the folders in `dev`, the root left out. Each must hang below the folder its path says. */
export async function treeOf(project: TestProject): Promise<string[]> {
  const rows = await query<{ path: string; name: string; above: string }>(
    `select f.path, f.name, p.path above
     from folders f join environments e on e.id = f.environment_id
     left join folders p on p.id = f.parent_id and p.environment_id = f.environment_id
     where e.project_id = $1 and e.slug = 'dev' and f.path <> '/' order by f.path`,
    [project.id],
  );
  for (const { path, name, above } of rows) {
    expect(`${above === '/' ? '' : above}/${name}`).toBe(path);
  }
  return rows.map(({ path }) => path);
}

export async function aStage() {
  const scene = await aScene(server);
  const project = await aProject(scene.admin);
  return { ...scene, project, place: { projectId: project.id, environment: 'dev' } };
}

export async function aFolder(owner: Caller, project: TestProject, path: string): Promise<Folder> {
  const at = path.lastIndexOf('/');
  const body = { projectId: project.id, environment: 'dev' };
  const rest = { path: path.slice(0, at) || '/', name: path.slice(at + 1) };
  const answer = await owner.http
    .post(V1)
    .send({ ...body, ...rest })
    .expect(200);
  return (answer.body as { folder: Folder }).folder;
}
