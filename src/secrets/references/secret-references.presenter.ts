import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { presentReferrer, ReferrerView } from '../../projects/broken-references.presenter.js';
import type { ReferenceNode } from './reference-tree.js';
import type { ExpandedTree } from './secret-references.service.js';
import { UNRESOLVED_REASONS } from './references.js';
import type { Referrers } from './referrers.repository.js';

/** What refers to a secret. */
export class ReferrersView {
  @ApiProperty({ type: [ReferrerView] })
  references: readonly ReferrerView[];
  @ApiProperty({
    description: 'False where there may be others: the references are too many to know all',
  })
  complete: boolean;
}

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

export const presentReferrers = ({ rows, isComplete }: Referrers): ReferrersView => ({
  references: rows.map(presentReferrer),
  complete: isComplete,
});

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
