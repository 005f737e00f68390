import type { CertificateStatus } from './certificate.js';
import type { KeyAndValue } from './leaf-request.js';

/** What a list of certificates is narrowed by; all of it has to hold. */
export interface CertificateFilter {
  /** What stands somewhere in the common name, a name or the serial number. */
  readonly search?: string;
  readonly commonName?: string;
  readonly friendlyName?: string;
  readonly statuses?: readonly CertificateStatus[];
  readonly profileIds?: readonly string[];
  readonly applicationId?: string;
  /** Bounds of when certificates end: at the first or later, and before the second. */
  readonly fromDate?: Date;
  readonly toDate?: Date;
  readonly metadata?: readonly KeyAndValue[];
  readonly hasPrivateKey?: boolean;
}

/** The part of a list that is asked for, and its order; without one the newest come first. */
export interface CertificateOrder {
  readonly offset: number;
  readonly limit: number;
  readonly orderBy?: 'notAfter';
}

/** The certificates of authorities that are revoked, and all below them. */
const REVOKED_ISSUERS = `
  with recursive revoked as (
    select id from ca_certificates where revoked_at is not null
    union
    select i.id from ca_certificates i join revoked on i.parent_id = revoked.id)
  select id from revoked`;

/** The status of a certificate `c`, by the database's clock. What a revoked authority signed counts as revoked. */
export const STATUS_SQL = `
  case when c.revoked_at is not null or c.ca_certificate_id in (${REVOKED_ISSUERS}) then 'revoked' when c.not_after <= now() then 'expired'
    else 'active' end`;

/** Conditions on a project and a filter, whose values `filterValues` gives; what is null bounds nothing. */
export const FILTER_SQL = `
  c.project_id = $1
  and ($2::text is null or c.common_name ilike $2 or c.serial_number ilike $2
    or (c.content -> 'sans')::text ilike $2)
  and ($3::text is null or lower(c.common_name) = lower($3))
  and ($4::text[] is null or ${STATUS_SQL} = any($4))
  and ($5::uuid[] is null or c.profile_id = any($5))
  and ($6::timestamptz is null or c.not_after >= $6)
  and ($7::timestamptz is null or c.not_after < $7)
  and c.metadata::jsonb @> $8::jsonb
  and ($9::boolean is null
    or $9 = exists (select from certificate_keys k where k.certificate_id = c.id))
  and ($10::uuid is null or c.application_id = $10)
  and (coalesce($11::text, '') = '' or lower(c.friendly_name) = lower($11))`;

export const filterValues = (projectId: string, filter: CertificateFilter): readonly unknown[] => [
  projectId,
  filter.search ? `%${filter.search.replace(/[\\%_]/g, '\\$&')}%` : null,
  filter.commonName ?? null,
  filter.statuses ?? null,
  filter.profileIds ?? null,
  filter.fromDate ?? null,
  filter.toDate ?? null,
  JSON.stringify(filter.metadata ?? []),
  filter.hasPrivateKey ?? null,
  filter.applicationId ?? null,
  filter.friendlyName ?? null,
];
