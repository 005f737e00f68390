import { ApiProperty } from '@nestjs/swagger';
import type { Project } from '../database/entities/project.entity.js';

export interface EnvironmentOfProject {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
}

/** A project with its environments in their order. */
export type ProjectRecord = Readonly<Omit<Project, 'organization' | 'epoch'>> & {
  readonly environments: readonly EnvironmentOfProject[];
};

class EnvironmentOfProjectView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'Development' })
  name: string;
  @ApiProperty({ example: 'dev' })
  slug: string;
}

export class ProjectView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ format: 'uuid', description: 'The same as `id`' })
  _id: string;
  @ApiProperty({ example: 'Payments' })
  name: string;
  @ApiProperty({ example: 'payments' })
  slug: string;
  @ApiProperty({ type: 'string', nullable: true })
  description: string | null;
  @ApiProperty({ example: 'secret-manager' })
  type: string;
  @ApiProperty({ format: 'uuid' })
  orgId: string;
  @ApiProperty()
  autoCapitalization: boolean;
  @ApiProperty()
  hasDeleteProtection: boolean;
  @ApiProperty({ type: 'integer', nullable: true })
  auditLogsRetentionDays: number | null;
  @ApiProperty({ type: 'integer', example: 30 })
  approvalRequestExpiryDays: number;
  @ApiProperty({ type: 'string', nullable: true, description: 'Always null: no outside keys' })
  kmsSecretManagerKeyId: string | null;
  @ApiProperty({ type: 'integer', example: 3 })
  version: number;
  @ApiProperty({ type: [EnvironmentOfProjectView] })
  environments: readonly EnvironmentOfProjectView[];
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}

/** The data model the clients know as the third. */
const MODEL_VERSION = 3;

export const presentProject = (project: ProjectRecord): ProjectView => ({
  id: project.id,
  _id: project.id,
  name: project.name,
  slug: project.slug,
  description: project.description,
  type: project.type,
  orgId: project.orgId,
  autoCapitalization: project.autoCapitalization,
  hasDeleteProtection: project.hasDeleteProtection,
  auditLogsRetentionDays: project.auditLogsRetentionDays,
  approvalRequestExpiryDays: project.approvalRequestExpiryDays,
  kmsSecretManagerKeyId: null,
  version: MODEL_VERSION,
  environments: project.environments.map(({ id, name, slug }) => ({ id, name, slug })),
  createdAt: project.createdAt.toISOString(),
  updatedAt: project.updatedAt.toISOString(),
});
