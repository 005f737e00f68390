import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { Database, statement } from '../../database/database.js';
import { CaCertificate } from '../../database/entities/ca-certificate.entity.js';
import type { RevocationReason } from '../../x509/revocation-list.js';
import type { AuthorityCertificateRecord, ChainLink } from './authority.js';

const COLUMNS = `
  c.id, c.authority_id "authorityId", c.version, c.key_number "keyNumber", c.issuer_id "issuerId",
  c.issuer_key_number "issuerKeyNumber", c.parent_id "parentId", c.der,
  c.outside_chain "outsideChain", c.serial_number "serialNumber", c.not_before "notBefore",
  c.not_after "notAfter", c.sent_not_before "sentNotBefore", c.sent_not_after "sentNotAfter",
  c.max_path_length "maxPathLength", c.revoked_at "revokedAt", c.revocation_reason "revocationReason"`;

/** The present certificate of each authority is the one of the highest version. */
const PRESENT = statement(`
  select ${COLUMNS} from unnest($1::uuid[]) asked cross join lateral (
    select * from ca_certificates where authority_id = asked order by version desc limit 1) c`);

const LIST = statement(
  `select ${COLUMNS} from ca_certificates c where c.authority_id = $1 order by c.version`,
);

const FIND = statement(
  `select ${COLUMNS} from ca_certificates c where c.authority_id = $1 and c.id = $2`,
);

/** The authority may be deleted: whoever checks a certificate follows its addresses. */
const DER = statement('select der from ca_certificates where authority_id = $1 and id = $2');

/** No chain is as long as the bound: path lengths end it. */
const CHAIN = statement(`
  with recursive chain as (
    select c.*, 1 place, c.id first from ca_certificates c where c.id = any($1)
    union all
    select c.*, chain.place + 1, chain.first from chain join ca_certificates c on c.id = chain.parent_id
    where chain.place < 100
  )
  select first, der, outside_chain "outsideChain", not_after "notAfter", revoked_at "revokedAt"
  from chain order by first, place`);

/** Whether something that it signed for others has an end to come. */
const HAS_LIVING_CHILDREN = `
  select 1 from ca_certificates c
  where c.issuer_id = $1 and c.authority_id <> $1 and c.not_after > now()
  union all
  select 1 from certificates c where c.authority_id = $1 and c.not_after > now() limit 1`;

/** Whether another authority signed a certificate of it whose end is to come. */
const IS_LIVING_CHILD = `
  select 1 from ca_certificates c
  where c.authority_id = $1 and c.issuer_id <> $1 and c.not_after > now() limit 1`;

const IS_ISSUING = 'select 1 from certificate_profiles where authority_id = $1 limit 1';

const COMPROMISED = `'KEY_COMPROMISE', 'CA_COMPROMISE'`;

/** That a key is known to others prevails over another reason that was given before. */
const REVOKE = `
  update ca_certificates set revoked_at = coalesce(revoked_at, now()), revocation_reason = $3
  where authority_id = $1 and issuer_id = $2 and not_after > now() and (revoked_at is null
    or ($3 in (${COMPROMISED}) and revocation_reason not in (${COMPROMISED})))`;

const NOW = statement(`select now() "now"`);

export type NewAuthorityCertificate = Omit<
  AuthorityCertificateRecord,
  'revokedAt' | 'revocationReason'
>;

@Injectable()
export class AuthorityCertificatesRepository {
  constructor(
    @InjectRepository(CaCertificate) private readonly certificates: Repository<CaCertificate>,
    private readonly database: Database,
  ) {}

  /** The present certificate of each authority that has one. Inside a transaction, give it. */
  async listPresent(
    authorityIds: readonly string[],
    tx?: EntityManager,
  ): Promise<ReadonlyMap<string, AuthorityCertificateRecord>> {
    const rows = await this.query(PRESENT, [authorityIds], tx);
    return new Map(rows.map((row) => [row.authorityId, row]));
  }

  /** In the order in which they were made. */
  list(authorityId: string): Promise<AuthorityCertificateRecord[]> {
    return this.query(LIST, [authorityId]);
  }

  async find(authorityId: string, id: string): Promise<AuthorityCertificateRecord | null> {
    return (await this.query(FIND, [authorityId, id]))[0] ?? null;
  }

  /** Whatever became of the authority. */
  async findDer(authorityId: string, id: string): Promise<Buffer | null> {
    const row = await this.database.row<{ der: Buffer }>(DER, [authorityId, id]);
    return row?.der ?? null;
  }

  /** The certificate itself, then what certifies it, as far as this server knows. */
  async chainOf(id: string, tx?: EntityManager): Promise<ChainLink[]> {
    if (tx) return tx.query<ChainLink[]>(CHAIN.text, [[id]]);
    return this.database.rows<ChainLink>(CHAIN, [[id]]);
  }

  /** `chainOf` for several certificates, by their ids. */
  async chainsOf(ids: readonly string[]): Promise<ReadonlyMap<string, ChainLink[]>> {
    const rows = await this.database.rows<ChainLink & { first: string }>(CHAIN, [ids]);
    const chains = new Map<string, ChainLink[]>();
    for (const row of rows) chains.set(row.first, [...(chains.get(row.first) ?? []), row]);
    return chains;
  }

  async insert(tx: EntityManager, certificate: NewAuthorityCertificate): Promise<void> {
    const outsideChain = [...certificate.outsideChain];
    await tx.withRepository(this.certificates).insert({ ...certificate, outsideChain });
  }

  /** Revokes all that the issuer signed for the authority and that is neither over nor revoked. Returns how many that were. */
  async revoke(
    tx: EntityManager,
    authorityId: string,
    issuerId: string,
    reason: RevocationReason,
  ): Promise<number> {
    const values = [authorityId, issuerId, reason];
    const [, count] = await tx.query<[unknown[], number]>(REVOKE, values);
    return count;
  }

  async hasLivingChildren(tx: EntityManager, authorityId: string): Promise<boolean> {
    return (await tx.query<unknown[]>(HAS_LIVING_CHILDREN, [authorityId])).length > 0;
  }

  async isLivingChild(tx: EntityManager, authorityId: string): Promise<boolean> {
    return (await tx.query<unknown[]>(IS_LIVING_CHILD, [authorityId])).length > 0;
  }

  /** Whether profiles issue through it. */
  async isIssuing(tx: EntityManager, authorityId: string): Promise<boolean> {
    return (await tx.query<unknown[]>(IS_ISSUING, [authorityId])).length > 0;
  }

  /** The database's clock. Inside a transaction, give it. */
  async now(tx?: EntityManager): Promise<Date> {
    const row = tx
      ? (await tx.query<{ now: Date }[]>(NOW.text))[0]
      : await this.database.row<{ now: Date }>(NOW, []);
    return row!.now; // always one row
  }

  private async query(
    { text, name }: typeof LIST,
    values: readonly unknown[],
    tx?: EntityManager,
  ): Promise<AuthorityCertificateRecord[]> {
    if (tx) return tx.query<AuthorityCertificateRecord[]>(text, [...values]);
    return this.database.rows<AuthorityCertificateRecord>({ text, name }, values);
  }
}
