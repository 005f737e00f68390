import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { DataSource, type EntityManager, type ObjectLiteral, type Repository } from 'typeorm';
import { conflict } from '../errors/api-error.js';
import type { Connection } from './connection.js';
import { afterLimit, isNameLost, isRetryable, toAnswer } from './failures.js';
import { PooledConnections } from './pooled-connections.js';

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

/** Each attempt ended in a deadlock, or in a change that others made first. */
const crowded = () => conflict('Others are changing the same at this moment. Try again.');

/** The transaction that everything below `whole` takes part in. */
interface Joined {
  readonly tx: EntityManager;
  readonly client: PoolClient;
}

/** Empty again when the transaction has ended: what outlives it, such as a timer, asks the pool. */
interface Whole {
  joined?: Joined;
}

/** The one way to PostgreSQL: prepared reads outside of transactions, and transactions. */
@Injectable()
export class Database {
  readonly connections: PooledConnections;
  private readonly pool: Pool;
  private readonly log = new Logger(Database.name);
  private readonly historyListeners: (() => void)[] = [];
  /** False behind a pooler that gives each transaction any server: a name would be known to one of them. */
  private usesNames = true;
  private readonly afterwards = new WeakMap<EntityManager, (() => void)[]>();
  private readonly wholes = new AsyncLocalStorage<Whole>();

  constructor(readonly source: DataSource) {
    this.pool = (source.driver as unknown as { master: Pool }).master;
    this.connections = PooledConnections.of(this.pool);
  }

  /** Whether what is asked for now is part of a transaction by `whole`. */
  get inTransaction(): boolean {
    return this.joined !== undefined;
  }

  /** For reads of entities outside of transactions. */
  get manager(): EntityManager {
    return this.joined?.tx ?? this.source.manager;
  }

  /**
   * Returns the repository as part of the request's transaction if there is one, else as it is. Inside of
   * `transaction` use `tx.withRepository` instead.
   */
  bind<T extends ObjectLiteral>(repository: Repository<T>): Repository<T> {
    const { joined } = this;
    return joined ? joined.tx.withRepository(repository) : repository;
  }

  /**
   * Runs a prepared statement by itself, or as part of the whole around it. Throws an ApiError where the
   * database's refusal has an answer.
   */
  async rows<T>(statement: Statement, values: readonly unknown[]): Promise<T[]> {
    const { joined, usesNames } = this;
    const connection = joined?.client ?? this.pool;
    const named = usesNames ? statement : { text: statement.text };
    try {
      const result = await connection.query({ ...named, values: values as unknown[] });
      return result.rows as T[];
    } catch (error) {
      if (usesNames && isNameLost(error)) {
        this.forgoNames();
        // A transaction is over with it, and begins again as a whole.
        if (!joined) return this.rows(statement, values);
      }
      throw toAnswer(error);
    }
  }

  /** Like `rows`, for statements that give one row or none. */
  async row<T>(statement: Statement, values: readonly unknown[]): Promise<T | null> {
    return (await this.rows<T>(statement, values))[0] ?? null;
  }

  /**
   * Runs the work in one transaction; on a deadlock or a serialization failure, again from its start.
   * Inside of `whole` it is a part of that transaction, and a failure ends all of it.
   */
  async transaction<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    const { joined } = this;
    return joined ? work(joined.tx) : this.persist(() => this.attempt(work));
  }

  /**
   * Like `transaction`, for work that does not know of it: whatever it asks of this database, until the
   * promise settles, is part of the one transaction and uses its connection.
   */
  requestTransaction<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.persist(() => this.attempt((tx) => this.join(tx, work)));
  }

  /** Calls it whenever the database turned out to go on from another history: what was read before may not be. */
  onHistoryChange(listener: () => void): void {
    this.historyListeners.push(listener);
  }

  changeHistory(): void {
    for (const listener of this.historyListeners) listener();
  }

  /** Does the work once the running transaction is committed; never, if it is not. It must not throw. */
  afterCommit(tx: EntityManager, work: () => void): void {
    this.afterwards.get(tx)?.push(work);
  }

  /**
   * Does the work now, or where a whole is under way once that is committed: for memories of what was
   * read, which may be rolled back. It must not throw.
   */
  onceCommitted(work: () => void): void {
    const { joined } = this;
    if (joined) this.afterCommit(joined.tx, work);
    else work();
  }

  private forgoNames(): void {
    if (!this.usesNames) return;
    this.usesNames = false;
    this.log.warn(
      'A connection pooler does not keep prepared statements: they are sent whole from now on, which is slower. ' +
        'PgBouncer keeps them from 1.21 on, with max_prepared_statements.',
    );
  }

  private get joined(): Joined | undefined {
    return this.wholes.getStore()?.joined;
  }

  private async persist<T>(attempt: () => Promise<T>): Promise<T> {
    for (let n = 1; ; n++) {
      try {
        return await attempt();
      } catch (error) {
        if (!isRetryable(error)) throw toAnswer(error);
        if (n === ATTEMPTS) throw isNameLost(error) ? toAnswer(error) : crowded();
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * n));
      }
    }
  }

  private async attempt<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    const afterwards: (() => void)[] = [];
    let connection: Connection | undefined;
    const begun = this.source.transaction(async (tx) => {
      connection = (await tx.queryRunner!.connect()) as Connection;
      this.afterwards.set(tx, afterwards);
      return work(tx);
    });
    const result = await begun.catch((error: unknown) => {
      throw connection?.isPastLimit ? afterLimit(error) : error;
    });
    for (const each of afterwards) each();
    return result;
  }

  private async join<T>(tx: EntityManager, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    // Asked for once: after its connection is lost, the query runner would take another.
    const client = (await tx.queryRunner!.connect()) as PoolClient;
    const whole: Whole = { joined: { tx, client } };
    try {
      return await this.wholes.run(whole, () => work(tx));
    } finally {
      delete whole.joined;
    }
  }
}
