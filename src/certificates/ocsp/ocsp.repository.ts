import { Injectable } from '@nestjs/common';
import { BatchedQuery } from '../../database/batched-query.js';
import { Database, statement } from '../../database/database.js';
import type { RevocationReason } from '../../x509/revocation-list.js';

/** One key of an authority that answers, with the newest certificate of the key. */
export interface AnsweringKey {
  readonly keyNumber: number;
  readonly certificateId: string;
  /** When the first certificate of its chain was revoked: this one, or one above. Null while none is. */
  readonly revokedAt: string | null;
}

/** Everything that an answer depends on, but the certificates it is about. */
export interface AnsweringAuthority {
  readonly isOcspEnabled: boolean;
  readonly revocationCount: string;
  readonly now: Date;
  readonly keys: readonly AnsweringKey[];
}

/** A deleted authority has no keys any more, and so answers for none. */
const AUTHORITY = statement(`
  select a.is_ocsp_enabled "isOcspEnabled", a.revocation_count "revocationCount", now() "now", coalesce((
    select jsonb_agg(jsonb_build_object('keyNumber', key_number, 'certificateId', id, 'revokedAt', (
      with recursive chain as (
        select id, parent_id, revoked_at, 1 place from ca_certificates where id = newest.id
        union all
        select c.id, c.parent_id, c.revoked_at, chain.place + 1
        from chain join ca_certificates c on c.id = chain.parent_id where chain.place < 100)
      select min(revoked_at) from chain)) order by key_number)
    from (
      select distinct on (i.key_number) i.key_number, i.id
      from ca_certificates i join ca_keys k on k.authority_id = i.authority_id and k.number = i.key_number
      where i.authority_id = a.id order by i.key_number, i.version desc) newest), '[]') keys
  from certificate_authorities a where a.id = $1`);

export interface KnownCertificate {
  readonly serialNumber: string;
  readonly revokedAt: Date | null;
  readonly reason: RevocationReason | null;
}

const ISSUED = statement(`
  select serial_number "serialNumber", revoked_at "revokedAt", revocation_reason reason
  from certificates where authority_id = $1 and issuer_key_number = $2 and serial_number = any($3)
  union all
  select serial_number, revoked_at, revocation_reason
  from ca_certificates where issuer_id = $1 and issuer_key_number = $2 and serial_number = any($3)`);

/** What answers about certificates are made from. */
@Injectable()
export class OcspRepository {
  private readonly authorities: BatchedQuery<AnsweringAuthority>;

  constructor(private readonly database: Database) {
    this.authorities = new BatchedQuery(database, AUTHORITY, ['uuid']);
  }

  find(authorityId: string): Promise<AnsweringAuthority | null> {
    return this.authorities.load([authorityId]);
  }

  /** Finds, among serial numbers, those that one key of an authority signed. */
  issued(
    authorityId: string,
    keyNumber: number,
    serialNumbers: readonly string[],
  ): Promise<KnownCertificate[]> {
    return this.database.rows<KnownCertificate>(ISSUED, [authorityId, keyNumber, serialNumbers]);
  }
}
