import { insist } from './client.js';
import type { Cluster } from './cluster.js';
import { aProject } from './scene.js';

/** A second organization with a project of its own, made by the instance's admin. Gives the project's id. */
export async function anotherTenant(cluster: Cluster): Promise<string> {
  const { token, url } = cluster.scene;
  type Founded = { identity: { credentials: { token: string } } };
  const { identity } = await insist<Founded>('POST', `${url}/api/v1/admin/organizations`, {
    token,
    body: { name: 'Another tenant' },
  });
  return aProject({ url, token: identity.credentials.token }, 'Not yours');
}
