import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '..', 'src');

const CORE = [
  ...['access', 'audit', 'auth', 'credentials', 'database', 'errors', 'events', 'http'],
  ...['logging', 'permissions', 'storage'],
];
const FEATURE = [...CORE, 'crypto', 'keys'];

/** Which folder may import from which. Files directly under src join everything together: `.` */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  errors: [],
  'request-scope': [],
  crypto: [],
  permissions: ['errors'],
  logging: [],
  http: ['errors', 'logging'],
  database: ['errors', 'http', 'logging', 'permissions'],
  outgoing: ['errors', 'http'],
  keys: ['crypto', 'database'],
  storage: ['database', 'errors'],
  x509: ['errors'],
  auth: ['crypto', 'database', 'errors', 'http'],
  audit: ['auth', 'crypto', 'database', 'errors', 'http', 'logging'],
  'audit-logs': FEATURE,
  credentials: ['access', 'audit', 'auth', 'database', 'errors', 'permissions'],
  events: ['access', 'audit', 'auth', 'database', 'errors', 'http', 'permissions'],
  access: ['auth', 'database', 'errors', 'http', 'permissions'],
  system: ['accounts', 'auth', 'database', 'errors', 'http', 'logging'],
  roles: FEATURE,
  'org-roles': [...FEATURE, 'roles'],
  'project-roles': [...FEATURE, 'roles'],
  accounts: ['access', 'audit', 'auth', 'crypto', 'database', 'errors', 'http', 'logging'],
  'sign-in-pages': ['http'],
  console: ['http'],
  'own-account': [...FEATURE, 'accounts', 'org-members', 'sign-in'],
  'account-recovery': [...FEATURE, 'accounts'],
  invitations: [...FEATURE, 'accounts', 'memberships', 'sign-in'],
  'sign-in': [...FEATURE, 'accounts', 'identities'],
  organizations: [...FEATURE, 'accounts', 'identities'],
  identities: [...FEATURE, 'memberships'],
  workloads: [...FEATURE, 'identities', 'outgoing'],
  'identity-search': [...FEATURE, 'identities'],
  'permission-queries': FEATURE,
  'missing-names': ['access', 'auth', 'database', 'errors', 'permissions'],
  idempotency: [
    ...['access', 'auth', 'crypto', 'database', 'errors', 'http', 'permissions', 'storage'],
  ],
  oauth: [...FEATURE, 'identities'],
  projects: FEATURE,
  secrets: [...FEATURE, 'projects'],
  approvals: [
    ...FEATURE,
    ...['accounts', 'permission-queries', 'privileges', 'projects', 'secrets', 'user-privileges'],
  ],
  'service-tokens': FEATURE,
  certificates: [...FEATURE, 'projects', 'x509'],
  acme: [...FEATURE, 'certificates', 'outgoing', 'x509'],
  memberships: [...FEATURE, 'groups'],
  scim: [...FEATURE, 'accounts', 'groups', 'org-members'],
  'org-members': [...FEATURE, 'accounts', 'memberships'],
  groups: FEATURE,
  'email-domains': [...FEATURE, 'outgoing'],
  'oidc-sign-in': [
    ...FEATURE,
    ...['accounts', 'email-domains', 'invitations', 'outgoing', 'sign-in'],
  ],
  privileges: FEATURE,
  'privileges-v1': [...FEATURE, 'privileges'],
  'privileges-v2': [...FEATURE, 'privileges'],
  'user-privileges': [...FEATURE, 'privileges'],
  openapi: ['auth', 'errors', 'http'],
  commands: [
    ...[...FEATURE, 'accounts', 'identities', 'memberships', 'oidc-sign-in', 'projects', 'secrets'],
    ...['approvals', 'certificates', 'workloads'],
  ],
  'start-up': ['*'],
  '.': ['*'],
};

/** Types of the configuration, the version, and the one ambient context, which every layer may know. */
const KNOWN_TO_ALL = [
  'config.js',
  'config-groups.js',
  'version.js',
  'request-scope/request-scope.js',
];

