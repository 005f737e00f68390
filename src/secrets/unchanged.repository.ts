import { Injectable } from '@nestjs/common';
import type { Standing } from '../access/standing.js';
import type { AccessClaims } from '../auth/access-token.js';
import type { Network } from '../auth/ip-allow-list.js';
import { BY_CLIENT_SECRET, BY_STORED_TOKEN, sessionQuery } from '../auth/sessions.js';
import { Database, type Statement, statement } from '../database/database.js';

/** How the caller of a request stands now; whether it may ask from where it is, is not decided. */
export interface StandingNow extends Omit<Standing, 'rightsUntil'> {
  readonly trustedIps: readonly Network[];
}

type Row = StandingNow & { readonly n: number };

/** What the session query says, and how its identity finds a project: for many requests at once. */
function forMany(session: Statement, types: readonly string[]): Statement {
  const arrays = [...types, 'uuid'].map((type, index) => `$${index + 1}::${type}[]`);
  const columns = arrays.map((_, index) => `v${index + 1}`);
  // Each parameter of the one is a column of the many.
  const one = session.text.replace(/\$(\d)/g, 'asked.v$1');
  return statement(`
    select asked.n::int, session."trustedIps", p.id "projectId", p.slug, p.epoch, m.id "membershipId",
      h.last_seq head, (extract(epoch from statement_timestamp()) * 1000)::float8 "at"
    from unnest(${arrays.join(', ')}) with ordinality as asked (${columns.join(', ')}, n)
    cross join lateral (${one}) session
    join projects p on p.org_id = session."orgId" and p.id = asked.${columns.at(-1)!}
    join project_memberships m on m.project_id = p.id and m.identity_id = asked.v2
    join project_event_heads h on h.project_id = p.id`);
}

/** Values of one request, and whoever waits for its row. */
interface Asked {
  readonly values: readonly unknown[];
  readonly resolve: (row: StandingNow | null) => void;
  readonly reject: (error: unknown) => void;
}

const MOST_AT_ONCE = 200;

/** Requests of one turn of the event loop ask together. None joins a query that was sent before it came. */
class Together {
  private waiting: Asked[] = [];

  constructor(
    private readonly database: Database,
    private readonly query: Statement,
  ) {}

  ask(values: readonly unknown[]): Promise<StandingNow | null> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ values, resolve, reject });
      if (this.waiting.length === 1) setImmediate(() => void this.send());
      else if (this.waiting.length === MOST_AT_ONCE) void this.send();
    });
  }

  private async send(): Promise<void> {
    const asked = this.waiting;
    this.waiting = [];
    const [first] = asked;
    if (!first) return;
    try {
      const columns = first.values.map((_, column) =>
        padded(asked.map(({ values }) => values[column])),
      );
      const rows = await this.database.rows<Row>(this.query, columns);
      const found = new Map(rows.map((row) => [row.n, row]));
      asked.forEach(({ resolve }, index) => resolve(found.get(index + 1) ?? null));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}

/**
 * With nulls, which find nothing. PostgreSQL takes an array of unknown length for one of ten: it would think a
 * shorter one worth a plan of its own, at each execution, and planning takes longer than the query.
 */
const padded = (values: unknown[]): unknown[] =>
  values.length >= 12 ? values : Array.from({ length: 12 }, (_, index) => values[index] ?? null);

@Injectable()
export class UnchangedRepository {
  private readonly together: ReadonlyMap<Statement, Together>;

  constructor(database: Database) {
    const clientSecrets = forMany(BY_CLIENT_SECRET, ['uuid', 'uuid', 'float8', 'int', 'bigint']);
    const storedTokens = forMany(BY_STORED_TOKEN, ['uuid', 'uuid', 'float8']);
    this.together = new Map([
      [BY_CLIENT_SECRET, new Together(database, clientSecrets)],
      [BY_STORED_TOKEN, new Together(database, storedTokens)],
    ]);
  }

  /** One query for what a request asks in two. Null if the token has ended, or the identity is no member. */
  findStanding(claims: AccessClaims, projectId: string): Promise<StandingNow | null> {
    const { statement: session, values } = sessionQuery(claims);
    const together = this.together.get(session)!; // there is one for each
    return together.ask([...values, projectId]);
  }
}
