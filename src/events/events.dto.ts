import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';
import {
  Checked,
  type FieldOptions,
  Id,
  ListOf,
  Nested,
  OneOf,
  Text,
} from '../http/body/fields.js';
import { EVENT_KIND_NAMES, type EventKind, isAccessKind } from './log/event-kinds.js';
import {
  pathFilterProblem,
  type RegisterEntry,
  canonicalPathFilter,
} from './stream/subscription-filter.js';

const Canonical = Transform(({ value }: { value: unknown }) =>
  typeof value === 'string' ? canonicalPathFilter(value.trim()) : value,
);

const FilterPath = (options: FieldOptions) =>
  applyDecorators(
    Checked({ type: 'string', maxLength: 1_024 }, pathFilterProblem, options),
    Canonical,
  );

class ConditionsDto {
  @FilterPath({
    optional: true,
    default: '/',
    example: '/apps/**',
    description: 'That folder alone; `/x/**` is `/x` and everything below; other globs as written',
  })
  secretPath = '/';

  @Text({ min: 1, max: 64, example: 'dev', description: 'Slug of the environment' })
  environmentSlug: string;
}

/** Events about privileges, memberships and roles have no folder. */
const ForSecretKindsOnly = ValidateBy({
  name: 'checked',
  validator: {
    validate: (_, args) =>
      args === undefined || !isAccessKind((args.object as RegisterEntryDto).event ?? ''),
    defaultMessage: () => '$property must be left out: this kind of event is about no folder',
  },
});

class RegisterEntryDto {
  @OneOf(EVENT_KIND_NAMES, {
    optional: true,
    example: 'secret:update',
    description: 'Without: the four kinds about secrets. The others are sent only where named',
  })
  event?: EventKind;

  @ForSecretKindsOnly
  @Nested(() => ConditionsDto, { optional: true, description: 'Without: the whole project' })
  conditions?: ConditionsDto;
}

const LONGEST_CURSOR = 16_384;

export class SubscribeDto {
  @Id({ description: 'Id of the project' })
  projectId: string;

  @ListOf(() => RegisterEntryDto, { min: 1, max: 10 })
  register: RegisterEntryDto[];

  @Text({
    optional: true,
    max: LONGEST_CURSOR,
    description: 'Begin after this event, as the header Last-Event-ID says it too, which prevails',
  })
  cursor?: string;

  toRegister(): RegisterEntry[] {
    return this.register.map(({ event, conditions }) => ({
      ...(event ? { event } : {}),
      ...(conditions ? { conditions: { ...conditions } } : {}),
    }));
  }
}
