import { createHash } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

/** Statements that get names, and those of which a first use is remembered. */
const MAX_NAMED = 500;
const MAX_SEEN = 1_000;
/** Characters; a longer statement was written for its number of rows. */
const MAX_TEXT = 16_384;

/** The name under which each connection prepares a statement of that text once. */
export const nameOfText = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 20);

/**
 * Which statements the connections of one pool prepare. Names are kept by each connection, here and in PostgreSQL, for
 * as long as it lives: so a statement is named at its second use, and only so many of them are.
 */
export class PreparedNames {
  private readonly log = new Logger(PreparedNames.name);
  private readonly names = new Map<string, string>();
  private readonly seen = new LRUCache<string, true>({ max: MAX_SEEN });
  private isUsed = true;

  /** False behind a pooler that gives each transaction any server: a name would be known to one of them. */
  get areUsed(): boolean {
    return this.isUsed;
  }

  /** Undefined where the text is to be sent whole. */
  nameOf(text: string): string | undefined {
    if (!this.isUsed) return undefined;
    const known = this.names.get(text);
    if (known !== undefined) return known;
    if (this.names.size >= MAX_NAMED || text.length > MAX_TEXT) return undefined;
    if (!this.seen.delete(text)) {
      this.seen.set(text, true);
      return undefined;
    }
    const name = nameOfText(text);
    this.names.set(text, name);
    return name;
  }

  forgo(): void {
    if (!this.isUsed) return;
    this.isUsed = false;
    this.log.warn(
      'A connection pooler does not keep prepared statements: they are sent whole from now on, which is slower. ' +
        'PgBouncer keeps them from 1.21 on, with max_prepared_statements.',
    );
  }
}
