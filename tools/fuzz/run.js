// `npm run fuzz`: Schemathesis with single requests and all its checks, then sequences of requests (sequences.py), each against a
// seeded server that it starts. FUZZ_SECONDS (400), FUZZ_SEQUENCE_SECONDS (180) and FUZZ_SEED set how long and with which numbers;
// FUZZ_SEQUENCES (200) is how many sequences must have been made; FUZZ_PATHS, a regular expression, leaves out all other paths;
// FUZZ_ONLY=sequences leaves out single requests; VERBOSE=1 lists what is explained; FUZZ_RECORDS keeps the record of every request,
// and the findings of sequences, in that folder. Ends with 1 for a finding that nothing explains, with 3 where Schemathesis cannot be had.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { logIn, send, startServer } from '../server.js';
import { installPython, withFolder } from '../run.js';
import { EXPLAINED, explanationOf } from './explained.js';
import { distinct, readReport } from './findings.js';
import { seed } from './seed.js';
import { runSequences } from './sequences.js';

const PACKAGES = ['schemathesis==4.32.5'];
const SKIPPED = 3;
/** Statuses that refuse a wrong request: what is too long or of the wrong type has a status of its own. */
const REFUSED = [400, 401, 403, 404, 405, 406, 408, 409, 411, 413, 414, 415, 422, 428, 429, 431];
/** Timeouts are in seconds. A loaded machine is no finding; a stream has no end, and is checked as far as it has come. */
const SETTINGS = `
request-timeout = 60.0

[checks.negative_data_rejection]
expected-statuses = ${JSON.stringify(REFUSED.map(String))}

[[operations]]
include-path-regex = "/events/subscribe/"
request-timeout = 3.0
`;
const MIB = 1024 * 1024;
/** The heap after a collection, against the one at the start; and the most memory the process may ever hold. */
const [HEAP_GROWTH, PEAK] = [1.2, 700 * MIB];
const seconds = Number(process.env.FUZZ_SECONDS ?? 400);
/** Every operation some times, however busy the machine is, unless little time is given; Schemathesis uses all of it. */
const WARM_UP = {
  seconds: Math.min(600, 2 * seconds),
  number: '0',
  more: { '--phases': 'examples,fuzzing', '--max-examples': 6 },
};
/** `FUZZ_ONLY=sequences` leaves out the single requests. */
const areOnlySequences = process.env.FUZZ_ONLY === 'sequences';
const RECORDS = process.env.FUZZ_RECORDS ? resolve(process.env.FUZZ_RECORDS) : null;
const number = process.env.FUZZ_SEED ?? String(Date.now() % 1_000_000);

const python = await installPython('fuzz', PACKAGES);
if (python === null) {
  console.error('SKIPPED: Python 3 or Schemathesis cannot be had here. Nothing was fuzzed.');
  process.exit(SKIPPED);
}

/** Bytes of the heap after a collection, and the most that the process has held. */
async function memoryOf(server) {
  server.process.send('collect');
  const [answer] = await once(server.process, 'message');
  return answer;
}

/** Runs Schemathesis, and returns what it found. */
async function fuzz(site, token, folder, { seconds, number, more = {} }) {
  const reports = join(RECORDS ?? folder, `reports-${number}`);
  const args = ['-m', 'schemathesis.cli', 'run', `${site}/api/docs/json`];
  const options = {
    ...(seconds !== undefined && { '--max-time': seconds }),
    '--workers': 2,
    '--seed': number,
    '--header': `Authorization: Bearer ${token}`,
    '--report': 'ndjson',
    '--report-dir': reports,
    '--suppress-health-check': 'all',
    '--generation-database': 'none',
    '--warnings': 'off',
    '--output-sanitize': 'false',
    // No text field takes the character NUL, as the document says once for all.
    '--generation-allow-x00': 'false',
    '--generation-codec': 'utf-8',
    ...(process.env.FUZZ_PATHS && { '--include-path-regex': process.env.FUZZ_PATHS }),
    ...more,
  };
  args.push(...Object.entries(options).flatMap(([name, value]) => [name, String(value)]));
  args.push('--continue-on-failure', '--no-color');
  const env = {
    ...process.env,
    SCHEMATHESIS_HOOKS: 'hooks',
    PYTHONPATH: import.meta.dirname,
    PYTHONDONTWRITEBYTECODE: '1',
    FUZZ_SEED: join(folder, 'seed.json'),
    FUZZ_SITE: site,
    SCHEMATHESIS_REPORT: 'false',
  };
  const child = spawn(python, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (text) => (said += text));
  const [code] = await once(child, 'close');
  if (code > 1) throw new Error(`Schemathesis ended with ${code}\n${said.slice(-4_000)}`);
  const [report] = readdirSync(reports);
  return readReport(join(reports, report));
}

