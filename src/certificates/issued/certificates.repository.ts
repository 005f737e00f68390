import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { Database, statement } from '../../database/database.js';
import { IssuedCertificate } from '../../database/entities/issued-certificate.entity.js';
import { orConflict } from '../../database/failures.js';
import type { RevocationReason } from '../../x509/revocation-list.js';
import type { CertificateRecord, NewCertificate } from './certificate.js';
import {
  type CertificateFilter,
  type CertificateOrder,
  FILTER_SQL,
  filterValues,
  STATUS_SQL,
} from './certificate-filter.js';

/** A certificate with the names of what it came through, in one statement. */
const SELECT = `
  select c.id, p.org_id "orgId", c.project_id "projectId", c.origin, c.friendly_name "friendlyName",
    c.profile_id "profileId", f.slug "profileSlug", c.application_id "applicationId", c.authority_id "authorityId", a.name "authorityName",
    c.issuer_key_number "issuerKeyNumber", c.ca_certificate_id "caCertificateId",
    c.serial_number "serialNumber", c.der, c.sha256, c.common_name "commonName", c.content, c.metadata,
    c.not_before "notBefore", c.not_after "notAfter", c.requester_id "requesterId",
    c.renewed_from_id "renewedFromId", n.id "renewedById", c.revoked_at "revokedAt",
    c.revocation_reason "revocationReason", c.created_at "createdAt", c.updated_at "updatedAt",
    ${STATUS_SQL} status, k.certificate_id is not null "hasPrivateKey",
    c.created_at > now() - interval '1 day' "isNew"
  from certificates c join projects p on p.id = c.project_id
  left join certificate_profiles f on f.id = c.profile_id
  left join certificate_authorities a on a.id = c.authority_id
  left join certificates n on n.renewed_from_id = c.id and n.deleted_at is null
  left join certificate_keys k on k.certificate_id = c.id
  where c.deleted_at is null`;

const FIND = statement(`${SELECT} and p.org_id = $1 and c.id = $2`);
const OF_THUMBPRINT = statement(`${SELECT} and c.project_id = $1 and c.sha256 = $2`);

const PAGE = 'offset $12 limit $13';
const LIST = statement(`${SELECT} and ${FILTER_SQL} order by c.id desc ${PAGE}`);
const LIST_BY_END = statement(`${SELECT} and ${FILTER_SQL} order by c.not_after, c.id ${PAGE}`);
const COUNT = statement(
  `select count(*)::integer "count" from certificates c where c.deleted_at is null and ${FILTER_SQL}`,
);

const REVOKE = `
  update certificates set revoked_at = coalesce(revoked_at, now()), revocation_reason = $2, updated_at = now()
  where id = $1 returning revoked_at "revokedAt"`;

const OUTSIDE_CHAIN = statement(
  'select outside_chain "outsideChain" from certificates where id = $1',
);

/** In the project; of those that were issued here, in the whole organization, deleted ones too: an import would make them good again.
 * Those are found by number and key, since a signature can be written in several ways. */
const IS_THERE = `
  select 1 from certificates c where c.project_id = $2 and c.sha256 = $3
  union all
  select 1 from certificates c join certificate_authorities a on a.id = c.authority_id join projects p on p.id = a.project_id
  where p.org_id = $1 and c.serial_number = $5 and c.key_hash = $4
  union all
  select 1 from certificates c join projects p on p.id = c.project_id
  where p.org_id = $1 and c.authority_id is null and c.serial_number = $5 and c.key_hash = $4 and c.origin <> 'import'
  limit 1`;

/** What it was renewed from may be renewed again. */
const BURY = `
  update certificates set deleted_at = now(), updated_at = now(), renewed_from_id = null where id = $1`;

const IS_REVOKED_AUTHORITY = `
  select 1 from certificates c join certificate_authorities a on a.id = c.authority_id join projects p on p.id = a.project_id
  where p.org_id = $1 and c.key_hash = $2 and c.revoked_at is not null and c.content ->> 'isAuthority' = 'true' limit 1`;

/** In all projects of the organization: whoever knows the key there could use it here. Also keys of certificates that are forgotten. */
const IS_COMPROMISED = `
  select 1 from certificates c join projects p on p.id = c.project_id
  where c.key_hash = $2 and p.org_id = $1 and c.revocation_reason = 'KEY_COMPROMISE'
  union all
  select 1 from blocked_keys where key_hash = $2 and org_id = $1 limit 1`;

/** The newest of a set of names, up to $2: how many there are, and when one more may come. */
const RECENT = statement(`
  select count(*)::integer "count", ceil(extract(epoch from min(created_at) + interval '7 days' - now()))::integer "seconds"
  from (
    select created_at from certificates where name_set = $1 and created_at > now() - interval '7 days'
    order by created_at desc limit $2
  ) recent`);

