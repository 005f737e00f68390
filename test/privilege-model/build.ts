import { randomBytes, randomUUID } from 'node:crypto';
import type { TestApp } from '../support/harness.js';
import type { Ask } from '../authorization/wire.js';
import { aToken } from '../support/scene.js';
import { ALLOWING, FORBIDDING, ORG_RULES, RULES } from './rule-catalog.js';
import { insertOf, type Row } from './sql.js';
import {
  type Holding,
  PEOPLE,
  type PersonName,
  type Span,
  TEAMS,
  WHO,
  type Who,
  type World,
} from './world.js';

export interface Built {
  readonly orgId: string;
  readonly projectId: string;
  readonly projectSlug: string;
  readonly ids: Readonly<Record<Who | PersonName, string>>;
  readonly tokens: Readonly<Record<'admin' | 'attacker', string>>;
  /** The value of each secret, by its key. */
  readonly values: ReadonlyMap<string, string>;
  readonly startedAt: Date;
  /** When the world was whole. */
  readonly readyAt: Date;
}

const HOUR = 3_600_000;

const PATHS = ['/', '/pub', '/hid', '/pub/deep'];
/** Environment, path and key of each secret. */
const SECRETS = [
  ['dev', '/', 'ALPHA'],
  ['dev', '/hid', 'BETA'],
  ['dev', '/pub/deep', 'AXIS'],
  ['prod', '/', 'ALPHA'],
  ['prod', '/pub', 'BETA'],
  ['prod', '/hid', 'GAMMA'],
  ['prod', '/', 'OMEGA'],
] as const;

/** On a machine that is busy the database may once be late. */
async function insist(ask: Ask, ...request: Parameters<Ask>): ReturnType<Ask> {
  for (let attempt = 1; ; attempt++) {
    const answer = await ask(...request);
    if (answer.status === 200) return answer;
    if (attempt === 5) throw new Error(`A world could not be built: ${answer.status}`);
  }
}

/** Writes a world past the API, but for its project's key and its secrets. */
export async function build(server: TestApp, ask: Ask, world: World): Promise<Built> {
  const { source } = server.database;
  const orgId = randomUUID();
  const ids = Object.fromEntries(
    [...WHO, ...PEOPLE].map((who) => [who, randomUUID()]),
  ) as Built['ids'];
  await source.query(organizationOf(world, orgId, ids));
  const [admin, attacker] = await Promise.all([
    aToken(server, ids.admin, orgId),
    aToken(server, ids.attacker, orgId),
  ]);
  const slug = `project-${orgId.slice(0, 8)}`;
  const made = await insist(ask, admin, {
    method: 'post',
    url: '/api/v1/projects',
    body: { projectName: 'Project', slug, shouldCreateDefaultEnvs: false },
  });
  const { project } = made.body as { project: { id: string } };
  const startedAt = new Date();
  const tags = { open: randomUUID(), restricted: randomUUID() };
  const parts = { projectId: project.id, ids, tags, startedAt };
  await source.query(contentOf(parts));
  const values = await fill(ask, admin, project.id, [tags.open, tags.restricted], world.tagging);
  // Only now, since what is forbidden to many may be forbidden to the administrator.
  await source.query(accessOf(world, parts) + peopleOf(world, { ...parts, orgId }));
  const tokens = { admin, attacker };
  const times = { startedAt, readyAt: new Date() };
  return { orgId, projectId: project.id, projectSlug: slug, ids, tokens, values, ...times };
}

function organizationOf(world: World, orgId: string, ids: Built['ids']): string {
  const roleId = randomUUID();
  const custom = {
    id: roleId,
    org_id: orgId,
    slug: 'custom-role',
    name: 'Custom',
    permissions: world.orgRules.map((i) => ORG_RULES[i]!),
  };
  const identities = WHO.map((who, i): Row => {
    const role = who === 'admin' ? 'admin' : who === 'attacker' ? world.orgRole : 'no-access';
    const team = TEAMS[world.teams[i] ?? 0]!;
    return {
      id: ids[who],
      org_id: orgId,
      membership_id: randomUUID(),
      name: who,
      role,
      role_id: role === 'custom' ? roleId : null,
      metadata: [{ id: randomUUID(), key: 'team', value: team }],
    };
  });
  const auths = (['bot', 'peer', 'owner'] as const).map((who): Row => ({
    id: randomUUID(),
    identity_id: ids[who],
    access_token_ttl: 3600,
    access_token_max_ttl: 3600,
    access_token_num_uses_limit: 0,
    access_token_trusted_ips: [{ ipAddress: '0.0.0.0', type: 'ipv4', prefix: 0 }],
  }));
  return [
    insertOf('organizations', [{ id: orgId, name: 'Org', slug: `org-${orgId}` }]),
    insertOf('org_roles', [custom]),
    insertOf('identities', identities),
    insertOf('token_auths', auths),
    ...peopleIn(world, orgId, ids),
  ].join('');
}

