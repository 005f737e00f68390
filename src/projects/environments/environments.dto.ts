import { PartialType } from '@nestjs/swagger';
import { IntField, Slug, Text } from '../../http/body/fields.js';

export class CreateEnvironmentDto {
  @Text({ min: 1, max: 255, example: 'Quality assurance' })
  name: string;

  @Slug(64, { example: 'qa' })
  slug: string;

  @IntField({
    optional: true,
    description: 'From 1; beyond the last means last, 0 the same as leaving it out',
    example: 1,
  })
  position?: number;
}

export class UpdateEnvironmentDto extends PartialType(CreateEnvironmentDto, {
  skipNullProperties: false,
}) {}
