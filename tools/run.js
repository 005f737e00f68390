// Programs, packages and temporary folders, for the scripts of this folder.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

export const TOOLS = import.meta.dirname;
export const ROOT = join(TOOLS, '..');
/** Milliseconds. */
export const MINUTE = 60_000;

/** Nothing that runs here tells anybody. */
const QUIET = {
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  DO_NOT_TRACK: '1',
};

/** Runs a program; throws with what it wrote unless it ends with 0. */
export async function run(command, args, options = {}) {
  const { status, stdout, stderr } = await attempt(command, args, options);
  if (status === 0) return stdout;
  const wrote = `${stdout}${stderr}`.trim();
  throw new Error(`${command} ${args.join(' ')} ended with ${status}\n${wrote}`);
}

/**
 * Runs a program; returns its exit code and what it wrote. In place of the code stands why there is none: the signal that
 * ended it, or what kept it from starting.
 */
export function attempt(command, args, { env = {}, ...options } = {}) {
  const all = {
    cwd: TOOLS,
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, ...QUIET, ...env },
    ...options,
  };
  return new Promise((resolve) => {
    execFile(command, args, all, (error, stdout, stderr) =>
      resolve({ status: error ? (error.signal ?? error.code) : 0, stdout, stderr }),
    );
  });
}

/** A program of the packages of this folder. */
export const bin = (name) => join(TOOLS, 'node_modules', '.bin', name);

/** Installs the packages of a folder, unless those of its lock are there; returns whether they are there now. */
export async function installPackages(folder = TOOLS) {
  const stamp = join(folder, 'node_modules', '.installed');
  const lock = digest(readFileSync(join(folder, 'package-lock.json')));
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return true;
  console.log(`Installing the packages of ${relative(ROOT, folder)} …`);
  const args = ['ci', '--no-audit', '--no-fund', '--ignore-scripts'];
  const { status, stderr } = await attempt('npm', args, { cwd: folder, timeout: 10 * MINUTE });
  if (status === 0) writeFileSync(stamp, lock);
  else console.error(stderr);
  return status === 0;
}

/** Python's packages in a folder of their own below `.python`; null where they cannot be had. */
export async function installPython(name, requirements) {
  const folder = join(TOOLS, '.python', `${name}-${digest(requirements.join()).slice(0, 12)}`);
  const python = join(folder, 'bin', 'python');
  const stamp = join(folder, '.installed');
  if (existsSync(stamp)) return python;
  console.log(`Installing ${requirements.join(', ')} …`);
  const made = await attempt('python3', ['-m', 'venv', '--clear', folder]);
  if (made.status !== 0) return null;
  const args = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...requirements];
  const { status } = await attempt(python, args, { timeout: 10 * MINUTE });
  if (status !== 0) return null;
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
