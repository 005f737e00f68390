import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { mustBeAmong } from '../../http/body/choices.js';
import { Checked, flagOf } from '../../http/body/fields.js';
import type { Expansion } from './reference-resolver.js';

const TEXTS = ['true', 'false', 'strict'];

const EXPANSIONS: readonly Expansion[] = [true, false, 'strict'];

const problemOf = (value: unknown): string | null =>
  EXPANSIONS.some((each) => each === value) ? null : mustBeAmong(TEXTS, value);

/** In a query: `strict`, or a boolean as `QueryFlag` takes it. */
export const QueryExpansion = (isOn: boolean) =>
  applyDecorators(
    Checked({ type: 'string', enum: TEXTS }, problemOf, {
      optional: true,
      default: String(isOn),
      description: 'With strict, a 400 names each reference that does not resolve',
    }),
    Transform(({ value }: { value: unknown }) => flagOf(value)),
  );
