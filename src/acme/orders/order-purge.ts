import { Injectable } from '@nestjs/common';
import { BackgroundPurge } from '../../database/background-purge.js';
import { Database, statement } from '../../database/database.js';

/** Milliseconds. */
const FIRST = 300_000;
const EVERY = 3_600_000;
const BATCH = 500;
const KEPT = '30 days';

/** An order is kept for as long as its certificate is good: by it an account may revoke. */
const ORDERS = {
  statement: statement(`
    delete from acme_orders where id in (
      select o.id from acme_orders o left join certificates c on c.id = o.certificate_id
      where o.expires_at < now() - interval '${KEPT}'
        and (c.id is null or c.not_after < now() - interval '${KEPT}')
      limit ${BATCH} for update of o skip locked
    ) returning 1`),
  values: [],
};

const AUTHORIZATIONS = {
  statement: statement(`
    delete from acme_authorizations where id in (
      select a.id from acme_authorizations a
      where a.expires_at < now() - interval '${KEPT}' and not exists (
        select from acme_order_authorizations l where l.authorization_id = a.id)
      limit ${BATCH} for update skip locked
    ) returning 1`),
  values: [],
};

/** Forgets orders and authorizations that have been over for 30 days. */
@Injectable()
export class OrderPurge {
  private readonly purge: BackgroundPurge;

  constructor(database: Database) {
    this.purge = new BackgroundPurge(database, 'ACME orders', [ORDERS, AUTHORIZATIONS]);
  }

  onApplicationBootstrap(): void {
    this.purge.start(FIRST, EVERY);
  }

  onModuleDestroy(): Promise<void> {
    return this.purge.stop();
  }

  /** Returns the number of rows that are gone. */
  sweep(): Promise<number> {
    return this.purge.sweep();
  }
}
