import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { AccessService } from '../../src/access/access.service.js';
import type { Actor } from '../../src/auth/actor.js';
import { useApp } from '../support/harness.js';
import {
  aGroup,
  aPerson,
  joinGroup,
  joinProject,
  leaveGroup,
  type MemberId,
} from '../support/people.js';
import { oracleAllows, type OracleRule } from '../support/permissions/oracle.js';
import { Random } from '../support/permissions/random.js';
import { aResource, aRule, PAIRS_OF } from '../support/permissions/samples.js';
import { anIdentity, aProject, aScene } from '../support/scene.js';

const server = useApp();
const GROUPS = 4;
const QUESTIONS = 60;

const someRules = (random: Random): OracleRule[] =>
  random.times(1 + random.below(3), () => aRule(random, 20));

/** A holder of either kind in some groups of a project, with the rules of each and its own. */
async function aHolder(random: Random, isPerson: boolean) {
  const { orgId, admin } = await aScene(server);
  const project = await aProject(admin);
  const { id } = isPerson
    ? await aPerson(server, orgId, 'no-access')
    : await anIdentity(server, orgId, 'no-access');
  const member: MemberId = isPerson ? { userId: id } : { identityId: id };
  const own = random.chance(60) ? someRules(random) : null;
  if (own) await joinProject(server, project, member, own);
  const groups = new Map<string, { rules: OracleRule[]; isIn: boolean }>();
  for (let n = 0; n < GROUPS; n++) {
    const groupId = await aGroup(server, orgId);
    const rules = someRules(random);
    await joinProject(server, project, { groupId }, rules);
    groups.set(groupId, { rules, isIn: false });
  }
  const actor = {
    orgId,
    kind: isPerson ? 'user' : 'identity',
    callerId: id,
    claims: {},
    request: {},
  } as Actor;
  return { actor, project, member, own, groups };
}

describe('rights by groups, against the oracle', () => {
  it.each([
    ...Array.from({ length: 6 }, (_, n) => [`person ${n}`, n, true] as const),
    ...Array.from({ length: 6 }, (_, n) => [`identity ${n}`, n, false] as const),
  ])('are the union of all, of which a prohibition prevails: %s', async (_, seed, isPerson) => {
    const random = new Random(seed + (isPerson ? 100 : 200));
    const { actor, project, member, own, groups } = await aHolder(random, isPerson);
    const access = server.app.get(AccessService);
    for (let step = 0; step < 6; step++) {
      const [groupId, group] = random.pick([...groups]);
      if (group.isIn) await leaveGroup(server, groupId, actor.callerId);
      else await joinGroup(server, groupId, member);
      group.isIn = !group.isIn;
      const joined = [...groups.values()].filter(({ isIn }) => isIn);
      const rules = [...(own ?? []), ...joined.flatMap((each) => each.rules)];
      const isMember = own !== null || joined.length > 0;
      const found = await access
        .toProject({ ...actor, request: {} } as Actor, { id: project.id })
        .catch(() => null);
      expect(found !== null).toBe(isMember);
      for (let n = 0; found && n < QUESTIONS; n++) {
        const subject = random.pick(['secrets', 'dynamic-secrets'] as const);
        const action = random.pick(PAIRS_OF[subject].filter((each) => each !== 'read'));
        const attributes = aResource(random, subject);
        const allows = found.ability.allows(action as never, subject as never, attributes as never);
        expect({ action, subject, attributes, allows }).toEqual({
          ...{ action, subject, attributes },
          allows: oracleAllows(rules, action, subject, attributes),
        });
      }
    }
  });

  it('are nobody else’s: another organization’s group opens nothing', async () => {
    const [one, other] = [await aScene(server), await aScene(server)];
    const project = await aProject(other.admin);
    const ann = await aPerson(server, one.orgId, 'no-access');
    const groupId = await aGroup(server, other.orgId, 'admin', { userId: ann.id });
    await joinProject(server, project, { groupId }, 'admin');
    const roles = await ann.http.get('/api/v1/organization/roles');
    expect(roles.status).toBe(403);
    const secrets = `/api/v4/secrets?projectId=${project.id}&environment=dev`;
    const stranger = `/api/v4/secrets?projectId=${randomUUID()}&environment=dev`;
    expect((await ann.http.get(secrets)).status).toBe(404);
    expect((await ann.http.get(stranger)).status).toBe(404);
  });
});
