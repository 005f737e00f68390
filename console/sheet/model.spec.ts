import { describe, expect, it } from '@jest/globals';
import type { ChangeMoment } from '../time/model';
import { deletionIn, factsOf, lastVersions, piecesOf } from './model';

describe('a value as it is drawn', () => {
  const drawn = (value: string) =>
    piecesOf(value).map(({ text, isMark }) => (isMark ? [text] : text));

  it('marks what nobody sees', () => {
    expect(drawn('s3 cret\n')).toEqual(['s3 cret', ['↵\n']]);
    expect(drawn(' a\tb  ')).toEqual([['␣'], 'a', ['⇥\t'], 'b', ['␣␣']]);
    expect(drawn('a\u200bb\u202ec\u00a0')).toEqual([
      'a',
      ['U+200B'],
      'b',
      ['U+202E'],
      'c',
      ['U+00A0'],
    ]);
    expect(drawn('')).toEqual([]);
  });

  it('tells its length in bytes and how it ends', () => {
    expect(factsOf('é\n')).toEqual({ bytes: 3, endsIn: 'newline' });
    expect(factsOf('a ')).toEqual({ bytes: 2, endsIn: 'space' });
    expect(factsOf('a')).toEqual({ bytes: 1, endsIn: null });
  });

  it('lists the last versions, the newest first', () => {
    expect(lastVersions(7, 5)).toEqual([7, 6, 5, 4, 3]);
    expect(lastVersions(2, 5)).toEqual([2, 1]);
  });
});

describe('the deletion of a name', () => {
  const moment = (at: string, change: string, more: object = {}) =>
    ({
      ...{ at, created: 0, updated: 0, deleted: 0, ...more },
      secrets: [{ secretId: 'id', change, secretPath: '/', secretKey: 'A', version: 4 }],
    }) as ChangeMoment;
  const deleted = moment('2026-11-21T12:00:00.000Z', 'delete', { actor: { name: 'anna' } });
  const changed = moment('2026-11-20T12:00:00.000Z', 'update', { eventId: 'e' });

  it('is its newest change, and it was there right before', () => {
    expect(deletionIn([deleted, changed], 'A')).toEqual({
      ...{
        at: deleted.at,
        by: 'anna',
        secretId: 'id',
        version: 4,
        asOf: '2026-11-21T11:59:59.999Z',
      },
    });
    expect(deletionIn([deleted], 'A')?.asOf).toBe('2026-11-21T11:59:59.999Z');
  });

  it('is not known where it was set since, under another name, or never', () => {
    expect(deletionIn([changed, deleted], 'A')).toBeNull();
    expect(deletionIn([deleted], 'B')).toBeNull();
    expect(deletionIn([], 'A')).toBeNull();
  });
});
