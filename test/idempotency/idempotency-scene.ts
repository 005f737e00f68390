import { jest } from '@jest/globals';
import type { Actor } from '../../src/auth/actor.js';
import { useApp } from '../support/harness.js';
import { type Caller, type Scene } from '../support/scene.js';
import { named, type SecretScene } from '../support/secrets-scene.js';

export const server = useApp();

export const query = <T extends object = object>(text: string, values: unknown[] = []) =>
  server.database.source.query<T[]>(text, values);

export const creation = (caller: Caller, key: string, name: string, body: object) =>
  caller.http.post(named(name)).set('Idempotency-Key', key).send(body);

export const valued = ({ dev }: SecretScene, secretValue = 'x') => ({ ...dev, secretValue });

export const isReplay = ({ headers }: { headers: Record<string, string> }) =>
  headers['idempotency-replayed'] === 'true';

export async function countOf({ project }: SecretScene, name: string): Promise<number> {
  const [row] = await query<{ n: number }>(
    'select count(*)::int n from secrets where project_id = $1 and key = $2',
    [project.id, name],
  );
  return row!.n;
}

afterEach(() => jest.restoreAllMocks());

export const actorOf = ({ admin, orgId }: Scene) => ({ orgId, callerId: admin.id }) as Actor;