/** Accounts of people, and their places in the organization. */
function peopleIn(world: World, orgId: string, ids: Built['ids']): string[] {
  const users = PEOPLE.map((who) => ({ id: ids[who], email: `${who}-${ids[who]}@example.org` }));
  const places = PEOPLE.map((who, i) => ({
    id: randomUUID(),
    org_id: orgId,
    user_id: ids[who],
    role: 'no-access',
    status: 'accepted',
    metadata: [{ id: randomUUID(), key: 'team', value: TEAMS[world.teams[WHO.length + i] ?? 0]! }],
  }));
  return [insertOf('users', users), insertOf('organization_memberships', places)];
}

/** Groups with their members, and what people and groups hold in the project. */
function peopleOf(
  world: World,
  { projectId, orgId, ids, startedAt }: Parts & { readonly orgId: string },
): string {
  const groups: Row[] = [];
  const members: Row[] = [];
  const memberships: Row[] = [];
  const roles: Row[] = [];
  const assigned: Row[] = [];
  const privileges: Row[] = [];
  const place = (who: Row, rules: readonly number[], span: Span) => {
    const [id, roleId] = [randomUUID(), randomUUID()];
    const forGood = spanOf('for good', startedAt);
    memberships.push({ id, project_id: projectId, user_id: null, group_id: null, ...who });
    roles.push({
      id: roleId,
      project_id: projectId,
      slug: `of-${roleId.slice(0, 8)}`,
      name: 'Role',
      permissions: rules.map((index) => RULES[index]!),
    });
    const none = { membership_id: id, role: 'no-access', custom_role_id: null, ...forGood };
    const own = { membership_id: id, role: 'custom', custom_role_id: roleId };
    assigned.push({ id: randomUUID(), ...none });
    assigned.push({ id: randomUUID(), ...own, ...spanOf(span, startedAt) });
    return id;
  };
  for (const [i, who] of PEOPLE.entries()) {
    const rules = world.places[i];
    if (!rules) continue;
    const membershipId = place({ user_id: ids[who] }, rules, 'for good');
    const permissions = world.guardrail.map((index) => FORBIDDING[index]!);
    privileges.push({
      id: randomUUID(),
      project_membership_id: membershipId,
      slug: 'extra',
      permissions: permissions.length > 0 ? permissions : [RULES[rules[0] ?? 0]!],
      ...spanOf('for good', startedAt),
    });
  }
  for (const { name, members: some, orgRole: role, rules, span } of world.groups) {
    const groupId = randomUUID();
    groups.push({ id: groupId, org_id: orgId, name, slug: `group-${groupId}`, role });
    for (const who of some) {
      const isPerson = PEOPLE.some((each) => each === who);
      const [user, identity] = isPerson ? [ids[who], null] : [null, ids[who]];
      members.push({ id: randomUUID(), group_id: groupId, user_id: user, identity_id: identity });
    }
    if (rules.length > 0) place({ group_id: groupId }, rules, span);
  }
  return [
    insertOf('groups', groups),
    insertOf('group_members', members),
    insertOf('project_roles', roles),
    insertOf('project_memberships', memberships),
    insertOf('membership_roles', assigned),
    insertOf('additional_privileges', privileges),
    `update organizations set epoch = epoch + 1 where id = '${orgId}';`,
  ].join('');
}

interface Parts {
  readonly projectId: string;
  readonly ids: Built['ids'];
  readonly tags: Readonly<Record<string, string>>;
  readonly startedAt: Date;
}

/** The columns of something temporary. */
function spanOf(span: Span, at: Date): Row {
  const between = (from: number, until: number): Row => ({
    is_temporary: true,
    temporary_mode: 'relative',
    temporary_range: `${until - from}h`,
    temporary_access_start_time: new Date(at.getTime() + from * HOUR),
    temporary_access_end_time: new Date(at.getTime() + until * HOUR),
  });
  if (span === 'now') return between(-1, 1);
  if (span === 'ended') return between(-3, -1);
  if (span === 'later') return between(3, 5);
  return {
    is_temporary: false,
    temporary_mode: null,
    temporary_range: null,
    temporary_access_start_time: null,
    temporary_access_end_time: null,
  };
}

function contentOf({ projectId, tags }: Parts): string {
  const places = ['dev', 'prod'].map((slug, i) => placesOf(projectId, slug, i + 1));
  const rows = Object.entries(tags).map(([slug, id]) => ({ id, project_id: projectId, slug }));
  return [...places, insertOf('tags', rows)].join('');
}

