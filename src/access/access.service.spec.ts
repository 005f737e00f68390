import { describe, expect, it } from '@jest/globals';
import type { Actor } from '../auth/actor.js';
import type { Database } from '../database/database.js';
import { newId } from '../database/uuid.js';
import type { Rule } from '../permissions/rule.js';
import type { AccessRepository } from './access.repository.js';
import { AccessService } from './access.service.js';
import { CompiledRights } from './compiled-rights.js';

/** A service on rules that are the same in every project. */
function aServiceOn(permissions: readonly Rule[]) {
  const looked: string[] = [];
  const repository = {
    findProject: async ({ orgId }: Actor, { id }: { id: string }) => ({
      ...{ id, slug: 'project', orgId, epoch: '1', head: '0' },
      ...{ membershipId: id, now: new Date() },
    }),
    listHoldings: async (projectId: string) => {
      looked.push(projectId);
      // As from the database: texts of its own for each.
      const own = JSON.parse(JSON.stringify(permissions)) as Rule[];
      const holding = { kind: 'role', id: newId(), slug: 'own', permissions: own };
      return [{ ...holding, validFrom: null, validUntil: null }];
    },
    bind: async (rules: readonly Rule[]) => rules,
  } as unknown as AccessRepository;
  const database = {
    afterRequestCommit: (work: () => void) => work(),
    onHistoryChange: () => undefined,
  } as unknown as Database;
  return { service: new AccessService(repository, database, new CompiledRights()), looked };
}

const actor = () => ({ orgId: newId(), callerId: newId(), claims: {}, request: {} }) as Actor;

const namesOf = (length: number, each: number): Rule => ({
  subject: 'secrets',
  action: 'readValue',
  conditions: { secretName: { $in: Array.from({ length }, (_, i) => 'x'.repeat(each) + i) } },
});

describe('what is remembered of rules', () => {
  it('is bounded by what it takes, not only by how many they are', async () => {
    const { service, looked } = aServiceOn(Array(4).fill(namesOf(1_000, 1_000)));
    const ids = Array.from({ length: 40 }, newId);
    const caller = actor();
    for (const id of [...ids, ids.at(-1)!, ids[0]!]) await service.toProject(caller, { id });

    // The last was still known; of the first, whose rules are 4 MB like those of each, nothing is left.
    expect(looked).toEqual([...ids, ids[0]]);
  });

  it('is all of it where it is little', async () => {
    const { service, looked } = aServiceOn([namesOf(10, 10)]);
    const ids = Array.from({ length: 200 }, newId);
    const caller = actor();
    for (const id of [...ids, ...ids]) await service.toProject(caller, { id });
    expect(looked).toEqual(ids);
  });
});
