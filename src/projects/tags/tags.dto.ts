import { PartialType } from '@nestjs/swagger';
import { Slug, Text } from '../../http/body/fields.js';

export class CreateTagDto {
  @Slug(64, { example: 'billing' })
  slug: string;

  @Text({
    optional: true,
    max: 255,
    example: 'Billing',
    description: 'Empty, or left out: the slug',
  })
  name?: string;

  @Text({ optional: true, nullable: true, max: 64, example: '#2a9d8f' })
  color?: string | null;
}

export class UpdateTagDto extends PartialType(CreateTagDto, { skipNullProperties: false }) {}
