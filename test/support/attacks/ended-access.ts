import pg from 'pg';
import type { TestApp } from '../harness.js';

/** What a session rests on, and how it ends: under the lock that every revocation takes. */
export interface Basis {
  readonly table:
    'access_tokens' | 'client_secrets' | 'scim_tokens' | 'service_tokens' | 'sessions';
  readonly id: string;
}

type Tables = Basis['table'];

const ENDS: Readonly<Record<Tables, readonly [end: string, renew: string]>> = {
  access_tokens: ['is_revoked = true', 'is_revoked = false'],
  client_secrets: ['is_revoked = true', 'is_revoked = false'],
  scim_tokens: [`expires_at = '2000-01-01'`, 'expires_at = null'],
  service_tokens: [`expires_at = '2000-01-01'`, `expires_at = now() + interval '1 day'`],
  sessions: ['ended_at = now()', 'ended_at = null'],
};

/** The claims of a token, as they are. */
export const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, string>;

/** Sends requests while their access is being ended, by somebody who has the lock and has not committed. */
export class EndedAccess {
  private constructor(
    private readonly ending: pg.Client,
    private readonly watching: pg.Client,
  ) {}

  static async of({ databaseUrl }: TestApp): Promise<EndedAccess> {
    const clients = [0, 1].map(() => new pg.Client({ connectionString: databaseUrl }));
    for (const client of clients) await client.connect();
    return new EndedAccess(clients[0]!, clients[1]!);
  }

  /** Returns the answer, and whether the request waited to learn that its access has ended. The access is given back. */
  async during<T>(
    { table, id }: Basis,
    send: () => Promise<T>,
  ): Promise<{ readonly answer: T; readonly hasWaited: boolean }> {
    const [end, renew] = ENDS[table];
    await this.ending.query('begin');
    await this.ending.query(`select from ${table} where id = $1 for update`, [id]);
    await this.ending.query(`update ${table} set ${end} where id = $1`, [id]);
    let isAnswered = false;
    const answered = send().finally(() => (isAnswered = true));
    let hasWaited = false;
    while (!isAnswered && !hasWaited) hasWaited = await this.isAwaited();
    await this.ending.query('commit');
    const answer = await answered;
    await this.ending.query(`update ${table} set ${renew} where id = $1`, [id]);
    return { answer, hasWaited };
  }

  private async isAwaited(): Promise<boolean> {
    const { rows } = await this.watching.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  }

  async end(): Promise<void> {
    await this.ending.end();
    await this.watching.end();
  }
}
