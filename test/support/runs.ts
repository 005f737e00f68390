/** Whether this is `npm run test:long`. */
export const isLong = process.env['TEST_LONG'] === '1';

/**
 * How often a test repeats what it draws or times: few times in `npm test`, many in `npm run test:long`, where a
 * `*.long-spec.ts` beside the spec loads it once more. The environment variable of that name comes before both.
 */
export const runs = (few: number, many: number, variable?: string): number =>
  Number((variable && process.env[variable]) ?? (isLong ? many : few));

/**
 * One of each sixteen cases (or of `each`) in `npm test`, all in `npm run test:long`. Which of them changes, so that nothing
 * that repeats at a regular distance is always left out.
 */
export const sample = <T>(cases: readonly T[], each = 16): readonly T[] =>
  isLong
    ? cases
    : cases.filter((_, index) => {
        const group = Math.floor(index / each);
        return index % each === (group + Math.floor(group / each)) % each;
      });

/** Milliseconds that a test may take in `npm test`; an hour where it repeats many times. */
export const timeLimit = (milliseconds: number): number => (isLong ? 3_600_000 : milliseconds);
