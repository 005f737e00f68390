import { execFileSync } from 'node:child_process';
import * as modules from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '..', '..');

/** Runs a script in a process of its own, after the built server's `loadLater`; what it gives for `answer`. */
function afterLoadLater(script: string): unknown {
  const text = `
    import { createRequire } from 'node:module';
    const { loadLater } = await import('./dist/src/system/load-later.js');
    loadLater();
    await import('node:http');
    const require = createRequire(process.cwd() + '/package.json');
    const { DataSource } = await import('typeorm');
    const validator = await import('class-validator');
    const { collectDefaultMetrics, Registry } = await import('prom-client');
    await import('@nestjs/platform-express');
    const files = Object.keys(require.cache);
    ${script}
    console.log(JSON.stringify(answer));`;
  const args = ['--input-type=module', '-e', text];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' }));
}

/** Older versions of Node load everything at once. */
const canWait = (modules as Partial<typeof modules>).registerHooks !== undefined;

describe('loadLater', () => {
  (canWait ? it : it.skip)('leaves out what nobody asked for', () => {
    const parts = [
      'typeorm/driver/sap/SapQueryRunner',
      'libphonenumber-js/core',
      '@opentelemetry/api/build/src/trace/',
      'validator/lib/alpha',
      'multer/lib/',
    ];
    const script = `const answer = ${JSON.stringify(parts)}
      .filter((part) => files.some((file) => file.includes('/node_modules/' + part)));
      if (process.moduleLoadList.some((name) => name.endsWith('deps/undici/undici'))) answer.push('fetch');`;
    expect(afterLoadLater(script)).toEqual([]);
  });

  it('loads what is asked for all the same', () => {
    const script = `
      const registry = new Registry();
      collectDefaultMetrics({ register: registry });
      let refusal;
      try { new DataSource({ type: 'better-sqlite3', database: ':memory:' }); } catch (error) { refusal = error.name; }
      const answer = {
        refusal,
        cockroach: new DataSource({ type: 'cockroachdb', url: 'postgres://localhost/x' }).driver.constructor.name,
        phones: ['+41446681800', 'none'].map((text) => validator.isPhoneNumber(text)),
        mails: ['a@example.org', 'none'].map((text) => validator.isEmail(text)),
        dates: ['2026-01-31', 'none'].map((text) => validator.isISO8601(text)),
        metrics: (await registry.metrics()).includes('process_cpu_user_seconds_total'),
        uploads: typeof require('multer')().single,
        fetch: typeof fetch,
      };`;
    expect(afterLoadLater(script)).toEqual({
      refusal: 'DriverPackageNotInstalledError',
      cockroach: 'CockroachDriver',
      phones: [true, false],
      mails: [true, false],
      dates: [true, false],
      metrics: true,
      uploads: 'function',
      fetch: 'function',
    });
  });
});
