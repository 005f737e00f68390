import { ORG_ROLES, PROJECT_ROLES } from '../../src/permissions/predefined-roles.js';
import { listOf, type Rule } from '../../src/permissions/rule.js';
import type { OracleIdentity, OracleRule } from '../support/permissions/oracle.js';
import type { TestApp } from '../support/harness.js';

/** Rules with the span in which they count, in milliseconds. */
export interface Held {
  readonly rules: readonly OracleRule[];
  readonly from: number;
  readonly until: number;
  readonly isByGroup: boolean;
}

/** An identity or a person; for who is deactivated all of it is empty. */
export interface HolderState extends OracleIdentity {
  readonly org: readonly OracleRule[];
  /** Whether it administers the organization, by its own role or by a group. */
  readonly isAdmin: boolean;
}

export interface PersonState extends HolderState {
  readonly email: string;
  readonly isActive: boolean;
  /** The id of the place in the organization. */
  readonly membershipId: string;
}

export interface GroupState {
  readonly id: string;
  readonly name: string;
  readonly members: readonly string[];
}

/** A place of a person or a group in a project. */
export interface PlaceState {
  readonly id: string;
  readonly projectId: string;
  readonly userId: string | null;
  readonly groupId: string | null;
}

/** All that a holder holds in a project, by itself and by groups. */
export interface MembershipState {
  readonly projectId: string;
  readonly holderId: string;
  readonly isLastingAdmin: boolean;
  readonly held: readonly Held[];
}

export interface SecretState {
  readonly id: string;
  readonly projectId: string;
  readonly folderId: string;
  readonly environment: string;
  readonly path: string;
  readonly key: string;
  readonly version: number;
  readonly tags: readonly string[];
}

interface Slugged {
  readonly id: string;
  readonly projectId: string;
  readonly slug: string;
}

export interface FolderState {
  readonly id: string;
  readonly projectId: string;
  readonly environmentId: string;
  readonly environment: string;
  readonly path: string;
}

export interface PrivilegeState extends Slugged {
  readonly identityId: string;
}

export interface UserPrivilegeState extends Slugged {
  readonly userId: string;
}

/** Rows of one organization, as they stand in the database. */
export interface Snapshot {
  readonly identities: readonly HolderState[];
  readonly people: readonly PersonState[];
  readonly groups: readonly GroupState[];
  readonly places: readonly PlaceState[];
  readonly projects: readonly { readonly id: string; readonly slug: string }[];
  readonly memberships: readonly MembershipState[];
  readonly orgRoles: readonly { readonly id: string; readonly slug: string }[];
  readonly roles: readonly (Slugged & { readonly permissions: readonly Rule[] })[];
  readonly privileges: readonly PrivilegeState[];
  readonly userPrivileges: readonly UserPrivilegeState[];
  readonly environments: readonly Slugged[];
  readonly folders: readonly FolderState[];
  readonly tags: readonly Slugged[];
  readonly secrets: readonly SecretState[];
  readonly imports: readonly { readonly id: string; readonly projectId: string }[];
  readonly tokens: readonly CredentialState[];
  readonly clientSecrets: readonly CredentialState[];
}

export interface CredentialState {
  readonly id: string;
  readonly identityId: string;
}

const list = (columns: string, from: string, order: string) =>
  `coalesce((select json_agg(json_build_object(${columns}) order by ${order}) from ${from}), '[]')`;

const OF_PROJECTS = 'join projects p on p.id = x.project_id and p.org_id = $1';
const IN_ENVIRONMENTS = `join environments e on e.id = f.environment_id
  join projects p on p.id = e.project_id and p.org_id = $1`;
const OF_IDENTITIES = 'join identities i on i.id = a.identity_id and i.org_id = $1';
const HELD = `'projectId', m.project_id, 'identityId', m.identity_id, 'userId', m.user_id, 'groupId', m.group_id,
  'from', h.temporary_access_start_time, 'until', h.temporary_access_end_time`;

