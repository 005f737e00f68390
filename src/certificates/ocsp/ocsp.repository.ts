import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { RevocationReason } from '../../x509/revocation-list.js';

/** One key of an authority that answers, with the newest certificate of the key. */
export interface AnsweringKey {
  readonly keyNumber: number;
  readonly certificateId: string;
  readonly der: Buffer;
}

export interface AnsweringAuthority {
  readonly isOcspEnabled: boolean;
  readonly revocationCount: string;
  readonly now: Date;
  readonly keys: readonly AnsweringKey[];
}

type Row = Omit<AnsweringAuthority, 'keys'> & {
  readonly keyNumber: number | null;
  readonly certificateId: string | null;
  readonly der: Buffer | null;
};

/** A deleted authority has no keys any more, and so answers for none. */
const AUTHORITY = statement(`
  select a.is_ocsp_enabled "isOcspEnabled", a.revocation_count "revocationCount", now() "now",
    c.key_number "keyNumber", c.id "certificateId", c.der
  from certificate_authorities a left join lateral (
    select distinct on (i.key_number) i.key_number, i.id, i.der
    from ca_certificates i join ca_keys k on k.authority_id = i.authority_id and k.number = i.key_number
    where i.authority_id = a.id order by i.key_number, i.version desc) c on true
  where a.id = $1`);

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
  constructor(private readonly database: Database) {}

  async find(authorityId: string): Promise<AnsweringAuthority | null> {
    const rows = await this.database.rows<Row>(AUTHORITY, [authorityId]);
    const [first] = rows;
    if (!first) return null;
    const { isOcspEnabled, revocationCount, now } = first;
    const keys = rows.flatMap(({ keyNumber, certificateId, der }) =>
      keyNumber === null || certificateId === null || der === null
        ? []
        : [{ keyNumber, certificateId, der }],
    );
    return { isOcspEnabled, revocationCount, now, keys };
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
