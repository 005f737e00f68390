// Runs ACME clients, unmodified, against a server that it starts and against Let's Encrypt's Pebble: `npm run acme:clients`,
// `npm run acme:clients -- certbot lego`. Each issues, renews and revokes where it can; OpenSSL, GnuTLS and zlint judge.
// Installs them: as root from Debian's packages, modules of Go under `.installed` beside this file.
// Ends with 1 if something failed or differs from Pebble without a reason, else with 3 if a client or Pebble was skipped, else with 0.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MINUTE, run, withFolder } from '../run.js';
import { freePort } from '../server.js';
import { acmeClient } from './acme-client.mjs';
import { acmeTiny, certbot, dehydrated, lego, uacme } from './clients.mjs';
import { DIFFERENCES } from './differences.mjs';
import { openNames, withWebRoot } from './hosts.mjs';
import { goFolder, goProgram, installDebian, programOf } from './install.mjs';
import { judgesOf, lint } from './judges.mjs';
import { lego5 } from './lego5.mjs';
import { openPebble } from './pebble.mjs';
import { openStrongroom } from './strongroom.mjs';
import { apache, caddy } from './web-servers.mjs';

/**
 * `isShown`: its hosts are files of a web server of the test. `isTrusting`: it trusts the system alone. `isApplied`: it goes to the
 * directory of an application, where the server has any.
 */
const CLIENTS = [
  { id: 'certbot', name: 'certbot (Debian)', program: 'certbot', work: certbot, isApplied: true },
  { id: 'lego', name: 'lego 4 (Debian)', program: 'lego', work: lego },
  {
    id: 'dehydrated',
    name: 'dehydrated (Debian)',
    program: 'dehydrated',
    work: dehydrated,
    isShown: true,
  },
  {
    id: 'uacme',
    name: 'uacme (Debian)',
    program: 'uacme',
    work: uacme,
    isShown: true,
    isTrusting: true,
  },
  {
    id: 'acme-tiny',
    name: 'acme-tiny (Debian)',
    program: 'acme-tiny',
    work: acmeTiny,
    isShown: true,
  },
  { id: 'apache', name: 'Apache mod_md (Debian)', program: 'apache2', work: apache },
  { id: 'caddy', name: 'Caddy (Debian)', program: 'caddy', work: caddy, isApplied: true },
  { id: 'lego5', name: 'lego 5.6.0 (Go module)', find: () => goFolder('lego5'), work: lego5 },
  {
    id: 'acme-client',
    name: 'npm acme-client',
    find: () => true,
    work: acmeClient,
    isShown: true,
    isApplied: true,
  },
];
const SYSTEM_TRUST = '/etc/ssl/certs/ca-certificates.crt';

/** Runs a program in a namespace where the system trusts these roots alone. */
const trusting = (trust, command, args) => [
  'unshare',
  [
    '-m',
    'sh',
    '-c',
    'mount --bind "$0" "$1" && shift && exec "$@"',
    trust,
    SYSTEM_TRUST,
    command,
    ...args,
  ],
];

const lastOf = (error) =>
  error.message.trim().split('\n').filter(Boolean).slice(-4).join(' ').slice(-600);

/** What one client manages with one server. */
async function outcomesOf(
  scene,
  server,
  { id, command, work, isShown, isTrusting, isApplied },
  seen,
) {
  const target = isApplied ? { ...server, ...server.applied } : server;
  const { names, ports } = scene;
  const folder = join(scene.folder, `${target.name}-${id}`);
  const webroot = join(folder, 'webroot');
  mkdirSync(webroot, { recursive: true });
  const trust = { REQUESTS_CA_BUNDLE: target.trust, SSL_CERT_FILE: target.trust };
  const hook = { RESPONDER: names.url, WEBROOT: webroot, EXEC_PATH: HOOK };
  const own = { ...trust, ...hook, LEGO_CA_CERTIFICATES: target.trust };
  const outcomes = [];
  const step = async (method, attempted) => {
    try {
      await attempted();
      outcomes.push({ method, outcome: 'works' });
    } catch (error) {
      outcomes.push({ method, outcome: 'failed', error: lastOf(error) });
    }
  };
  const exec = (...args) => {
    const [program, all] = isTrusting ? trusting(target.trust, command, args) : [command, args];
    return run(program, all.map(String), { cwd: folder, env: own, timeout: 2 * MINUTE });
  };
  const judges = judgesOf(target, folder, scene.certtool, seen);
  const env = { ...process.env, ...own };
  const client = { step, exec, target, command, env, folder, webroot, names, ports, ...judges };
  await (isShown ? withWebRoot(ports.http, webroot, () => work(client)) : work(client));
  return outcomes;
}

