import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', 'src');

const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
  .filter((file) => !file.split('/').includes('testing'))
  .sort();

const textOf = (file: string) =>
  readFileSync(join(ROOT, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '');

/** What opens a connection or looks a name up, by file; whatever callers' settings lead to goes through `outgoing`. */
const OPENINGS: Readonly<Record<string, readonly string[]>> = {
  // PostgreSQL: the pool's, and those of its own for listening, migrations, backups and commands.
  'database/connection.ts': ['connect'],
  'database/database.ts': ['connect'],
  'database/database-watch.ts': ['connect'],
  'database/migrate.ts': ['connect'],
  'database/embedded/online-backup.ts': ['connect'],
  'database/embedded/postgres-orphan.ts': ['createConnection'],
  'database/embedded/running-postgres.ts': ['connect'],
  'events/wakeup/pg-notify-transport.ts': ['connect'],
  // Redis.
  'events/wakeup/redis-pub-sub-transport.ts': ['connect'],
  'system/redis.ts': ['connect'],
  // The mail server of the operator.
  'accounts/mailer.ts': ['createTransport'],
  // The commands' own client of a server that the operator names.
  'commands/api-client.ts': ['fetch'],
  // What a page does in the browser of a person.
  'openapi/page-script.ts': ['fetch'],
  'sign-in-pages/page-base.ts': ['fetch'],
  'sign-in-pages/page-script.ts': ['fetch'],
  'outgoing/network.ts': [
    'connect',
    'lookup',
    'request',
    'resolve4',
    'resolve6',
    'resolveCaa',
    'resolveCname',
    'resolveTxt',
  ],
  'outgoing/exchange.ts': ['connectTls', 'httpRequest'],
  'outgoing/probes.ts': ['connectTls', 'httpRequest'],
  // Asks `network.ts`.
  'outgoing/outgoing.ts': ['connect'],
};

const OPENING =
  /(?<!\b(?:function|async|private|protected|public) )(?<![\w$])(connect(?:Tls)?|createConnection|createTransport|httpRequest|httpsRequest|request|fetch|lookup|lookupService|resolve(?:4|6|Any|Caa|Cname|Mx|Naptr|Ns|Ptr|Soa|Srv|Tlsa|Txt)|createSocket)\s*(?:<[^>()]*>)?\(/g;

/** What comes from modules of Node that can open connections, and opens none: listeners, types, names of numbers. */
const HARMLESS: Readonly<Record<string, readonly string[]>> = {
  net: ['BlockList', 'Server', 'createServer', 'isIP'],
  http: ['STATUS_CODES', 'Server', 'createServer'],
};

/** What may do it, by file: the openings above, and a socket around an open descriptor. */
const MODULE_NAMES: Readonly<Record<string, readonly string[]>> = {
  'database/embedded/postgres-orphan.ts': ['net.createConnection'],
  'logging/log-output.ts': ['net.Socket'],
  'outgoing/exchange.ts': ['http.request', 'tls.connect'],
  'outgoing/probes.ts': ['http.request', 'tls.connect'],
  'outgoing/network.ts': [
    'dns/promises.Resolver',
    'dns/promises.lookup',
    'http.request',
    'net.connect',
  ],
};

/** Packages whose own code opens connections, with the files that load them. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  nodemailer: ['accounts/mailer.ts'],
  // Its calls go through the `customFetch` that `provider-clients.ts` sets.
  'openid-client': ['oidc-sign-in/oidc-logins.service.ts', 'oidc-sign-in/provider-clients.ts'],
  redis: ['system/redis.ts'],
};

/**
 * Packages that are loaded where they are needed: binaries of PostgreSQL, names of fields, lines for a terminal, Redis. And
 * the page of the sign-in, which asks whether its browser has a secure context.
 */
const LATER = {
  'database/embedded/postgres-binaries.ts': ['createRequire'],
  'http/body/dto-shape.ts': ['createRequire'],
  'logging/readable-lines.ts': ['createRequire'],
  'sign-in-pages/page-script.ts': ['globalThis'],
  'system/redis.ts': ['createRequire'],
};

const MODULE =
  '(?:node:)?(dgram|dns|dns\\/promises|http|http2|https|net|tls|inspector|quic|undici)';

/** The names that a file takes from a module, types left out; `*` for all of it. */
function namesFrom(clause: string): string[] {
  if (clause.startsWith('type ')) return [];
  const [, list] = /^\{([^}]*)\}$/s.exec(clause.trim()) ?? [];
  if (list === undefined) return ['*'];
  const each = list.split(',').map((name) => name.trim());
  return each
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.split(' as ')[0]!);
}

const found = (find: (text: string, file: string) => readonly string[]) =>
  Object.fromEntries(
    sources.flatMap((file) => {
      const names = [...new Set(find(textOf(file), file))].sort();
      return names.length === 0 ? [] : [[file, names] as const];
    }),
  );

describe('connections', () => {
  it('are opened by the files of the list and by no other', () => {
    const calls = found((text) => [...text.matchAll(OPENING)].map(([, name]) => name!));

    expect(calls).toEqual(OPENINGS);
  });

  it('are opened by no module of Node under another name', () => {
    const imports = new RegExp(`import\\s+([^;]*?)\\s+from\\s+'${MODULE}'`, 'gs');
    const names = found((text) =>
      [...text.matchAll(imports)].flatMap(([, clause, module]) =>
        namesFrom(clause!)
          .filter((name) => !(HARMLESS[module!] ?? []).includes(name))
          .map((name) => `${module}.${name}`),
      ),
    );

    expect(names).toEqual(MODULE_NAMES);
  });

  it('are opened by nothing that is loaded later, or found among the globals', () => {
    const later = new RegExp(
      `(?:import|require|getBuiltinModule)\\(\\s*['"\`]${MODULE}|createRequire|globalThis\\b|\\bnew (?:WebSocket|EventSource|XMLHttpRequest)\\b|createRemoteJWKSet|(?<![\\w'-])fetch(?![\\w'(-])`,
      'g',
    );

    expect(found((text) => [...text.matchAll(later)].map(([each]) => each))).toEqual(LATER);
  });

  it('are opened by packages that these files alone load', () => {
    const loads = (name: string) =>
      new RegExp(`import (?!type )[^;]*? from '${name}'|\\)\\('${name}'\\)`, 's');
    const users = Object.keys(PACKAGES).map((name) => [
      name,
      sources.filter((file) => loads(name).test(textOf(file))),
    ]);

    expect(Object.fromEntries(users)).toEqual(PACKAGES);
    const [client] = sources.filter((file) => /\bnew Configuration\(/.test(textOf(file)));
    expect(client).toBe('oidc-sign-in/provider-clients.ts');
    expect(textOf(client!)).toMatch(/client\[customFetch\] = /);
  });

  it.each([
    ["import { get } from 'node:https';", ['https.get']],
    ["import net from 'net';", ['net.*']],
    ["import * as dns from 'node:dns';", ['dns.*']],
    ["import { type Socket, Socket as S, isIP } from 'node:net';", ['net.Socket']],
    ["import type { Socket } from 'node:net';", []],
  ])('would be found: %s', (line, names) => {
    const [, clause, module] = new RegExp(`import\\s+([^;]*?)\\s+from\\s+'${MODULE}'`).exec(line)!;
    const taken = namesFrom(clause!).filter((name) => !(HARMLESS[module!] ?? []).includes(name));

    expect(taken.map((name) => `${module}.${name}`)).toEqual(names);
  });
});
