import type { Rule } from '../../../src/permissions/rule.js';
import { useApp } from '../../support/harness.js';
import { type Caller } from '../../support/scene.js';
import {
  anItem,
  BATCH,
  type Fields,
  footprint,
  type Item,
  listed,
  type Secret,
  type SecretScene,
} from '../../support/secrets-scene.js';

export const server = useApp();

export const update = ({ http }: Caller, where: Fields, secrets: readonly Item[]) =>
  http.patch(BATCH).send({ ...where, secrets });

export const remove = ({ http }: Caller, where: Fields, secrets: readonly Item[]) =>
  http.delete(BATCH).send({ ...where, secrets });

export const allow = (action: string, conditions?: object): Rule => ({
  subject: 'secrets',
  action,
  ...(conditions ? { conditions } : {}),
});

export const deny = (action: string, conditions: object): Rule => ({
  ...allow(action, conditions),
  inverted: true,
});

export const secretsOf = ({ body }: { body: unknown }) => (body as { secrets: Secret[] }).secrets;

export const many = (count: number, value: string): Item[] =>
  Array.from({ length: count }, (_, index) => anItem(`KEY_${index}`, `${value} ${index}`));

/** The answer, and proof that nothing was written. */
export async function refusal(
  scene: SecretScene,
  send: () => ReturnType<typeof update>,
  status: number,
) {
  const before = await footprint(server, scene.project.id);
  const state = await listed(scene.admin, { ...scene.dev, recursive: true });
  const answer = await send().expect(status);
  expect(await footprint(server, scene.project.id)).toEqual(before);
  expect(await listed(scene.admin, { ...scene.dev, recursive: true })).toEqual(state);
  return answer.body as { message: unknown; details?: Record<string, unknown> };
}

export const lastEvents = (projectId: string, count: number): Promise<object[]> =>
  server.database.source.query(
    `select type, payload from (select * from project_events where project_id = $1
       order by seq desc limit $2) last order by seq`,
    [projectId, count],
  );

export const lastAudit = async (projectId: string) => {
  const rows = await server.database.source.query<{ action: string; target: object }[]>(
    `select action, target from audit_entries where project_id = $1 and action <> 'secret.read'
     order by created_at desc limit 1`,
    [projectId],
  );
  return rows[0];
};
