import { PartialType } from '@nestjs/swagger';
import { IntField, Slug, Text } from '../../http/body/fields.js';

/** Far below what the column holds, so that others can still move behind it. */
const MAX_POSITION = 1_000_000_000;

export class CreateEnvironmentDto {
  @Text({ min: 1, max: 255, example: 'Quality assurance' })
  name: string;

  @Slug(64, { example: 'qa' })
  slug: string;

  @IntField({
    optional: true,
    max: MAX_POSITION,
    description:
      'From 1, kept as it is sent: gaps are fine. 0, or left out: after the last. ' +
      'Where another environment has the place, that one and those directly behind it move by one',
    example: 4,
  })
  position?: number;
}

export class UpdateEnvironmentDto extends PartialType(CreateEnvironmentDto, {
  skipNullProperties: false,
}) {}
