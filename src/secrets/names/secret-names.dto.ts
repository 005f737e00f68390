import { Checked, QueryFlag, QueryIntField, Text } from '../../http/body/fields.js';
import { FolderPath } from '../../projects/folders/folder-path.field.js';
import { MAX_KEY_LENGTH } from '../secrets.fields.js';
import { cursorProblem, type NamePosition, toPosition } from './name-position.js';

export interface NamesOrder {
  readonly secretPath: string;
  readonly recursive: boolean;
  /** Part of a name, in any case; empty: all names. */
  readonly search: string;
  readonly limit: number;
  /** The name before the first; null: from the beginning. */
  readonly after: NamePosition | null;
}

/** Names of one page. */
const MAX_NAMES = 10_000;

export class SecretNamesQuery {
  @FolderPath({ optional: true, default: '/' })
  secretPath = '/';

  @QueryFlag({ default: false, description: 'Also all folders below' })
  recursive = false;

  @Text({
    optional: true,
    max: MAX_KEY_LENGTH,
    description: 'Only names that contain this, in any case',
    example: 'password',
  })
  search?: string;

  @QueryIntField({ min: 1, max: MAX_NAMES, default: 1_000, description: 'Names of a page' })
  limit = 1_000;

  @Checked({ type: 'string', maxLength: 4_096 }, cursorProblem, {
    optional: true,
    description: 'From `nextCursor` of the page before',
  })
  cursor?: string;

  toOrder(): NamesOrder {
    const { secretPath, recursive, search = '', limit, cursor } = this;
    return { secretPath, recursive, search, limit, after: cursor ? toPosition(cursor) : null };
  }
}
