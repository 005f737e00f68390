import { Flag, Id, Nested, QueryFlag, Text, IntField } from '../../http/body/fields.js';
import { HasForms } from '../../http/body/forms.decorator.js';
import { badRequest } from '../../errors/api-error.js';
import { ROOT_PATH } from '../../projects/folders/folder-path.js';
import { FolderPath } from '../../projects/folders/folder-path.field.js';
import { QueryExpansion } from '../references/expansion.field.js';
import type { Expansion } from '../references/reference-resolver.js';
import type { SecretLocation } from '../secret.js';
import type { ImportAddress, ImportChange, ImportScope } from './secret-import.js';
import { sameOrConflict } from '../secrets.fields.js';

/** Project and folder, by every name that the two generations have for them. */
class FolderOfImports {
  @Id({ optional: true, description: 'The project' })
  projectId?: string;

  @Id({ optional: true, description: 'Another name of `projectId`' })
  workspaceId?: string;

  @FolderPath({ optional: true, default: ROOT_PATH, description: 'The folder that imports' })
  path?: string;

  @FolderPath({ optional: true, description: 'Another name of `path`' })
  secretPath?: string;

  /** Throws 400 if two fields name two projects. */
  protected toProjectId(): { readonly projectId?: string } {
    const projectId = sameOrConflict(this.projectId, this.workspaceId, 'projectId and workspaceId');
    return projectId === undefined ? {} : { projectId };
  }

  /** Throws 400 if two fields name two paths. */
  protected toPath(): string | undefined {
    return sameOrConflict(this.path, this.secretPath, 'path and secretPath');
  }
}

export class PlaceOfImports extends FolderOfImports {
  @Text({ min: 1, max: 64, example: 'prod', description: 'Of the folder that imports' })
  environment: string;

  toPlace(): ImportScope {
    const secretPath = this.toPath() ?? ROOT_PATH;
    return { ...this.toProjectId(), environment: this.environment, secretPath };
  }
}

export class ImportedSecretsQuery extends PlaceOfImports {
  @QueryFlag({ default: true })
  viewSecretValue = true;

  @QueryExpansion(false)
  expandSecretReferences: Expansion = false;
}

class SourceDto {
  @Text({ min: 1, max: 64, example: 'dev', description: 'Slug of the environment to import from' })
  environment: string;

  @FolderPath({ example: '/shared', description: 'There need not be such a folder yet' })
  path: string;
}

/** True is understood, and refused with a 400. */
const OnlyFalse = () =>
  Flag({ optional: true, offered: [false], description: 'Replicas are not made: true is refused' });

export class CreateImportDto extends PlaceOfImports {
  @Nested(() => SourceDto)
  import: SourceDto;

  @OnlyFalse()
  isReplication?: boolean;

  toSource(): SecretLocation {
    return { environment: this.import.environment, secretPath: this.import.path };
  }
}

/** An import by its id; what else is given must agree with where it is. */
class AddressOfImport extends FolderOfImports {
  @Text({ optional: true, max: 64, example: 'prod', description: 'Of the folder that imports' })
  environment?: string;

  toAddress(id: string): ImportAddress {
    const secretPath = this.toPath();
    return {
      ...this.toProjectId(),
      id,
      ...(this.environment ? { environment: this.environment } : {}),
      ...(secretPath === undefined ? {} : { secretPath }),
    };
  }
}

@HasForms({ required: ['environment'] }, { required: ['path'] }, { required: ['position'] })
class ImportChangeDto {
  @Text({ optional: true, max: 64, example: 'dev', description: 'Another environment' })
  environment?: string;

  @FolderPath({ optional: true, example: '/shared', description: 'Another path' })
  path?: string;

  @IntField({ optional: true, min: 1, example: 1, description: 'Beyond the last: the last' })
  position?: number;
}

export class UpdateImportDto extends AddressOfImport {
  @Nested(() => ImportChangeDto)
  import: ImportChangeDto;

  toChange(): ImportChange {
    const { environment, path, position } = this.import;
    if (!environment && path === undefined && position === undefined) {
      throw badRequest(
        'missing-field',
        'Name what to change: environment, path or position of the import.',
      );
    }
    return {
      ...(environment ? { environment } : {}),
      ...(path === undefined ? {} : { secretPath: path }),
      ...(position === undefined ? {} : { position }),
    };
  }
}

export class DeleteImportDto extends AddressOfImport {}
