const isLong = process.env['TEST_LONG'] === '1';

/**
 * How often a test repeats what it draws or times: few times in `npm test`, many in `npm run test:long`, where a
 * `*.long-spec.ts` beside the spec loads it once more. The environment variable of that name comes before both.
 */
export const runs = (few: number, many: number, variable?: string): number =>
  Number((variable && process.env[variable]) ?? (isLong ? many : few));

/** Milliseconds that a test may take in `npm test`; an hour where it repeats many times. */
export const timeLimit = (milliseconds: number): number => (isLong ? 3_600_000 : milliseconds);
