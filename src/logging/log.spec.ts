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

  it.each([
    ['at run (/opt/server/src/roles/roles.ts:3:4)', 'at run (src/roles/roles.ts:3:4)'],
    ['at run (file:///opt/a b/dist/src/main.js:3:4)', 'at run (dist/src/main.js:3:4)'],
    ['at /opt/node_modules/pg/lib/client.js:3:4', 'at node_modules/pg/lib/client.js:3:4'],
    ['at run (/home/ann/tree/tools/own.js:3:4)', 'at run (own.js:3:4)'],
    ['at async file:///home/ann/own.js:3:4', 'at async own.js:3:4'],
    [
      'at run (node:internal/process/task_queues:95:5)',
      'at run (node:internal/process/task_queues:95:5)',
    ],
    ['at new Promise (<anonymous>)', 'at new Promise (<anonymous>)'],
  ])('shows %s as %s', (line, shown) => {
    const error = Object.assign(new Error('x'), { stack: `Error: x\n    ${line}` });

    expect(traceOf(error).frames).toEqual([shown]);
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
