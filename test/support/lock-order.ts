import type { Pool, PoolClient } from 'pg';

/**
 * The order in which transactions lock, so that no two wait for each other: the queue of a caller, organizations,
 * projects, accounts. Other rows come after these.
 */
const ORDER = ['queue', 'organizations', 'projects', 'users'] as const;
const TABLES = ['organizations', 'projects', 'users'] as const;
type Kind = (typeof ORDER)[number];

/** Two shares go together, until one of their holders wants more. */
type Strength = 'share' | 'all';

interface Lock {
  readonly kind: Kind;
  readonly strength: Strength;
}

interface Taken {
  strength: Strength;
  readonly text: string;
  /** Names of queues. */
  readonly queues: Set<string>;
}

interface Sent {
  readonly text: string;
  readonly values?: readonly unknown[];
}

const QUEUE = 'pg_advisory_xact_lock(hashtextextended($1, 0))';
const ROW_LOCK = /\bfor (no key update|update|share)\b(?: of (\w+))?/g;
const known = new Map<string, readonly Lock[]>();

/** What a statement locks. Whoever only keeps a row from being deleted (`for key share`) holds up none of these. */
function locksOf(sql: string): readonly Lock[] {
  const before = known.get(sql);
  if (before) return before;
  const text = sql.replaceAll('"', '').replace(/\s+/g, ' ').toLowerCase();
  const locks: Lock[] = text.includes(QUEUE) ? [{ kind: 'queue', strength: 'all' }] : [];
  for (const kind of TABLES) {
    if (new RegExp(`\\b(update|delete from) ${kind}\\b`).test(text))
      locks.push({ kind, strength: 'all' });
    for (const [, mode, alias] of text.matchAll(ROW_LOCK)) {
      const name = alias === undefined || alias === kind ? '' : ` (as )?${alias}`;
      if (!new RegExp(`\\b(from|join) ${kind}${name}\\b`).test(text)) continue;
      locks.push({ kind, strength: mode === 'share' ? 'share' : 'all' });
    }
  }
  known.set(sql, locks);
  return locks;
}

/** One connection. Outside of a transaction each statement holds what it locks until its own end. */
export class WatchedConnection {
  private held: Map<Kind, Taken> | undefined;

  /** `note` gets what goes against the order, in words. */
  constructor(private readonly note: (violation: string) => void) {}

  take({ text = '', values }: Sent): void {
    if (text === 'START TRANSACTION') this.held = new Map();
    else if (text === 'COMMIT' || text === 'ROLLBACK') this.held = undefined;
    const { held } = this;
    if (!held) return;
    for (const lock of locksOf(text)) {
      const queue = lock.kind === 'queue' ? String(values?.[0]) : '';
      this.judge(held, lock, { text, queue });
    }
  }

  private judge(
    held: Map<Kind, Taken>,
    { kind, strength }: Lock,
    { text, queue }: { readonly text: string; readonly queue: string },
  ): void {
    const own = held.get(kind);
    if (own && kind !== 'queue') {
      if (own.strength === 'all' || strength === 'share') return;
      // Two that both have a share would wait for each other; under the lock of the organization there is one.
      if (held.get('organizations')?.strength !== 'all') this.tell(`${kind} shared`, text, own);
      own.strength = strength;
      return;
    }
    if (own?.queues.has(queue)) return;
    for (const [other, taken] of held)
      if (ORDER.indexOf(other) > ORDER.indexOf(kind)) this.tell(`${other} locked`, text, taken);
    if (own) own.queues.add(queue);
    else held.set(kind, { strength, text, queues: new Set([queue]) });
  }

  private tell(what: string, text: string, { text: before }: Taken): void {
    this.note(`${what} by "${short(before)}", then "${short(text)}"`);
  }
}

const short = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 120);

/** Reads along what the transactions of an application lock, and keeps what goes against the order. */
export class LockOrder {
  /** In words; the same thing once. */
  readonly violations = new Set<string>();
  private readonly watched = new WeakSet<PoolClient>();

  constructor(pool: Pool) {
    pool.on('acquire', (client) => {
      if (!this.watched.has(client)) this.watch(client);
    });
  }

  private watch(client: PoolClient): void {
    this.watched.add(client);
    const connection = new WatchedConnection((violation) => this.violations.add(violation));
    const asked = client as unknown as {
      query(...args: unknown[]): unknown;
      together(statements: readonly Sent[], isLast?: boolean): unknown;
    };
    const { query, together } = asked;
    asked.query = (...args) => {
      const [first, values] = args as [string | Sent, readonly unknown[] | undefined];
      connection.take(typeof first === 'string' ? { text: first, values: values ?? [] } : first);
      return query.apply(client, args);
    };
    asked.together = (statements, isLast) => {
      for (const statement of statements) connection.take(statement);
      return together.call(client, statements, isLast);
    };
  }
}
