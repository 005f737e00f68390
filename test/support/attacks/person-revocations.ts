import type { Response } from 'supertest';
import type { Rule } from '../../../src/permissions/rule.js';
import type { TestApp } from '../harness.js';
import { aGroup, aPerson, aSession, joinProject } from '../people.js';
import type { Caller, TestProject } from '../scene.js';

/** What a person needs to grant as the granter of a race does. */
interface PowersOfWorld {
  readonly server: TestApp;
  readonly orgId: string;
  readonly project: TestProject;
  readonly orgRules: readonly Rule[];
  readonly rules: readonly Rule[];
}

interface PersonCredential {
  readonly http: Caller['http'];
  readonly revoke: () => PromiseLike<Response>;
  readonly restore: () => PromiseLike<unknown>;
}

type Ending = (world: PowersOfWorld) => Promise<() => Promise<PersonCredential>>;

const DONE = { status: 200 } as Response;

/** The statements of one change in one transaction, in the order in which the server locks. */
async function inOne(
  { database: { source } }: TestApp,
  statements: readonly (readonly [sql: string, ...values: string[]])[],
): Promise<Response> {
  await source.transaction(async (tx) => {
    for (const [sql, ...values] of statements) await tx.query(sql, values);
  });
  return DONE;
}

const aGranter = async ({ server, orgId, project, orgRules, rules }: PowersOfWorld) => {
  const person = await aPerson(server, orgId, orgRules);
  await joinProject(server, project, { userId: person.id }, rules);
  return person;
};

/** What ends the power of a person, by name; each gives what begins one race after the other. */
export const PERSON_REVOCATIONS: Readonly<Record<string, Ending>> = {
  'the session of a person': async (world) => {
    const person = await aGranter(world);
    return async () => {
      const { sessionId, token } = await aSession(world.server, person);
      return {
        http: world.server.as(token),
        revoke: () =>
          inOne(world.server, [['update sessions set ended_at = now() where id = $1', sessionId]]),
        restore: async () => undefined,
      };
    };
  },
  'the activity of a person': async (world) => {
    const { http, orgMembershipId: id } = await aGranter(world);
    const set = (isActive: boolean) =>
      inOne(world.server, [
        [`update organization_memberships set is_active = ${isActive} where id = $1`, id],
      ]);
    return async () => ({ http, revoke: () => set(false), restore: () => set(true) });
  },
  'a place in a group': async (world) => {
    const { server, orgId, project, orgRules, rules } = world;
    const person = await aPerson(server, orgId, 'no-access');
    const groupId = await aGroup(server, orgId, orgRules, { userId: person.id });
    await joinProject(server, project, { groupId }, rules);
    const change = (sql: string) =>
      inOne(server, [
        ['select from organizations where id = $1 for no key update', orgId],
        ['select from projects where id = $1 for no key update', project.id],
        [sql, groupId, person.id],
        ['update projects set epoch = epoch + 1 where id = $1', project.id],
        ['update organizations set epoch = epoch + 1 where id = $1', orgId],
      ]);
    const leave = 'delete from group_members where group_id = $1 and user_id = $2';
    const join = `insert into group_members (id, group_id, user_id)
      values (gen_random_uuid(), $1, $2)`;
    const { http } = person;
    return async () => ({ http, revoke: () => change(leave), restore: () => change(join) });
  },
};
