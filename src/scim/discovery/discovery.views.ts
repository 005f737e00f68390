import { ApiProperty } from '@nestjs/swagger';
import { ScimMetaView } from '../scim.presenter.js';

const SCHEMAS = { type: [String] as [typeof String], description: 'The schema of it' };
const META = { type: ScimMetaView, description: 'What the server knows of it' };

export class ScimFeatureView {
  @ApiProperty({ description: 'Whether it is offered' })
  supported: boolean;
}

export class ScimBulkView extends ScimFeatureView {
  @ApiProperty({ type: 'integer', description: 'Operations of one request' })
  maxOperations: number;
  @ApiProperty({ type: 'integer', description: 'Bytes of one request' })
  maxPayloadSize: number;
}

export class ScimFilterView extends ScimFeatureView {
  @ApiProperty({ type: 'integer', description: 'Resources of one answer', example: 200 })
  maxResults: number;
}

export class ScimSchemeView {
  @ApiProperty({ description: 'The kind of the scheme', example: 'oauthbearertoken' })
  type: string;
  @ApiProperty({ description: 'Its name', example: 'SCIM token' })
  name: string;
  @ApiProperty({ description: 'What it is', example: 'A token' })
  description: string;
  @ApiProperty({
    description: 'Its specification',
    example: 'https://www.rfc-editor.org/info/rfc6750',
  })
  specUri: string;
  @ApiProperty({ description: 'Whether it is the preferred one' })
  primary: boolean;
}

export class ScimServiceConfigView {
  @ApiProperty({
    ...SCHEMAS,
    example: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  })
  schemas: string[];
  @ApiProperty({ type: ScimFeatureView, description: 'Changes by PATCH' })
  patch: ScimFeatureView;
  @ApiProperty({ type: ScimBulkView, description: 'Several requests in one' })
  bulk: ScimBulkView;
  @ApiProperty({ type: ScimFilterView, description: 'Filters of lists' })
  filter: ScimFilterView;
  @ApiProperty({ type: ScimFeatureView, description: 'Changes of passwords' })
  changePassword: ScimFeatureView;
  @ApiProperty({ type: ScimFeatureView, description: 'Sorted lists' })
  sort: ScimFeatureView;
  @ApiProperty({ type: ScimFeatureView, description: 'Versions of resources' })
  etag: ScimFeatureView;
  @ApiProperty({ type: [ScimSchemeView], description: 'How clients sign in' })
  authenticationSchemes: ScimSchemeView[];
  @ApiProperty(META)
  meta: ScimMetaView;
}

export class ScimResourceTypeView {
  @ApiProperty({ ...SCHEMAS, example: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'] })
  schemas: string[];
  @ApiProperty({ description: 'Its id', example: 'User' })
  id: string;
  @ApiProperty({ description: 'Its name', example: 'User' })
  name: string;
  @ApiProperty({ description: 'What the resources are', example: 'A person' })
  description: string;
  @ApiProperty({ description: 'The path of the resources', example: '/Users' })
  endpoint: string;
  @ApiProperty({
    description: 'The schema of the resources',
    example: 'urn:ietf:params:scim:schemas:core:2.0:User',
  })
  schema: string;
  @ApiProperty(META)
  meta: ScimMetaView;
}

export class ScimSchemaView {
  @ApiProperty({ ...SCHEMAS, example: ['urn:ietf:params:scim:schemas:core:2.0:Schema'] })
  schemas: string[];
  @ApiProperty({ description: 'Its URN', example: 'urn:ietf:params:scim:schemas:core:2.0:User' })
  id: string;
  @ApiProperty({ description: 'Its name', example: 'User' })
  name: string;
  @ApiProperty({ description: 'What it describes', example: 'A person' })
  description: string;
  @ApiProperty({
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    description: 'The attributes, as RFC 7643, 7 describes them',
    example: [{ name: 'userName', type: 'string', required: true }],
  })
  attributes: object[];
  @ApiProperty(META)
  meta: ScimMetaView;
}
