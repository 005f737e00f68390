import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runLoad } from './load.js';
import { measureOurs, SECTIONS, type SectionName } from './own.js';
import { describeMachine, publish } from './report.js';
import { FULL, type Sizes, TINY } from './sizes.js';

const HELP = `npm run bench [-- options]
  measures a server of ours: every operation beside what it cannot do without, in the same run

  --only a,b             only these sections: ${Object.keys(SECTIONS).join(', ')}
  --url <base URL>       runs the load on that server instead, through its API alone
  --client-id <id>       of a machine identity there that may make projects
  --client-secret <s>    (or in the environment: BENCH_CLIENT_ID, BENCH_CLIENT_SECRET)
  --out <file>           where the result goes as JSON; default bench/results/<time>.json
  --tiny                 only shows that everything runs

  BENCH_SECRETS=1000000  secrets in the database at the end of the section "database"`;

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    url: { type: 'string' },
    'client-id': { type: 'string' },
    'client-secret': { type: 'string' },
    out: { type: 'string' },
    tiny: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (options.help) process.stdout.write(`${HELP}\n`);
else await run();

async function run(): Promise<void> {
  const sizes = sizesOf();
  const target = targetOf();
  const { rows, postgres } = target
    ? { rows: await runLoad(target, sizes), postgres: undefined }
    : await measureOurs(sectionsOf(), sizes);
  const machine = describeMachine(postgres);
  const name = `${machine.measuredAt.replaceAll(':', '-')}.json`;
  const directory = join(import.meta.dirname, '..', '..', 'bench', 'results');
  publish(rows, machine, options.out ?? join(directory, name));
}

function sizesOf(): Sizes {
  const most = Number(process.env['BENCH_SECRETS'] ?? 0);
  const sizes = options.tiny ? TINY : FULL;
  return most > 0 ? { ...sizes, databases: [...sizes.databases, most] } : sizes;
}

function targetOf() {
  const { url } = options;
  if (url === undefined) return undefined;
  const clientId = options['client-id'] ?? process.env['BENCH_CLIENT_ID'];
  const clientSecret = options['client-secret'] ?? process.env['BENCH_CLIENT_SECRET'];
  if (clientId && clientSecret) return { url: url.replace(/\/+$/, ''), clientId, clientSecret };
  return fail('With --url, say whom to log in as: --client-id and --client-secret.');
}

function sectionsOf(): readonly SectionName[] {
  const known = Object.keys(SECTIONS) as SectionName[];
  const asked = options.only?.split(',') ?? known;
  const unknown = asked.filter((name) => !Object.hasOwn(SECTIONS, name));
  if (unknown.length > 0) fail(`There is no section ${unknown.join(', ')}. See --help.`);
  return known.filter((name) => asked.includes(name));
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}
