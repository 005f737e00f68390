import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// Not that of anybody: nothing may depend on it.
process.env.TZ = 'Asia/Kathmandu';

/** `npm run test:long` sets it: what needs size or time, instead of the suite. */
const isLong = process.env.TEST_LONG === '1';

/** `npm run test:browser` sets it: what is seen in a real browser, and nothing else. */
const isBrowser = process.env.TEST_BROWSER === '1';

/**
 * Specs that `npm test` leaves to `npm run test:long`, files and whole folders: what attackers tried, models that draw their
 * steps, clients' recorded bytes, every route asked the same question, and one feature in all its combinations. `npm test`
 * keeps what each feature promises. Whoever names a path runs what is there.
 */
const inDepth = JSON.parse(
  readFileSync(join(import.meta.dirname, 'test', 'jest', 'in-depth.json'), 'utf8'),
).map((path) => (path.endsWith('/') ? `${path}**/*.e2e-spec.ts` : path));

const isPathNamed = process.argv.slice(2).some((word) => !word.startsWith('-'));

/** Specs run from source through swc; `.js` in an import stands for the `.ts` beside it. */
export default {
  testMatch: isBrowser
    ? ['<rootDir>/test/console/*.browser-spec.ts']
    : isLong
      ? ['<rootDir>/test/**/*.long-spec.ts', ...inDepth.map((glob) => `<rootDir>/${glob}`)]
      : [
          '<rootDir>/src/**/*.spec.ts',
          '<rootDir>/console/**/*.spec.ts',
          '<rootDir>/test/**/*.spec.ts',
          '<rootDir>/test/**/*.e2e-spec.ts',
          ...(isPathNamed ? [] : inDepth.map((glob) => `!**/${glob}`)),
        ],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    // Before the rule for `.ts`: the first that matches counts.
    '/src/(?!.*\\.spec\\.ts$).*\\.ts$': '<rootDir>/test/jest/once.js',
    '\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: {
            legacyDecorator: true,
            decoratorMetadata: true,
            useDefineForClassFields: false,
          },
          target: 'es2023',
          keepClassNames: true,
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
    '/node_modules/': '<rootDir>/test/jest/once.js',
  },
  transformIgnorePatterns: [],
  testEnvironment: '<rootDir>/test/jest/environment.js',
  testSequencer: '<rootDir>/test/jest/longest-first.js',
  globalSetup: '<rootDir>/test/global-setup.ts',
  globalTeardown: '<rootDir>/test/global-teardown.ts',
  // A loaded machine is no reason to fail.
  testTimeout: isLong ? 3_600_000 : 300_000,
  // One more than the cores of a small machine: a good part of the tests waits. A browser is several processes by itself.
  maxWorkers: isBrowser ? 1 : 3,
  // One that has grown begins anew: it would take longer to end than Jest waits.
  workerIdleMemoryLimit: '1GB',
};
