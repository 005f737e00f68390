import { call, callJson } from './http.js';
import { duration } from './measure.js';
import { plain, type Row } from './report.js';
import type { Scene } from './scene.js';
import type { Sizes } from './sizes.js';

/** Members are made so many at a time. */
const AT_ONCE = 8;

type Post = <T>(path: string, body: object) => Promise<T>;

/** Roles, privileges and memberships, over HTTP alone. Takes the identities away that it makes. */
export async function accessLoad(scene: Scene, sizes: Sizes): Promise<Row[]> {
  const { url, token, projectId } = scene;
  const post: Post = (path, body) =>
    callJson('POST', `${url}/api${path}`, { token, body: JSON.stringify(body) });
  const members: string[] = [];
  try {
    const added = await memberships(projectId, post, sizes, members);
    const path = `${url}/api/v1/projects/${projectId}/identity-memberships?limit=${members.length}`;
    const list = () => call('GET', path, { token });
    await list();
    return [
      ...(await grants(projectId, members, post, sizes)),
      added,
      plain(`memberships, list of ${members.length}`, await duration(list, sizes.rounds * 4), 'ms'),
    ];
  } finally {
    for (const id of members) await call('DELETE', `${url}/api/v1/identities/${id}`, { token });
  }
}

/** Makes identities and adds them to the project; only the adding is measured. */
async function memberships(
  projectId: string,
  post: Post,
  { batch, rounds }: Sizes,
  members: string[],
): Promise<Row> {
  const make = async () => {
    type Made = { identity: { id: string } };
    const { identity } = await post<Made>('/v1/identities', { name: `bench-${members.length}` });
    members.push(identity.id);
  };
  while (members.length < batch)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, batch - members.length) }, make));
  const waiting = [...members];
  const add = async () => {
    const id = waiting.pop();
    const path = `/v1/projects/${projectId}/identity-memberships/${id}`;
    if (id !== undefined) await post(path, { role: 'viewer' });
  };
  const time = await duration(add, Math.min(batch, rounds * 6));
  while (waiting.length > 0) await Promise.all(Array.from({ length: AT_ONCE }, add));
  return plain('membership, create', time, 'ms');
}

/** Privileges go to the members by turns: one may hold only so many. */
async function grants(
  projectId: string,
  members: readonly string[],
  post: Post,
  { rounds }: Sizes,
): Promise<Row[]> {
  const permissions = [{ subject: 'secrets', action: ['readValue'] }];
  let made = 0;
  const role = () =>
    post(`/v1/projects/${projectId}/roles`, {
      ...{ slug: `bench-${made++}`, name: 'Bench', permissions },
    });
  const privilege = () =>
    post('/v2/identity-project-additional-privilege', {
      ...{ identityId: members[made++ % members.length], projectId, permissions },
      type: { isTemporary: false },
    });
  return [
    plain('role, create', await duration(role, rounds * 10), 'ms'),
    plain('privilege, create', await duration(privilege, rounds * 10), 'ms'),
  ];
}
