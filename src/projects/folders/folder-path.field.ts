import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { Checked, type FieldOptions } from '../../http/body/fields.js';
import {
  FOLDER_NAME,
  MAX_NAME_LENGTH,
  MAX_PATH_DEPTH,
  MAX_PATH_LENGTH,
  toFolderPath,
} from './folder-path.js';

type Field = (target: object, key: string | symbol) => void;

const PATH_PROBLEM =
  'must be a folder path such as /a/b: names of letters, digits, - and _, ' +
  `at most ${MAX_PATH_DEPTH} of them and ${MAX_PATH_LENGTH} characters`;

/** What has a canonical form, as the document says it. */
const PATH = '^/?([A-Za-z0-9_-]{1,255}(/[A-Za-z0-9_-]{1,255}){0,19}/?)?$';
const PATH_DESCRIPTION = 'A folder, such as `/` or `/apps/web`';

const pathProblem = (value: unknown) =>
  typeof value === 'string' && toFolderPath(value) !== null ? null : PATH_PROBLEM;

const Canonical = Transform(({ value }: { value: unknown }) => {
  if (typeof value !== 'string') return value;
  const trimmed = value.trim();
  return toFolderPath(trimmed) ?? trimmed;
});

/** A folder path; the field then holds its canonical form. Anything that has none is a 422. */
export const FolderPath = (options: FieldOptions = {}): Field =>
  applyDecorators(
    Checked({ type: 'string', maxLength: MAX_PATH_LENGTH + 2, pattern: PATH }, pathProblem, {
      example: '/apps/web',
      description: PATH_DESCRIPTION,
      ...options,
    }),
    Canonical,
  );

const NAME_PROBLEM = `must be 1 to ${MAX_NAME_LENGTH} letters, digits, - and _`;

const nameProblem = (value: unknown) =>
  typeof value === 'string' && FOLDER_NAME.test(value) ? null : NAME_PROBLEM;

const Trimmed = Transform(({ value }: { value: unknown }) =>
  typeof value === 'string' ? value.trim() : value,
);

export const FolderName = (options: FieldOptions = {}): Field =>
  applyDecorators(
    Checked({ type: 'string', pattern: FOLDER_NAME.source }, nameProblem, {
      example: 'web',
      ...options,
    }),
    Trimmed,
  );
