import { Flag, Text, TextList } from '../../http/body/fields.js';
import { FolderPath } from '../../projects/folders/folder-path.field.js';
import type { MoveOrder } from './secret-moves.service.js';
import { sameOrConflict, ProjectId, ProjectSlug } from '../secrets.fields.js';

const Environment = () => Text({ min: 1, max: 64, example: 'dev' });

class MoveDto {
  @Environment()
  sourceEnvironment: string;

  @FolderPath({ optional: true, default: '/' })
  sourceSecretPath = '/';

  @Environment()
  destinationEnvironment: string;

  @FolderPath({ optional: true, default: '/' })
  destinationSecretPath = '/';

  @TextList({ min: 1, max: 1_000 })
  secretIds: string[];

  @Flag({ optional: true, default: false })
  shouldOverwrite?: boolean;

  toOrder(): MoveOrder {
    return {
      source: { environment: this.sourceEnvironment, secretPath: this.sourceSecretPath },
      destination: {
        environment: this.destinationEnvironment,
        secretPath: this.destinationSecretPath,
      },
      secretIds: [...new Set(this.secretIds)],
      isOverwriting: this.shouldOverwrite ?? false,
    };
  }
}

export class V4MoveDto extends MoveDto {
  @ProjectId('Id of the project', true)
  projectId?: string;

  toProject() {
    return [this.projectId || undefined, undefined] as const;
  }
}

export class V3MoveDto extends MoveDto {
  @ProjectId('Id of the project')
  workspaceId?: string;

  @ProjectId('Another name of workspaceId')
  projectId?: string;

  @ProjectSlug('Slug of the project')
  projectSlug?: string;

  @ProjectSlug('Another name of projectSlug')
  workspaceSlug?: string;

  /** Throws 400 if two names of one thing differ. */
  toProject() {
    return [
      sameOrConflict(this.workspaceId, this.projectId, 'workspaceId and projectId'),
      sameOrConflict(this.projectSlug, this.workspaceSlug, 'projectSlug and workspaceSlug'),
    ] as const;
  }
}
