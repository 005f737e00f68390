// What the scripts of this folder have in common: programs, packages, temporary folders.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const TOOLS = import.meta.dirname;
export const ROOT = join(TOOLS, '..');

/** Nothing that runs here tells anybody. */
const QUIET = {
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  SCHEMATHESIS_REPORT: 'false',
  DO_NOT_TRACK: '1',
};

/** Runs a program; throws with what it wrote unless it ends with 0. */
export function run(command, args, options = {}) {
  const result = attempt(command, args, options);
  if (result.status !== 0) {
    const wrote = `${result.stdout ?? ''}${result.stderr ?? ''}`.trim();
    throw new Error(`${command} ${args.join(' ')} ended with ${result.status}\n${wrote}`);
  }
  return result.stdout ?? '';
}

/** Runs a program; returns how it ended and what it wrote. */
export const attempt = (command, args, { env = {}, ...options } = {}) =>
  spawnSync(command, args, {
    cwd: TOOLS,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, ...QUIET, ...env },
    ...options,
  });

/** A program of the packages of this folder. */
export const bin = (name) => join(TOOLS, 'node_modules', '.bin', name);

/** Installs the packages of this folder, unless those of the lock are there. */
export function installPackages() {
  const stamp = join(TOOLS, 'node_modules', '.installed');
  const lock = digest(readFileSync(join(TOOLS, 'package-lock.json')));
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  console.log('Installing the packages of tools …');
  run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts']);
  writeFileSync(stamp, lock);
}

/** Python's packages in a folder of their own below `.python`; null where they cannot be had. */
export function installPython(name, requirements) {
  const folder = join(TOOLS, '.python', `${name}-${digest(requirements.join()).slice(0, 12)}`);
  const python = join(folder, 'bin', 'python');
  const stamp = join(folder, '.installed');
  if (existsSync(stamp)) return python;
  console.log(`Installing ${requirements.join(', ')} …`);
  if (attempt('python3', ['-m', 'venv', '--clear', folder]).status !== 0) return null;
  const args = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...requirements];
  if (attempt(python, args).status !== 0) return null;
  writeFileSync(stamp, '');
  return python;
}

/** Calls `work` with a folder that is gone afterwards. */
export async function withFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'strongroom-tools-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const digest = (content) => createHash('sha256').update(content).digest('hex');
