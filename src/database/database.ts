import { Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Metric } from 'prom-client';
import { DataSource, type EntityManager, type ObjectLiteral, type Repository } from 'typeorm';
import { conflict } from '../errors/api-error.js';
import { RequestScoped } from '../request-scope/request-scope.js';
import type { Connection, ConnectionOptions } from './connection.js';
import { afterLoss, isCut, isNameLost, isRetryable, toAnswer } from './failures.js';
import { PoolMetrics } from './pool-metrics.js';
import { PooledConnections } from './pooled-connections.js';
import { nameOfText, PreparedNames } from './prepared-names.js';

/** A statement that every connection prepares once. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** Names a statement by its text, for `Database.rows`. */
export const statement = (text: string): Statement => ({ name: nameOfText(text), text });

/** A statement with its values. */
export interface BoundStatement extends Statement {
  readonly values: readonly unknown[];
  /** Turns a failure of this statement into the error that is thrown. */
  readonly onFailure?: (error: unknown) => unknown;
  /** Takes its rows, after the statements that were sent with it, and their commit. Must not throw. */
  readonly onRows?: (rows: readonly object[]) => void;
}

/** A row as PostgreSQL wrote it. */
export type TextRow = readonly (string | null)[];

const AS_OBJECTS = {};
const asText = (text: string) => text;
/** What makes `pg` give each row as its texts. */
export const AS_TEXTS = { rowMode: 'array', types: { getTypeParser: () => asText } };

/** PostgreSQL takes a statement that changes rows only at the top, never below a select. */
const READS = /^\s*select\b/i;

const ATTEMPTS = 3;

/** Each attempt ended in a deadlock, or in a change that others made first. */
const tooManyAttempts = () =>
  conflict('concurrent-change', 'Others are changing the same at this moment. Try again.');

/**
 * Sends statements whose rows nobody needs together with the next of the transaction, or with its commit: they take no round
 * trip of their own. Where one fails, so does what it is sent with, with the error of its `onFailure`.
 */
export async function sendLater(
  tx: EntityManager,
  statements: readonly BoundStatement[],
): Promise<void> {
  await ((await tx.queryRunner!.connect()) as Connection).later(statements);
}

interface OpenTransaction {
  readonly tx: EntityManager;
  readonly client: Connection;
}

/** What a request's code finds. Empty again when the transaction has ended: what outlives it, such as a timer, asks the pool. */
interface TransactionHolder {
  open?: OpenTransaction;
  /** Work that is done after the transaction was undone. */
  readonly undone: (() => Promise<void>)[];
}

/** The one way to PostgreSQL: prepared reads outside of transactions, and transactions. */
@Injectable()
export class Database {
  readonly connections: PooledConnections;
  private readonly pool: Pool;
  private readonly names: PreparedNames;
  private readonly historyListeners: (() => void)[] = [];
  private readonly commitListeners = new WeakMap<EntityManager, (() => void)[]>();
  private readonly holder = new RequestScoped<TransactionHolder>();

  constructor(readonly source: DataSource) {
    this.pool = (source.driver as unknown as { master: Pool }).master;
    this.names = (this.pool.options as ConnectionOptions).preparedNames ?? new PreparedNames();
    this.connections = PooledConnections.forPool(this.pool);
  }

  /** What the pool, of at most `size` connections, shows of itself. */
  poolMetrics(size: number): readonly Metric[] {
    return new PoolMetrics(this.pool, size).all;
  }

  /** Whether there is a transaction of the request, which all statements join. */
  get inTransaction(): boolean {
    return this.open !== undefined;
  }

  /** For reads of entities outside of transactions. */
  get manager(): EntityManager {
    return this.open?.tx ?? this.source.manager;
  }

  /**
   * Returns the repository as part of the request's transaction if there is one, else as it is. Inside of
   * `transaction` use `tx.withRepository` instead.
   */
  bind<T extends ObjectLiteral>(repository: Repository<T>): Repository<T> {
    const { open } = this;
    return open ? open.tx.withRepository(repository) : repository;
  }

  /**
   * Runs a prepared statement in the request's transaction if there is one, else by itself, and then again after a deadlock. Throws
   * an ApiError where the database's refusal has an answer.
   */
  rows<T>(statement: Statement, values: readonly unknown[]): Promise<T[]> {
    return this.query<T>(statement, values, AS_OBJECTS);
  }

  /** Like `rows`, each as its texts in order: for long lists, whose reader makes less of them than `pg` would. */
  texts(statement: Statement, values: readonly unknown[]): Promise<TextRow[]> {
    return this.query<TextRow>(statement, values, AS_TEXTS);
  }

  private query<T>(statement: Statement, values: readonly unknown[], form: object): Promise<T[]> {
    const { open } = this;
    if (!open) return this.retry(() => this.askAlone<T>(statement, values, form));
    // A transaction is tried again from its start.
    return this.ask<T>(open.client, statement, values, form).catch((error: unknown) => {
      throw toAnswer(error);
    });
  }

