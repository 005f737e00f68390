import { createHash } from 'node:crypto';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import { isRetryable, toAnswer } from './failures.js';

/** A statement that every connection prepares once. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** Names a statement by its text, for `Database.rows`. */
export function statement(text: string): Statement {
  return { name: createHash('sha256').update(text).digest('base64url').slice(0, 20), text };
}

const ATTEMPTS = 3;

/** The one way to PostgreSQL: prepared reads outside of transactions, and transactions. */
@Injectable()
export class Database implements OnApplicationShutdown {
  private readonly pool: Pool;
  private readonly afterwards = new WeakMap<EntityManager, (() => void)[]>();

  constructor(readonly source: DataSource) {
    this.pool = (source.driver as unknown as { master: Pool }).master;
  }

  /** Runs a prepared statement by itself. Throws an ApiError where the database's refusal has an answer. */
  async rows<T>(statement: Statement, values: readonly unknown[]): Promise<T[]> {
    try {
      const result = await this.pool.query({ ...statement, values: values as unknown[] });
      return result.rows as T[];
    } catch (error) {
      throw toAnswer(error);
    }
  }

  /** Like `rows`, for statements that give one row or none. */
  async row<T>(statement: Statement, values: readonly unknown[]): Promise<T | null> {
    return (await this.rows<T>(statement, values))[0] ?? null;
  }

  /** Runs the work in one transaction; on a deadlock or a serialization failure, again from its start. */
  async transaction<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.attempt(work);
      } catch (error) {
        if (attempt === ATTEMPTS || !isRetryable(error)) throw toAnswer(error);
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
      }
    }
  }

  /** Does the work once the running transaction is committed; never, if it is not. It must not throw. */
  afterCommit(tx: EntityManager, work: () => void): void {
    this.afterwards.get(tx)?.push(work);
  }

  private async attempt<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    const afterwards: (() => void)[] = [];
    const result = await this.source.transaction((tx) => {
      this.afterwards.set(tx, afterwards);
      return work(tx);
    });
    for (const each of afterwards) each();
    return result;
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.source.isInitialized) await this.source.destroy();
  }
}
