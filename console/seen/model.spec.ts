import { describe, expect, it } from '@jest/globals';
import { countsOf, type Seen, seenIn, unnamedIn } from './model';

const seen = (secretKey: string, version: number, status: Seen['status']): Seen => ({
  ...{ projectId: 'p', environment: 'prod', secretPath: '/', secretKey, version, status },
  ...{ presentVersion: null, lastShownAt: `at ${secretKey}`, auditLogId: 'e', timesShown: 2 },
});

describe('what an identity has seen, over several pages', () => {
  const pages = [
    { secrets: [seen('A', 1, 'replaced'), seen('A', 2, 'current')], unnamed: 3 },
    { secrets: [seen('A', 2, 'current'), seen('B', 1, 'gone')], unnamed: 4 },
  ];

  it('is each version once, with all the times it was shown, what is still valid first', () => {
    expect(
      seenIn(pages).map((each) => [each.secretKey, each.version, each.status, each.timesShown]),
    ).toEqual([
      ['A', 2, 'current', 4],
      ['A', 1, 'replaced', 2],
      ['B', 1, 'gone', 2],
    ]);
  });

  it('is counted by what has become of it', () => {
    expect(countsOf(seenIn(pages))).toEqual({ current: 1, replaced: 1, gone: 1 });
    expect(unnamedIn(pages)).toBe(7);
  });
});
