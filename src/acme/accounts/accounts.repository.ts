import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { type Enrollment, ownerOf } from '../../certificates/enrollments/enrollment.js';
import { Database, statement } from '../../database/database.js';
import { AcmeAccount } from '../../database/entities/acme-account.entity.js';
import { orConflict } from '../../database/failures.js';
import type { AccountKey, PublicJwk } from '../jws/account-key.js';

export interface AcmeAccountRecord {
  readonly id: string;
  readonly thumbprint: string;
  readonly jwk: PublicJwk;
  readonly status: 'valid' | 'deactivated';
  readonly contact: readonly string[];
  readonly hasAgreed: boolean;
  readonly binding: object | null;
  /** Patterns of the names that it may have, by the named key that it was bound with; null for all of the policy. */
  readonly allowedNames: readonly string[] | null;
  /** Whether it has names without a proof. */
  readonly hasGrants: boolean;
}

const COLUMNS = `id, thumbprint, jwk, status, contact, has_agreed "hasAgreed", binding,
  allowed_names "allowedNames", exists (
    select from acme_authorizations a where a.account_id = acme_accounts.id and a.is_granted and a.status = 'valid'
  ) "hasGrants"`;

/** SQL by hand: the first is asked for by every message, the last is an upsert, so that a key that comes fifty times at once makes one account. */
const OF_ENROLLMENT = 'coalesce(application_profile_id, profile_id) = $1';
const FIND = statement(`select ${COLUMNS} from acme_accounts where id = $2 and ${OF_ENROLLMENT}`);

/** A key has few accounts, at different enrollments. */
const FIND_BY_KEY = statement(
  `select ${COLUMNS} from acme_accounts where thumbprint = $2 and ${OF_ENROLLMENT}`,
);

const INSERT = `
  insert into acme_accounts (id, profile_id, application_profile_id, thumbprint, jwk, status, contact, has_agreed,
    binding, allowed_names)
  values ($1, $2, $3, $4, $5, 'valid', $6, $7, $8, $9)
  on conflict do nothing returning id`;

const LOCK = `
  select status, thumbprint, now() "now" from acme_accounts where id = $1 for update`;

const KEY_TAKEN = {
  message: 'Another account has the new key.',
  code: 'acme-key-in-use',
} as const;
const TAKEN = [
  { ...KEY_TAKEN, constraint: 'uq_acme_accounts_thumbprint' },
  { ...KEY_TAKEN, constraint: 'uq_acme_accounts_application_thumbprint' },
] as const;

/** An account under its lock, by the key of a message; `now` is the clock of the database. */
export type LockedAccount =
  { readonly is: 'present'; readonly now: Date } | { readonly is: 'deactivated' | 'rekeyed' };

@Injectable()
export class AcmeAccountsRepository {
  constructor(
    @InjectRepository(AcmeAccount) private readonly accounts: Repository<AcmeAccount>,
    private readonly database: Database,
  ) {}

  find(enrollmentId: string, id: string): Promise<AcmeAccountRecord | null> {
    return this.database.row<AcmeAccountRecord>(FIND, [enrollmentId, id]);
  }

  findByKey(enrollmentId: string, thumbprint: string): Promise<AcmeAccountRecord | null> {
    return this.database.row<AcmeAccountRecord>(FIND_BY_KEY, [enrollmentId, thumbprint]);
  }

  /** Returns false where the key has an account by now. */
  async insert(
    tx: EntityManager,
    enrollment: Pick<Enrollment, 'id' | 'applicationId'>,
    account: Omit<AcmeAccountRecord, 'status' | 'hasGrants'>,
  ): Promise<boolean> {
    const { id, thumbprint, jwk, contact, hasAgreed, binding, allowedNames } = account;
    const { profileId, applicationProfileId } = ownerOf(enrollment);
    const own = [id, profileId, applicationProfileId, thumbprint, JSON.stringify(jwk)];
    const rest = [contact, hasAgreed, binding && JSON.stringify(binding), allowedNames];
    return (await tx.query<unknown[]>(INSERT, [...own, ...rest])).length > 0;
  }

  /**
   * Locks the account of a message; returns the database's time, or null where it is deactivated, or has got another key than
   * that of the message.
   */
  async lock(
    tx: EntityManager,
    { account, key }: { readonly account: { readonly id: string }; readonly key: AccountKey },
  ): Promise<LockedAccount> {
    type Row = { readonly status: string; readonly thumbprint: string; readonly now: Date };
    const [row] = await tx.query<Row[]>(LOCK, [account.id]);
    if (row?.status !== 'valid') return { is: 'deactivated' };
    return row.thumbprint === key.thumbprint ? { is: 'present', now: row.now } : { is: 'rekeyed' };
  }

  async update(
    tx: EntityManager,
    id: string,
    changes: Partial<Pick<AcmeAccountRecord, 'contact' | 'hasAgreed' | 'status'>>,
  ): Promise<void> {
    const { contact, ...columns } = changes;
    const list = contact === undefined ? {} : { contact: [...contact] };
    await tx.withRepository(this.accounts).update({ id }, { ...columns, ...list });
  }

  /** Throws 409 where another account has the key. */
  async changeKey(
    tx: EntityManager,
    id: string,
    { thumbprint, jwk }: Pick<AcmeAccountRecord, 'thumbprint' | 'jwk'>,
  ): Promise<void> {
    const updating = tx.withRepository(this.accounts).update({ id }, { thumbprint, jwk });
    await TAKEN.reduce((write, taken) => orConflict(write, taken), updating);
  }
}
