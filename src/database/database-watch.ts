import { setImmediate as turn } from 'node:timers/promises';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type pg from 'pg';
import type { Logger } from 'pino';
import { Counter, type Metric } from 'prom-client';

import { Connection } from './connection.js';
import type { Database } from './database.js';
import { DatabaseSilent } from './failures.js';
import { askIncarnation, type Incarnation, isOtherHistory } from './incarnation.js';
import type { Received } from './pooled-connections.js';

/** Milliseconds. Together below 3 s, after which a database that vanished is given up. */
const TIMES = { between: 500, patience: 2_200 };

const counter = (name: string, help: string) =>
  new Counter({ name: `strongroom_database_${name}`, help, registers: [] });

/**
 * Asks the database, on a connection of its own, whether it is there, takes writes, and still is the one that it was.
 * A connection to a server that vanished says nothing for minutes, and one to a former primary goes on answering
 * reads: only somebody who asks notices in time. // Decision 442
 */
export class DatabaseWatch implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly changes = counter(
    'incarnation_changes_total',
    'Times that the database went on from another history: a failover, a restore',
  );
  private readonly dropped = counter(
    'connections_dropped_total',
    'Connections that were given up because the database did not answer',
  );
  private readonly outages = counter(
    'outages_total',
    'Times that the database was found not to answer, or to only read',
  );
  private client: pg.Client | undefined;
  private known: Incarnation | undefined;
  /** Why the database is of no use now. */
  private outage: string | undefined;
  private isEnding = false;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly log: Logger,
    private readonly times = TIMES,
  ) {}

  get metrics(): readonly Metric[] {
    return [this.changes, this.dropped, this.outages];
  }

  onApplicationBootstrap(): void {
    this.lookAfter(0);
  }

  async onModuleDestroy(): Promise<void> {
    this.isEnding = true;
    clearTimeout(this.timer);
    this.close();
    await this.running;
  }

  private lookAfter(milliseconds: number): void {
    this.timer = setTimeout(() => {
      this.running = this.look().finally(() => {
        if (!this.isEnding) this.lookAfter(this.times.between);
      });
    }, milliseconds);
    this.timer.unref();
  }

  private async look(): Promise<void> {
    const { connections } = this.database;
    const before = connections.received();
    try {
      const found = await this.ask();
      if (found) this.note(found, before);
      else this.leave(before, 'the database only reads');
    } catch (error) {
      if (this.isEnding) return;
      if (error instanceof DatabaseSilent) this.dropped.inc(connections.dropSilent(before));
      else this.suspect(before);
      this.leave(before, 'the database does not answer');
    }
  }

  /** Throws DatabaseSilent when there is no answer in time; a null is one that only reads. */
  private async ask(): Promise<Incarnation | null> {
    let timer: NodeJS.Timeout | undefined;
    const answer = this.connected().then(askIncarnation);
    answer.catch(() => undefined);
    const silence = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(async () => {
        // This process may have stood still: what has arrived meanwhile is read first.
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

  private note(found: Incarnation, before: Received): void {
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

  /** Its connections lead to a server that is of no use. */
  private leave(before: Received, why: string): void {
    this.close();
    this.database.connections.retire(before);
    if (this.outage === why) return;
    if (this.outage === undefined) this.outages.inc();
    this.outage = why;
    this.log.info(`${why}; its connections are given up`);
  }

  /** Its own connection was ended; others may have gone without a word. */
  private suspect(before: Received): void {
    const timer = setTimeout(() => {
      this.dropped.inc(this.database.connections.dropSilent(before));
    }, this.times.patience);
    timer.unref();
  }

  private close(): void {
    const { client } = this;
    this.client = undefined;
    // It may wait for an answer for ever: its socket is closed at once.
    (client as Connection | undefined)?.abort();
  }
}
