import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { SecretLocation } from '../secret.js';
import type { ReferenceNode } from './reference-tree.js';
import type { ExpandedTree } from './reference-trees.service.js';
import { UNRESOLVED_REASONS } from './references.js';
import type { WithBrokenReferences } from './broken-reference-report.js';
import type { ReferrerRow, Referrers } from './referrers.repository.js';

class SecretNameView {
  @ApiProperty({ example: 'dev' })
  environment: string;
  @ApiProperty({ example: '/' })
  secretPath: string;
  @ApiProperty({ example: 'DATABASE_URL' })
  secretKey: string;
}

class ReferrerView extends SecretNameView {
  @ApiProperty({ format: 'uuid' })
  secretId: string;
}

/** What refers to a secret. */
export class ReferrersView {
  @ApiProperty({ type: [ReferrerView] })
  references: readonly ReferrerView[];
  @ApiProperty({
    description: 'False where there may be others: the references are too many to know all',
  })
  complete: boolean;
}

class NotedReferrerView extends ReferrerView {
  @ApiProperty({ type: SecretNameView, description: 'What it refers to, and is no longer there' })
  refersTo: SecretNameView;
}

/** What refers to names that secrets have lost. */
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

/** Beside the members that an answer always has. */
export const REFERENCED_BY = { referencedBy: ReferencedByView } as const;
export const MAY_BE_REFERRED_TO = { optional: ['referencedBy'] };

class ReferenceNodeView {
  @ApiProperty({ example: 'DATABASE_URL' })
  key: string;
  @ApiProperty({ example: 'dev' })
  environment: string;
  @ApiProperty({ example: '/' })
  secretPath: string;
  @ApiPropertyOptional({ example: 's3cret', description: 'As stored, where it may be read' })
  value?: string;
  @ApiPropertyOptional({
    enum: UNRESOLVED_REASONS,
    description: 'Why the reference does not resolve',
  })
  unresolved?: string;
  @ApiProperty({ type: () => [ReferenceNodeView] })
  children: readonly ReferenceNodeView[];
}

export class ReferenceTreeView {
  @ApiProperty({ type: ReferenceNodeView })
  tree: ReferenceNodeView;
  @ApiProperty({ example: 's3cret', description: 'With every reference that resolves expanded' })
  value: string;
  @ApiPropertyOptional({ description: 'The tree is too large; the rest was left out' })
  truncated?: boolean;
}

/** Referrers that the answer to a write lists before it only counts. */
const MAX_SHOWN = 100;

const nameOf = ({ environment, secretPath, key }: SecretLocation & { readonly key: string }) => ({
  environment,
  secretPath,
  secretKey: key,
});

export const presentReferrers = ({ rows, isComplete }: Referrers): ReferrersView => ({
  references: rows.map(presentReferrer),
  complete: isComplete,
});

const presentReferrer = (row: ReferrerRow): ReferrerView => ({
  ...nameOf(row),
  secretId: row.id,
});

/** Nothing where nothing is known to refer to what was deleted or renamed. */
export const presentBrokenReferences = ({ brokenReferences }: WithBrokenReferences) =>
  brokenReferences
    ? {
        referencedBy: {
          count: brokenReferences.rows.length,
          secrets: brokenReferences.rows
            .slice(0, MAX_SHOWN)
            .map((row) => ({ ...presentReferrer(row), refersTo: nameOf(row.target) })),
          complete: brokenReferences.isComplete,
        },
      }
    : {};

const presentNode = (node: ReferenceNode): ReferenceNodeView => ({
  key: node.key,
  environment: node.environment,
  secretPath: node.secretPath,
  ...(node.value === undefined ? {} : { value: node.value }),
  ...(node.unresolved === undefined ? {} : { unresolved: node.unresolved }),
  children: node.children.map(presentNode),
});

export const presentTree = ({ tree, value }: ExpandedTree): ReferenceTreeView => ({
  tree: presentNode(tree.root),
  value,
  ...(tree.isTruncated ? { truncated: true } : {}),
});
