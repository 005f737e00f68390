import { Checked, QueryFlag, QueryIntField, Text } from '../../http/body/fields.js';
import { FolderPath } from '../../projects/folders/folder-path.field.js';
import { toTime } from '../as-of/point-in-time.js';

export interface FolderChangesOrder {
  readonly environment: string;
  readonly secretPath: string;
  readonly recursive: boolean;
  /** Null: every secret. */
  readonly secretKey: string | null;
  readonly from: Date;
  readonly until: Date;
  readonly buckets: number;
  readonly limit: number;
}

const WEEK = 7 * 86_400_000;

const Moment = (description: string) =>
  Checked(
    { type: 'string', format: 'date-time' },
    (value) =>
      value === '' || (typeof value === 'string' && toTime(value))
        ? null
        : 'must be a time with its zone, such as 2026-11-21T12:00:00.000Z',
    { optional: true, description, example: '2026-11-21T12:00:00.000Z' },
  );

export class FolderChangesQuery {
  @Text({ min: 1, max: 64, description: 'Slug of the environment', example: 'prod' })
  environment: string;

  @FolderPath({ optional: true, default: '/' })
  secretPath = '/';

  @QueryFlag({ default: false, description: 'Also all folders below' })
  recursive = false;

  @Text({ optional: true, min: 1, max: 512, description: 'Only secrets that had this name' })
  secretKey?: string;

  @Moment('Changes of this moment and later; absent: of the week before `endDate`')
  startDate?: string;

  @Moment('Changes before this moment; absent: until now')
  endDate?: string;

  @QueryIntField({
    min: 1,
    max: 500,
    default: 60,
    description: 'Equal parts of the time in which changes are counted',
  })
  buckets = 60;

  @QueryIntField({ min: 1, max: 200, default: 50, description: 'Moments that are listed' })
  limit = 50;

  /** `now`: the database's. */
  toOrder(now: Date): FolderChangesOrder {
    const { environment, secretPath, recursive, buckets, limit } = this;
    // What begins in the last millisecond belongs to the answer.
    const until = this.endDate ? toTime(this.endDate)! : new Date(now.getTime() + 1);
    const from = this.startDate ? toTime(this.startDate)! : new Date(until.getTime() - WEEK);
    const secretKey = this.secretKey ?? null;
    return { environment, secretPath, recursive, secretKey, buckets, limit, from, until };
  }
}
