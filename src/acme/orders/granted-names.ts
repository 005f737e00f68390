import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { ACME_ERROR } from '../../errors/protocol-bodies.js';
import type { AccountRequest } from '../jws/signed-requests.js';
import { isGranted } from './new-order.js';

const LOCK = 'select 1 from acme_accounts where id = $1 for update';

/** SQL by hand: a set of rows is found by others, in one statement. */
const REVOKE = `
  update acme_authorizations set status = 'revoked', updated_at = now()
  where account_id = $1 and is_granted and status = 'valid'`;

/** All that stand on names that were granted. */
const END_ORDERS = `
  update acme_orders set status = 'invalid', error = $2, updated_at = now()
  where account_id = $1 and status in ('pending', 'ready') and exists (
    select from acme_order_authorizations l join acme_authorizations a on a.id = l.authorization_id
    where l.order_id = acme_orders.id and a.is_granted and a.status = 'revoked')`;

const PROBLEM = JSON.stringify({
  type: `${ACME_ERROR}unauthorized`,
  detail: 'Names of this directory have to be proved by now. Ask for a new order.',
  status: 403,
});

/** Names that accounts have without a proof, while their enrollment asks for none. */
@Injectable()
export class GrantedNames {
  constructor(private readonly database: Database) {}

  /**
   * Ends what was granted to the account of a message, and the orders that stand on it, once its enrollment asks for proofs: for
   * good, also where it asks for none again.
   */
  async endUngranted(request: Pick<AccountRequest, 'enrollment' | 'account'>): Promise<void> {
    const { id, hasGrants } = request.account;
    if (!hasGrants || isGranted(request)) return;
    await this.database.transaction(async (tx) => {
      await tx.query(LOCK, [id]);
      await tx.query(REVOKE, [id]);
      await tx.query(END_ORDERS, [id, PROBLEM]);
    });
  }
}
