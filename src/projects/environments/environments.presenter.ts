import { ApiProperty } from '@nestjs/swagger';
import type { Environment } from '../../database/entities/environment.entity.js';

export type EnvironmentRecord = Readonly<Omit<Environment, 'project'>>;

export class EnvironmentView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'Quality assurance' })
  name: string;
  @ApiProperty({ example: 'qa' })
  slug: string;
  @ApiProperty({ type: 'integer', minimum: 1 })
  position: number;
  @ApiProperty({ format: 'uuid' })
  projectId: string;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}

export const presentEnvironment = (environment: EnvironmentRecord): EnvironmentView => ({
  id: environment.id,
  name: environment.name,
  slug: environment.slug,
  position: environment.position,
  projectId: environment.projectId,
  createdAt: environment.createdAt.toISOString(),
  updatedAt: environment.updatedAt.toISOString(),
});

/** The answer to a change. */
export const CHANGED_ENVIRONMENT = {
  message: String,
  workspace: String,
  environment: EnvironmentView,
} as const;

export const presentChangedEnvironment = (message: string, environment: EnvironmentRecord) => ({
  message,
  workspace: environment.projectId,
  environment: presentEnvironment(environment),
});
