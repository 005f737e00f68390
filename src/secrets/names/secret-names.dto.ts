import { QueryFlag, QueryIntField, Text } from '../../http/body/fields.js';
import { FolderPath } from '../../projects/folders/folder-path.field.js';
import { MAX_KEY_LENGTH } from '../secrets.fields.js';

export interface NamesOrder {
  readonly secretPath: string;
  readonly recursive: boolean;
  /** Part of a name, in any case; empty: all names. */
  readonly search: string;
  readonly limit: number;
  /** Empty: from the beginning. */
  readonly cursor: string;
  readonly includeDeleted: boolean;
  readonly includeFolders: boolean;
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

  @Text({
    optional: true,
    max: 8_192,
    description:
      'From `nextCursor` of the page before. A page may have few names, or none, and still a cursor: names that the caller may not know of are passed over, so many for each page',
  })
  cursor?: string;

  @QueryFlag({
    default: false,
    description:
      'Also which environments had a name of the page and have it no more, with who deleted it and when: `deletions`',
  })
  includeDeleted = false;

  @QueryFlag({
    default: false,
    description: 'Also the folders that hold no name, on the first page: `allPaths`',
  })
  includeFolders = false;

  toOrder(): NamesOrder {
    const { secretPath, recursive, search = '', limit, cursor = '' } = this;
    const { includeDeleted, includeFolders } = this;
    return { secretPath, recursive, search, limit, cursor, includeDeleted, includeFolders };
  }
}
