import {
  type OracleAttributes,
  type OracleIdentity,
  oracleAllows,
  type OracleRule,
} from '../support/permissions/oracle.js';
import {
  type FolderState,
  type GroupState,
  type Held,
  type HolderState,
  type PersonState,
  PROJECT_ADMINISTRATOR,
  type SecretState,
  type Snapshot,
} from './snapshot.js';

/** `moment|id of the thing|subject|action`: what somebody may do, by id and never by name. */
export type Capability = string;
/** The capabilities of each identity, by its id. */
export type Capabilities = ReadonlyMap<string, ReadonlySet<Capability>>;

/** When it is asked, from the making of the world: now, while what comes later lasts, and long after. */
const MOMENTS = [30_000, 4 * 3_600_000, 365 * 24 * 3_600_000];

export const SECRET_ACTIONS = ['describeSecret', 'readValue', 'create', 'edit', 'delete'] as const;
export type SecretAction = (typeof SECRET_ACTIONS)[number];

const FOLDER_ACTIONS = ['create', 'edit', 'delete'] as const;
const IDENTITY_ACTIONS = ['edit', 'delete', 'assign-role', 'grant-privileges'] as const;
const MEMBER_ACTIONS = ['edit', 'delete', 'assign-role', 'grant-privileges'] as const;
const GROUP_ACTIONS = ['edit', 'delete', 'assign-role'] as const;
const PLAIN: Readonly<Record<string, readonly string[]>> = {
  role: ['create', 'edit', 'delete'],
  environments: ['create', 'edit', 'delete'],
  tags: ['create', 'edit', 'delete'],
  settings: ['edit'],
  workspace: ['delete'],
};
const ORGANIZATION: Readonly<Record<string, readonly string[]>> = {
  role: ['create', 'edit', 'delete'],
  identity: ['create', 'edit', 'delete', 'grant-privileges', 'edit-auth', 'create-token'],
  project: ['create'],
  member: ['create', 'edit', 'delete'],
  groups: [
    ...['create', 'edit', 'delete', 'grant-privileges', 'add-members', 'remove-members'],
    ...['add-identities', 'remove-identities'],
  ],
  settings: ['edit'],
  'organization-admin-console': ['access-all-projects'],
};

export const capabilityOf = (moment: number, id: string, subject: string, action: string) =>
  `${moment}|${id}|${subject}|${action}`;

/** What it is about: an identity in a project is about both. */
export const thingsOf = (capability: Capability): string[] =>
  capability.split('|', 2)[1]!.split('/');

/** Whether one of these lets its holder into every project, as an administrator of it. */
export const opensProjects = (held: Iterable<Capability>): boolean =>
  [...held].some((each) => each.endsWith('|organization-admin-console|access-all-projects'));

/** The rules of somebody in one place, by subject. */
class RuleSet {
  private readonly bySubject = new Map<string, OracleRule[]>();

  constructor(
    rules: readonly OracleRule[],
    private readonly identity: OracleIdentity,
  ) {
    for (const rule of rules) {
      const list = this.bySubject.get(rule.subject);
      if (list) list.push(rule);
      else this.bySubject.set(rule.subject, [rule]);
    }
  }

  allows(action: string, subject: string, attributes: OracleAttributes): boolean {
    const rules = this.bySubject.get(subject);
    return rules !== undefined && oracleAllows(rules, action, subject, attributes, this.identity);
  }
}

export const attributesOf = (secret: SecretState): OracleAttributes => ({
  environment: secret.environment,
  secretPath: secret.path,
  secretName: secret.key,
  secretTags: secret.tags,
  eventType: null,
});

const attributesOfFolder = ({ environment, path }: FolderState): OracleAttributes => ({
  environment,
  secretPath: path,
});

const attributesOfIdentity = (identityId: string): OracleAttributes => ({
  identityId,
  assignableRole: null,
  assignableSubject: null,
  assignableAction: null,
});

const attributesOfPerson = ({ email }: PersonState): OracleAttributes => ({
  userEmail: email,
  assignableRole: null,
  assignableSubject: null,
  assignableAction: null,
});

const attributesOfGroup = ({ name }: GroupState): OracleAttributes => ({
  groupName: name,
  assignableRole: null,
});

/** What each identity and each person may do, by an evaluator that shares nothing with the product's. */
export function capabilitiesOf(
  snapshot: Snapshot,
  startedAt: Date,
  isCounted: (id: string) => boolean,
): Capabilities {
  const things = thingsIn(snapshot, isCounted);
  return new Map(
    [...snapshot.identities, ...snapshot.people].map((identity) => {
      const found = new Set<Capability>();
      addOrganization(found, identity);
      for (const { id } of things.projects) {
        MOMENTS.forEach((_, moment) => {
          const rules = rulesAt(snapshot, identity, { projectId: id, moment, startedAt });
          if (rules) addProject(found, rules, { moment, projectId: id, ...things });
        });
      }
      return [identity.id, found];
    }),
  );
}

