import { startProblem } from '../../access/dto/lifetime.js';
import { Checked, Flag, Id, ListOf, QueryFlag, Text } from '../../http/body/fields.js';
import { badRequest } from '../../errors/api-error.js';
import type { FolderAddressed } from './folder-finder.js';
import { ROOT_PATH } from './folder-path.js';
import { FolderName, FolderPath } from './folder-path.field.js';
import type { FolderFilter } from './folders.service.js';

const SAME_AS_PATH = { optional: true, description: 'The same as `path`', deprecated: true };
const DESCRIPTION = { optional: true, nullable: true, max: 1024, example: 'The web shop' } as const;

/** Which project, and which folder in it: every name that clients have for the two. */
class FolderAddress {
  @Id({ optional: true, description: 'The project' })
  projectId?: string;

  @Id({ optional: true, description: 'The same as `projectId`', deprecated: true })
  workspaceId?: string;

  @FolderPath({ optional: true, default: ROOT_PATH, description: 'The folder above' })
  path?: string;

  @FolderPath(SAME_AS_PATH)
  directory?: string;

  @FolderPath(SAME_AS_PATH)
  secretPath?: string;

  /** Throws 400 if two fields name two projects. */
  toProjectId(): string | undefined {
    return agreed([this.projectId, this.workspaceId], 'projectId and workspaceId');
  }

  /** Throws 400 if two fields name two paths. */
  toPath(): string {
    const paths = [this.path, this.directory, this.secretPath];
    return agreed(paths, 'path, directory and secretPath') ?? ROOT_PATH;
  }
}

function agreed(values: readonly (string | undefined)[], names: string): string | undefined {
  const given = new Set(values.filter((value) => value !== undefined));
  if (given.size > 1)
    throw badRequest('contradictory-fields', `${names} mean the same and must not differ.`);
  return [...given][0];
}

/** An empty text counts as absent. */
const timeProblem = (value: unknown) => (value === '' ? null : startProblem(value));

export class ListFoldersQuery extends FolderAddress {
  @Text({ min: 1, max: 64, example: 'dev' })
  environment: string;

  @QueryFlag({ default: false, description: 'Whether to list all below, not only the next level' })
  recursive?: boolean;

  @Checked({ type: 'string', format: 'date-time' }, timeProblem, {
    optional: true,
    example: '2026-11-21T12:00:00.000Z',
    description: 'Only folders of which a secret came, changed or went at that moment or later',
  })
  lastSecretModified?: string;

  toFilter(): FolderFilter {
    const { recursive = false, lastSecretModified } = this;
    const since = lastSecretModified ? { since: new Date(lastSecretModified) } : {};
    return { isRecursive: recursive, ...since };
  }
}

export class CreateFolderDto extends FolderAddress {
  @Text({ min: 1, max: 64, example: 'dev' })
  environment: string;

  @FolderName()
  name: string;

  @Text(DESCRIPTION)
  description?: string | null;
}

const ENVIRONMENT = {
  optional: true,
  min: 1,
  max: 64,
  example: 'dev',
  description: 'Needed where a name, not an id, says which folder',
} as const;

export class DeleteFolderDto extends FolderAddress {
  @Text(ENVIRONMENT)
  environment?: string;

  /** Throws 400 if fields that mean the same differ. */
  toFolderAddress(idOrName: string): FolderAddressed {
    const { environment } = this;
    return { projectId: this.toProjectId(), environment, path: this.toPath(), idOrName };
  }
}

export class UpdateFolderDto extends DeleteFolderDto {
  @FolderName({ optional: true })
  name?: string;

  @Text(DESCRIPTION)
  description?: string | null;
}

export class DeleteFolderV2Dto extends DeleteFolderDto {
  @Flag({ optional: true, default: false, description: 'Whether to delete what is in it too' })
  forceDelete: boolean = false;
}

class FolderOfBatchDto {
  @Id()
  id: string;

  @Text({ ...ENVIRONMENT, description: 'If given, the environment that the folder must be in' })
  environment?: string;

  @FolderName({ optional: true })
  name?: string;

  @Text(DESCRIPTION)
  description?: string | null;
}

export class UpdateFoldersDto {
  @Id({ optional: true, description: 'The project by its id' })
  projectId?: string;

  @Text({ optional: true, min: 1, max: 64, example: 'payments', description: 'Or by its slug' })
  projectSlug?: string;

  @ListOf(() => FolderOfBatchDto, { min: 1, max: 1_000 })
  folders: FolderOfBatchDto[];
}
