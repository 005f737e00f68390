import { beforeAll, describe, expect, it } from '@jest/globals';
import { LIST_POLICIES } from '../../src/approvals/policies/policies.repository.js';
import { VOTES_BY } from '../../src/approvals/requests/votes.repository.js';
import { useApp } from '../support/harness.js';
import { aGroup, aPerson, joinProject, type SignedInPerson } from '../support/people.js';
import { ApprovalsScene, POLICIES } from './approvals-scene.js';

const server = useApp();
let scene: ApprovalsScene;

beforeAll(async () => {
  scene = await ApprovalsScene.make(server);
});

const sql = (text: string, ...parameters: unknown[]) =>
  server.database.source.query(text, parameters);

interface Named {
  readonly type: 'user' | 'group';
  readonly id: string;
}

const user = ({ id }: SignedInPerson): Named => ({ type: 'user', id });

async function group(...people: SignedInPerson[]): Promise<Named> {
  const members = people.map((each) => ({ userId: each.id }));
  const id = await aGroup(server, scene.orgId, 'no-access', ...members);
  await joinProject(server, scene.project, { groupId: id }, 'viewer');
  return { type: 'group', id };
}

describe('whether enough people could consent (D289)', () => {
  let policies = 0;
  /** By a policy of two approvals, read by itself and in the list of the project. */
  async function isSatisfiable(approvers: readonly Named[], before: () => Promise<unknown>) {
    const secretPath = `/satisfiable/${++policies}`;
    const policy = await scene.policy({ secretPath, approvers, approvals: 2 });
    await before();
    const { body: read } = await scene.admin.http.get(`${POLICIES}/${policy.id}`).expect(200);
    const { body: list } = await scene.admin.http
      .get(POLICIES)
      .query({ projectId: scene.project.id })
      .expect(200);
    const { approvals } = list as { approvals: { id: string; satisfiable: boolean }[] };
    await scene.endPolicy(policy);
    const { satisfiable } = (read as { approval: { satisfiable: boolean } }).approval;
    expect(approvals.find(({ id }) => id === policy.id)?.satisfiable).toBe(satisfiable);
    return satisfiable;
  }

  it.each<[string, boolean, () => Promise<readonly [Named[], (() => Promise<unknown>)?]>]>([
    ['two people', true, async () => [[await person(), await person()]]],
    [
      'one of them left the organization',
      false,
      async () => {
        const left = await scene.person('viewer');
        return [[await person(), user(left)], () => leave(left)];
      },
    ],
    [
      'one of them has no role that counts now',
      false,
      async () => {
        const former = await scene.person('viewer');
        return [[await person(), user(former)], () => end(former)];
      },
    ],
    ['a group of two', true, async () => [[await group(await outsider(), await outsider())]]],
    [
      'a group of one, and another person',
      true,
      async () => [[await group(await outsider()), await person()]],
    ],
    [
      'two groups of the same person',
      false,
      async () => {
        const ann = await scene.person('viewer');
        return [[await group(ann), await group(ann)]];
      },
    ],
    [
      'a group of a person who is named besides',
      false,
      async () => {
        const ann = await scene.person('viewer');
        return [[await group(ann), user(ann), await group(await leaver())]];
      },
    ],
    [
      'a group that is in the project no more',
      false,
      async () => {
        const ann = await outsider();
        const bob = await outsider();
        const one = await group(ann, bob);
        return [[one], () => sql('delete from project_memberships where group_id = $1', one.id)];
      },
    ],
  ])('is told of %s: %s', async (_, expected, make) => {
    const [approvers, before = () => Promise.resolve()] = await make();
    expect(await isSatisfiable(approvers, before)).toBe(expected);
  });

  /** Somebody who comes to the project by a group alone, if at all. */
  const outsider = () => aPerson(server, scene.orgId, 'no-access');

  const person = async (): Promise<Named> => user(await scene.person('viewer'));

  /** Somebody who is in the organization no more. */
  async function leaver(): Promise<SignedInPerson> {
    const left = await scene.person('viewer');
    await leave(left);
    return left;
  }

  const leave = ({ id }: SignedInPerson) =>
    sql('update organization_memberships set is_active = false where user_id = $1', id);

  const end = ({ id }: SignedInPerson) =>
    sql(
      `update membership_roles set temporary_access_start_time = now() - interval '2 h',
         temporary_access_end_time = now() - interval '1 h'
       where membership_id in (select id from project_memberships where user_id = $1)`,
      id,
    );
});

describe('the list of policies', () => {
  const MEMBERS = 500;

  /** Blocks that the list reads, for so many policies of one group of which nobody could vote. */
  async function blocksOf(policies: number): Promise<number> {
    const made = await Promise.all(
      Array.from({ length: policies }, (_, n) =>
        scene.policy({ secretPath: `/many/${n}`, approvers: [large], approvals: 2 }),
      ),
    );
    // Nobody of the group has a place in the project: all are looked at.
    await sql(`update membership_roles set role = 'no-access' where membership_id = $1`, place);
    await sql('analyze');
    const blocks = await blocksRead(LIST_POLICIES.text, scene.project.id, 'changes');
    await sql(`update membership_roles set role = 'viewer' where membership_id = $1`, place);
    for (const each of made) await scene.endPolicy(each);
    return blocks;
  }

  async function blocksRead(text: string, ...values: unknown[]): Promise<number> {
    const [row] = (await sql(`explain (analyze, buffers, format json) ${text}`, ...values)) as {
      'QUERY PLAN': { Plan: { 'Shared Hit Blocks': number } }[];
    }[];
    return row!['QUERY PLAN'][0]!.Plan['Shared Hit Blocks'];
  }

  let large: Named;
  let place: string;
  beforeAll(async () => {
    large = await group();
    await sql(
      `with made as (
         insert into users (id, email) select gen_random_uuid(), $2 || n || '@example.org'
         from generate_series(1, ${MEMBERS}) n returning id
       ), joined as (
         insert into organization_memberships (id, org_id, user_id, role, status)
         select gen_random_uuid(), $3, id, 'no-access', 'accepted' from made
       )
       insert into group_members (id, group_id, user_id) select gen_random_uuid(), $1, id from made`,
      large.id,
      large.id,
      scene.orgId,
    );
    [{ id: place }] = (await sql(
      'select id from project_memberships where group_id = $1',
      large.id,
    )) as [{ id: string }];
  });

  it('looks at each person once, however many policies name them', async () => {
    const one = await blocksOf(1);
    const many = await blocksOf(30);

    expect(one).toBeGreaterThan(MEMBERS);
    expect(many).toBeLessThan(2 * one);
  });

  it('looks at none but the caller where it asks who decides, however large the group', async () => {
    const policy = await scene.policy({ secretPath: '/large/**', approvers: [large] });
    await sql('analyze');
    const votes = `select a.id from approval_policies a join projects p on p.id = a.project_id
      where a.project_id = $1 and a.deleted_at is null and ${VOTES_BY}`;
    const blocks = await blocksRead(votes, scene.project.id, scene.reviewers[0]!.id);
    await scene.endPolicy(policy);

    expect(blocks).toBeLessThan(MEMBERS / 5);
  });
});
