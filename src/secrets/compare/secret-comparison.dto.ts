import { TextList } from '../../http/body/fields.js';
import { FolderPath } from '../../projects/folders/folder-path.field.js';
import { MAX_KEY_LENGTH } from '../secrets.fields.js';

export interface ComparisonOrder {
  readonly secretPath: string;
  /** Absent: all. */
  readonly secretNames?: readonly string[];
  /** Slugs; absent: all. */
  readonly environments?: readonly string[];
}

export class CompareSecretsDto implements ComparisonOrder {
  @FolderPath({ optional: true, default: '/' })
  secretPath = '/';

  @TextList({
    ...{ optional: true, min: 1, max: 1_000, each: MAX_KEY_LENGTH, example: ['DB_PASSWORD'] },
    description: 'Only these names; all of the folder if absent',
  })
  secretNames?: string[];

  @TextList({
    ...{ optional: true, min: 1, max: 100, each: 64, example: ['staging', 'prod'] },
    description: 'Slugs of the environments to compare; all if absent',
  })
  environments?: string[];
}
