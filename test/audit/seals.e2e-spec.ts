import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Audit } from '../../src/audit/audit.js';
import type { Actor } from '../../src/auth/actor.js';
import { chained, verified } from '../support/audit-scene.js';
import { useApp } from '../support/harness.js';
import { anItem, aSecretScene, at, named, withSecrets } from '../support/secrets-scene.js';

const server = useApp();

interface UnverifiedLine {
  readonly level: number;
  readonly orgId: string;
  readonly number: number;
  readonly entryId: string;
}

/** The log lines about entries of an organization whose seal does not verify. */
const unverifiedOf = (orgId: string): UnverifiedLine[] =>
  server.logLines
    .filter((line) => line.includes('seal does not verify'))
    .map((line) => JSON.parse(line) as UnverifiedLine)
    .filter((line) => line.orgId === orgId);

const actorOf = (orgId: string) =>
  ({
    orgId,
    kind: 'identity',
    callerId: randomUUID().toUpperCase(),
    name: 'Zoë 😀',
    request: { reqId: 'req-abc', address: '192.0.2.1', client: 'client \u00fc' },
  }) as Actor;

const NEW_ENTRY = `
  with entry as (
    insert into audit_entries (id, org_id, actor_kind, actor_id, actor_name, action, target, req_id)
    values (gen_random_uuid(), $1, 'identity', gen_random_uuid(), 'somebody', 'secret.read', '{}', 'req-x')
    returning org_id, id
  )
  insert into audit_pending (org_id, entry_id, seal)`;

/** Entries that were put there past the servers. */
const FORGERIES = {
  'without a seal': [`${NEW_ENTRY} select org_id, id, null from entry returning entry_id`, []],
  'with a seal made up': [
    `${NEW_ENTRY} select org_id, id, $2 from entry returning entry_id`,
    [randomBytes(40)],
  ],
  "with another entry's seal": [
    `${NEW_ENTRY} select e.org_id, e.id, p.seal from entry e, audit_pending p where p.org_id = $1
     returning entry_id`,
    [],
  ],
} as const;

describe('Seal of an entry that is not linked yet', () => {
  it('verifies whatever a server wrote', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, [anItem('A'), anItem('B_😀')]);
    await scene.admin.http.get(at(named('A'), scene.dev)).expect(200);
    const target = {
      z: [1.5, -0, 1e21, { b: null, a: undefined }],
      a: 'ä\u2028"\\',
      '10': 1,
      '9': 2,
    };
    const record = { action: 'thing.change', projectId: randomUUID().toUpperCase(), target };
    const { orgId } = scene;
    await server.database.transaction((tx) =>
      server.app.get(Audit).record(tx, actorOf(orgId), record),
    );
    await chained(server, orgId);

    expect(unverifiedOf(orgId)).toEqual([]);
    expect(await verified(server, orgId)).toMatchObject({ length: 4, fault: null });
  });

  it.each(Object.entries(FORGERIES))(
    'is told of in the log if forged %s',
    async (_, [text, more]) => {
      const orgId = randomUUID();
      const forged = await server.database.transaction(async (tx) => {
        await server.app
          .get(Audit)
          .record(tx, actorOf(orgId), { action: 'own.change', target: {} });
        const [row] = await tx.query<{ entry_id: string }[]>(text, [orgId, ...more]);
        return row!.entry_id;
      });
      await chained(server, orgId);

      expect(unverifiedOf(orgId)).toMatchObject([{ level: 50, orgId, entryId: forged }]);
    },
  );

  it.each([
    `project_id = gen_random_uuid()`,
    `actor_kind = 'system'`,
    `actor_id = gen_random_uuid()`,
    `actor_name = 'other'`,
    `action = 'other'`,
    `target = '{"n": 2}'`,
    `req_id = 'other'`,
    `address = null`,
    `client = ''`,
  ])('is told of in the log if it was changed: %s', async (change) => {
    const orgId = randomUUID();
    await server.database.transaction(async (tx) => {
      const record = { action: 'own.change', target: { n: 1 } };
      await server.app.get(Audit).record(tx, actorOf(orgId), record);
      await tx.query(`update audit_entries set ${change} where org_id = $1`, [orgId]);
    });
    await chained(server, orgId);

    expect(unverifiedOf(orgId)).toMatchObject([{ number: 1 }]);
  });
});