  /** A statement that only reads is asked once more, on another connection, when its own was lost: no row of it was given to anybody. */
  private askAlone<T>(statement: Statement, values: readonly unknown[], form: object) {
    const ask = () => this.ask<T>(this.pool, statement, values, form);
    return ask().catch((error: unknown) => {
      if (READS.test(statement.text) && isCut(error)) return ask();
      throw error;
    });
  }

  private async ask<T>(
    connection: Pool | Connection,
    statement: Statement,
    values: readonly unknown[],
    form: object,
  ): Promise<T[]> {
    const named = this.names.areUsed ? statement : { text: statement.text };
    const result = await connection.query({ ...named, ...form, values: values as unknown[] });
    return result.rows as T[];
  }

  /**
   * Runs prepared statements of the transaction in one round trip, and gives the rows of each. Where one fails, those
   * after it are not executed, and the transaction fails with it.
   */
  together(tx: EntityManager, statements: readonly BoundStatement[]): Promise<object[][]> {
    return this.send(tx, statements, false);
  }

  /**
   * Like `together`, for the last statements of the transaction: they carry its commit, unless it is the request's,
   * which goes on. So what they lock is held for no further round trip.
   */
  finish(tx: EntityManager, statements: readonly BoundStatement[]): Promise<object[][]> {
    return this.send(tx, statements, this.open?.tx !== tx);
  }

  /** Like `rows`, for statements that give one row or none. */
  async row<T>(statement: Statement, values: readonly unknown[]): Promise<T | null> {
    return (await this.rows<T>(statement, values))[0] ?? null;
  }

  /**
   * Runs the work in one transaction; on a deadlock or a serialization failure, again from its start.
   * Where the request has a transaction it is a part of that, and a failure ends all of it.
   */
  async transaction<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    const { open } = this;
    return open ? work(open.tx) : this.retry(() => this.attempt(work));
  }

  /**
   * Like `transaction`, for a whole request: every statement and transaction of this database that the work begins,
   * until its promise settles, is part of the one transaction and uses its connection.
   */
  async requestTransaction<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    let holder: TransactionHolder = { undone: [] };
    const attempt = (tx: EntityManager) => {
      holder = { undone: [] };
      return this.runRequest(tx, holder, work);
    };
    try {
      return await this.retry(() => this.attempt(attempt));
    } catch (error) {
      for (const each of holder.undone) await each();
      throw error;
    }
  }

  /**
   * Does the work once the request's transaction has been undone, and its connection is free; at once where there is none. Not where
   * that transaction is committed after all, or tried again: for what a refusal leaves behind.
   */
  async afterUndoing(work: () => Promise<void>): Promise<void> {
    const holder = this.holder.current;
    if (holder?.open) holder.undone.push(work);
    else await work();
  }

  /**
   * Calls the listener whenever the database went on from another history (a failover, a restore): what was read
   * before may never have been.
   */
  onHistoryChange(listener: () => void): void {
    this.historyListeners.push(listener);
  }

  changeHistory(): void {
    for (const listener of this.historyListeners) listener();
  }

  /** Does the work once that transaction is committed; never, if it is not. The work must not throw. */
  afterCommit(tx: EntityManager, work: () => void): void {
    this.commitListeners.get(tx)?.push(work);
  }

  /**
   * Does the work once the request's transaction is committed, or now where there is none: for caches of what was
   * read, which may be rolled back. The work must not throw.
   */
  afterRequestCommit(work: () => void): void {
    const { open } = this;
    if (open) this.afterCommit(open.tx, work);
    else work();
  }

  private async send(
    tx: EntityManager,
    statements: readonly BoundStatement[],
    isLast: boolean,
  ): Promise<object[][]> {
    if (statements.length === 0) return [];
    const connection = (await tx.queryRunner!.connect()) as Connection;
    const results = await connection.together(statements, isLast);
    return results.map((result) => result.rows as object[]);
  }

  private get open(): OpenTransaction | undefined {
    return this.holder.current?.open;
  }

  private async retry<T>(attempt: () => Promise<T>): Promise<T> {
    for (let n = 1; ; n++) {
      try {
        return await attempt();
      } catch (error) {
        if (!isRetryable(error)) throw toAnswer(error);
        if (isNameLost(error)) this.names.forgo();
        if (n === ATTEMPTS) throw isNameLost(error) ? toAnswer(error) : tooManyAttempts();
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * n));
      }
    }
  }

  private async attempt<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    const listeners: (() => void)[] = [];
    let connection: Connection | undefined;
    const begun = this.source.transaction(async (tx) => {
      connection = (await tx.queryRunner!.connect()) as Connection;
      this.commitListeners.set(tx, listeners);
      return work(tx);
    });
    const result = await begun.catch((error: unknown) => {
      throw connection?.isGone ? afterLoss(error) : error;
    });
    for (const each of listeners) each();
    return result;
  }

  private async runRequest<T>(
    tx: EntityManager,
    holder: TransactionHolder,
    work: (tx: EntityManager) => Promise<T>,
  ): Promise<T> {
    // Asked for once: after its connection is lost, the query runner would take another.
    const client = (await tx.queryRunner!.connect()) as Connection;
    holder.open = { tx, client };
    try {
      return await this.holder.run(holder, () => work(tx));
    } finally {
      delete holder.open;
    }
  }
}