const HOOK = join(import.meta.dirname, 'hook.mjs');

const skipped = [];
function skip(what, error) {
  skipped.push(what);
  console.log(`SKIPPED ${what}: ${lastOf(error)}`.slice(0, 400));
}

/** What `work` gives; null where it cannot be had, which is printed. */
const orSkipped = (what, work) =>
  Promise.resolve()
    .then(work)
    .catch((error) => {
      skip(what, error);
      return null;
    });

/** Prints what a client managed with both servers; gives how many outcomes are wrong. */
function print({ id, name }, ours, theirs) {
  let wrong = 0;
  const works = ours.filter(({ outcome }) => outcome === 'works').length;
  const reference = theirs && theirs.filter(({ outcome }) => outcome === 'works').length;
  console.log(
    `${name}: ${works} of ${ours.length} work${theirs ? `; with Pebble ${reference}` : ''}`,
  );
  for (const { method, outcome, error } of ours) {
    const other = theirs?.find((each) => each.method === method);
    if (outcome === 'failed') {
      wrong += 1;
      console.log(`  FAILED ${method}: ${error}`);
    }
    if (other?.outcome !== 'failed') continue;
    const why = DIFFERENCES[`${id}: ${method}`];
    if (!why) wrong += 1;
    console.log(`  ${why ? 'differs' : 'DIFFERS'} ${method}: Pebble: ${why ?? other.error}`);
  }
  return wrong;
}

/** The lists that judge what was issued. */
async function judgeForm(certificates, folder) {
  const zlint = await orSkipped('zlint 3.7.3', () =>
    goProgram('zlint', 'github.com/zmap/zlint/v3/cmd/zlint@v3.7.3'),
  );
  if (!zlint) return 0;
  const { count, wrong } = await lint(zlint, certificates, folder);
  const names = [...wrong].map(([name, times]) => `${name} (${times})`);
  console.log(`zlint: ${count} certificates, ${names.length} RFC lints fail ${names.join(', ')}`);
  return names.length;
}

async function runAll(folder, chosen) {
  const programs = ['pebble', 'pebble-challtestsrv', 'certtool', 'caddy'];
  await installDebian([...programs, ...chosen.map(({ program }) => program).filter(Boolean)]);
  const names = await openNames(programOf('pebble-challtestsrv'));
  const ports = { http: await freePort(), tls: await freePort() };
  const certtool = await orSkipped('GnuTLS', () => programOf('certtool'));
  const scene = { folder, names, ports, certtool };
  const strongroom = await openStrongroom(scene);
  const { tls, trust } = strongroom;
  const pebble = await orSkipped('Pebble', () =>
    openPebble(programOf('pebble'), { ...scene, tls, trust }),
  );
  const seen = [...strongroom.certificates];
  let wrong = 0;
  try {
    for (const client of chosen) {
      const { name, program, find = () => programOf(program) } = client;
      const command = await orSkipped(name, find);
      if (!command) continue;
      const whole = { ...client, command };
      const ours = await outcomesOf(scene, strongroom, whole, seen);
      const theirs = pebble && (await outcomesOf(scene, pebble, whole, []));
      wrong += print(client, ours, theirs);
    }
    wrong += await judgeForm(seen, folder);
    if (process.env.VERBOSE)
      writeFileSync(join(process.cwd(), 'acme-server.log'), strongroom.said());
  } finally {
    await pebble?.close();
    await strongroom.close();
    await names.close();
  }
  return wrong;
}

const asked = process.argv.slice(2);
const chosen = CLIENTS.filter(({ id }) => asked.length === 0 || asked.includes(id));
const startedAt = Date.now();
const wrong = await withFolder((folder) => runAll(folder, chosen));
const seconds = Math.round((Date.now() - startedAt) / 1000);
console.log(`${chosen.length} clients in ${seconds} s; ${skipped.length} skipped; ${wrong} wrong.`);
process.exitCode = wrong > 0 ? 1 : skipped.length > 0 ? 3 : 0;
