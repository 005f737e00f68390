import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { variablesOf } from '../src/config.decorators.js';
import { Config } from '../src/config.js';

const TOP = join(import.meta.dirname, '..');
const read = (name: string) => readFileSync(join(TOP, name), 'utf8');

describe('Dockerfile', () => {
  const lines = read('Dockerfile').replaceAll('\\\n', ' ').split('\n');
  const all = (word: string) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));

  it('copies only what exists, and all that the build reads', () => {
    const sources = all('COPY')
      .filter((rest) => !rest.includes('--from='))
      .flatMap((rest) =>
        rest
          .split(/\s+/)
          .filter((word) => !word.startsWith('--'))
          .slice(0, -1),
      );

    expect(sources.filter((name) => !existsSync(join(TOP, name)))).toEqual([]);
    const inputs = /const SOURCES = \[([^\]]*)\]/.exec(read('scripts/build.js'))![1]!;
    for (const [, name] of inputs.matchAll(/'([^']+)'/g)) expect(sources).toContain(name);
  });

  it('runs as an account that is not root, answers for its health, and writes to one volume', () => {
    expect(all('USER')).toEqual(['10001']);
    expect(all('VOLUME')).toEqual(['/data']);
    expect(all('HEALTHCHECK')[0]).toContain('/api/health/live');
    expect(all('FROM').every((from) => /^node:24-/.test(from))).toBe(true);
    expect(statSync(join(TOP, 'deploy', 'strongroom')).mode & 0o111).toBe(0o111);
  });
});

describe('every way to start the server', () => {
  it('has the C library and V8 give back freed memory, and threads for names that hang', () => {
    const settings = 'MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=1048576 UV_THREADPOOL_SIZE=6';
    const flags = '--max-semi-space-size=16 --heap-growing-percent=50';
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

    for (const name of ['start', 'serve'])
      expect(scripts[name]).toContain(`exec env ${settings} node ${flags} dist/src/main.js`);
    expect(read('Dockerfile')).toContain(`ENV ${settings}`);
    expect(read('deploy/strongroom.service')).toContain(`Environment=${settings}`);
    expect(read('deploy/strongroom.service')).toContain(`/node ${flags} /opt/`);
    expect(read('deploy/strongroom')).toContain(`exec node ${flags} "`);
  });
});

describe('compose files', () => {
  it.each(['compose.yaml', 'compose.postgres.yaml'])(
    '%s sets only settings that exist, and hardens the server',
    (name) => {
      const text = read(name);
      const server = text.slice(text.indexOf('  strongroom:'), text.indexOf('restart:'));
      const known = variablesOf(new Config()).flatMap((each) => [each, `${each}_FILE`]);
      const set = [...server.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, variable]) => variable!);

      expect(set.filter((variable) => !known.includes(variable))).toEqual([]);
      for (const rule of ['read_only: true', 'cap_drop: [ALL]', 'no-new-privileges:true'])
        expect(server).toContain(rule);
    },
  );
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

describe('deploy/strongroom.service', () => {
  (hasSystemd ? it : it.skip)('is valid, and exposed little (systemd-analyze)', () => {
    const directory = mkdtempSync(join(tmpdir(), 'strongroom-unit-'));
    try {
      const unit = join(directory, 'strongroom.service');
      // The program is not installed here.
      writeFileSync(
        unit,
        read('deploy/strongroom.service').replace(/^ExecStart=\S+/m, 'ExecStart=/bin/sh'),
      );
      const verified = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
      const args = ['security', '--offline=true', '--threshold=20', unit];
      const weighed = spawnSync('systemd-analyze', args, { encoding: 'utf8' });

      expect(verified.stdout + verified.stderr).toBe('');
      expect(verified.status).toBe(0);
      expect(weighed.stdout).toContain('Overall exposure level');
      expect(weighed.status).toBe(0);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
