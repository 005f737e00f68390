import { ORG_ROLES, PROJECT_ROLES } from '../../src/permissions/predefined-roles.js';
import { listOf, type Rule } from '../../src/permissions/rule.js';
import type { OracleIdentity, OracleRule } from '../support/permissions/oracle.js';
import type { TestApp } from '../support/harness.js';

/** Rules with the span in which they count, in milliseconds. */
export interface Held {
  readonly rules: readonly OracleRule[];
  readonly from: number;
  readonly until: number;
}

export interface IdentityState extends OracleIdentity {
  readonly role: string;
  readonly org: readonly OracleRule[];
}

export interface MembershipState {
  readonly projectId: string;
  readonly identityId: string;
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

/** Rows of one organization, as they stand in the database. */
export interface Snapshot {
  readonly identities: readonly IdentityState[];
  readonly projects: readonly { readonly id: string; readonly slug: string }[];
  readonly memberships: readonly MembershipState[];
  readonly orgRoles: readonly { readonly id: string; readonly slug: string }[];
  readonly roles: readonly (Slugged & { readonly permissions: readonly Rule[] })[];
  readonly privileges: readonly PrivilegeState[];
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
const HELD = `'projectId', m.project_id, 'identityId', m.identity_id,
  'from', h.temporary_access_start_time, 'until', h.temporary_access_end_time`;

const SNAPSHOT = `select json_build_object(
  'identities', ${list(
    `'id', i.id, 'name', i.name, 'metadata', i.metadata, 'role', i.role, 'permissions', r.permissions`,
    `identities i left join org_roles r on r.id = i.role_id where i.org_id = $1`,
    `i.created_at, i.name, i.id`,
  )},
  'projects', ${list(`'id', p.id, 'slug', p.slug`, `projects p where p.org_id = $1`, `p.created_at, p.id`)},
  'members', ${list(`'projectId', x.project_id, 'identityId', x.identity_id`, `project_memberships x ${OF_PROJECTS}`, `x.created_at, x.id`)},
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

type Written = Omit<Snapshot, 'identities' | 'memberships' | 'privileges'> & {
  readonly identities: readonly (Omit<IdentityState, 'org'> & { permissions: Rule[] | null })[];
  readonly members: readonly { readonly projectId: string; readonly identityId: string }[];
  readonly held: readonly WrittenHolding[];
  readonly granted: readonly (WrittenHolding & { readonly id: string; readonly slug: string })[];
};

interface WrittenHolding {
  readonly projectId: string;
  readonly identityId: string;
  readonly role?: string;
  readonly permissions: readonly Rule[] | null;
  readonly from: string | null;
  readonly until: string | null;
}

export async function snapshotOf(server: TestApp, orgId: string): Promise<Snapshot> {
  const [row] = await server.database.source.query<{ state: Written }[]>(SNAPSHOT, [orgId]);
  const { identities, members, held, granted, ...rest } = row!.state;
  const all = [...held, ...granted];
  return {
    ...rest,
    privileges: granted,
    identities: identities.map(({ permissions, ...identity }) => ({
      ...identity,
      org: plainRules(permissions ?? predefined(ORG_ROLES, identity.role)),
    })),
    memberships: members.map((member) => {
      const own = all.filter((each) => isOf(each, member));
      const isLastingAdmin = own.some(({ role, until }) => role === 'admin' && until === null);
      return { ...member, isLastingAdmin, held: own.map(heldOf) };
    }),
  };
}

const isOf = (
  holding: WrittenHolding,
  { projectId, identityId }: Omit<MembershipState, 'held' | 'isLastingAdmin'>,
) => holding.projectId === projectId && holding.identityId === identityId;

const heldOf = ({ role, permissions, from, until }: WrittenHolding): Held => ({
  rules: plainRules(permissions ?? predefined(PROJECT_ROLES, role ?? '')),
  from: from === null ? -Infinity : Date.parse(from),
  until: until === null ? Infinity : Date.parse(until),
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
