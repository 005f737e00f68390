import { describe, expect, it } from '@jest/globals';
import { traceOf } from './log.js';

describe('traceOf', () => {
  it('has class, code and frames, relative to the tree, and no message', () => {
    const error = Object.assign(new TypeError('canary\n    at canary (/canary.ts:1:1)'), {
      code: '42P01',
      detail: 'canary',
    });

    const trace = traceOf(error);

    expect(trace).toEqual({
      kind: 'TypeError',
      code: '42P01',
      constraint: undefined,
      frames: expect.arrayContaining([expect.stringContaining('(src/logging/log.spec.ts:')]),
    });
    expect(JSON.stringify(trace)).not.toContain('canary');
    expect(JSON.stringify(trace)).not.toContain(process.cwd());
  });

  it('takes code and constraint from the error of the driver', () => {
    const driverError = { code: '23505', constraint: 'uq_x', detail: 'canary' };

    expect(traceOf(Object.assign(new Error('canary'), { driverError }))).toMatchObject({
      code: '23505',
      constraint: 'uq_x',
    });
  });

  it.each(['canary', null, undefined, { canary: 1 }, 7])(
    'tells nothing of a thrown %p',
    (thrown) => {
      const trace = traceOf(thrown);

      expect(trace.kind).toBe('Error');
      expect(JSON.stringify(trace)).not.toContain('canary');
    },
  );
});
