import type { EntityManager } from 'typeorm';
import { LOCK_ACCOUNT } from './person-sessions.sql.js';

/**
 * Locks an account until the transaction ends. Whatever begins a session, or ends those of an account, does so first:
 * what ends all of them would not see one that another transaction is just beginning. It comes after organizations and
 * projects, and before every row that belongs to the account: places in organizations, sessions, second factor, and what
 * was mailed. Rows may refer to the account meanwhile.
 */
export async function lockAccount(tx: EntityManager, userId: string): Promise<void> {
  await tx.query(LOCK_ACCOUNT.text, [userId]);
}
