import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import type { ServiceTokenPermission } from '../auth/actor.js';
import { EachOneOf } from '../http/body/choices.js';
import { Checked, Id, IntField, ListOf, Text, TextList } from '../http/body/fields.js';
import { globProblems } from '../permissions/glob-pattern.js';
import { isTemplate } from '../permissions/templates.js';

const MAX_SCOPES = 20;
const MAX_PATTERN = 1_024;

/** Seconds: the longest that a token lives, and how long one lives that names no end. */
export const LONGEST_LIFE = 365 * 86_400;

const PERMISSIONS: readonly ServiceTokenPermission[] = ['read', 'write'];

/** Null for a glob over canonical folder paths. */
function patternProblem(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > MAX_PATTERN) {
    return `must be a text of at most ${MAX_PATTERN} characters`;
  }
  const names = value.split('/').slice(1);
  const isOddName = (name: string) => name === '' || name === '.' || name === '..';
  if (!value.startsWith('/') || (value !== '/' && names.some(isOddName))) {
    return 'must be a folder such as /apps, or a pattern such as /apps/** or /**, without empty parts, "." and ".."';
  }
  if (isTemplate(value)) return 'must not hold {{';
  const [problem] = globProblems(value);
  return problem === undefined ? null : `must be a pattern: ${problem}`;
}

/** Without the slash at the end that some clients put there. */
const Canonical = Transform(({ value }: { value: unknown }) =>
  typeof value === 'string' ? value.trim().replace(/(?<=.)\/$/, '') : value,
);

export class ServiceTokenScopeDto {
  @Text({ min: 1, max: 64, description: 'Slug of the environment', example: 'dev' })
  environment: string;

  @applyDecorators(
    Checked({ type: 'string', maxLength: MAX_PATTERN, pattern: '^/' }, patternProblem, {
      description: 'A folder, or a pattern over folders: `*` is within one name, `**` crosses them',
      example: '/apps/**',
    }),
    Canonical,
  )
  secretPath: string;
}

export class CreateServiceTokenDto {
  @Text({ min: 1, max: 255, description: 'Name of the token', example: 'nightly build' })
  name: string;

  @Id({ description: 'Id of the project' })
  workspaceId: string;

  @ListOf(() => ServiceTokenScopeDto, {
    min: 1,
    max: MAX_SCOPES,
    description: 'Where the token reaches',
  })
  scopes: ServiceTokenScopeDto[];

  @applyDecorators(
    TextList({
      min: 1,
      max: PERMISSIONS.length,
      form: { enum: [...PERMISSIONS] },
      description:
        '`read`: secrets with values, folders, imports. `write`: makes, changes and deletes them',
      example: ['read'],
    }),
    EachOneOf(PERMISSIONS),
  )
  permissions: ServiceTokenPermission[];

  @IntField({
    optional: true,
    max: LONGEST_LIFE,
    default: 0,
    description:
      'Seconds for which the token is good; 0, null and absent: 365 days, which is the longest',
    example: 86_400,
  })
  expiresIn?: number;
}
