import { ApiError, conflict, databaseTimeout, invalid, notFound } from '../errors/api-error.js';
import type { CodeOf } from '../errors/error-codes.js';

interface PostgresError {
  readonly code: string;
  readonly constraint?: string;
}

/** The driver's error, whether it comes bare from `pg` or wrapped by TypeORM. */
export function postgresError(error: unknown): PostgresError | null {
  const inner = (error as { driverError?: unknown } | null)?.driverError ?? error;
  const code = (inner as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? (inner as PostgresError) : null;
}

const UNUSABLE_TEXT = () =>
  invalid([
    { code: 'invalid_text', path: [], message: 'A field holds a character or number out of range' },
  ]);

/** The API error of each SQLSTATE; any other is a 500. */
const ANSWERS: Readonly<Record<string, () => ApiError>> = {
  '23503': notFound,
  '22021': UNUSABLE_TEXT,
  '22P05': UNUSABLE_TEXT,
  '22003': UNUSABLE_TEXT,
  '22008': UNUSABLE_TEXT,
  '54001': UNUSABLE_TEXT,
  '25P03': databaseTimeout,
  '25P04': databaseTimeout,
  '57014': databaseTimeout,
  '55P03': databaseTimeout,
  '53300': databaseTimeout,
};

/** Turns a failure of the database into the API's error; anything unknown is returned as it is. */
export function toAnswer(error: unknown): unknown {
  if (error instanceof ApiError) return error;
  // TypeORM wraps what a statement that was sent with its own was turned into.
  const driverError = (error as { readonly driverError?: unknown } | null)?.driverError;
  if (driverError instanceof ApiError) return driverError;
  if (
    error instanceof Error &&
    error.message.startsWith('timeout exceeded when trying to connect')
  ) {
    return databaseTimeout();
  }
  if (isCut(error)) return databaseTimeout();
  const code = postgresError(error)?.code;
  const answer = code !== undefined && Object.hasOwn(ANSWERS, code) ? ANSWERS[code] : undefined;
  return answer ? answer() : error;
}

/** The error of whatever fails in a transaction after its connection is gone: it has no code. */
export const afterLoss = (error: unknown): unknown =>
  error instanceof ApiError ? error : databaseTimeout();

/** A connection was given up, since nothing came from the database in time. */
export class DatabaseSilent extends Error {
  constructor() {
    super('The database does not answer');
  }
}

/** The driver's messages for a database that does not answer; they have no code. */
const SILENCE = [
  'The database does not answer',
  'Query read timeout',
  'Connection terminated due to connection timeout',
];

/** The database took too long: to ask it again would take as long. */
export const isSilence = (error: unknown): boolean =>
  error instanceof ApiError
    ? error.code === 'database-timeout'
    : error instanceof Error && SILENCE.some((text) => error.message.endsWith(text));

const NO_NAMES = new Set(['26000', '42P05']);

/**
 * A pooler gave the session another server, which does not know the prepared statement or knows it already. Nothing
 * was executed.
 */
export const isNameLost = (error: unknown): boolean =>
  NO_NAMES.has(postgresError(error)?.code ?? '');

const RETRYABLE = new Set(['40001', '40P01', ...NO_NAMES]);

/** Serialization failure, deadlock, or the name of a statement lost: the whole transaction may simply run again. */
export const isRetryable = (error: unknown): boolean =>
  RETRYABLE.has(postgresError(error)?.code ?? '');

/**
 * Ends of a session that PostgreSQL tells before it closes the connection, and a server that only reads, as one
 * that was replaced by its standby.
 */
const LOST = /^(?:57P0\d|08...|25P03|25P04|25006)$/;

/** No statement after this one can succeed on its connection. */
export const isLost = (error: unknown): boolean =>
  isSilence(error) || LOST.test(postgresError(error)?.code ?? '');

/** How a session ends that somebody else ended, or whose server went away. */
const CUT = /^(?:57P0[1235]|08...)$/;
const SOCKET = /^E(?:CONNRESET|PIPE|CONNREFUSED|CONNABORTED)$/;
/** What the driver says of a connection that is gone; these have no code. */
const CUT_TEXTS =
  /^(?:Connection terminated(?: unexpectedly)?|Client was closed and is not queryable|Client has encountered a connection error and is not queryable)$/;

/**
 * The connection was lost under a statement: it is not known whether that was done. A socket's own code counts where the driver
 * gave it, since other services have sockets too.
 */
export function isCut(error: unknown): boolean {
  const inner = (error as { readonly driverError?: unknown } | null)?.driverError;
  const code = postgresError(error)?.code ?? '';
  if (CUT.test(code) || (inner !== undefined && SOCKET.test(code))) return true;
  const cause = inner ?? error;
  return cause instanceof Error && CUT_TEXTS.test(cause.message);
}

/** A unique constraint and the words of its 409. */
export interface Taken {
  readonly constraint: string;
  readonly message: string;
  /** Absent: `already-exists`. */
  readonly code?: CodeOf<'Conflict'>;
}

/** Turns the violation of that constraint into 409 Conflict; any other error is returned as it is. */
export function conflictOf(error: unknown, taken: Taken): unknown {
  const failure = postgresError(error);
  const isTaken = failure?.code === '23505' && failure.constraint === taken.constraint;
  return isTaken ? conflict(taken.code ?? 'already-exists', taken.message) : error;
}

/** `conflictOf` for a statement that is waited for. */
export async function orConflict<T>(write: Promise<T>, taken: Taken): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw conflictOf(error, taken);
  }
}
