import { ApiProperty, PartialType } from '@nestjs/swagger';
import { HasForms } from '../http/body/forms.decorator.js';
import { LIST_SCHEMA } from './protocol/list-request.js';
import { holding } from './scim.dto.js';

export class ScimMetaView {
  @ApiProperty({ description: 'The type of the resource', example: 'User' })
  resourceType: string;
  @ApiProperty({ required: false, format: 'date-time', description: 'When it was made' })
  created?: string;
  @ApiProperty({ required: false, format: 'date-time', description: 'When it was last changed' })
  lastModified?: string;
  @ApiProperty({
    description: 'Where it is',
    example:
      'https://strongroom.example.org/api/v1/scim/Users/0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a',
  })
  location: string;
}

const SCHEMAS = { type: [String] as [typeof String], description: 'The schemas of the resource' };

export class ScimNameView {
  @ApiProperty({ required: false, description: 'The whole name', example: 'Ann Example' })
  formatted?: string;
  @ApiProperty({ required: false, description: 'The given name', example: 'Ann' })
  givenName?: string;
  @ApiProperty({ required: false, description: 'The family name', example: 'Example' })
  familyName?: string;
}

export class ScimEmailView {
  @ApiProperty({
    description: 'The address, as it was sent: of an account that is there it may be any text',
    example: 'ann@example.org',
  })
  value: string;
  @ApiProperty({ required: false, description: 'A label of the address', example: 'work' })
  type?: string;
  @ApiProperty({ required: false, description: 'Whether it is the preferred one' })
  primary?: boolean;
}

/** Without addresses the name has to be one. */
@HasForms(
  { required: ['emails'], properties: { emails: { minItems: 1 } } },
  { required: ['userName'], properties: { userName: { format: 'email' } } },
)
export class ScimUserBody {
  @ApiProperty(holding('urn:ietf:params:scim:schemas:core:2.0:User', 'users'))
  schemas: string[];
  @ApiProperty({
    description: 'The name by which the provider knows the user',
    maxLength: 320,
    example: 'ann@example.org',
  })
  userName: string;
  @ApiProperty({
    required: false,
    description: 'The id of the resource at the provider',
    maxLength: 256,
    example: '00u1',
  })
  externalId?: string;
  @ApiProperty({ required: false, type: ScimNameView, description: 'The parts of the name' })
  name?: ScimNameView;
  @ApiProperty({ required: false, description: 'The name to show', example: 'Ann' })
  displayName?: string;
  @ApiProperty({
    required: false,
    type: [ScimEmailView],
    maxItems: 10,
    description: 'Addresses, of which one identifies the account: at most 10',
  })
  emails?: ScimEmailView[];
  @ApiProperty({
    required: false,
    description: 'Whether the user may use the organization; `true` and `false` may be texts',
    example: true,
  })
  active?: boolean;
}

/** A list whose elements have a member `$ref`, which a schema cannot name: tools take it for a reference. */
const referring = (description: string, display: string) => ({
  type: 'array' as const,
  items: { type: 'object' as const, additionalProperties: true },
  description,
  example: [{ value: '0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a', display }],
});

/** Attributes that a request does not ask for are absent. */
export class ScimUserView extends PartialType(ScimUserBody) {
  @ApiProperty({ ...SCHEMAS, example: ['urn:ietf:params:scim:schemas:core:2.0:User'] })
  override schemas: string[];
  @ApiProperty({ format: 'uuid', description: 'Id of the membership in the organization' })
  id: string;
  @ApiProperty({
    required: false,
    ...referring('The provisioned groups of the user: value (id), display, $ref', 'Engineering'),
  })
  groups?: object[];
  @ApiProperty({ required: false, type: ScimMetaView, description: 'What the server knows of it' })
  meta?: ScimMetaView;
}

export class ScimGroupBody {
  @ApiProperty(holding('urn:ietf:params:scim:schemas:core:2.0:Group', 'groups'))
  schemas: string[];
  @ApiProperty({ description: 'The name of the group', maxLength: 255, example: 'Engineering' })
  displayName: string;
  @ApiProperty({
    required: false,
    description: 'The id of the resource at the provider',
    maxLength: 256,
    example: '00g1',
  })
  externalId?: string;
  @ApiProperty({
    required: false,
    ...referring('The users in the group: value (id), display, type, $ref', 'Ann'),
    items: {
      type: 'object',
      required: ['value'],
      properties: { value: { type: 'string', format: 'uuid', description: 'Id of the user' } },
      additionalProperties: true,
    },
  })
  members?: object[];
}

/** Attributes that a request does not ask for are absent. */
export class ScimGroupView extends PartialType(ScimGroupBody) {
  @ApiProperty({ ...SCHEMAS, example: ['urn:ietf:params:scim:schemas:core:2.0:Group'] })
  override schemas: string[];
  @ApiProperty({ format: 'uuid', description: 'Id of the group' })
  id: string;
  @ApiProperty({ required: false, type: ScimMetaView, description: 'What the server knows of it' })
  meta?: ScimMetaView;
}

/** A page of resources, of one type or of several. */
export class ScimListView {
  @ApiProperty({
    type: [String],
    description: 'The URN of lists',
    example: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  })
  schemas: string[];
  @ApiProperty({ type: 'integer', description: 'How many there are on all pages', example: 1 })
  totalResults: number;
  @ApiProperty({ type: 'integer', description: 'The first of the page, from 1', example: 1 })
  startIndex: number;
  @ApiProperty({ type: 'integer', description: 'How many are on the page', example: 1 })
  itemsPerPage: number;
  @ApiProperty({
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    description: 'The resources of the page',
    example: [{ id: '0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a', userName: 'ann@example.org' }],
  })
  Resources: object[];
}

/** A page of a list (RFC 7644 3.4.2). */
export const presentScimList = (
  resources: readonly object[],
  totalResults: number,
  startIndex = 1,
): ScimListView => ({
  schemas: [LIST_SCHEMA],
  totalResults,
  startIndex,
  itemsPerPage: resources.length,
  Resources: [...resources],
});
