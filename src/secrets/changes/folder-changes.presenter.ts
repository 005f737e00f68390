import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { FolderChangesPage, ListedMoment } from './folder-changes.service.js';
import { bucketLength } from './moments.js';

/** Secrets that a moment names; the counts tell of all. */
const NAMED = 20;

class ChangeBucketView {
  @ApiProperty({ format: 'date-time', description: 'Where the part of the time begins' })
  startDate: string;
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Changes of secrets in it' })
  count: number;
}

class ChangeActorView {
  @ApiProperty({ enum: ['identity', 'user'] })
  actorType: string;
  @ApiProperty({ format: 'uuid' })
  actorId: string;
  @ApiProperty({ example: 'ci', description: 'As it was called then' })
  name: string;
}

class ChangedSecretView {
  @ApiProperty({ format: 'uuid' })
  secretId: string;
  @ApiProperty({ enum: ['create', 'update', 'delete'], description: 'In its folder' })
  change: string;
  @ApiProperty({ example: '/apps/web' })
  secretPath: string;
  @ApiProperty({ example: 'DB_PASSWORD' })
  secretKey: string;
  @ApiProperty({
    type: 'integer',
    minimum: 1,
    description: 'The version that began; of a deletion the last one',
  })
  version: number;
}

class ChangeMomentView {
  @ApiProperty({ format: 'date-time', description: 'When the request began' })
  at: string;
  @ApiPropertyOptional({
    description:
      'The last event of the change, for `asOf` and rollback: everything as the change left it. Absent where the event is not kept any more; then `at` is the next best',
  })
  eventId?: string;
  @ApiPropertyOptional({
    description: 'Who did it; absent where neither the new state nor the audit log tells',
  })
  actor?: ChangeActorView;
  @ApiPropertyOptional({
    example: '2026-11-21T12:00:00.000Z',
    description: 'Of a rollback: the `asOf` that it went back to',
  })
  rolledBackTo?: string;
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Secrets that came' })
  created: number;
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Secrets that were changed' })
  updated: number;
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Secrets that went' })
  deleted: number;
  @ApiProperty({
    type: [ChangedSecretView],
    description: `At most ${NAMED} of them, those that went first`,
  })
  secrets: ChangedSecretView[];
}

export class FolderChangesView {
  @ApiProperty({ format: 'date-time', description: 'Where the time begins' })
  startDate: string;
  @ApiProperty({ format: 'date-time', description: 'Where it ends; not in it' })
  endDate: string;
  @ApiPropertyOptional({
    format: 'date-time',
    description: 'Older states are not kept: before this changes are missing',
  })
  completeFrom?: string;
  @ApiPropertyOptional({
    format: 'date-time',
    description:
      'There are more than 10,000 changes: of the part that begins here, and before it, not all were counted',
  })
  countedFrom?: string;
  @ApiProperty({ type: 'number', minimum: 0.001, description: 'The length of a part' })
  bucketSeconds: number;
  @ApiProperty({ type: [ChangeBucketView], description: 'Parts with changes, the oldest first' })
  buckets: ChangeBucketView[];
  @ApiProperty({
    type: [ChangeMomentView],
    description: 'The newest first. For older ones send the `at` of the last as `endDate`',
  })
  moments: ChangeMomentView[];
}

export function presentFolderChanges(page: FolderChangesPage): FolderChangesView {
  const { from, until, buckets } = page.order;
  const { completeFrom, countedFrom } = page;
  return {
    startDate: from.toISOString(),
    endDate: until.toISOString(),
    ...(completeFrom ? { completeFrom: completeFrom.toISOString() } : {}),
    ...(countedFrom ? { countedFrom: countedFrom.toISOString() } : {}),
    bucketSeconds: bucketLength(from, until, buckets) / 1_000,
    buckets: page.buckets.map(({ startAt, count }) => ({
      startDate: startAt.toISOString(),
      count,
    })),
    moments: page.moments.map(presentMoment),
  };
}

/** What is gone comes first: it is what one looks for, and no list has it any more. */
const inOrder = ({ changes }: ListedMoment) => [
  ...changes.filter(({ kind }) => kind === 'delete'),
  ...changes.filter(({ kind }) => kind !== 'delete'),
];

const presentMoment = (moment: ListedMoment): ChangeMomentView => ({
  at: moment.at.toISOString(),
  ...(moment.eventId === null ? {} : { eventId: moment.eventId }),
  ...(moment.actor === null ? {} : { actor: moment.actor }),
  ...(moment.rolledBackTo === null ? {} : { rolledBackTo: moment.rolledBackTo }),
  created: moment.counts.create,
  updated: moment.counts.update,
  deleted: moment.counts.delete,
  secrets: inOrder(moment)
    .slice(0, NAMED)
    .map(({ kind, secretId, secretPath, key, version }) => ({
      ...{ secretId, change: kind, secretPath, secretKey: key, version },
    })),
});
