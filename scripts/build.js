// Compiles what runs to dist; tests are left to `npm run check`.
// `--if-stale`: only when something it is made of is newer than what it made.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const SOURCES = ['src', 'bench', 'soak', 'test', 'ormconfig.ts'];
const PROJECT = join(ROOT, 'tsconfig.build.json');
const SETTINGS = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];
const INPUTS = [...SOURCES, ...SETTINGS];
/** A third of the time that the compiler written in JavaScript takes, with the same output. */
const COMPILER = join(ROOT, 'node_modules', 'typescript-native', 'bin', 'tsc');
/** The script that draws the page of the API document. */
const READER = join('src', 'openapi', 'reference');
/** Writes the API document, which follows from the routes: a second that no caller should wait for. */
const WRITER = join('dist', 'src', 'write-document.js');
/** Says when the build began: the compiler leaves files alone whose content stays. */
const STAMP = join(ROOT, 'dist', '.built');

const startedAt = new Date();
if (!process.argv.includes('--if-stale') || isStale()) build();

function build() {
  if (!existsSync(COMPILER)) fail('The TypeScript compiler is not installed: run `npm ci` first.');
  rmSync(STAMP, { force: true });
  console.error('Building …');
  const compiler = spawnSync(process.execPath, [COMPILER, '-p', PROJECT], { stdio: 'inherit' });
  if (compiler.status !== 0) fail('The build failed: see the errors above.');
  cpSync(join(ROOT, READER), join(ROOT, 'dist', READER), { recursive: true });
  const document = [join(ROOT, WRITER), join(ROOT, 'dist', 'src', 'openapi', 'document.json')];
  const writer = spawnSync(process.execPath, document, { stdio: 'inherit' });
  if (writer.status !== 0) fail('The API document could not be made: see the error above.');
  // Dated at the start: what is saved while the compiler runs may have come too late.
  writeFileSync(STAMP, '');
  utimesSync(STAMP, startedAt, startedAt);
}

function isStale() {
  const built = statSync(STAMP, { throwIfNoEntry: false });
  return !built || INPUTS.some((name) => newest(join(ROOT, name)) > built.mtimeMs);
}

/** The time of a directory counts too: it changes when a file in it is removed. */
function newest(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found || path.endsWith('.spec.ts')) return 0;
  if (!found.isDirectory()) return found.mtimeMs;
  return Math.max(found.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
