import { badRequest } from '../errors/api-error.js';
import { Text } from '../http/body/fields.js';
import { FolderPath } from '../projects/folders/folder-path.field.js';
import type { SecretScope } from './secret-reads.service.js';
import { SecretType } from './secrets.fields.js';

/** An empty text counts as absent: some clients send every field. A malformed id is an unknown one. */
export const ProjectId = (description: string) => Text({ optional: true, max: 256, description });
export const ProjectSlug = (description: string) =>
  Text({ optional: true, max: 64, description, example: 'shop-x7k2' });

/** The folder a request is about; each dialect adds its names for the project. */
export class SecretScopeDto {
  @Text({ optional: true, max: 64, description: 'Slug of the environment', example: 'dev' })
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
  @ProjectId('Id of the project')
  projectId?: string;

  protected override project() {
    return [this.projectId, undefined] as const;
  }
}

export function sameOrConflict(one: string | undefined, other: string | undefined, names: string) {
  if (one && other && one !== other)
    throw badRequest(`${names} mean the same and must not differ.`);
  return one || other || undefined;
}
