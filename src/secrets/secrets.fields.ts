import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { badRequest, invalid } from '../errors/api-error.js';
import { Checked, type FieldOptions, OneOf, Text } from '../http/body/fields.js';
import { hasAtMost } from '../http/body/length.js';
import { FolderPath } from '../projects/folders/folder-path.field.js';
import type { SecretScope } from './secret.js';

export const MAX_KEY_LENGTH = 256;
export const MAX_VALUE_BYTES = 1024 * 1024;

const KEY_SCHEMA = { maxLength: MAX_KEY_LENGTH, pattern: '^[^:/]*$' } as const;

/** Null if it can name a secret, else what is wrong. `:` and `/` mean something to references and paths. */
export function keyProblem(value: unknown): string | null {
  if (typeof value !== 'string') return 'must be a string';
  if (value === '') return 'must not be empty';
  if (!hasAtMost(MAX_KEY_LENGTH, value)) return `must have at most ${MAX_KEY_LENGTH} characters`;
  if (/[:/\0]/.test(value)) return 'must not contain a colon, a slash or the character NUL';
  return null;
}

/** Null if it can be a secret's value, else what is wrong. */
export function valueProblem(value: unknown): string | null {
  if (typeof value !== 'string') return 'must be a string';
  return Buffer.byteLength(value) <= MAX_VALUE_BYTES ? null : 'must have at most 1 MiB in UTF-8';
}

const Trimmed = Transform(({ value }: { value: unknown }) =>
  typeof value === 'string' ? value.trim() : value,
);

export const SecretKey = (options: FieldOptions = {}) =>
  applyDecorators(
    Checked({ type: 'string', minLength: 1, ...KEY_SCHEMA }, keyProblem, {
      example: 'DB_PASSWORD',
      ...options,
    }),
    Trimmed,
  );

const newNameProblem = (value: unknown) => (value === '' ? null : keyProblem(value));

/** An empty one is understood, and refused with a 400. */
export const NewSecretName = () =>
  applyDecorators(
    Checked({ type: 'string', ...KEY_SCHEMA }, newNameProblem, {
      optional: true,
      description: 'A new name for the secret',
    }),
    Trimmed,
  );

/** A name in a path. Every key is stored trimmed, so white space around it is no part of it. */
export const toKey = (name: string): string => name.trim();

/** The name in the path of a creation, held to the same rule as one in a body. Throws 422. */
export function toNewKey(name: string): string {
  const key = toKey(name);
  const problem = keyProblem(key);
  if (problem === null) return key;
  const message = `secretName ${problem}`;
  throw invalid([{ code: 'invalid_value', path: ['secretName'], message }]);
}

/** Any text, NUL included, kept byte for byte. */
export const SecretValue = (options: FieldOptions = {}) =>
  Checked({ type: 'string', maxLength: MAX_VALUE_BYTES }, valueProblem, {
    example: 's3cret',
    ...options,
  });

export const SecretType = () =>
  OneOf(['shared', 'personal'], {
    optional: true,
    description:
      'Shared if absent. personal: what the calling person holds for themselves in the place of the shared secret of the same name. Machines have none (400)',
    example: 'shared',
  });

/** An empty text counts as absent: some clients send every field. A malformed id is an unknown one. */
export const ProjectId = (description: string, needed = false) =>
  Text({ optional: true, needed, max: 256, description });
export const ProjectSlug = (description: string) =>
  Text({ optional: true, max: 64, description, example: 'shop-x7k2' });

const ID = '0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a';
const ENVIRONMENT = {
  optional: true,
  max: 64,
  description: 'Slug of the environment',
  example: 'dev',
} as const;

/** The folder a request is about; each dialect adds its names for the project. */
export class SecretScopeDto {
  @Text({ ...ENVIRONMENT, needed: true })
  environment?: string;

  @FolderPath({ optional: true, default: '/' })
  secretPath = '/';

  @SecretType()
  type?: string;

  /** Id and slug of the project, where given. */
  protected project(): readonly [id: string | undefined, slug: string | undefined] {
    return [undefined, undefined];
  }

  toScope(): SecretScope {
    const { environment, secretPath } = this;
    const [projectId, projectSlug] = this.project();
    return {
      secretPath,
      isPersonal: this.type === 'personal',
      ...(environment ? { environment } : {}),
      ...(projectId ? { projectId } : {}),
      ...(projectSlug ? { projectSlug } : {}),
    };
  }
}

export class V3SecretScopeDto extends SecretScopeDto {
  @ProjectId('Id of the project')
  workspaceId?: string;

  @ProjectId('Another name of workspaceId')
  projectId?: string;

  @ProjectSlug('Slug of the project')
  projectSlug?: string;

  @ProjectSlug('Another name of projectSlug')
  workspaceSlug?: string;

  /** Throws 400 if two names of one thing differ. */
  protected override project() {
    const id = sameOrConflict(this.workspaceId, this.projectId, 'workspaceId and projectId');
    return [
      id,
      sameOrConflict(this.projectSlug, this.workspaceSlug, 'projectSlug and workspaceSlug'),
    ] as const;
  }
}

export class V4SecretScopeDto extends SecretScopeDto {
  @Text({ optional: true, needed: true, max: 256, description: 'Id of the project', example: ID })
  projectId?: string;

  protected override project() {
    return [this.projectId, undefined] as const;
  }
}

export function sameOrConflict(one: string | undefined, other: string | undefined, names: string) {
  if (one && other && one !== other)
    throw badRequest('contradictory-fields', `${names} mean the same and must not differ.`);
  return one || other || undefined;
}
