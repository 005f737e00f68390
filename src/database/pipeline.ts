import pg from 'pg';

/** A statement with its values; without a name it is not prepared beforehand. */
export interface SentStatement {
  readonly name?: string | undefined;
  readonly text: string;
  readonly values?: readonly unknown[];
  /** Turns a failure of this statement into the error that is thrown. */
  readonly onFailure?: (error: unknown) => unknown;
  /** Takes its rows, after the statements that were sent with it, and their commit. Must not throw. */
  readonly onRows?: (rows: readonly object[]) => void;
  /** How `pg` gives each row; absent: as an object. */
  readonly rowMode?: 'array';
  readonly types?: pg.CustomTypesConfig;
}

/** What `pg` knows of a connection's prepared statements. */
interface Wire {
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  readonly stream: {
    readonly writable: boolean;
    cork(): void;
    uncork(): void;
    write(message: Buffer): boolean;
  };
  sync(): void;
  on(event: 'parseComplete', listener: () => void): void;
  off(event: 'parseComplete', listener: () => void): void;
}

/** The methods that `pg` calls of a query that it sends; its types have none of them. */
interface Answering {
  readonly name?: string;
  readonly text: string;
  submit(wire: Wire): Error | null;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
  handleReadyForQuery(wire: Wire): void;
}

type Settle = (error: unknown, results?: readonly pg.QueryResult[]) => void;

/**
 * Statements that are sent together and answered together: one round trip. PostgreSQL executes them one after another
 * and skips all that follow one that fails. It takes the place of a query of `pg`, which sends the next one after it.
 */
export class Pipeline {
  private readonly queries: readonly Answering[];
  private readonly results: pg.QueryResult[] = [];
  /** Named queries that PostgreSQL has not parsed yet. */
  private readonly unparsed: Answering[] = [];
  private failure: unknown;
  private wire: Wire | undefined;

  /** `callback` has that name for `pg`, which puts a timeout around it. */
  constructor(
    readonly statements: readonly SentStatement[],
    public callback: Settle,
  ) {
    const take = (error: unknown, result: pg.QueryResult) => {
      if (error) this.failure ??= error;
      else this.results.push(result);
    };
    this.queries = statements.map((each) => queryOf(each, take as never));
  }

  submit(wire: Wire): null {
    this.wire = wire;
    wire.on('parseComplete', this.onParsed);
    const messages: Buffer[] = [];
    const collecting = Object.create(wire, collectingIn(messages)) as Wire;
    for (const query of this.queries) {
      const { name } = query;
      if (!name || !isKnown(wire, name)) this.unparsed.push(query);
      const failure = query.submit(collecting);
      if (failure) this.failure ??= failure;
      // What follows, such as a commit, must not be executed without it.
      if (this.failure) break;
    }
    // One buffer: the socket takes each by itself, at a price of its own.
    wire.stream.cork();
    if (messages.length > 0 && wire.stream.writable) wire.stream.write(Buffer.concat(messages));
    wire.sync();
    wire.stream.uncork();
    return null;
  }

  handleRowDescription(message: unknown): void {
    this.answering.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.answering.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, wire: Wire): void {
    const query = this.answering;
    query.handleCommandComplete(message, wire);
    query.handleReadyForQuery(wire);
  }

  handleReadyForQuery(): void {
    this.end();
    if (this.failure) this.callback(this.failure);
    else this.callback(null, this.results);
  }

  handleError(error: unknown): void {
    this.end();
    // A connection that failed is no failure of the statement.
    const { onFailure } = this.statements[this.results.length] ?? {};
    const hasCode = (error as { code?: unknown } | null)?.code !== undefined;
    this.callback(this.failure ?? (onFailure && hasCode ? onFailure(error) : error));
  }

  /** The query whose answer comes now. */
  private get answering(): Answering {
    return this.queries[this.results.length]!; // an answer for each, in their order
  }

  private readonly onParsed = (): void => {
    const { wire } = this;
    const query = this.unparsed.shift();
    if (!wire || !query?.name) return;
    wire.parsedStatements[query.name] = query.text;
    delete wire.submittedNamedStatements[query.name];
  };

  /** Statements behind one that failed were never parsed. */
  private end(): void {
    const { wire } = this;
    wire?.off('parseComplete', this.onParsed);
    for (const { name } of this.unparsed.splice(0))
      if (name) delete wire?.submittedNamedStatements[name];
  }
}

/** `pg` copies what configures a query property by property; so all that it takes by itself is not in there. */
function queryOf(
  { name, text, values = [], rowMode, types }: SentStatement,
  take: (error: Error, result: pg.QueryResult) => void,
): Answering {
  const form = { ...(rowMode && { rowMode }), ...(types && { types }) };
  const what = rowMode || types ? { text, ...form } : text;
  const query = new pg.Query(what, [...values], take as never);
  return Object.assign(query as unknown as Answering, {
    queryMode: 'extended',
    ...(name && { name }),
  });
}

/**
 * What a query finds of its connection instead. With a sync after each query, others would be executed after one that
 * failed. What is parsed stays so.
 */
function collectingIn(messages: Buffer[]): PropertyDescriptorMap {
  const nothing = { value: () => undefined };
  const write = (message: Buffer) => messages.push(message) > 0;
  const stream = { write, cork: nothing.value, uncork: nothing.value, writable: true };
  return { sync: nothing, close: nothing, stream: { value: stream } };
}

const isKnown = ({ parsedStatements, submittedNamedStatements }: Wire, name: string): boolean =>
  parsedStatements[name] !== undefined || submittedNamedStatements[name] !== undefined;
