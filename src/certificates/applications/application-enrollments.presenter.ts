import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { badRequest } from '../../errors/api-error.js';
import type { CertificateAddresses } from '../certificate-addresses.js';
import { BindingView } from '../enrollments/shared-bindings.presenter.js';
import type { ApiSetting, AttachmentRecord } from './application.js';
import type { ApiEnrollmentDto } from './application-enrollments.dto.js';

const DIRECTORY =
  'https://strongroom.example.org/api/v1/cert-manager/acme/applications/0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a/profiles/0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3b/directory';

const EXAMPLE = {
  id: '0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3c',
  ...{ skipDnsOwnershipVerification: false, skipEabBinding: false, caaIdentities: null },
  directoryUrl: DIRECTORY,
};

export class ApplicationProfileView {
  @ApiProperty({ format: 'uuid' })
  applicationId: string;
  @ApiProperty({ format: 'uuid' })
  profileId: string;
}

export class ApiEnrollmentView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: false, description: 'False: certificates are not renewed by themselves' })
  autoRenew: boolean;
  @ApiProperty({ type: Number, nullable: true, example: 10, description: 'As it was sent' })
  renewBeforeDays: number | null;
}

export class AcmeEnrollmentView {
  @ApiProperty({
    format: 'uuid',
    description: 'Also the key id of the binding secret that any client may have',
  })
  id: string;
  @ApiProperty({ example: false, description: 'Whether names are taken for granted' })
  skipDnsOwnershipVerification: boolean;
  @ApiProperty({ example: false, description: 'Whether accounts need no external account binding' })
  skipEabBinding: boolean;
  @ApiProperty({
    ...{ type: [String], nullable: true, example: ['ca.example.org'] },
    description: 'Names by which CAA records mean the authority; null: they are not asked for',
  })
  caaIdentities: readonly string[] | null;
  @ApiProperty({
    description: 'What ACME clients are pointed at',
    example: DIRECTORY,
  })
  directoryUrl: string;
}

const ONE_API = { type: () => ApiEnrollmentView, description: 'How it works' } as const;
const ONE_ACME = { type: () => AcmeEnrollmentView, description: 'How it works' } as const;
const notOffered = (what: string) =>
  ({
    ...{ type: Object, nullable: true, example: null },
    description: `Null: ${what} is not offered`,
  }) as const;

export class ApplicationApiEnrollmentView extends ApplicationProfileView {
  @ApiProperty(ONE_API)
  api: ApiEnrollmentView;
}

export class ApplicationAcmeEnrollmentView extends ApplicationProfileView {
  @ApiProperty(ONE_ACME)
  acme: AcmeEnrollmentView;
}

export class ApplicationEnrollmentView extends ApplicationProfileView {
  @ApiProperty({
    ...{ ...ONE_API, nullable: true, example: null },
    description: 'Null: not by API',
  })
  api: ApiEnrollmentView | null;
  @ApiProperty({
    ...{ ...ONE_ACME, nullable: true, example: EXAMPLE },
    description: 'Null: it has no ACME directory',
  })
  acme: AcmeEnrollmentView | null;
  @ApiProperty(notOffered('EST'))
  est: null;
  @ApiProperty(notOffered('SCEP'))
  scep: null;
  @ApiProperty({ example: false, description: 'False: EST is not offered' })
  estConfigured: boolean;
  @ApiProperty({ description: 'Whether it has an ACME directory' })
  acmeConfigured: boolean;
  @ApiProperty({ example: false, description: 'False: SCEP is not offered' })
  scepConfigured: boolean;
}

export class ApplicationBindingView extends IntersectionType(ApplicationProfileView, BindingView) {}

export const presentPlace = ({
  applicationId,
  profileId,
}: ApplicationProfileView): ApplicationProfileView => ({ applicationId, profileId });

/** Null where there is none. */
export function presentApi({ apiId: id, api }: AttachmentRecord): ApiEnrollmentView | null {
  return id && api ? { id, autoRenew: false, renewBeforeDays: api.renewBeforeDays } : null;
}

/** Null where there is none. */
export function presentAcme(
  { acmeId: id, acme, applicationId, profileId }: AttachmentRecord,
  addresses: CertificateAddresses,
): AcmeEnrollmentView | null {
  if (!id || !acme) return null;
  const { skipDnsOwnershipVerification = false, skipEabBinding = false } = acme;
  return {
    ...{ id, skipDnsOwnershipVerification, skipEabBinding },
    caaIdentities: acme.caaIdentities ?? null,
    directoryUrl: addresses.ofApplicationDirectory(applicationId, profileId),
  };
}

export function presentEnrollment(
  attachment: AttachmentRecord,
  addresses: CertificateAddresses,
): ApplicationEnrollmentView {
  const acme = presentAcme(attachment, addresses);
  return {
    ...presentPlace(attachment),
    ...{ api: presentApi(attachment), acme, est: null, scep: null },
    ...{ estConfigured: false, acmeConfigured: acme !== null, scepConfigured: false },
  };
}

/** Throws 400 for renewals that nobody would make. */
export function apiSettingOf({ autoRenew, renewBeforeDays }: ApiEnrollmentDto): ApiSetting {
  if (autoRenew)
    throw badRequest(
      'not-offered',
      'autoRenew: certificates are not renewed by themselves. Have the client renew them, by POST …/certificates/{certificateId}/renew.',
    );
  return { renewBeforeDays: renewBeforeDays ?? null };
}
