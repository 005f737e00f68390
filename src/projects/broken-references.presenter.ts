import { ApiProperty } from '@nestjs/swagger';
import type {
  BrokenReference,
  BrokenReferences,
  BrokenReferenceTarget,
} from './broken-references.js';

export class SecretNameView {
  @ApiProperty({ example: 'dev' })
  environment: string;
  @ApiProperty({ example: '/' })
  secretPath: string;
  @ApiProperty({ example: 'DATABASE_URL' })
  secretKey: string;
}

export class ReferrerView extends SecretNameView {
  @ApiProperty({ format: 'uuid' })
  secretId: string;
}

class NotedReferrerView extends ReferrerView {
  @ApiProperty({ type: SecretNameView, description: 'What it refers to, and is no longer there' })
  refersTo: SecretNameView;
}

/** The secrets that refer to addresses where a change left no secret. */
export class ReferencedByView {
  @ApiProperty({ type: 'integer', example: 1, description: 'How many the caller may know of' })
  count: number;
  @ApiProperty({ type: [NotedReferrerView], description: 'The first hundred of them' })
  secrets: readonly NotedReferrerView[];
  @ApiProperty({
    description: 'False where there may be others: the references are too many to know all',
  })
  complete: boolean;
}

/** The member that the answer to a change may have in addition to its own. */
export const REFERENCED_BY = { referencedBy: ReferencedByView } as const;
export const MAY_BE_REFERRED_TO = { optional: ['referencedBy'] };

/** Referrers that the answer to a write lists before it only counts. */
const MAX_SHOWN = 100;

const presentAddress = ({ environment, secretPath, key }: BrokenReferenceTarget) => ({
  environment,
  secretPath,
  secretKey: key,
});

export const presentReferrer = (
  row: Pick<BrokenReference, 'id' | keyof BrokenReferenceTarget>,
): ReferrerView => ({ ...presentAddress(row), secretId: row.id });

/** Empty where nothing is known to refer to what was deleted, renamed or moved. */
export const presentBrokenReferences = (broken: BrokenReferences | null) =>
  broken
    ? {
        referencedBy: {
          count: broken.rows.length,
          secrets: broken.rows
            .slice(0, MAX_SHOWN)
            .map((row) => ({ ...presentReferrer(row), refersTo: presentAddress(row.target) })),
          complete: broken.isComplete,
        },
      }
    : {};
