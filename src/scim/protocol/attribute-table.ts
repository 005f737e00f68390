/** An attribute as RFC 7643 section 7 describes it; what is left out has that section's default. */
export interface ScimAttribute {
  readonly name: string;
  readonly type: 'string' | 'boolean' | 'complex' | 'reference' | 'dateTime' | 'integer';
  readonly description: string;
  readonly multiValued?: boolean;
  readonly required?: boolean;
  readonly caseExact?: boolean;
  readonly mutability?: 'readOnly' | 'immutable';
  readonly uniqueness?: 'server';
  readonly canonicalValues?: readonly string[];
  readonly referenceTypes?: readonly string[];
  readonly subAttributes?: readonly ScimAttribute[];
  /** Characters of a text, or elements of a list. */
  readonly max?: number;
  /** `request`: only where a client names it. */
  readonly returned?: 'request';
  /** Taken without a word and not kept, where a client sends it: Microsoft Entra maps `name.formatted` by default. */
  readonly isIgnored?: boolean;
}

/** What is known of one type of resource. */
export interface ResourceTable {
  readonly name: 'User' | 'Group';
  readonly schema: string;
  readonly endpoint: string;
  readonly description: string;
  /** The attributes of its schema. */
  readonly attributes: readonly ScimAttribute[];
  /** Lower-case names of standard attributes that are taken and not kept. */
  readonly ignored: ReadonlySet<string>;
  /** Lower-case URNs of extensions whose attributes are taken and not kept, with the names of these. */
  readonly ignoredExtensions: Readonly<Record<string, ReadonlySet<string>>>;
}

const CORE = 'urn:ietf:params:scim:schemas:core:2.0';
export const USER_SCHEMA = `${CORE}:User`;
export const GROUP_SCHEMA = `${CORE}:Group`;

const text = (name: string, description: string, more: Partial<ScimAttribute> = {}) =>
  ({ name, type: 'string', description, max: 256, ...more }) as ScimAttribute;

const NAME: ScimAttribute = {
  name: 'name',
  type: 'complex',
  description: 'The parts of the name under which this organization knows the user.',
  subAttributes: [
    text('formatted', 'The full name, made of the other parts.', {
      mutability: 'readOnly',
      returned: 'request',
      isIgnored: true,
    }),
    text('familyName', 'The family name.'),
    text('givenName', 'The given name.'),
  ],
};

const EMAILS: ScimAttribute = {
  name: 'emails',
  type: 'complex',
  multiValued: true,
  required: true,
  max: 10,
  description:
    'E-mail addresses: at least one when the user is created, unless userName is one. The primary one, else that of type "work", else the first one identifies the account.',
  subAttributes: [
    text('value', 'The address.', { required: true, max: 320 }),
    text('type', 'A label of the address.', { canonicalValues: ['work', 'home', 'other'] }),
    {
      name: 'primary',
      type: 'boolean',
      description: 'Whether this is the preferred address. At most one is.',
    },
  ],
};

const GROUPS: ScimAttribute = {
  name: 'groups',
  type: 'complex',
  multiValued: true,
  mutability: 'readOnly',
  description: 'The provisioned groups of the user.',
  subAttributes: [
    text('value', 'The id of the group.', { mutability: 'readOnly', caseExact: true }),
    {
      name: '$ref',
      type: 'reference',
      description: 'The URI of the group.',
      mutability: 'readOnly',
      referenceTypes: ['Group'],
    },
    text('display', 'The name of the group.', { mutability: 'readOnly' }),
  ],
};

const MEMBERS: ScimAttribute = {
  name: 'members',
  type: 'complex',
  multiValued: true,
  description: 'The users in the group. Groups are no members of groups.',
  subAttributes: [
    text('value', 'The id of the user.', { mutability: 'immutable', caseExact: true }),
    {
      name: '$ref',
      type: 'reference',
      description: 'The URI of the user.',
      mutability: 'immutable',
      referenceTypes: ['User'],
      isIgnored: true,
    },
    text('type', 'Always "User".', { mutability: 'immutable', canonicalValues: ['User'] }),
    text('display', 'The name of the user.', {
      mutability: 'readOnly',
      returned: 'request',
      isIgnored: true,
    }),
  ],
};

const named = (...names: readonly string[]) => new Set(names.map((name) => name.toLowerCase()));

const ENTERPRISE = named(
  ...['employeeNumber', 'costCenter', 'organization', 'division', 'department', 'manager'],
);

export const USER_TABLE: ResourceTable = {
  name: 'User',
  schema: USER_SCHEMA,
  endpoint: '/Users',
  description: 'A person as a member of the organization',
  attributes: [
    text('userName', 'The name by which the provider knows the user; need not be an address.', {
      required: true,
      uniqueness: 'server',
      max: 320,
    }),
    NAME,
    text('displayName', 'The name to show.'),
    EMAILS,
    {
      name: 'active',
      type: 'boolean',
      // Always there, so it cannot be removed: to remove it would say nothing about what is meant.
      required: true,
      description: 'Whether the user may use the organization. Left out at creation: true.',
    },
    GROUPS,
  ],
  ignored: named(
    ...['nickName', 'profileUrl', 'title', 'userType', 'preferredLanguage', 'locale', 'timezone'],
    ...['password', 'phoneNumbers', 'ims', 'photos', 'addresses', 'entitlements', 'roles'],
    'x509Certificates',
  ),
  ignoredExtensions: {
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:user': ENTERPRISE,
  },
};

export const GROUP_TABLE: ResourceTable = {
  name: 'Group',
  schema: GROUP_SCHEMA,
  endpoint: '/Groups',
  description: 'A group whose members the provider decides',
  attributes: [
    text('displayName', 'The name of the group.', {
      required: true,
      uniqueness: 'server',
      max: 255,
    }),
    MEMBERS,
  ],
  ignored: new Set(),
  ignoredExtensions: {},
};

export const EXTERNAL_ID = text('externalId', 'The id of the resource at the provider.', {
  caseExact: true,
});

const META: ScimAttribute = {
  name: 'meta',
  type: 'complex',
  mutability: 'readOnly',
  description: 'What the server knows of the resource.',
  subAttributes: [
    ...['resourceType', 'location', 'version'].map((name) =>
      text(name, '', { mutability: 'readOnly', caseExact: true }),
    ),
    ...['created', 'lastModified'].map((name): ScimAttribute => ({
      name,
      type: 'dateTime',
      description: '',
      mutability: 'readOnly',
    })),
  ],
};

/** What every resource has beside its schema (RFC 7643 3.1). */
const COMMON: readonly ScimAttribute[] = [
  text('id', 'The id of the resource here.', { mutability: 'readOnly', caseExact: true }),
  EXTERNAL_ID,
  META,
  text('schemas', '', { mutability: 'readOnly', multiValued: true, caseExact: true }),
];

const byName = (attributes: readonly ScimAttribute[], name: string) => {
  const sought = name.toLowerCase();
  return attributes.find((attribute) => attribute.name.toLowerCase() === sought);
};

/** An attribute of the resource by its name in any case (RFC 7643 2.1). */
export const attributeOf = (table: ResourceTable, name: string): ScimAttribute | undefined =>
  byName(table.attributes, name) ?? byName(COMMON, name);

export const subAttributeOf = (attribute: ScimAttribute, name: string): ScimAttribute | undefined =>
  byName(attribute.subAttributes ?? [], name);
