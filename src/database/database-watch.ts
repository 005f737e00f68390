import { setImmediate as turn } from 'node:timers/promises';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type pg from 'pg';
import type { Logger } from 'pino';
import { Counter, type Metric } from 'prom-client';

import { traceOf } from '../logging/log.js';
import { Connection } from './connection.js';
import type { Database } from './database.js';
import { DatabaseSilent } from './failures.js';
import { PollingLoop } from './polling-loop.js';
import { askIncarnation, type Incarnation, isOtherHistory } from './incarnation.js';
import type { Received } from './pooled-connections.js';

/** Milliseconds. Together below 3 s, after which a database that vanished is given up. */
const TIMES = { between: 500, patience: 2_200 };

const counter = (name: string, help: string) =>
  new Counter({ name: `strongroom_database_${name}`, help, registers: [] });

/**
 * Polls the database, on a connection of its own: whether it answers, takes writes, and has the same history.
 * A connection to a server that vanished says nothing for minutes, and one to a former primary goes on answering
 * reads: only polling notices in time.
 */
export class DatabaseWatch implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly changes = counter(
    'incarnation_changes_total',
    'Times that the database continued from another history: a failover, a restore',
  );
  private readonly dropped = counter(
    'connections_dropped_total',
    'Connections that were given up because the database did not answer',
  );
  private readonly outages = counter(
    'outages_total',
    'Times that the database did not answer, or was read-only',
  );
  private client: pg.Client | undefined;
  private known: Incarnation | undefined;
  /** Why the database cannot be used now; undefined while it can. */
  private outage: string | undefined;
  private readonly loop = new PollingLoop(
    () => this.poll(),
    () => this.times.between,
    (error) =>
      this.log.error(traceOf(error), 'the database could not be polled; it is tried again'),
  );

  constructor(
    private readonly database: Database,
    private readonly log: Logger,
    private readonly times = TIMES,
  ) {}

  get metrics(): readonly Metric[] {
    return [this.changes, this.dropped, this.outages];
  }

  onApplicationBootstrap(): void {
    this.loop.start(0);
  }

  async onModuleDestroy(): Promise<void> {
    const stopped = this.loop.stop();
    // What it waits for may never come.
    this.close();
    await stopped;
  }

  private async poll(): Promise<void> {
    const { connections } = this.database;
    const before = connections.received();
    try {
      const found = await this.ask();
      if (found) this.compare(found, before);
      else this.giveUp(before, 'the database is read-only');
    } catch (error) {
      if (this.loop.isEnding) return;
      if (error instanceof DatabaseSilent) this.dropped.inc(connections.dropSilent(before));
      else this.dropSilentLater(before);
      this.giveUp(before, 'the database does not answer');
    }
  }

  /** Throws DatabaseSilent when there is no answer in time. Null: the server is read-only. */
  private async ask(): Promise<Incarnation | null> {
    let timer: NodeJS.Timeout | undefined;
    const answer = this.connected().then(askIncarnation);
    answer.catch(() => undefined);
    const silence = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(async () => {
        // This process may have been paused: what has arrived meanwhile is read first.
        await turn();
        await turn();
        reject(new DatabaseSilent());
      }, this.times.patience);
    });
    return Promise.race([answer, silence]).finally(() => clearTimeout(timer));
  }

  private async connected(): Promise<pg.Client> {
    if (this.client) return this.client;
    const { url } = this.database.source.options as { url?: string };
    // Without a limit of its own: silence while it connects is silence too.
    const client = new Connection({
      connectionString: url,
      application_name: 'strongroom watch',
    });
    this.client = client;
    await client.connect();
    return client;
  }

  private compare(found: Incarnation, before: Received): void {
    if (this.outage !== undefined) this.log.info('the database answers again');
    this.outage = undefined;
    const { known } = this;
    this.known = found;
    if (known === undefined || !isOtherHistory(known, found)) return;
    this.changes.inc();
    this.database.connections.retire(before);
    this.database.changeHistory();
    this.log.warn(
      { before: known.name, now: found.name },
      'the database goes on from another history: after a failover or a restore, what was not carried over is lost. ' +
        'Everything remembered of it was dropped; event streams that cannot go on are reset.',
    );
  }

  /** Retires the connections that existed before: they lead to a server that cannot be used. */
  private giveUp(before: Received, why: string): void {
    this.close();
    this.database.connections.retire(before);
    if (this.outage === why) return;
    if (this.outage === undefined) this.outages.inc();
    this.outage = why;
    this.log.info(`${why}; its connections are given up`);
  }

  /** The watch's own connection ended; others may be dead without a notice. */
  private dropSilentLater(before: Received): void {
    const timer = setTimeout(() => {
      this.dropped.inc(this.database.connections.dropSilent(before));
    }, this.times.patience);
    timer.unref();
  }

  private close(): void {
    const { client } = this;
    this.client = undefined;
    // It may wait for an answer forever: its socket is closed at once.
    (client as Connection | undefined)?.abort();
  }
}
