import { Controller, Get } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { Answers } from '../http/answers.decorator.js';
import { CATALOG } from '../permissions/catalog.js';

class CatalogActionView {
  @ApiProperty({ example: 'read' })
  action: string;
  @ApiPropertyOptional({
    type: [String],
    description: 'The actions it stands for, if it only stands for others',
    example: ['describeSecret', 'readValue'],
  })
  means?: readonly string[];
}

class CatalogElementView {
  @ApiProperty({ type: [String], description: 'Operators on the key', example: ['$eq', '$in'] })
  key: readonly string[];
  @ApiProperty({ type: [String], description: 'Operators on the value', example: ['$eq', '$in'] })
  value: readonly string[];
}

class CatalogConditionView {
  @ApiProperty({ description: 'Name of the field in `conditions`', example: 'environment' })
  field: string;
  @ApiProperty({
    type: [String],
    description: 'What the condition may ask; a plain string means `$eq` where that is listed',
    example: ['$eq', '$ne', '$in', '$glob'],
  })
  operators: readonly string[];
  @ApiPropertyOptional({
    type: CatalogElementView,
    description: 'With `$elemMatch`: the operators on key and value of an element',
  })
  element?: CatalogElementView;
  @ApiProperty({
    type: [String],
    description: 'The actions whose rules may use the field',
    example: ['read', 'create'],
  })
  actions: readonly string[];
}

class CatalogSubjectView {
  @ApiProperty({ example: 'secrets' })
  subject: string;
  @ApiProperty({ type: [CatalogActionView], description: 'What can be done to the subject' })
  actions: readonly CatalogActionView[];
  @ApiProperty({
    type: [CatalogConditionView],
    description: 'Empty: rules on the subject take neither conditions nor `inverted: true`',
  })
  conditions: readonly CatalogConditionView[];
}

class CatalogOperatorView {
  @ApiProperty({ example: '$glob' })
  operator: string;
  @ApiProperty({ description: 'What stands after it', example: 'string' })
  operand: string;
  @ApiProperty({ description: 'When it is met', example: 'Matches the pattern' })
  meaning: string;
}

@ApiTags('Permissions')
@Controller('v1/permissions')
export class PermissionCatalogController {
  @Get('catalog')
  @Answers(
    'Lists the subjects, actions, conditions and operators of rules',
    {
      project: [CatalogSubjectView],
      organization: [CatalogSubjectView],
      operators: [CatalogOperatorView],
    },
    { description: 'Made from the tables by which rules are checked. The same for everybody.' },
  )
  list() {
    return CATALOG;
  }
}
