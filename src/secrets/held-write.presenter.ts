import { ApiProperty } from '@nestjs/swagger';

/** Why an item of a change that people consented to does not fit any more. */
export class ConflictView {
  @ApiProperty({ enum: ['create', 'update', 'delete'] })
  op: string;
  @ApiProperty({ example: 'DB_PASSWORD' })
  secretKey: string;
  @ApiProperty({ type: String, nullable: true, example: 'prod' })
  environment: string | null;
  @ApiProperty({ example: '/apps' })
  secretPath: string;
  @ApiProperty({
    enum: ['changed', 'secret-gone', 'name-taken', 'tag-gone', 'folder-gone'],
    description: 'What is another than when the change was proposed',
  })
  reason: string;
}

const ID = { type: String, format: 'uuid', nullable: true } as const;
const TEXT = { type: String, nullable: true } as const;

/** A change that waits for consent, as the answer to a held write shows it. */
export class ApprovalView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'k3v9x0q2m1bd', description: 'Also in the header X-Change-Request' })
  slug: string;
  @ApiProperty({ format: 'uuid' })
  policyId: string;
  @ApiProperty({ format: 'uuid', description: 'Of the first folder that the policy governs' })
  folderId: string;
  @ApiProperty({ enum: ['open', 'close'] })
  status: string;
  @ApiProperty()
  hasMerged: boolean;
  @ApiProperty({
    type: [ConflictView],
    nullable: true,
    description: 'What kept the last merge from being done',
    example: [
      {
        ...{ op: 'update', secretKey: 'DB_PASSWORD', reason: 'changed' },
        ...{ environment: 'prod', secretPath: '/apps' },
      },
    ],
  })
  conflicts: readonly ConflictView[] | null;
  @ApiProperty({ example: false })
  isReplicated: boolean;
  @ApiProperty({ ...ID, description: 'The person who proposed it' })
  committerUserId: string | null;
  @ApiProperty({ ...ID, description: 'The machine identity that proposed it' })
  committerIdentityId: string | null;
  @ApiProperty(ID)
  statusChangedByUserId: string | null;
  @ApiProperty({
    ...TEXT,
    description: 'Why it was merged without votes',
    example: 'The certificate expires tonight.',
  })
  bypassReason: string | null;
  @ApiProperty({ ...TEXT, example: 'Rotated' })
  commitMessage: string | null;
  @ApiProperty({ ...TEXT, enum: ['merged', 'person', 'policy', 'expired', null] })
  closeReason: string | null;
  @ApiProperty({ format: 'date-time' })
  expiresAt: string;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}

/** The policy by which a write would wait for consent. */
export class HolderView {
  @ApiProperty({ format: 'uuid' })
  policyId: string;
  @ApiProperty({ ...TEXT, example: 'Production' })
  name: string | null;
}

/** What a held write answers, in the place of all other members. */
export const HELD = { approval: ApprovalView } as const;

/** The options of an answer that has these members unless the write was held, and some others now and then. */
export const unlessHeld = (members: readonly string[], more: readonly string[] = []) => ({
  optional: [...members, ...more, 'approval'],
});
