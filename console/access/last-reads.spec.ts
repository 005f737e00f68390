import { describe, expect, it } from '@jest/globals';
import { rightWords } from '../words/rights';
import { lastReads, readIn, seenReads } from './last-reads';

describe('last reads', () => {
  const place = { environments: ['prod'], secretPath: '/', secretName: 'A' };
  const entry = (id: string, createdAt: string, target: object) =>
    ({ actor: { type: 'identity', id, name: id }, createdAt, target }) as never;

  it('are the newest of each reader, of this secret in this environment alone', () => {
    const reads = lastReads(
      [
        entry('x', '3', { environment: 'dev', secretPath: '/', secretKeys: ['A'], versions: [9] }),
        entry('x', '2', {
          environment: 'prod',
          secretPath: '/',
          secretKeys: ['B', 'A'],
          versions: [1, 4],
        }),
        entry('x', '1', { environment: 'prod', secretPath: '/', secretKeys: ['A'], versions: [3] }),
        entry('y', '1', { folders: [{ environment: 'prod', secretPath: '/', secretKeys: ['A'] }] }),
      ],
      place,
    );

    expect([...reads]).toEqual([
      ['x', { at: '2', version: 4 }],
      ['y', { at: '1', version: null }],
    ]);
  });
});

describe('reads that may be seen', () => {
  const none = { entries: [], isWhole: true };
  const whyNot = 'It needs a right.';

  it('are none only to who may read the log: to others the reason is told', () => {
    expect(seenReads({ page: none, ofAll: null, ofProject: whyNot })).toEqual(none);
    expect(seenReads({ page: none, ofAll: whyNot, ofProject: null })).toEqual(none);
    expect(seenReads({ page: none, ofAll: 'all', ofProject: whyNot })).toEqual({ whyNot });
    expect(seenReads({ page: null, ofAll: whyNot, ofProject: null })).toEqual({ whyNot });
  });

  it('are not told of before the rights are known', () => {
    const ofAll = rightWords.asking;
    expect(seenReads({ page: none, ofAll, ofProject: null })).toBeUndefined();
  });

  it('are also those of several folders at once', () => {
    const folders = [{ environment: 'prod', secretPath: '/', secretKeys: ['A'], versions: [2] }];
    const place = { environments: ['prod'], secretPath: '/', secretName: 'A' };
    expect(readIn({ target: { folders } }, place)).toEqual({ version: 2 });
    expect(readIn({ target: { folders } }, { ...place, environments: ['dev'] })).toBeUndefined();
  });
});
