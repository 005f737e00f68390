import type { Config } from './config.js';

/** What Node and PostgreSQL's driver say of a failure. */
interface Failure extends Error {
  readonly isExpected?: boolean;
  readonly code?: string;
  readonly syscall?: string;
  readonly hostname?: string;
  readonly address?: string;
  readonly port?: number;
  readonly errors?: readonly unknown[];
  readonly driverError?: unknown;
}

type Settings = Pick<Config, 'port' | 'host' | 'metricsPort' | 'metricsHost' | 'databaseUrl'>;

/**
 * Says in one sentence what stopped the process, and names the setting behind it. A failure that nobody foresaw is told
 * by its message; `isDetailed` adds its frames, which a reader of the code needs.
 */
export function failureText(thrown: unknown, settings?: Settings, isDetailed = false): string {
  if (!(thrown instanceof Error)) return 'Strongroom failed, and nothing says why.';
  const error = innermost(thrown as Failure);
  if (error.isExpected) return error.message;
  const known = settings && (listenText(error, settings) ?? databaseText(error, settings));
  if (known) return known;
  const frames = isDetailed ? `\n${error.stack?.split('\n').slice(1).join('\n') ?? ''}` : '';
  const hint = isDetailed ? '' : ' LOG_LEVEL=debug shows where.';
  return `Strongroom failed: ${sentence(error.message || error.name)}${hint}${frames}`;
}

/** A name with several addresses fails once for each of them; TypeORM wraps what the driver says. */
function innermost(error: Failure): Failure {
  const inner = error.errors?.[0] ?? error.driverError;
  return inner instanceof Error ? innermost(inner as Failure) : error;
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

const LISTEN_REASONS: Readonly<Record<string, (port: string, host: string) => string>> = {
  EADDRINUSE: (port) =>
    `${port} is in use: end what listens there, or set ${port.split(' ', 1)[0]} to another number.`,
  EACCES: (port) => `${port} may not be opened by this account: use one from 1024 on.`,
  EADDRNOTAVAIL: (_, host) => `${host} is no address of this machine.`,
};

/** Null unless the process could not listen. */
function listenText(error: Failure, settings: Settings): string | null {
  const { code = '', syscall, hostname } = error;
  const isMetrics = (port?: number) => port !== undefined && port === settings.metricsPort;
  if (syscall === 'listen') {
    const [port, host] = isMetrics(error.port)
      ? [`METRICS_PORT ${error.port}`, `METRICS_HOST ${error.address}`]
      : [`PORT ${error.port}`, `HOST ${error.address}`];
    return LISTEN_REASONS[code]?.(port, host) ?? null;
  }
  if (syscall !== 'getaddrinfo') return null;
  if (hostname === settings.host) return `HOST ${hostname} is not the name of an address.`;
  if (hostname === settings.metricsHost)
    return `METRICS_HOST ${hostname} is not the name of an address.`;
  return null;
}

const DATABASE_REASONS: Readonly<Record<string, (where: string, name: string) => string>> = {
  ECONNREFUSED: (where) => `nothing answers at ${where}.`,
  ENOENT: (where) => `nothing answers at ${where}.`,
  ETIMEDOUT: (where) => `${where} did not answer in time.`,
  EHOSTUNREACH: (where) => `there is no way to ${where}.`,
  ENETUNREACH: (where) => `there is no way to ${where}.`,
  ENOTFOUND: (where) => `the host of ${where} is not known.`,
  EAI_AGAIN: (where) => `the host of ${where} could not be looked up.`,
  '28P01': () => 'the server refuses this user or its password.',
  '28000': () => 'the server refuses this user.',
  '3D000': (_, name) => `there is no database "${name}" on the server.`,
  '42501': () =>
    'this user lacks rights in the database: docs/operations.md says which are needed.',
  '53300': () => 'the server has no connection left for us.',
  '57P03': () => 'the server is starting or ending: try again.',
};

/** Null unless the database could not be reached, or refused us. */
function databaseText(error: Failure, { databaseUrl }: Settings): string | null {
  if (databaseUrl === undefined || !URL.canParse(databaseUrl)) return null;
  const url = new URL(databaseUrl);
  const socket = url.searchParams.get('host');
  const where = socket ?? `${url.hostname || 'localhost'}:${url.port || '5432'}`;
  const isLate = /^(timeout expired|Connection terminated due to connection timeout)$/.test(
    error.message,
  );
  const reason = DATABASE_REASONS[isLate ? 'ETIMEDOUT' : (error.code ?? '')];
  return reason
    ? `DATABASE_URL: ${reason(where, decodeURIComponent(url.pathname.slice(1)))}`
    : null;
}
