// Compiles what runs to dist, the server and the page of the console; tests are left to `npm run check`.
// `--if-stale`: only when something it is made of is newer than what it made.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

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

/** The page of the console, in a build of its own: who changes the server does not wait for it. */
const PAGE = join(ROOT, 'dist', 'src', 'console', 'page');
const PAGE_INPUTS = ['console', 'package.json', 'package-lock.json'];
const PAGE_STAMP = join(ROOT, 'dist', '.console-built');
const BUNDLER = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');

const startedAt = new Date();
const isForced = !process.argv.includes('--if-stale');
if (isForced || isStale(STAMP, INPUTS)) build();
if (isForced || isStale(PAGE_STAMP, PAGE_INPUTS) || !existsSync(PAGE)) buildPage();

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
  stamp(STAMP);
}

function buildPage() {
  if (!existsSync(BUNDLER)) fail('Vite is not installed: run `npm ci` first.');
  rmSync(PAGE_STAMP, { force: true });
  console.error('Building the console …');
  const command = [BUNDLER, 'build', 'console', '--configLoader', 'runner', '--logLevel', 'warn'];
  // The specs build too, and their environment would put React's own checks into the page: half as large again.
  const env = { ...process.env, NODE_ENV: 'production' };
  const bundler = spawnSync(process.execPath, command, { cwd: ROOT, stdio: 'inherit', env });
  if (bundler.status !== 0) fail('The console could not be built: see the errors above.');
  packPage();
  stamp(PAGE_STAMP);
}

/** Leaves each file compressed only, in both ways: who takes neither is sent what the server unpacks. */
function packPage() {
  const files = readdirSync(PAGE, { recursive: true, withFileTypes: true });
  for (const file of files.filter((each) => each.isFile() && each.name !== 'manifest.json')) {
    const path = join(file.parentPath, file.name);
    const content = readFileSync(path);
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
    rmSync(path);
  }
}

/** Dated at the start: what is saved while the build runs may have come too late. */
function stamp(file) {
  writeFileSync(file, '');
  utimesSync(file, startedAt, startedAt);
}

function isStale(stampFile, inputs) {
  const built = statSync(stampFile, { throwIfNoEntry: false });
  return !built || inputs.some((name) => newest(join(ROOT, name)) > built.mtimeMs);
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