/** Certificates of the last seven days. */
export interface RecentCertificates {
  readonly count: number;
  /** Until there is one less; null where there is none. */
  readonly seconds: number | null;
}

const RENEWED = {
  constraint: 'uq_certificates_renewed_from',
  message: 'The certificate has just been renewed by somebody else.',
};

/** Stored certificates. SQL by hand, since status and age are told by the database's clock. */
@Injectable()
export class CertificatesRepository {
  constructor(
    @InjectRepository(IssuedCertificate)
    private readonly certificates: Repository<IssuedCertificate>,
    private readonly database: Database,
  ) {}

  /** Null for one of another organization, and for one that was deleted. Inside a transaction, give it. */
  async find(orgId: string, id: string, tx?: EntityManager): Promise<CertificateRecord | null> {
    const values = [orgId, id];
    if (!tx) return this.database.row<CertificateRecord>(FIND, values);
    return (await tx.query<CertificateRecord[]>(FIND.text, values))[0] ?? null;
  }

  findByThumbprint(projectId: string, sha256: string): Promise<CertificateRecord | null> {
    return this.database.row<CertificateRecord>(OF_THUMBPRINT, [projectId, sha256]);
  }

  /** The newest first, or those that end first. */
  list(
    projectId: string,
    filter: CertificateFilter,
    { offset, limit, orderBy }: CertificateOrder,
  ): Promise<CertificateRecord[]> {
    const list = orderBy === 'notAfter' ? LIST_BY_END : LIST;
    const values = filterValues(projectId, filter);
    return this.database.rows<CertificateRecord>(list, [...values, offset, limit]);
  }

  async count(projectId: string, filter: CertificateFilter): Promise<number> {
    const values = filterValues(projectId, filter);
    const row = await this.database.row<{ count: number }>(COUNT, values);
    return row!.count; // a count gives one row
  }

  /** Counts certificates of a set of names, up to `most`. Inside a transaction, give it. */
  async countRecent(
    nameSet: string,
    most: number,
    tx?: EntityManager,
  ): Promise<RecentCertificates> {
    const values = [nameSet, most];
    if (!tx) return (await this.database.row<RecentCertificates>(RECENT, values))!; // a count gives one row
    return (await tx.query<RecentCertificates[]>(RECENT.text, values))[0]!; // as above
  }

  /** Throws 409 where somebody else has just renewed the same. */
  async insert(tx: EntityManager, certificate: NewCertificate): Promise<void> {
    const { content, metadata, outsideChain, ...columns } = certificate;
    const inserting = tx.withRepository(this.certificates).insert({
      ...columns,
      ...(outsideChain ? { outsideChain: [...outsideChain] } : {}),
      content: content as object,
      metadata: metadata as IssuedCertificate['metadata'],
    });
    await orConflict(inserting, RENEWED);
  }

  async revoke(tx: EntityManager, id: string, reason: RevocationReason): Promise<Date> {
    const [rows] = await tx.query<[{ revokedAt: Date }[]]>(REVOKE, [id, reason]);
    return rows[0]!.revokedAt; // it was read a moment ago, under the lock
  }

  /** Keeps the row for revocation lists; the private key goes. */
  async bury(tx: EntityManager, id: string): Promise<void> {
    await tx.query(BURY, [id]);
    await tx.query('delete from certificate_keys where certificate_id = $1', [id]);
  }

  /** Whether a certificate of the organization with that key was revoked because others know the key. */
  async isCompromised(tx: EntityManager, orgId: string, keyHash: string): Promise<boolean> {
    return (await tx.query<unknown[]>(IS_COMPROMISED, [orgId, keyHash])).length > 0;
  }

  /** What certifies one that was imported, its issuer first. */
  async outsideChainOf(id: string): Promise<Buffer[]> {
    const row = await this.database.row<{ outsideChain: Buffer[] | null }>(OUTSIDE_CHAIN, [id]);
    return row?.outsideChain ?? [];
  }

  /** Whether an import of that certificate would be its second. */
  async isThere(
    tx: EntityManager,
    { orgId, projectId }: Pick<CertificateRecord, 'orgId' | 'projectId'>,
    { sha256, keyHash, serialNumber }: Pick<NewCertificate, 'sha256' | 'keyHash' | 'serialNumber'>,
  ): Promise<boolean> {
    const values = [orgId, projectId, sha256, keyHash, serialNumber];
    return (await tx.query<unknown[]>(IS_THERE, values)).length > 0;
  }

  /** Forgets one that no authority here lists, with its key. */
  async remove(tx: EntityManager, id: string): Promise<void> {
    await tx.withRepository(this.certificates).delete({ id });
  }

  /** Whether the issuer revoked a certificate of an authority with that key. */
  async isRevokedAuthority(tx: EntityManager, orgId: string, keyHash: string): Promise<boolean> {
    return (await tx.query<unknown[]>(IS_REVOKED_AUTHORITY, [orgId, keyHash])).length > 0;
  }
}
