import { describe, expect, it } from '@jest/globals';
import { shownIn } from './exposure.js';

const entry = (id: string, day: number, target: object) => ({
  ...{ id, projectId: 'p', createdAt: new Date(Date.UTC(2026, 0, day)) },
  target: target as Readonly<Record<string, unknown>>,
});
const folder = (secretKeys: string[], versions: number[], environment = 'dev') => ({
  ...{ environment, secretPath: '/', secretKeys, versions },
});

describe('what entries say was shown', () => {
  it('is each version once, by its newest entry, with how often', () => {
    const { versions } = shownIn([
      entry('new', 3, { ...folder(['A', 'B'], [2, 1]), count: 2 }),
      entry('old', 2, { ...folder(['A'], [2]), count: 1 }),
      entry('oldest', 1, { ...folder(['A'], [1]), count: 1 }),
    ]);

    expect(
      versions.map(({ secretKey, version, auditLogId, timesShown }) => [
        ...[secretKey, version, auditLogId, timesShown],
      ]),
    ).toEqual([
      ['A', 2, 'new', 2],
      ['B', 1, 'new', 1],
      ['A', 1, 'oldest', 1],
    ]);
  });

  it('is found in lists of folders, and what is only counted is told', () => {
    const folders = [folder(['A'], [1]), folder(['A'], [7], 'prod')];
    const { versions, unnamed } = shownIn([entry('e', 1, { folders, count: 1_500 })]);

    expect(versions.map(({ environment, version }) => [environment, version])).toEqual([
      ['dev', 1],
      ['prod', 7],
    ]);
    expect(unnamed).toBe(1_498);
  });

  it('is nothing where an entry has another form', () => {
    expect(shownIn([entry('e', 1, {}), entry('f', 1, { folders: [{}] })])).toEqual({
      versions: [],
      unnamed: 0,
    });
  });
});