function accessOf(world: World, { projectId, ids, startedAt }: Parts): string {
  const members = WHO.filter((who) => who !== 'admin' && who !== 'bot');
  const inBot = world.holdings.some(({ who }) => who === 'bot');
  const joined = [...members, ...(inBot ? (['bot'] as const) : [])];
  const memberships = joined.map((who): Row => ({
    id: randomUUID(),
    project_id: projectId,
    identity_id: ids[who],
  }));
  const membershipOf = (who: Who) =>
    who === 'admin'
      ? `(select id from project_memberships where project_id = '${projectId}' and identity_id = '${ids.admin}')`
      : `'${memberships[joined.indexOf(who)]!['id'] as string}'`;
  const held = holdingsOf(world, projectId, startedAt);
  const assigned = held.assigned.map(({ who, ...row }) =>
    insertOf('membership_roles', [{ id: randomUUID(), membership_id: '@', ...row }]).replace(
      `'@'`,
      membershipOf(who),
    ),
  );
  const privileges = held.privileges.map(({ who, ...row }) =>
    insertOf('additional_privileges', [row]).replace(`'@'`, membershipOf(who)),
  );
  return [
    insertOf('project_roles', held.roles),
    insertOf('project_memberships', memberships),
    ...assigned,
    ...privileges,
    `update projects set epoch = epoch + 1 where id = '${projectId}';`,
  ].join('');
}

function placesOf(projectId: string, slug: string, position: number): string {
  const environment = { id: randomUUID(), project_id: projectId, name: slug, slug, position };
  const folders = new Map(PATHS.map((path) => [path, randomUUID()]));
  const parentOf = (path: string) =>
    path === '/' ? null : folders.get(path.slice(0, path.lastIndexOf('/')) || '/')!;
  const rows = PATHS.map((path) => ({
    id: folders.get(path)!,
    environment_id: environment.id,
    parent_id: parentOf(path),
    name: path === '/' ? 'root' : path.slice(path.lastIndexOf('/') + 1),
    path,
  }));
  return insertOf('environments', [environment]) + insertOf('folders', rows);
}

type Of = { readonly who: Who } & Row;

function holdingsOf(world: World, projectId: string, at: Date) {
  const roles: Row[] = [];
  const assigned: Of[] = [];
  const forGood = spanOf('for good', at);
  const role = (slug: string, permissions: readonly object[]): string => {
    const id = randomUUID();
    roles.push({ id, project_id: projectId, slug, name: slug, permissions });
    return id;
  };
  const assign = (who: Who, custom: string | null, predefined = 'custom', span = forGood) =>
    assigned.push({ who, role: predefined, custom_role_id: custom, ...span });
  assign('attacker', null, world.base);
  assign('owner', null, 'admin');
  assign('accomplice', null, 'no-access');
  assign('peer', null, 'no-access');
  if (world.holdings.some(({ who }) => who === 'bot')) assign('bot', null, 'no-access');
  assign(
    'attacker',
    role(
      'own',
      world.own.map((i) => ALLOWING[i]!),
    ),
  );
  const guardrail = role(
    'guardrail',
    world.guardrail.map((i) => FORBIDDING[i]!),
  );
  for (const who of world.guarded) assign(who, guardrail);
  const privileges: Of[] = [];
  world.holdings.forEach(({ who, as, rules, span }: Holding, i) => {
    const permissions = rules.map((index) => RULES[index]!);
    if (as === 'role') assign(who, role(`role-${i}`, permissions), 'custom', spanOf(span, at));
    else
      privileges.push({
        who,
        id: randomUUID(),
        project_membership_id: '@',
        slug: `privilege-${i}`,
        permissions,
        ...spanOf(span, at),
      });
  });
  return { roles, assigned, privileges };
}

/** Values are sealed by the server, so secrets are made through it. */
async function fill(
  ask: Ask,
  admin: string,
  projectId: string,
  tags: readonly string[],
  tagging: readonly number[],
): Promise<Map<string, string>> {
  const values = new Map<string, string>();
  const inEnvironment = (slug: string) =>
    SECRETS.flatMap(([environment, secretPath, secretKey], i) => {
      if (environment !== slug) return [];
      const secretValue = `value-${randomBytes(9).toString('hex')}`;
      values.set(`${environment} ${secretPath} ${secretKey}`, secretValue);
      const tagIds = tags.filter((_, bit) => ((tagging[i] ?? 0) >> bit) % 2 === 1);
      return [{ secretKey, secretPath, secretValue, tagIds }];
    });
  await Promise.all(
    ['dev', 'prod'].map((environment) =>
      insist(ask, admin, {
        method: 'patch',
        url: '/api/v4/secrets/batch',
        body: { projectId, environment, mode: 'upsert', secrets: inEnvironment(environment) },
      }),
    ),
  );
  return values;
}
