import { ApiProperty } from '@nestjs/swagger';
import {
  type CreateCertificatePolicyDto,
  ExtendedKeyUsageRuleDto,
  KeyUsageRuleDto,
  PolicyAlgorithmsDto,
  PolicyConstraintsDto,
  PolicyValidityDto,
  SanRuleDto,
  SubjectRuleDto,
  type UpdateCertificatePolicyDto,
} from './policies.dto.js';
import type { CertificatePolicyChanges, CertificatePolicyRecord } from './policies.repository.js';
import type { PolicyDraft } from './policies.service.js';
import type { PolicyRules } from './policy-rules.js';

/** Rules that were not sent are not there. */
export class CertificatePolicyView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ format: 'uuid' })
  projectId: string;
  @ApiProperty({ example: 'web-servers' })
  name: string;
  @ApiProperty({ type: String, nullable: true, example: 'Internal web servers' })
  description: string | null;
  @ApiProperty({
    type: () => [SubjectRuleDto],
    required: false,
    description: 'Parts of the subject; as it was sent',
  })
  subject?: SubjectRuleDto[];
  @ApiProperty({
    type: () => [SanRuleDto],
    required: false,
    description: 'Names; as it was sent',
  })
  sans?: SanRuleDto[];
  @ApiProperty({
    type: () => KeyUsageRuleDto,
    required: false,
    description: 'What keys may be for; as it was sent',
  })
  keyUsages?: KeyUsageRuleDto;
  @ApiProperty({
    type: () => ExtendedKeyUsageRuleDto,
    required: false,
    description: 'What certificates may be for; as it was sent',
  })
  extendedKeyUsages?: ExtendedKeyUsageRuleDto;
  @ApiProperty({
    type: () => PolicyAlgorithmsDto,
    required: false,
    description: 'Algorithms of signatures and keys; as it was sent',
  })
  algorithms?: PolicyAlgorithmsDto;
  @ApiProperty({
    type: () => PolicyValidityDto,
    required: false,
    description: 'How long certificates may live; as it was sent',
  })
  validity?: PolicyValidityDto;
  @ApiProperty({
    type: () => PolicyConstraintsDto,
    required: false,
    description: 'Whether certificates may be those of authorities; as it was sent',
  })
  basicConstraints?: PolicyConstraintsDto;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}

export function presentCertificatePolicy(policy: CertificatePolicyRecord): object {
  const { id, projectId, name, description, rules, createdAt, updatedAt } = policy;
  return {
    ...{ id, projectId, name, description, ...rules },
    ...{ createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() },
  };
}

/** The rules of a request, without those that it has not. */
function rulesOf(dto: CreateCertificatePolicyDto | UpdateCertificatePolicyDto): PolicyRules {
  const { subject, sans, keyUsages, extendedKeyUsages, algorithms, validity } = dto;
  const { basicConstraints } = dto;
  const rules = { subject, sans, keyUsages, extendedKeyUsages, algorithms, validity };
  return JSON.parse(JSON.stringify({ ...rules, basicConstraints })) as PolicyRules;
}

export const policyDraftOf = (dto: CreateCertificatePolicyDto): PolicyDraft => ({
  name: dto.name,
  description: dto.description ?? null,
  rules: rulesOf(dto),
});

export function policyChangesOf(dto: UpdateCertificatePolicyDto): CertificatePolicyChanges {
  const { name, description } = dto;
  const rules = rulesOf(dto);
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(Object.keys(rules).length === 0 ? {} : { rules }),
  };
}
