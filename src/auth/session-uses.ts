import { Logger } from '@nestjs/common';
import { type Database, statement } from '../database/database.js';
import { outsideRequest } from '../request-scope/request-scope.js';

/** Sessions that are being changed are passed over: nobody waits for this, and the next request writes it. */
const TOUCH = statement(`
  update sessions set last_used_at = now() where id in (
    select id from sessions
    where id = any ($1::uuid[]) and last_used_at < now() - interval '1 minute'
    order by id for no key update skip locked
  ) returning id`);

/** Writes when sessions of people were last used: beside their requests, those of a moment in one statement. */
export class SessionUses {
  private readonly log = new Logger(SessionUses.name);
  private readonly due = new Set<string>();
  private isWriting = false;

  constructor(private readonly database: Database) {}

  add(sessionId: string): void {
    this.due.add(sessionId);
    if (this.isWriting) return;
    this.isWriting = true;
    outsideRequest(() => setImmediate(() => void this.write()));
  }

  private async write(): Promise<void> {
    const ids = [...this.due];
    this.due.clear();
    try {
      await this.database.rows(TOUCH, [ids]);
    } catch {
      this.log.warn('The use of sessions could not be written; the next request tries it again.');
    } finally {
      this.isWriting = false;
    }
  }
}
