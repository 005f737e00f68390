import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '../database/database.js';
import { orConflict } from '../database/failures.js';
import { newId } from '../database/uuid.js';

/** A claimed domain. */
export interface EmailDomainRecord {
  readonly id: string;
  readonly orgId: string;
  readonly domain: string;
  /** What the TXT record has to hold. */
  readonly challenge: string;
  readonly isVerified: boolean;
  readonly verifiedAt: Date | null;
  readonly isVouched: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Where the TXT record of a domain is looked for. */
export const challengeName = (domain: string): string => `_strongroom.${domain}`;

/** A record that was not seen for so long proves nothing any more. It is looked for every month. */
const PROVED_FOR = `interval '40 days'`;
const REPROVE_AFTER = `interval '30 days'`;
const AT_ONCE = 20;

const IS_VERIFIED = `(d.verified_at is not null
  and (d.is_vouched or d.verified_at > now() - ${PROVED_FOR}))`;

const COLUMNS = `d.id, d.org_id "orgId", d.domain, d.challenge, ${IS_VERIFIED} "isVerified",
  d.verified_at "verifiedAt", d.is_vouched "isVouched", d.created_at "createdAt",
  d.updated_at "updatedAt"`;

const LIST = statement(
  `select ${COLUMNS} from email_domains d where d.org_id = $1 order by d.domain`,
);
const FIND = statement(`select ${COLUMNS} from email_domains d where d.org_id = $1 and d.id = $2`);
const IS_OWN = `select 1 from email_domains d
  where d.org_id = $1 and d.domain = $2 and ${IS_VERIFIED}`;

/** A claim of others that is no longer proved does not stand in the way. */
const LAPSE_OTHERS = `
  update email_domains d set verified_at = null, updated_at = now()
  where d.domain = $1 and d.org_id <> $2 and d.verified_at is not null and not ${IS_VERIFIED}`;

const VERIFY = `
  update email_domains set verified_at = now(), is_vouched = $2, updated_at = now() where id = $1`;

/** One replica at a time looks for a record, once a day. */
const TAKE_DUE = statement(`
  update email_domains d set checked_at = now()
  where d.id in (
    select id from email_domains
    where verified_at < now() - ${REPROVE_AFTER} and not is_vouched
      and coalesce(checked_at, verified_at) < now() - interval '1 day'
    order by verified_at limit ${AT_ONCE} for update skip locked
  )
  returning ${COLUMNS}`);

const PROVE_AGAIN = statement(
  `update email_domains set verified_at = now() where id = $1 and verified_at is not null returning id`,
);

const LAPSE = `
  update email_domains d set verified_at = null, updated_at = now()
  where d.id = $1 and d.verified_at is not null and not ${IS_VERIFIED} returning d.id`;

const TAKEN = {
  constraint: 'uq_email_domains_verified',
  code: 'domain-taken',
  message: 'Another organization of this server has proved that the domain is its own.',
} as const;
const CLAIMED = {
  constraint: 'uq_email_domains_org_domain',
  message: 'The organization has claimed this domain already.',
};

/** The domains that organizations claim. By hand: which of them counts is one condition, of the database's clock. */
@Injectable()
export class EmailDomainsRepository {
  constructor(private readonly database: Database) {}

  /** By name. */
  list(orgId: string): Promise<EmailDomainRecord[]> {
    return this.database.rows<EmailDomainRecord>(LIST, [orgId]);
  }

  find(orgId: string, id: string): Promise<EmailDomainRecord | null> {
    return this.database.row<EmailDomainRecord>(FIND, [orgId, id]);
  }

  async findIn(tx: EntityManager, orgId: string, id: string): Promise<EmailDomainRecord | null> {
    const rows = await tx.query<EmailDomainRecord[]>(FIND.text, [orgId, id]);
    return rows[0] ?? null;
  }

  /** Whether the organization has proved that the domain is its own. */
  async isOwn(tx: EntityManager, orgId: string, domain: string): Promise<boolean> {
    return (await tx.query<unknown[]>(IS_OWN, [orgId, domain])).length > 0;
  }

  async count(tx: EntityManager, orgId: string): Promise<number> {
    const text = 'select count(*)::int n from email_domains where org_id = $1';
    const rows = await tx.query<{ n: number }[]>(text, [orgId]);
    return rows[0]!.n; // a count gives one row
  }

  /** Throws 409 where the organization has claimed it already. */
  async insert(
    tx: EntityManager,
    { orgId, domain, challenge }: Pick<EmailDomainRecord, 'orgId' | 'domain' | 'challenge'>,
  ): Promise<EmailDomainRecord> {
    const id = newId();
    const inserting = tx.query(
      `insert into email_domains (id, org_id, domain, challenge) values ($1, $2, $3, $4)`,
      [id, orgId, domain, challenge],
    );
    await orConflict(inserting, CLAIMED);
    return (await this.findIn(tx, orgId, id))!; // it was inserted
  }

  /** Throws 409 where the domain is proved to be another organization's. */
  async verify(
    tx: EntityManager,
    { id, orgId, domain }: EmailDomainRecord,
    isVouched: boolean,
  ): Promise<void> {
    await tx.query(LAPSE_OTHERS, [domain, orgId]);
    await orConflict(tx.query(VERIFY, [id, isVouched]), TAKEN);
  }

  async remove(tx: EntityManager, id: string): Promise<void> {
    await tx.query('delete from email_domains where id = $1', [id]);
  }

  /** Verified domains whose record is to be looked for now; no other replica gets them today. */
  takeDue(): Promise<EmailDomainRecord[]> {
    return this.database.rows<EmailDomainRecord>(TAKE_DUE, []);
  }

  async proveAgain(id: string): Promise<void> {
    await this.database.row(PROVE_AGAIN, [id]);
  }

  /** Takes the proof away if it is too old. False if it is not. */
  async lapse(tx: EntityManager, id: string): Promise<boolean> {
    const [, lapsed] = await tx.query<[unknown[], number]>(LAPSE, [id]);
    return lapsed > 0;
  }
}