const SNAPSHOT = `select json_build_object(
  'identities', ${list(
    `'id', i.id, 'name', i.name, 'metadata', i.metadata, 'role', i.role, 'permissions', r.permissions`,
    `identities i left join org_roles r on r.id = i.role_id where i.org_id = $1`,
    `i.created_at, i.name, i.id`,
  )},
  'projects', ${list(`'id', p.id, 'slug', p.slug`, `projects p where p.org_id = $1`, `p.created_at, p.id`)},
  'people', ${list(
    `'id', u.id, 'name', '', 'metadata', m.metadata, 'role', m.role, 'permissions', r.permissions, 'email', u.email,
     'membershipId', m.id, 'isActive', m.is_active and m.status = 'accepted'`,
    `organization_memberships m join users u on u.id = m.user_id
     left join org_roles r on r.id = m.role_id where m.org_id = $1`,
    `u.email`,
  )},
  'groups', ${list(
    `'id', g.id, 'name', g.name, 'role', g.role, 'permissions', r.permissions, 'members', coalesce((
       select json_agg(coalesce(x.identity_id, x.user_id)) from group_members x where x.group_id = g.id), '[]')`,
    `groups g left join org_roles r on r.id = g.role_id where g.org_id = $1`,
    `g.created_at, g.name`,
  )},
  'members', ${list(`'id', x.id, 'projectId', x.project_id, 'identityId', x.identity_id, 'userId', x.user_id, 'groupId', x.group_id`, `project_memberships x ${OF_PROJECTS}`, `x.created_at, x.id`)},
  'held', ${list(
    `${HELD}, 'role', h.role, 'permissions', r.permissions`,
    `membership_roles h join project_memberships m on m.id = h.membership_id
     join projects p on p.id = m.project_id and p.org_id = $1
     left join project_roles r on r.id = h.custom_role_id`,
    `h.id`,
  )},
  'granted', ${list(
    `${HELD}, 'id', h.id, 'slug', h.slug, 'permissions', h.permissions`,
    `additional_privileges h join project_memberships m on m.id = h.project_membership_id
     join projects p on p.id = m.project_id and p.org_id = $1`,
    `h.created_at, h.slug`,
  )},
  'orgRoles', ${list(`'id', r.id, 'slug', r.slug`, `org_roles r where r.org_id = $1`, `r.created_at, r.slug`)},
  'roles', ${list(`'id', x.id, 'projectId', x.project_id, 'slug', x.slug, 'permissions', x.permissions`, `project_roles x ${OF_PROJECTS}`, `x.created_at, x.slug`)},
  'environments', ${list(`'id', x.id, 'projectId', x.project_id, 'slug', x.slug`, `environments x ${OF_PROJECTS}`, `x.created_at, x.slug`)},
  'tags', ${list(`'id', x.id, 'projectId', x.project_id, 'slug', x.slug`, `tags x ${OF_PROJECTS}`, `x.created_at, x.slug`)},
  'folders', ${list(
    `'id', f.id, 'projectId', p.id, 'environmentId', e.id, 'environment', e.slug, 'path', f.path`,
    `folders f ${IN_ENVIRONMENTS}`,
    `f.created_at, e.slug, f.path`,
  )},
  'secrets', ${list(
    `'id', s.id, 'projectId', p.id, 'folderId', f.id, 'environment', e.slug, 'path', f.path, 'key', s.key,
     'version', s.version, 'tags', coalesce((select json_agg(t.slug order by t.slug)
       from secret_tags st join tags t on t.id = st.tag_id where st.secret_id = s.id), '[]')`,
    `secrets s join folders f on f.id = s.folder_id ${IN_ENVIRONMENTS}`,
    `s.created_at, e.slug, f.path, s.key`,
  )},
  'imports', ${list(`'id', x.id, 'projectId', p.id`, `secret_imports x join folders f on f.id = x.folder_id ${IN_ENVIRONMENTS}`, `x.created_at, x.id`)},
  'tokens', ${list(
    `'id', t.id, 'identityId', i.id`,
    `access_tokens t join token_auths a on a.id = t.token_auth_id ${OF_IDENTITIES}`,
    `t.created_at, i.name`,
  )},
  'clientSecrets', ${list(
    `'id', t.id, 'identityId', i.id`,
    `client_secrets t join universal_auths a on a.id = t.universal_auth_id ${OF_IDENTITIES}`,
    `t.created_at, i.name`,
  )}
) as state`;

interface WrittenRole {
  readonly role: string;
  readonly permissions: Rule[] | null;
}

type WrittenHolder<T> = Omit<T, 'org' | 'isAdmin'> & WrittenRole;

type Derived = 'identities' | 'people' | 'groups' | 'places' | 'memberships' | 'privileges';

