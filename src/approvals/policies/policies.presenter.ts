import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { PolicyPerson, PolicyRecord } from './policies.repository.js';

export class PolicyEnvironmentView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'Production' })
  name: string;
  @ApiProperty({ example: 'prod' })
  slug: string;
}

export class PolicyPersonView {
  @ApiProperty({ format: 'uuid', description: 'Id of the person or of the group' })
  id: string;
  @ApiProperty({ enum: ['user', 'group'] })
  type: string;
  @ApiPropertyOptional({ example: 'ann@example.org', description: 'Of a person' })
  username?: string;
}

export class UserApproverView {
  @ApiProperty({ format: 'uuid' })
  userId: string;
}

export class PolicyView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'Production' })
  name: string;
  @ApiProperty({ format: 'uuid' })
  projectId: string;
  @ApiProperty({ type: String, nullable: true, format: 'uuid', description: 'The first of them' })
  envId: string | null;
  @ApiProperty({
    type: PolicyEnvironmentView,
    nullable: true,
    description: 'The first of them',
    example: { id: '0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a', name: 'Production', slug: 'prod' },
  })
  environment: PolicyEnvironmentView | null;
  @ApiProperty({ type: [PolicyEnvironmentView] })
  environments: readonly PolicyEnvironmentView[];
  @ApiProperty({ example: '/apps/**' })
  secretPath: string;
  @ApiProperty({ type: 'integer', example: 1 })
  approvals: number;
  @ApiProperty({ type: [PolicyPersonView], description: 'In the order in which they were given' })
  approvers: readonly PolicyPersonView[];
  @ApiProperty({ type: [UserApproverView], description: 'The people among the approvers' })
  userApprovers: readonly UserApproverView[];
  @ApiProperty({ type: [PolicyPersonView] })
  bypassers: readonly PolicyPersonView[];
  @ApiProperty({ enum: ['hard', 'soft'] })
  enforcementLevel: string;
  @ApiProperty()
  allowedSelfApprovals: boolean;
  @ApiProperty()
  bypassForMachineIdentities: boolean;
  @ApiProperty({ description: 'Whether there are enough people today who could consent' })
  satisfiable: boolean;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' })
  deletedAt: string | null;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}

const presentPerson = ({ id, type, username }: PolicyPerson): PolicyPersonView => ({
  id,
  type,
  ...(username === null ? {} : { username }),
});

/** A policy without a name is called by its path, as existing clients expect one. */
export function presentPolicy(row: PolicyRecord): PolicyView {
  const environment = row.environments[0] ?? null;
  return {
    id: row.id,
    name: row.name ?? row.secretPath,
    projectId: row.projectId,
    envId: environment?.id ?? null,
    environment,
    environments: row.environments,
    secretPath: row.secretPath,
    approvals: row.approvals,
    approvers: row.approvers.map(presentPerson),
    userApprovers: row.approvers.flatMap(({ id, type }) =>
      type === 'user' ? [{ userId: id }] : [],
    ),
    bypassers: row.bypassers.map(presentPerson),
    enforcementLevel: row.isSoft ? 'soft' : 'hard',
    allowedSelfApprovals: row.allowsOwnVote,
    bypassForMachineIdentities: row.exemptsMachines,
    satisfiable: row.isSatisfiable,
    deletedAt: row.deletedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
