import { baseNameOf, isOlder, typeName } from './operation-names.js';
import { type Components, type Route, type Schema, capitalized } from './parts.js';

/** Classes whose own name says too little outside of their file. Otherwise `Dto` and `View` are dropped. */
const NAMES: Readonly<Record<string, string>> = {
  AccessApproverDto: 'AccessApproverInput',
  AddedProjectMemberView: 'AddedProjectMember',
  AffectedIdentityView: 'AffectedIdentity',
  AllowedIdentityView: 'PermittedIdentity',
  AuditLogView: 'AuditLogEntry',
  BootstrapUserView: 'InstanceAdministrator',
  ChangedRoleView: 'ReplacedRole',
  ConditionsDto: 'SubscriptionConditions',
  ConsentStepDto: 'ConsentStepInput',
  DeleteItemDto: 'SecretDeletion',
  DryRunView: 'BatchReport',
  EnvironmentOfImportView: 'ImportEnvironment',
  EnvironmentOfProjectView: 'ProjectEnvironment',
  ExplanationView: 'PermissionExplanation',
  FolderOfBatchDto: 'FolderChange',
  ImportChangeDto: 'SecretImportChange',
  ImportView: 'ImportedFolder',
  ItemReportView: 'BatchItemReport',
  LifetimeChangesDto: 'LifetimeChange',
  MemberIdentityView: 'OrganizationMember',
  MemberMetadataDto: 'MemberMetadataInput',
  MemberView: 'MemberIdentity',
  MetadataDto: 'IdentityMetadataInput',
  MetadataItemDto: 'SecretMetadataInput',
  MetadataView: 'IdentityMetadata',
  MovedView: 'MoveReport',
  OrgIdentityView: 'OrganizationIdentity',
  OrgMemberUserView: 'OrganizationUser',
  OrgMemberView: 'OrganizationUserMembership',
  OrgRoleItemView: 'OrganizationRoleItem',
  OrgRoleView: 'OrganizationRole',
  PrivilegeItemView: 'PrivilegeWithoutRules',
  ProblemView: 'BatchProblem',
  RegisterEntryDto: 'SubscriptionEntry',
  RoleDto: 'RoleAssignment',
  RollbackItemView: 'FolderRollbackItem',
  RollbackView: 'FolderRollbackReport',
  RuleView: 'PermissionRule',
  SecretActorView: 'SecretAuthor',
  SecretItemDto: 'NewSecret',
  SourceDto: 'ImportSource',
  SourceView: 'RuleSource',
  TokenView: 'StoredToken',
  TrustedIpDto: 'TrustedNetworkInput',
  TrustedIpView: 'TrustedNetwork',
  WrittenRoleView: 'DatedRole',
  UpdateItemDto: 'SecretChange',
};

const PREFIX = '#/components/schemas/';

/** Names bodies and answers after their operation, and all else after the thing that it is. */
export function nameSchemas(routes: readonly Route[], components: Components): void {
  const newestFirst = [...routes].sort((a, b) => age(a.path) - age(b.path));
  const names = new Map<string, string>();
  const users = bodyUsers(newestFirst);
  for (const [dto, used] of users) {
    const bases = new Set(used.map(({ operation }) => baseNameOf(operation)));
    const name = bases.size === 1 ? typeName(used[0]!.operation, 'Body') : `${stripped(dto)}Body`;
    names.set(dto, name);
  }
  for (const name of Object.keys(components.schemas)) {
    if (!names.has(name)) names.set(name, NAMES[name] ?? stripped(name));
  }
  refuseTwins(names);
  rename(routes, components, names);
  nameAnswers(newestFirst, components);
}

const age = (path: string) => (path.startsWith('/api/v3/') ? 2 : isOlder(path) ? 1 : 0);
const stripped = (name: string) => capitalized(name.replace(/(Dto|View)$/, ''));

function bodyUsers(routes: readonly Route[]): Map<string, Route[]> {
  const users = new Map<string, Route[]>();
  for (const route of routes) {
    for (const { schema } of Object.values(route.operation.requestBody?.content ?? {})) {
      const name = schema.$ref?.replace(PREFIX, '');
      if (name) users.set(name, [...(users.get(name) ?? []), route]);
    }
  }
  return users;
}

/** Two classes under one name would be one schema in silence. */
function refuseTwins(names: ReadonlyMap<string, string>): void {
  const taken = new Map<string, string>();
  for (const [from, to] of names) {
    const other = taken.get(to);
    if (other)
      throw new Error(`${from} and ${other} are both ${to} in the document: see schema-names.ts`);
    taken.set(to, from);
  }
}

function rename(
  routes: readonly Route[],
  components: Components,
  names: ReadonlyMap<string, string>,
): void {
  const follow = (node: unknown): void => {
    if (node === null || typeof node !== 'object') return;
    const part = node as { $ref?: string };
    const name = part.$ref?.startsWith(PREFIX)
      ? names.get(part.$ref.slice(PREFIX.length))
      : undefined;
    if (name) part.$ref = PREFIX + name;
    for (const child of Object.values(node)) follow(child);
  };
  // Schemas may share parts, which are renamed once.
  components.schemas = structuredClone(components.schemas);
  for (const { operation } of routes) {
    operation.responses = structuredClone(operation.responses);
    follow(operation);
  }
  follow(components.schemas);
  follow(components.responses);
  const renamed = Object.entries(components.schemas).map(([name, schema]) => [
    names.get(name),
    schema,
  ]);
  components.schemas = Object.fromEntries(renamed) as Record<string, Schema>;
}

/** Paths of one thing that answer alike share the schema of the newest. */
function nameAnswers(routes: readonly Route[], components: Components): void {
  const known = new Map<string, string>();
  for (const { operation } of routes) {
    const content = operation.responses['200']?.content?.['application/json'];
    if (!content || content.schema.$ref) continue;
    if (content.schema.type !== 'object' && content.schema.type !== 'array') continue;
    const key = `${baseNameOf(operation)} ${JSON.stringify(content.schema)}`;
    const name = known.get(key) ?? typeName(operation, 'Result');
    known.set(key, name);
    components.schemas[name] = content.schema;
    content.schema = { $ref: PREFIX + name };
  }
}
