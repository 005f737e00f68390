import { insist } from './client.js';
import type { Cluster } from './cluster.js';

/** A second organization with a project of its own, made by the instance's admin. Gives the project's id. */
export async function anotherTenant(cluster: Cluster): Promise<string> {
  const { token, url } = cluster.scene;
  type Founded = { identity: { credentials: { token: string } } };
  const { identity } = await insist<Founded>('POST', `${url}/api/v1/admin/organizations`, {
    token,
    body: { name: 'Another tenant' },
  });
  const { project } = await insist<{ project: { id: string } }>('POST', `${url}/api/v1/projects`, {
    token: identity.credentials.token,
    body: { projectName: 'Not yours' },
  });
  return project.id;
}
