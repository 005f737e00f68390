import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { TakesScimToken } from '../../auth/scim-token.decorators.js';
import { forbidden, notFound } from '../../errors/api-error.js';
import { presentSchema, SCHEMAS } from '../protocol/schema-documents.js';
import { ScimAddress } from '../scim-address.js';
import { ScimAnswers } from '../scim-answers.decorator.js';
import { ScimListView, presentScimList } from '../scim.presenter.js';
import { ScimResourceTypeView, ScimSchemaView, ScimServiceConfigView } from './discovery.views.js';
import { presentResourceTypes, presentServiceConfig } from './discovery.presenter.js';
import { ScimDiscoveryQuery } from './scim-discovery.dto.js';

/** What the server says of itself (RFC 7644 4). */
@ApiTags('SCIM discovery')
@TakesScimToken()
@Controller('v1/scim')
export class ScimDiscoveryController {
  private readonly base: string;

  constructor({ base }: ScimAddress) {
    this.base = base;
  }

  @Get('ServiceProviderConfig')
  @ScimAnswers('Returns what of SCIM is offered', ScimServiceConfigView)
  config() {
    return presentServiceConfig(this.base);
  }

  @Get('ResourceTypes')
  @ScimAnswers('Lists the types of resources', ScimListView)
  listResourceTypes(@Query() query: ScimDiscoveryQuery) {
    requireNoFilter(query);
    const types = presentResourceTypes(this.base);
    return presentScimList(types, types.length);
  }

  @Get('ResourceTypes/:name')
  @ScimAnswers('Returns a type of resource', ScimResourceTypeView)
  getResourceType(@Param('name') name: string, @Query() query: ScimDiscoveryQuery) {
    requireNoFilter(query);
    return found(presentResourceTypes(this.base).find(({ id }) => id === name));
  }

  @Get('Schemas')
  @ScimAnswers('Lists the schemas', ScimListView)
  listSchemas(@Query() query: ScimDiscoveryQuery) {
    requireNoFilter(query);
    const schemas = SCHEMAS.map((schema) => presentSchema(schema, this.base));
    return presentScimList(schemas, schemas.length);
  }

  @Get('Schemas/:urn')
  @ScimAnswers('Returns a schema', ScimSchemaView)
  getSchema(@Param('urn') urn: string, @Query() query: ScimDiscoveryQuery) {
    requireNoFilter(query);
    const sought = urn.toLowerCase();
    const schema = found(SCHEMAS.find(({ id }) => id.toLowerCase() === sought));
    return presentSchema(schema, this.base);
  }
}

/** RFC 7644 4: filters of discovery are refused with 403. */
function requireNoFilter({ filter }: ScimDiscoveryQuery): void {
  if (filter === undefined) return;
  throw forbidden('scim-no-discovery-filter', 'What the server says of itself takes no filter.');
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw notFound();
  return value;
}