interface Import {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
  .filter((file) => !file.split('/').includes('testing'));

const folderOf = (file: string) => (file.includes('/') ? file.split('/', 1)[0]! : '.');

const imports: readonly Import[] = sources.flatMap((file) => {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const found = [...text.matchAll(/(?:from|import)\s+\(?'(\.[^']+)'/g)];
  return found.map(([, path]) => {
    const target = relative(ROOT, join(ROOT, file, '..', path!));
    return {
      file,
      from: folderOf(file),
      to: KNOWN_TO_ALL.includes(target) ? '' : folderOf(target),
    };
  });
});

const across = imports.filter(({ from, to }) => to !== '' && from !== to);

describe('the folders of src', () => {
  it('are all in the table', () => {
    const folders = new Set(sources.map(folderOf));

    expect([...folders].filter((folder) => !Object.hasOwn(ALLOWED, folder))).toEqual([]);
  });

  it('import only what the table allows', () => {
    const forbidden = across.filter(({ from, to }) => {
      const allowed = ALLOWED[from] ?? [];
      return !allowed.includes('*') && !allowed.includes(to);
    });

    expect(forbidden.map(({ file, to }) => `${file} -> ${to}`)).toEqual([]);
  });

  it('do not import one another in a circle', () => {
    const edges = new Map<string, Set<string>>();
    for (const { from, to } of across) {
      edges.set(from, (edges.get(from) ?? new Set()).add(to));
    }
    const circles: string[] = [];
    const visit = (folder: string, way: readonly string[]) => {
      if (way.includes(folder)) {
        circles.push([...way.slice(way.indexOf(folder)), folder].join(' -> '));
        return;
      }
      for (const next of edges.get(folder) ?? []) visit(next, [...way, folder]);
    };
    for (const folder of edges.keys()) visit(folder, []);

    expect([...new Set(circles)]).toEqual([]);
  });

  it('leave the framework and all I/O out of the pure ones', () => {
    const pure = sources.filter((file) => ['errors', 'permissions'].includes(folderOf(file)));
    const impure = pure.filter((file) =>
      /from '(@nestjs|typeorm|pg|express|node:(fs|net|http|child_process))/.test(
        readFileSync(join(ROOT, file), 'utf8'),
      ),
    );

    expect(impure).toEqual([]);
  });
});

describe('the page of the console', () => {
  const PAGE = join(ROOT, '..', 'console');
  const inPage = readdirSync(PAGE, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const importsOf = (file: string) => {
    const found = readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g);
    return [...found].map(([, path]) => join(file, '..', path!));
  };

  it('and the server import nothing of each other', () => {
    const outOfPage = inPage
      .flatMap((file) => importsOf(join(PAGE, file)))
      .filter((target) => !target.startsWith(PAGE + sep));
    const outOfServer = sources
      .flatMap((file) => importsOf(join(ROOT, file)))
      .filter((target) => !target.startsWith(ROOT + sep) && !target.endsWith('package.json'));

    expect({ outOfPage, outOfServer }).toEqual({ outOfPage: [], outOfServer: [] });
  });
});

describe('the environment', () => {
  it('is read in one place', () => {
    const readers = sources.filter((file) =>
      readFileSync(join(ROOT, file), 'utf8').includes('process.env'),
    );

    expect(readers).toEqual(['main.ts']);
  });
});

describe('ambient state', () => {
  it('is one context, of one file', () => {
    const users = sources.filter((file) =>
      /\bAsyncLocalStorage\b|'nestjs-cls'/.test(readFileSync(join(ROOT, file), 'utf8')),
    );

    expect(users).toEqual(['request-scope/request-scope.ts']);
  });
});

describe('what the code is compiled against', () => {
  it('is the oldest Node that runs it, so that nothing newer is used by mistake', () => {
    const read = (name: string) => JSON.parse(readFileSync(join(ROOT, '..', name), 'utf8'));
    const { engines, devDependencies } = read('package.json') as {
      engines: { node: string };
      devDependencies: Record<string, string>;
    };
    const { compilerOptions } = read('tsconfig.json') as { compilerOptions: { lib: string[] } };

    expect(devDependencies['@types/node']).toMatch(engines.node.replace('>=', ''));
    // Node 20 has the checks for well-formed text, of all that ES2024 brought.
    expect(compilerOptions.lib).toEqual(['ES2023', 'ES2024.String']);
  });
});
