import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Check } from './checks.js';

interface FailureNote {
  readonly time: string;
  readonly address: string;
  readonly reason: Check | 'unavailable';
  readonly count: number;
  /** When it last was `unavailable`, whatever came since. */
  readonly unavailableAt: string | undefined;
}

/** Rows of which a note waits to be written. */
const MAX_NOTES = 1_000;
const EVERY = 2_000;

const WRITE = statement(`
  insert into workload_failures as f (auth_id, note)
  select n.id, n.note from unnest($1::uuid[], $2::json[]) n (id, note)
  where exists (select from workload_auths a where a.id = n.id)
  on conflict (auth_id) do update set note = json_build_object(
    'time', excluded.note ->> 'time', 'address', excluded.note ->> 'address',
    'reason', excluded.note ->> 'reason',
    'count', (f.note ->> 'count')::bigint + (excluded.note ->> 'count')::bigint,
    'unavailableAt', coalesce(excluded.note ->> 'unavailableAt', f.note ->> 'unavailableAt'))`);

const FIND = statement(`
  select note::jsonb - 'unavailableAt' note from workload_failures where auth_id = $1`);

/**
 * What last went wrong at each row, for those who manage it: time, address, the check and how often, never what a token
 * said, since anybody may send one. Written some time after the answer, so that refusals cost the same.
 */
@Injectable()
export class FailureNotes implements OnModuleDestroy {
  private readonly notes = new Map<string, FailureNote>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly database: Database) {}

  add(authId: string, address: string, reason: FailureNote['reason']): void {
    const before = this.notes.get(authId);
    if (!before && this.notes.size >= MAX_NOTES) return;
    const count = (before?.count ?? 0) + 1;
    const time = new Date().toISOString();
    const unavailableAt = reason === 'unavailable' ? time : before?.unavailableAt;
    this.notes.set(authId, { time, address, reason, count, unavailableAt });
    this.timer ??= setTimeout(() => void this.write(), EVERY).unref();
  }

  /** Null where nothing went wrong. */
  async find(authId: string): Promise<object | null> {
    return (await this.database.row<{ note: object }>(FIND, [authId]))?.note ?? null;
  }

  /** Writes what was noted. What the database does not take is dropped. */
  async write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const entries = [...this.notes];
    this.notes.clear();
    if (entries.length === 0) return;
    const values = [entries.map(([id]) => id), entries.map(([, note]) => JSON.stringify(note))];
    await this.database.rows(WRITE, values).catch(() => undefined);
  }

  onModuleDestroy(): void {
    clearTimeout(this.timer);
  }
}
