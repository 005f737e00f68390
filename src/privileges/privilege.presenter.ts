import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { StoredRuleView } from '../access/dto/stored-rule.view.js';
import type { PrivilegeRow } from './privileges.repository.js';

/** A privilege as lists of v2 show it. Fields without a value are left out. */
export class PrivilegeItemView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'deploy-on-friday' })
  slug: string;
  @ApiProperty()
  isTemporary: boolean;
  @ApiPropertyOptional({ example: 'relative' })
  temporaryMode?: string;
  @ApiPropertyOptional({ example: '2h' })
  temporaryRange?: string;
  @ApiPropertyOptional({ format: 'date-time' })
  temporaryAccessStartTime?: string;
  @ApiPropertyOptional({ format: 'date-time' })
  temporaryAccessEndTime?: string;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}

export class PrivilegeView extends PrivilegeItemView {
  @ApiProperty({ type: [StoredRuleView] })
  permissions: readonly StoredRuleView[];
}

export const presentPrivilege = (privilege: PrivilegeRow): PrivilegeView => ({
  ...presentPrivilegeItem(privilege),
  permissions: privilege.permissions,
});

export const presentPrivilegeItem = (privilege: PrivilegeRow): PrivilegeItemView => ({
  id: privilege.id,
  slug: privilege.slug,
  isTemporary: privilege.isTemporary,
  ...(privilege.isTemporary ? presentSpan(privilege) : {}),
  createdAt: privilege.createdAt.toISOString(),
  updatedAt: privilege.updatedAt.toISOString(),
});

const presentSpan = (privilege: PrivilegeRow) => ({
  temporaryMode: privilege.temporaryMode ?? undefined,
  temporaryRange: privilege.temporaryRange ?? undefined,
  temporaryAccessStartTime: privilege.temporaryAccessStartTime?.toISOString(),
  temporaryAccessEndTime: privilege.temporaryAccessEndTime?.toISOString(),
});