function print({ cases, statuses, reached, tried, findings, errors }, operations) {
  printCounts({ cases, statuses, reached, tried }, operations);
  for (const each of EXPLAINED) {
    const count = findings.filter((finding) => explanationOf(finding) === each).length;
    if (count > 0) console.log(`explained, ${count} times: ${each.why}`);
    if (process.env.VERBOSE) console.log(kindsOf(findings, each).join('\n'));
  }
  const left = distinct(findings.filter((finding) => !explanationOf(finding)));
  for (const { check, status, code, at, uri, what, answer, chain } of left) {
    console.error(
      `FOUND ${check}: ${at} answered ${status} (${code})\n  ${uri.slice(0, 500)}\n  ${what}\n  ${answer.slice(0, 400)}`,
    );
    if (!chain) continue;
    console.error(
      `  FUZZ_ONLY=sequences FUZZ_SEED=${number} finds it again; the shortest sequence:`,
    );
    for (const step of chain) console.error(`    ${step}`);
  }
  // What the tool could not try is not found to be right; where it failed at some of the requests of an operation, others were made.
  const textOf = ({ label, message }) => `${label}: ${message}`.slice(0, 300);
  const isTried = ({ label }) => tried.has(label);
  for (const text of new Set(errors.filter(isTried).map(textOf)))
    console.log(`the tool failed in the midst of ${text}`);
  const never = operations.filter(
    (each) => !tried.has(each) && !process.env.FUZZ_PATHS && !areOnlySequences,
  );
  const failed = errors.filter((each) => !isTried(each)).map(textOf);
  const untried = [...new Set([...failed, ...never.map((each) => `${each}: no request was made`)])];
  for (const each of untried) console.error(`NOT TRIED ${each}`);
  console.log(
    `${left.length} findings that nothing explains, ${untried.length} operations not tried`,
  );
  return left.length === 0 && untried.length === 0;
}

/** How much was asked, and answered. */
function printCounts({ cases, statuses, reached, tried }, operations) {
  const counts = [...statuses].sort(([one], [other]) => one - other);
  // Other methods of their paths are tried as well, and answered with a 405.
  const answered = operations.filter((each) => reached.has(each));
  console.log(
    `${operations.filter((each) => tried.has(each)).length} of ${operations.length} operations tried`,
  );
  const missed = operations.filter((each) => !reached.has(each));
  console.log(
    `${cases} requests, ${answered.length} of ${operations.length} operations answered with a 2xx; seed ${number}`,
  );
  if (process.env.VERBOSE) console.log(`none of: ${missed.join(', ')}`);
  console.log(`statuses: ${counts.map(([status, count]) => `${status}: ${count}`).join(', ')}`);
}

/** What two runs found: the one that warms up is held to the same. */
const together = (one, other) => ({
  cases: one.cases + other.cases,
  statuses: sums(one.statuses, other.statuses),
  reached: new Set([...one.reached, ...other.reached]),
  tried: new Set([...one.tried, ...other.tried]),
  findings: [...one.findings, ...other.findings],
  errors: [...one.errors, ...other.errors],
});

function sums(one, other) {
  const both = new Map(one);
  for (const [status, count] of other) both.set(status, (both.get(status) ?? 0) + count);
  return both;
}

const NOTHING = {
  cases: 0,
  statuses: new Map(),
  reached: new Set(),
  tried: new Set(),
  findings: [],
  errors: [],
};

/** What an explanation was given for: a line for each operation and code. */
const kindsOf = (findings, explanation) =>
  distinct(findings.filter((finding) => explanationOf(finding) === explanation)).map(
    ({ check, status, code, at, what, problems, answer }) =>
      `    ${check}: ${at} answered ${status} (${code}) ${problems.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ') || answer}`.slice(
        0,
        300,
      ) + (check === 'negative_data_rejection' ? `\n      ${what.slice(0, 300)}` : ''),
  );

function isMemoryFine(before, after) {
  const mib = (bytes) => `${(bytes / MIB).toFixed(0)} MiB`;
  const growth = after.heapUsed / before.heapUsed;
  console.log(
    `heap ${mib(before.heapUsed)} at the start, ${mib(after.heapUsed)} at the end (${growth.toFixed(2)} times); peak ${mib(after.peak)}`,
  );
  return growth <= HEAP_GROWTH && after.peak <= PEAK;
}

/** Single requests: what they found, and whether the memory is as it was. */
async function runSingle() {
  const heap = join(import.meta.dirname, 'heap.js');
  const server = await startServer({ nodeArgs: ['--expose-gc', '--import', heap] });
  try {
    return await withFolder((folder) => fuzzServer(server, folder));
  } finally {
    await server.end();
  }
}

async function fuzzServer(server, folder) {
  const token = await logIn(server);
  const seeded = await seed(server, token);
  seeded.callers.own = `Bearer ${token}`;
  writeFileSync(join(folder, 'seed.json'), JSON.stringify(seeded));
  writeFileSync(join(folder, 'schemathesis.toml'), SETTINGS);
  // Every route is asked once before the memory at the start is taken: what is loaded at first use is no leak.
  const warm = await fuzz(server.site, token, folder, WARM_UP);
  console.log(`warmed up by ${warm.cases} requests, ${warm.reached.size} operations with a 2xx`);
  const before = await memoryOf(server);
  const more = { '--phases': 'examples,coverage,fuzzing' };
  const single = await fuzz(server.site, token, folder, { seconds, number, more });
  // Every answer would be a 401 without it.
  await send('GET', `${server.site}/api/v1/projects`, undefined, token);
  const isLight = isMemoryFine(before, await memoryOf(server));
  return { ...together(warm, single), isLight };
}

const single = areOnlySequences ? { ...NOTHING, isLight: true } : await runSingle();
const inTurn = await runSequences(python, number, RECORDS);
const isFine = print(together(single, inTurn), inTurn.operations);
process.exitCode = isFine && single.isLight && inTurn.areMade ? 0 : 1;
