import { Slug, Text, IntField } from '../../http/body/fields.js';

const POSITION = {
  optional: true,
  description: 'From 1; beyond the last means last, 0 the same as leaving it out',
  example: 1,
} as const;

export class CreateEnvironmentDto {
  @Text({ min: 1, max: 255, example: 'Quality assurance' })
  name: string;

  @Slug(64, { example: 'qa' })
  slug: string;

  @IntField(POSITION)
  position?: number;
}

export class UpdateEnvironmentDto {
  @Text({ optional: true, min: 1, max: 255, example: 'Quality assurance' })
  name?: string;

  @Slug(64, { optional: true, example: 'qa' })
  slug?: string;

  @IntField(POSITION)
  position?: number;
}
