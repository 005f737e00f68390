import { ApiProperty } from '@nestjs/swagger';
import { badRequest } from '../../errors/api-error.js';
import { acmeSettingOf } from '../enrollments/acme-setting.js';
import {
  AcmeConfigDto,
  type CreateProfileDto,
  ProfileDefaultsDto,
  type UpdateProfileDto,
} from './profiles.dto.js';
import type {
  AcmeSetting,
  ProfileChanges,
  ProfileDefaults,
  ProfileDraft,
  ProfileRecord,
} from './profile.js';

export class CertificateProfileView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ format: 'uuid' })
  projectId: string;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'uuid',
    description: 'The authority that issues; null once it is deleted',
  })
  caId: string | null;
  @ApiProperty({ format: 'uuid', description: 'The policy that its certificates keep' })
  certificatePolicyId: string;
  @ApiProperty({ example: 'web-servers' })
  slug: string;
  @ApiProperty({ type: String, nullable: true, example: 'Internal web servers' })
  description: string | null;
  @ApiProperty({ enum: ['ca'], description: 'Who signs its certificates' })
  issuerType: string;
  @ApiProperty({ enum: ['api', 'acme'], description: 'How its certificates are got' })
  enrollmentType: string;
  @ApiProperty({
    type: () => AcmeConfigDto,
    nullable: true,
    example: { skipDnsOwnershipVerification: false },
    description: 'How its ACME directory works, as it was sent; null where it has none',
  })
  acmeConfig: object | null;
  @ApiProperty({ description: 'Whether private keys that are made here are kept' })
  storePrivateKey: boolean;
  @ApiProperty({
    type: () => ProfileDefaultsDto,
    nullable: true,
    example: { ttlDays: 90 },
    description: 'What certificates say where their requests do not; as it was sent',
  })
  defaults: object | null;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}

export function presentProfile(profile: ProfileRecord): CertificateProfileView {
  const { id, projectId, authorityId, policyId, slug, description, acme } = profile;
  const { createdAt, updatedAt } = profile;
  return {
    ...{ id, projectId, caId: authorityId, certificatePolicyId: policyId, slug, description },
    ...{ issuerType: 'ca', enrollmentType: acme ? 'acme' : 'api', acmeConfig: acme },
    ...{ storePrivateKey: profile.storesPrivateKeys, defaults: profile.defaults },
    ...{ createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() },
  };
}

/** Throws 400 where authority or policy is not named, and for kinds that are not offered. */
export function profileDraftOf(dto: CreateProfileDto): ProfileDraft {
  const { authorityId, policyId, ...rest } = profileChangesOf(dto);
  if (authorityId === undefined)
    throw badRequest('missing-field', 'caId: name the authority that issues.');
  if (policyId === undefined)
    throw badRequest('missing-field', 'certificatePolicyId: name the policy of its certificates.');
  const defaults = { description: null, defaults: null, acme: null, storesPrivateKeys: true };
  return { ...defaults, ...rest, authorityId, policyId, slug: dto.slug };
}

/** What a request would like to be so; what it does not name stays. */
export function profileChangesOf(dto: UpdateProfileDto): ProfileChanges {
  requireOffered(dto);
  const { slug, description, caId, storePrivateKey, defaults } = dto;
  const policyId = dto.certificatePolicyId ?? dto.certificateTemplateId;
  return {
    ...(slug === undefined ? {} : { slug }),
    ...(description === undefined ? {} : { description }),
    ...(caId === undefined ? {} : { authorityId: caId }),
    ...(policyId === undefined ? {} : { policyId }),
    ...(storePrivateKey === undefined ? {} : { storesPrivateKeys: storePrivateKey }),
    ...(defaults === undefined ? {} : { defaults: plain(defaults) }),
    ...acmeOf(dto),
  };
}

/** What a request says of the ACME directory: an `enrollmentType` opens or closes it. Throws 422 where nothing would be checked. */
function acmeOf({ enrollmentType, acmeConfig }: UpdateProfileDto): { acme?: AcmeSetting | null } {
  if (acmeConfig && enrollmentType !== 'acme')
    throw badRequest(
      'contradictory-fields',
      'acmeConfig: it goes with enrollmentType acme. Send both.',
    );
  const setting = acmeSettingOf(acmeConfig ?? {}, ['acmeConfig']);
  if (enrollmentType === undefined) return {};
  if (enrollmentType !== 'acme') return { acme: null };
  return { acme: setting };
}

const plain = (defaults: ProfileDefaultsDto): ProfileDefaults =>
  JSON.parse(JSON.stringify(defaults)) as ProfileDefaults;

function requireOffered({ issuerType, enrollmentType }: UpdateProfileDto): void {
  if (issuerType === 'self-signed')
    throw badRequest(
      'not-offered',
      'issuerType: certificates that sign themselves are not offered.',
    );
  if (enrollmentType === 'est' || enrollmentType === 'scep')
    throw badRequest(
      'not-offered',
      `enrollmentType: ${enrollmentType} is not offered, but api and acme.`,
    );
}