type Written = Omit<Snapshot, Derived | 'userPrivileges'> & {
  readonly identities: readonly WrittenHolder<HolderState>[];
  readonly people: readonly WrittenHolder<PersonState>[];
  readonly groups: readonly (GroupState & WrittenRole)[];
  readonly members: readonly (PlaceState & Owner)[];
  readonly held: readonly WrittenHolding[];
  readonly granted: readonly (WrittenHolding & { readonly id: string; readonly slug: string })[];
};

/** The one of three that a membership belongs to. */
interface Owner {
  readonly projectId: string;
  readonly identityId: string | null;
  readonly userId: string | null;
  readonly groupId: string | null;
}

interface WrittenHolding extends Owner {
  readonly role?: string;
  readonly permissions: readonly Rule[] | null;
  readonly from: string | null;
  readonly until: string | null;
}

export async function snapshotOf(server: TestApp, orgId: string): Promise<Snapshot> {
  const [row] = await server.database.source.query<{ state: Written }[]>(SNAPSHOT, [orgId]);
  const { identities, people, groups, members, held, granted, ...rest } = row!.state;
  const holders = [
    ...identities.map((identity) => holderOf(identity, groups)),
    ...people.map((person) => holderOf(person, person.isActive ? groups : [], person.isActive)),
  ];
  const isOf =
    (ids: readonly string[]) =>
    ({ id }: HolderState) =>
      ids.includes(id);
  const all = [...held, ...granted];
  return {
    ...rest,
    identities: holders.filter(isOf(identities.map(({ id }) => id))),
    people: holders.filter(isOf(people.map(({ id }) => id))) as PersonState[],
    groups,
    places: members.filter(({ identityId }) => identityId === null),
    privileges: granted.filter(({ identityId }) => identityId !== null) as PrivilegeState[],
    userPrivileges: granted.filter(({ userId }) => userId !== null) as UserPrivilegeState[],
    memberships: [...identities, ...people.filter(({ isActive }) => isActive)].flatMap(({ id }) => {
      const own = groups.filter(({ members: some }) => some.includes(id)).map((group) => group.id);
      const isHis = (owner: Owner) =>
        owner.identityId === id || owner.userId === id || own.includes(owner.groupId ?? '');
      const projects = new Set(members.filter(isHis).map(({ projectId }) => projectId));
      return [...projects].map((projectId) => {
        const his = all.filter((each) => each.projectId === projectId && isHis(each));
        const isLastingAdmin = his.some(({ role, until }) => role === 'admin' && until === null);
        return { projectId, holderId: id, isLastingAdmin, held: his.map(heldOf) };
      });
    }),
  };
}

/** The holder with the rules of its own role and those of its groups; who is not active has none. */
function holderOf<T extends WrittenHolder<OracleIdentity & HolderState>>(
  { permissions, role, ...holder }: T,
  groups: readonly (GroupState & WrittenRole)[],
  isActive = true,
): HolderState {
  const ofGroups = groups.filter(({ members }) => members.includes(holder.id));
  const roles = isActive ? [{ permissions, role }, ...ofGroups] : [];
  return {
    ...holder,
    org: roles.flatMap((each) => plainRules(each.permissions ?? predefined(ORG_ROLES, each.role))),
    isAdmin: roles.some((each) => each.role === 'admin'),
  };
}

const heldOf = ({ role, permissions, from, until, groupId }: WrittenHolding): Held => ({
  rules: plainRules(permissions ?? predefined(PROJECT_ROLES, role ?? '')),
  from: from === null ? -Infinity : Date.parse(from),
  until: until === null ? Infinity : Date.parse(until),
  isByGroup: groupId !== null,
});

const predefined = (roles: readonly { slug: string; rules: readonly Rule[] }[], slug: string) =>
  roles.find((role) => role.slug === slug)?.rules ?? [];

const known = new WeakMap<readonly Rule[], readonly OracleRule[]>();

/** One rule for each subject, its actions as a list. */
function plainRules(rules: readonly Rule[]): readonly OracleRule[] {
  const before = known.get(rules);
  if (before) return before;
  const plain = rules.flatMap(({ subject, action, conditions, inverted }) =>
    listOf(subject).map((one) => ({
      subject: one,
      action: listOf(action),
      ...(conditions ? { conditions: conditions as Record<string, unknown> } : {}),
      ...(inverted ? { inverted } : {}),
    })),
  );
  known.set(rules, plain);
  return plain;
}

export const PROJECT_ADMINISTRATOR = plainRules(predefined(PROJECT_ROLES, 'admin'));
