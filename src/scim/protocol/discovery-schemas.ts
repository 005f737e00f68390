import type { ScimAttribute } from './attribute-table.js';

type Type = ScimAttribute['type'];
type More = Partial<Omit<ScimAttribute, 'name' | 'type' | 'description'>>;

/** An attribute of what the server says of itself: nobody changes it. */
const shown = (name: string, type: Type, description: string, more: More = {}): ScimAttribute => ({
  name,
  type,
  description,
  mutability: 'readOnly',
  ...more,
});

const supported = shown('supported', 'boolean', 'Whether it is offered.', { required: true });

const feature = (name: string, description: string, ...more: readonly ScimAttribute[]) =>
  shown(name, 'complex', description, { required: true, subAttributes: [supported, ...more] });

const count = (name: string, description: string) =>
  shown(name, 'integer', description, { required: true });

const uri = (name: string, description: string, more: More = {}) =>
  shown(name, 'reference', description, { referenceTypes: ['uri'], caseExact: true, ...more });

const label = (name: string, description: string, more: More = {}) =>
  shown(name, 'string', description, { required: true, ...more });

const CONFIG: readonly ScimAttribute[] = [
  uri('documentationUri', 'Where the service is described.', { referenceTypes: ['external'] }),
  feature('patch', 'Changes by PATCH.'),
  feature(
    'bulk',
    'Several requests in one.',
    count('maxOperations', 'The most operations of one request.'),
    count('maxPayloadSize', 'The most bytes of one request.'),
  ),
  feature('filter', 'Filters of lists.', count('maxResults', 'The most resources of one answer.')),
  feature('changePassword', 'Changes of passwords.'),
  feature('sort', 'Sorted lists.'),
  feature('etag', 'Versions of resources.'),
  shown('authenticationSchemes', 'complex', 'The ways in which clients sign in.', {
    multiValued: true,
    required: true,
    subAttributes: [
      label('type', 'The kind of the scheme.', { canonicalValues: ['oauthbearertoken'] }),
      label('name', 'The name of the scheme.'),
      label('description', 'What the scheme is.'),
      uri('specUri', 'The specification of the scheme.', { referenceTypes: ['external'] }),
      shown('primary', 'boolean', 'Whether this is the preferred scheme.'),
    ],
  }),
];

const RESOURCE_TYPE: readonly ScimAttribute[] = [
  shown('id', 'string', 'The id of the resource type.'),
  label('name', 'The name of the resource type.'),
  shown('description', 'string', 'What the resources are.'),
  uri('endpoint', 'The path of the resources.', { required: true }),
  uri('schema', 'The schema of the resources.', { required: true }),
  shown('schemaExtensions', 'complex', 'The extensions of the schema.', {
    multiValued: true,
    subAttributes: [
      uri('schema', 'The schema of the extension.', { required: true }),
      shown('required', 'boolean', 'Whether every resource has it.', { required: true }),
    ],
  }),
];

const CHARACTERISTICS: readonly ScimAttribute[] = [
  label('name', 'The name of the attribute.', { caseExact: true }),
  label('type', 'The type of its values.'),
  shown('multiValued', 'boolean', 'Whether it is a list.', { required: true }),
  shown('description', 'string', 'What the attribute is.'),
  shown('required', 'boolean', 'Whether every resource has it.'),
  shown('canonicalValues', 'string', 'Values that are suggested.', { multiValued: true }),
  shown('caseExact', 'boolean', 'Whether upper and lower case differ.'),
  shown('mutability', 'string', 'Who may change it, and when.'),
  shown('returned', 'string', 'When an answer has it.'),
  shown('uniqueness', 'string', 'Where no two resources have the same value.'),
  shown('referenceTypes', 'string', 'What a reference may lead to.', { multiValued: true }),
];

const SCHEMA: readonly ScimAttribute[] = [
  label('id', 'The URN of the schema.', { caseExact: true }),
  label('name', 'The name of the schema.'),
  shown('description', 'string', 'What the schema describes.'),
  shown('attributes', 'complex', 'The attributes of the schema.', {
    multiValued: true,
    required: true,
    subAttributes: [
      ...CHARACTERISTICS,
      shown('subAttributes', 'complex', 'The parts of a complex attribute.', {
        multiValued: true,
        subAttributes: CHARACTERISTICS,
      }),
    ],
  }),
];

const CORE = 'urn:ietf:params:scim:schemas:core:2.0';

/** The schemas of discovery itself (RFC 7643 8.7.2). */
export const DISCOVERY_SCHEMAS = [
  {
    id: `${CORE}:ServiceProviderConfig`,
    name: 'ServiceProviderConfig',
    description: 'What this service offers',
    attributes: CONFIG,
  },
  {
    id: `${CORE}:ResourceType`,
    name: 'ResourceType',
    description: 'A type of resource',
    attributes: RESOURCE_TYPE,
  },
  { id: `${CORE}:Schema`, name: 'Schema', description: 'A schema', attributes: SCHEMA },
] as const;
