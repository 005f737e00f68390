import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { Checked } from '../../http/body/fields.js';
import type { Expansion } from './reference-resolver.js';

const BY_TEXT: Readonly<Record<string, Expansion>> = {
  true: true,
  false: false,
  strict: 'strict',
};
const TEXTS = Object.keys(BY_TEXT);

const problemOf = (value: unknown): string | null =>
  Object.values<unknown>(BY_TEXT).includes(value) ? null : `must be one of ${TEXTS.join(', ')}`;

/** In a query: the texts `true`, `false` and `strict`. */
export const QueryExpansion = (isOn: boolean) =>
  applyDecorators(
    Checked({ type: 'string', enum: TEXTS }, problemOf, {
      optional: true,
      default: String(isOn),
      description: 'With strict, a 400 names each reference that does not resolve',
    }),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && Object.hasOwn(BY_TEXT, value) ? BY_TEXT[value] : value,
    ),
  );
