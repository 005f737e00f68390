import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from './support/free-port.js';
import { Program } from './support/program.js';
import { scratchDirectory } from './support/test-database.js';

const TOP = join(import.meta.dirname, '..');
const PAGES = [
  'give-ci-access',
  'rotate-a-password',
  'people-sign-in',
  'review-changes',
  'watch-changes',
  'move-from-another-server',
  'provisioning',
  'back-up',
  'people-and-groups',
  'workload-sign-in',
  'service-tokens',
  'issue-certificates',
].map((name) => `docs/${name}.md`);

/** The fenced commands of a paper, or of one chapter of it. */
function commandsOf(paper: string, chapter = ''): string[] {
  const whole = readFileSync(join(TOP, paper), 'utf8');
  const from = whole.slice(whole.indexOf(chapter));
  const part = chapter === '' ? from : from.slice(0, from.indexOf('\n## ', 1));
  return [...part.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, commands]) => commands!);
}

/** `npm run strongroom` as the shell of the test has it: the same program, in the directory of the test. */
const NPM = `npm() {
  [ "$1 $2 $3 $4" = "-s run strongroom --" ] || { echo "not a command of a paper: npm $*" >&2; return 1; }
  shift 4
  "${process.execPath}" "${join(TOP, 'dist', 'src', 'main.js')}" --command "$@"
}`;

let directory: string;
let server: Program;
let port: number;

beforeAll(async () => {
  directory = mkdtempSync(join(await scratchDirectory(), 'strongroom-papers-'));
  port = await freePort();
  server = new Program({ DATA_DIR: join(directory, 'data'), PORT: String(port) });
  await server.listening();
});
afterAll(async () => {
  await server.kill('SIGTERM');
  await rm(directory, { recursive: true, force: true, maxRetries: 5 });
});

/** Runs the commands in one shell that ends at the first failure. */
async function run(commands: readonly string[]) {
  const credentials = {
    CLIENT_ID: await server.untilPrinted(/client id\s+(\S+)/),
    CLIENT_SECRET: await server.untilPrinted(/client secret\s+(\S+)/),
  };
  const script = ['set -euo pipefail', NPM, ...commands]
    .join('\n')
    .replace(/^export CLIENT_(ID|SECRET)=\.\.\..*$/gm, '')
    .replaceAll('localhost:8080', `127.0.0.1:${port}`);
  const { PATH = '', HOME = '' } = process.env;
  const shell = spawn('bash', ['-c', script], {
    cwd: directory,
    env: { PATH, HOME, DATA_DIR: join(directory, 'data'), ...credentials },
  });
  const exit = new Promise<number | null>((resolve) => shell.once('close', resolve));
  const [stdout, stderr] = await Promise.all([text(shell.stdout), text(shell.stderr)]);
  return { code: await exit, stdout, stderr };
}

describe('the commands of the papers', () => {
  it('work as they stand: the tour of README.md, and then each page', async () => {
    const tour = commandsOf('README.md', '## A first tour');
    const pages = PAGES.flatMap((page) => {
      const commands = commandsOf(page);
      expect(commands.length).toBeGreaterThan(0);
      return [`echo; echo "== ${page}"`, ...commands];
    });
    expect(tour).toHaveLength(1);

    const { code, stdout, stderr } = await run([...tour, ...pages]);

    expect(`${code} ${stderr}`).toMatch(/^0 /);
    expect(stdout).toContain('postgres://app:s3cret@db/shop');
    const parts = stdout.split('\n== ');
    const shownBy = (page: string) => parts.find((part) => part.startsWith(page)) ?? '';
    for (const page of PAGES) expect(shownBy(page)).not.toBe('');
    expect(shownBy('docs/give-ci-access.md')).toContain('"secretKey":"DB_PASSWORD"');
    expect(shownBy('docs/watch-changes.md')).toMatch(/event: ?secret:create/);
    expect(shownBy('docs/move-from-another-server.md')).toContain('Done.');
    expect(shownBy('docs/back-up.md')).toContain('Restored.');
    expect(shownBy('docs/people-and-groups.md')).toContain('"machineIdentity":{"name":"reader"}');
    expect(shownBy('docs/provisioning.md')).toContain('carol@example.org sets a password');
    expect(shownBy('docs/review-changes.md')).toContain('"hasMerged":true');
    expect(shownBy('docs/review-changes.md')).toContain('"secretValue":"k-2"');
    expect(shownBy('docs/review-changes.md')).toContain('"secretValue":"k-3"');
    expect(shownBy('docs/review-changes.md')).toContain('"status":"revoked"');
    expect(shownBy('docs/service-tokens.md')).toContain('"secretKey":"DB_PASSWORD"');
    expect(shownBy('docs/issue-certificates.md')).toContain('BEGIN X509 CRL');
    expect(shownBy('docs/issue-certificates.md')).toContain('"commonName":"web.shop.example"');
    expect(shownBy('docs/workload-sign-in.md')).toContain('"identityDetails":{');
  });

  it('stop with a reason where one fails', async () => {
    const [tour = ''] = commandsOf('README.md', '## A first tour');

    const { code, stdout, stderr } = await run([tour.replace('"clientSecret', '"clientSecre')]);

    expect(code).not.toBe(0);
    expect(stderr).toContain('22');
    expect(stdout).not.toContain('"secrets"');
  });
});