/**
 * What a holder could do in every project as its administrator. Becoming one takes away what its own roles forbid, but
 * not what its groups do.
 */
export function capabilitiesAsAdministrator(
  snapshot: Snapshot,
  holder: HolderState,
  startedAt: Date,
  isCounted: (id: string) => boolean,
): ReadonlySet<Capability> {
  const found = new Set<Capability>();
  const things = thingsIn(snapshot, isCounted);
  for (const { id: projectId } of things.projects)
    MOMENTS.forEach((_, moment) => {
      const stay = heldAt(snapshot, holder, { projectId, moment, startedAt })
        .filter(({ isByGroup }) => isByGroup)
        .flatMap(({ rules }) => rules.filter(({ inverted }) => inverted));
      const rules = new RuleSet([...PROJECT_ADMINISTRATOR, ...stay], holder);
      addProject(found, rules, { moment, projectId, ...things });
    });
  return found;
}

function thingsIn(snapshot: Snapshot, isCounted: (id: string) => boolean) {
  const counted = <T extends { readonly id: string }>(list: readonly T[]) =>
    list.filter(({ id }) => isCounted(id));
  return {
    secrets: counted(snapshot.secrets),
    folders: counted(snapshot.folders),
    identities: counted(snapshot.identities),
    people: counted(snapshot.people),
    groups: counted(snapshot.groups),
    projects: counted(snapshot.projects),
  };
}

function addOrganization(found: Set<Capability>, identity: HolderState): void {
  const rules = new RuleSet(identity.org, identity);
  for (const [subject, actions] of Object.entries(ORGANIZATION))
    for (const action of actions)
      if (rules.allows(action, subject, {}))
        MOMENTS.forEach((_, moment) =>
          found.add(capabilityOf(moment, 'organization', subject, action)),
        );
}

interface Asked {
  readonly projectId: string;
  readonly moment: number;
  readonly startedAt: Date;
}

/** Null for who is no member, or holds nothing then. */
export function rulesAt(snapshot: Snapshot, holder: HolderState, asked: Asked): RuleSet | null {
  const rules = heldAt(snapshot, holder, asked).flatMap((held) => held.rules);
  return rules.length > 0 ? new RuleSet(rules, holder) : null;
}

function heldAt(
  { memberships }: Snapshot,
  holder: HolderState,
  { projectId, moment, startedAt }: Asked,
): readonly Held[] {
  const at = startedAt.getTime() + MOMENTS[moment]!;
  const membership = memberships.find(
    (each) => each.projectId === projectId && each.holderId === holder.id,
  );
  return (membership?.held ?? []).filter(({ from, until }) => from <= at && at < until);
}

interface Things {
  readonly moment: number;
  readonly projectId: string;
  readonly secrets: readonly SecretState[];
  readonly folders: readonly FolderState[];
  readonly identities: readonly HolderState[];
  readonly people: readonly PersonState[];
  readonly groups: readonly GroupState[];
}

function addProject(found: Set<Capability>, rules: RuleSet, things: Things): void {
  const { moment, projectId, secrets, folders, identities, people, groups } = things;
  const add = (id: string, subject: string, action: string, attributes: OracleAttributes) => {
    if (rules.allows(action, subject, attributes))
      found.add(capabilityOf(moment, id, subject, action));
  };
  for (const secret of secrets)
    if (secret.projectId === projectId)
      for (const action of SECRET_ACTIONS) add(secret.id, 'secrets', action, attributesOf(secret));
  for (const folder of folders)
    if (folder.projectId === projectId)
      for (const action of FOLDER_ACTIONS)
        add(folder.id, 'secret-folders', action, attributesOfFolder(folder));
  for (const { id } of identities)
    for (const action of IDENTITY_ACTIONS)
      add(`${projectId}/${id}`, 'identity', action, attributesOfIdentity(id));
  for (const person of people)
    for (const action of MEMBER_ACTIONS)
      add(`${projectId}/${person.id}`, 'member', action, attributesOfPerson(person));
  for (const group of groups)
    for (const action of GROUP_ACTIONS)
      add(`${projectId}/${group.id}`, 'groups', action, attributesOfGroup(group));
  for (const [subject, actions] of Object.entries(PLAIN))
    for (const action of actions) add(projectId, subject, action, {});
}
