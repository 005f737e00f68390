import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateIf } from 'class-validator';
import { type FieldOptions, Id } from './fields.js';

/** The id of a project, which is missing (422) unless one of these other fields names the project. */
export const ProjectIdUnless = (others: readonly string[], options: FieldOptions = {}) =>
  applyDecorators(
    ValidateIf((dto: Readonly<Record<string, unknown>>, value: unknown) => {
      const isNamedOtherwise = others.some((name) => dto[name] !== undefined);
      return value !== undefined || !isNamedOtherwise;
    }),
    Id({ description: 'The project; this or its slug', ...options }),
    ApiProperty({ required: false }),
  );
