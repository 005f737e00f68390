import { ApiProperty } from '@nestjs/swagger';
import type { Tag } from '../../database/entities/tag.entity.js';

export type TagRecord = Readonly<Omit<Tag, 'project'>>;

export class TagView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'billing' })
  slug: string;
  @ApiProperty({ example: 'Billing', description: 'As it was sent; without, the same as `slug`' })
  name: string;
  @ApiProperty({ type: 'string', nullable: true, example: '#2a9d8f' })
  color: string | null;
  @ApiProperty({ format: 'uuid' })
  projectId: string;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}

export const presentTag = (tag: TagRecord): TagView => ({
  id: tag.id,
  slug: tag.slug,
  name: tag.name ?? tag.slug,
  color: tag.color,
  projectId: tag.projectId,
  createdAt: tag.createdAt.toISOString(),
  updatedAt: tag.updatedAt.toISOString(),
});
