// Where the clients come from: Debian's packages, where this is Debian and who runs it is root, and Go's modules.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { attempt, MINUTE, run } from '../run.js';

const INSTALLED = join(import.meta.dirname, '.installed');
/** Daemons may be where only root looks. */
const PATH = `${process.env.PATH}:/usr/sbin:/sbin`;
/** In a single-user runlevel no package starts its service. */
const APT = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
const PACKAGES = {
  certbot: 'certbot',
  lego: 'lego',
  dehydrated: 'dehydrated',
  uacme: 'uacme',
  'acme-tiny': 'acme-tiny',
  apache2: 'apache2-bin',
  caddy: 'caddy',
  pebble: 'pebble',
  'pebble-challtestsrv': 'pebble',
  certtool: 'gnutls-bin',
};
/** Modules are kept here too, not among those of whoever runs this; writable, so that they can be removed. */
const GO = {
  CGO_ENABLED: '0',
  GOFLAGS: '-modcacherw',
  GOMODCACHE: join(INSTALLED, 'go-modules'),
  GOBIN: join(INSTALLED, 'bin'),
};

const find = (name) =>
  PATH.split(':')
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));

/** Installs in one go what Debian has of these programs and is not there yet. */
export async function installDebian(names) {
  const missing = names.filter((name) => PACKAGES[name] && !find(name));
  if (missing.length === 0 || process.getuid?.() !== 0 || !find('apt-get')) return;
  const packages = [...new Set(missing.map((name) => PACKAGES[name]))];
  console.log(`Installing ${packages.join(', ')} …`);
  await attempt('apt-get', ['update', '-qq'], { env: APT, timeout: 5 * MINUTE });
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...packages];
  const { status, stderr } = await attempt('apt-get', install, { env: APT, timeout: 10 * MINUTE });
  if (status !== 0) console.error(stderr.trim().slice(-500));
}

/** The path of a program of Debian's; throws where it is not there. */
export function programOf(name) {
  const file = find(name);
  if (file) return file;
  throw new Error(`${name} is not installed (Debian's package ${PACKAGES[name] ?? name})`);
}

/** Builds a program of a Go module; gives its path. */
export async function goProgram(name, module) {
  const file = join(INSTALLED, 'bin', name);
  await run('go', ['install', module], { env: GO, timeout: 15 * MINUTE });
  return file;
}

/** Builds the program in a folder beside this file; gives its path. */
export async function goFolder(name) {
  const [cwd, program] = [join(import.meta.dirname, name), join(INSTALLED, 'bin', name)];
  await run('go', ['build', '-o', program, '.'], { cwd, env: GO, timeout: 15 * MINUTE });
  return program;
}
