import { GROUP_TABLE, type ScimAttribute, USER_TABLE } from './attribute-table.js';
import { DISCOVERY_SCHEMAS } from './discovery-schemas.js';

/** A schema as `/Schemas` tells of it (RFC 7643 7). */
export interface SchemaDocument {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly attributes: readonly ScimAttribute[];
}

export const SCHEMA_OF_SCHEMAS = 'urn:ietf:params:scim:schemas:core:2.0:Schema';

/** Every schema that is offered: those of the resources, and those of discovery itself. */
export const SCHEMAS: readonly SchemaDocument[] = [
  ...[USER_TABLE, GROUP_TABLE].map(({ schema, name, description, attributes }) => ({
    id: schema,
    name,
    description,
    attributes,
  })),
  ...DISCOVERY_SCHEMAS,
];

/** The schema as an answer shows it: every characteristic is written out, and none is null. */
export const presentSchema = (
  { id, name, description, attributes }: SchemaDocument,
  base: string,
) => ({
  schemas: [SCHEMA_OF_SCHEMAS],
  id,
  name,
  description,
  attributes: attributes.map((each) => presentAttribute(each)),
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
});

type AttributeView = Readonly<Record<string, unknown>>;

function presentAttribute(attribute: ScimAttribute): AttributeView {
  const { canonicalValues, referenceTypes, subAttributes } = attribute;
  return {
    name: attribute.name,
    type: attribute.type,
    multiValued: attribute.multiValued ?? false,
    description: attribute.description,
    required: attribute.required ?? false,
    caseExact: attribute.caseExact ?? false,
    mutability: attribute.mutability ?? 'readWrite',
    returned: attribute.returned ?? 'default',
    uniqueness: attribute.uniqueness ?? 'none',
    ...(canonicalValues ? { canonicalValues } : {}),
    ...(referenceTypes ? { referenceTypes } : {}),
    ...(subAttributes
      ? { subAttributes: subAttributes.map((each) => presentAttribute(each)) }
      : {}),
  };
}
