import { Connection } from '../../database/connection.js';
import { type Database, statement } from '../../database/database.js';
import type { WakeupTransport } from './wakeup.js';

const CHANNEL = 'strongroom_events';
/**
 * Sent by itself: in the transactions of changes it would serialize all of their commits. A wake-up may be lost, so nobody
 * waits until its commit is on the disk.
 */
const NOTIFY = statement(
  `select set_config('synchronous_commit', 'off', true), pg_notify('${CHANNEL}', $1)`,
);
/** Milliseconds before it connects again. */
const RETRY = 1_000;

/** PostgreSQL's LISTEN and NOTIFY, on one connection of its own. */
export class PgNotifyTransport implements WakeupTransport {
  private client: Connection | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(private readonly database: Database) {
    // The server of this connection may be gone without closing it.
    database.onHistoryChange(() => this.client?.abort());
  }

  async notify(message: string): Promise<void> {
    await this.database.rows(NOTIFY, [message]);
  }

  listen(onMessage: (message: string | null) => void): void {
    const { url } = this.database.source.options as { url?: string };
    const client = new Connection({
      connectionString: url,
      application_name: 'strongroom events',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    this.client = client;
    let isOver = false;
    const again = () => {
      if (isOver) return;
      isOver = true;
      client.end().catch(() => undefined);
      if (this.isClosed) return;
      this.timer = setTimeout(() => this.listen(onMessage), RETRY * (0.5 + Math.random()));
      this.timer.unref();
    };
    client.on('error', again);
    client.on('end', again);
    client.on('notification', ({ payload }) => onMessage(payload ?? ''));
    client
      .connect()
      .then(() => client.query(`listen ${CHANNEL}`))
      .then(() => onMessage(null), again);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
  }
}
