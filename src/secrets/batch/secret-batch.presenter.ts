import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { WithBrokenReferences } from '../references/broken-reference-report.js';
import {
  presentBrokenReferences,
  REFERENCED_BY,
} from '../../projects/broken-references.presenter.js';
import type { Report } from './secret-batch-steps.js';
import type { SecretsOfProject } from '../secret-reads.service.js';
import {
  CreatedSecretView,
  presentCreatedSecret,
  presentSecret,
  SecretView,
} from '../secret.presenter.js';

export class ProblemView {
  @ApiProperty({ example: 'NotFound', description: 'The error the batch would be refused with' })
  error: string;
  @ApiProperty()
  message: string;
  @ApiPropertyOptional({ type: 'integer', description: 'The present version' })
  version?: number;
}

class ItemReportView {
  @ApiProperty({ type: 'integer', description: 'Position in the request' })
  index: number;
  @ApiProperty({ example: '/' })
  secretPath: string;
  @ApiProperty({ example: 'DB_PASSWORD' })
  secretKey: string;
  @ApiProperty({ enum: ['create', 'update', 'delete', 'skip', 'refused'] })
  outcome: string;
  @ApiProperty({ type: [ProblemView] })
  problems: readonly ProblemView[];
}

/** What a batch would do. Nothing was written. */
export class DryRunView {
  @ApiProperty({ description: 'Whether the batch would be done; one refused item refuses it all' })
  accepted: boolean;
  @ApiProperty({ type: [ItemReportView] })
  items: readonly ItemReportView[];
}

/** With `dryRun`, the report instead of secrets. */
export const BATCH_OPTIONS = { optional: ['secrets', 'dryRun', 'referencedBy'] };
export const BATCH_CREATED = { secrets: [CreatedSecretView], dryRun: DryRunView } as const;
export const BATCH_CHANGED = {
  secrets: [SecretView],
  dryRun: DryRunView,
  ...REFERENCED_BY,
} as const;

export const presentReport = (report: Report) => ({ dryRun: report as DryRunView });

export const presentCreated = ({ projectId, secrets }: SecretsOfProject) => ({
  secrets: secrets.map((secret) => presentCreatedSecret(projectId, secret)),
});

export const presentChanged = ({
  projectId,
  secrets,
  brokenReferences,
}: SecretsOfProject & WithBrokenReferences) => ({
  secrets: secrets.map((secret) => presentSecret(projectId, secret)),
  ...presentBrokenReferences(brokenReferences),
});
