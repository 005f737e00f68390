import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { startApp, type TestApp } from '../support/harness.js';
import { aPerson, joinProject } from '../support/people.js';
import { aMember } from '../support/scene.js';
import {
  anItem,
  aSecretScene,
  BATCH,
  named,
  type SecretScene,
  V4,
} from '../support/secrets-scene.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { type WireLog, wireLogOf } from '../support/wire-log.js';

/** Times until a request has done all that it does only once: compiled rights, opened keys, prepared statements. */
const WARM = 3;
/** Times that count. The least of them: what the server does by itself meanwhile only adds to it. */
const TRIES = 8;
/** What the roles and privileges allow. */
const READING = [{ subject: 'secrets', action: ['readValue'] }];
/** Milliseconds in which wake-ups of other replicas have gone out. */
const AFTERWARDS = 50;

describe('one write, as PostgreSQL sees it,', () => {
  let database: TestDatabase;
  let wire: WireLog;
  let end: () => Promise<void>;
  let server: TestApp;
  let scene: SecretScene;

  beforeAll(async () => {
    database = await createTestDatabase();
    wire = await wireLogOf(database.url);
    // Several connections would each prepare for themselves.
    const started = await startApp({ DATABASE_POOL_SIZE: '1' }, [], wire.url);
    server = started.parts;
    end = started.end;
    scene = await aSecretScene(server);
    await makePolicyElsewhere();
  });

  /** A policy that governs another folder costs a write nothing either: it is remembered. */
  async function makePolicyElsewhere(): Promise<void> {
    const reviewer = await aPerson(server, scene.admin.orgId, 'no-access');
    await joinProject(server, scene.project, { userId: reviewer.id }, 'viewer');
    const approvers = [{ type: 'user', id: reviewer.id }];
    const policy = { ...where(), secretPath: '/elsewhere/**', approvers };
    await http().post('/api/v2/secret-approvals').send(policy).expect(200);
  }

  afterAll(async () => {
    await end?.();
    await wire?.close();
    await database?.drop();
  });

  type Send = (n: number) => PromiseLike<{ readonly status: number }>;

  /** What the cheapest of several equal writes took. */
  async function costOf(send: Send) {
    const costs = [];
    for (let n = 0; n < WARM + TRIES; n++) {
      await delay(AFTERWARDS);
      wire.reset();
      expect((await send(n)).status).toBe(200);
      await delay(AFTERWARDS);
      // The look at the database's history, on a connection of its own, comes with the clock.
      const unprepared = wire.unprepared.filter((text) => !text.includes('pg_is_in_recovery'));
      const looks = wire.unprepared.length - unprepared.length;
      if (n >= WARM) costs.push({ roundTrips: wire.roundTrips - looks, unprepared });
    }
    return costs.sort((a, b) => a.roundTrips - b.roundTrips)[0]!;
  }

  const where = () => ({ projectId: scene.project.id, environment: 'dev' });
  const http = () => scene.admin.http;
  const create = (name: string) =>
    http()
      .post(named(name, V4))
      .send({ ...where(), secretValue: 'x' });

  const WRITES: Readonly<Record<string, () => Promise<Send>>> = {
    'a creation': () => Promise.resolve((n) => create(`NEW_${n}`)),
    'an update': async () => {
      await create('UPDATED');
      return (n) =>
        http()
          .patch(named('UPDATED', V4))
          .send({ ...where(), secretValue: `x${n}` });
    },
    'a deletion': async () => {
      for (let n = 0; n < WARM + TRIES; n++) await create(`GONE_${n}`);
      return (n) =>
        http()
          .delete(named(`GONE_${n}`, V4))
          .send(where());
    },
    'a batch creation of one': () =>
      Promise.resolve((n) =>
        http()
          .post(BATCH)
          .send({ ...scene.dev, secrets: [anItem(`BATCHED_${n}`)] }),
      ),
    'a batch update of one': async () => {
      await create('CHANGED');
      return (n) =>
        http()
          .patch(BATCH)
          .send({ ...scene.dev, secrets: [anItem('CHANGED', `x${n}`)] });
    },
    'a batch deletion of one': async () => {
      for (let n = 0; n < WARM + TRIES; n++) await create(`LOST_${n}`);
      return (n) =>
        http()
          .delete(BATCH)
          .send({ ...scene.dev, secrets: [{ secretKey: `LOST_${n}` }] });
    },
  };

  it.each(Object.keys(WRITES))(
    '%s is five round trips at the most, and prepares nothing anew',
    async (kind) => {
      const { roundTrips, unprepared } = await costOf(await WRITES[kind]!());

      expect(unprepared).toEqual([]);
      expect(roundTrips).toBeGreaterThan(2);
      expect(roundTrips).toBeLessThanOrEqual(5);
    },
  );

  const GRANTS: Readonly<Record<string, { readonly atMost: number; make(): Promise<Send> }>> = {
    'a role': {
      atMost: 4,
      make: () =>
        Promise.resolve((n) =>
          http()
            .post(`/api/v1/projects/${scene.project.id}/roles`)
            .send({ slug: `role-${n}`, name: 'Role', permissions: READING }),
        ),
    },
    'a privilege': {
      atMost: 4,
      make: async () => {
        const { id: identityId } = await aMember(
          server,
          scene.project,
          scene.admin.orgId,
          'viewer',
        );
        const { id: projectId } = scene.project;
        const type = { isTemporary: false };
        return (n) =>
          http()
            .post('/api/v2/identity-project-additional-privilege')
            .send({ identityId, projectId, slug: `more-${n}`, permissions: READING, type });
      },
    },
  };

  it.each(Object.keys(GRANTS))(
    '%s is a few round trips, and prepares nothing anew',
    async (kind) => {
      const { atMost, make } = GRANTS[kind]!;
      const { roundTrips, unprepared } = await costOf(await make());

      expect(unprepared).toEqual([]);
      expect(roundTrips).toBeGreaterThan(2);
      expect(roundTrips).toBeLessThanOrEqual(atMost);
    },
  );
});
