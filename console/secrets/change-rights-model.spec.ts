import { describe, expect, it } from '@jest/globals';
import { whyNowhere } from '../api/rights-answers';
import { rightWords } from '../words/rights';
import { changeRights, newRights } from './change-rights-model';
import type { Cell, Row } from './model';

const cell = (more: Partial<Cell> = {}): Cell => ({
  ...{ version: 1, source: null, changedAt: 0, changedBy: 'ci', tags: ['pay'] },
  ...{ isReadable: true, isEditable: false, isEmpty: false, refers: false },
  ...more,
});
const row = (cells: Record<string, Cell>): Row => ({
  ...{ path: '/apps', name: 'A', cells: new Map(Object.entries(cells)), deletions: new Map() },
  last: { changedAt: 0, changedBy: '', isDeletion: false },
});

describe('rights to add a secret', () => {
  it('are asked about in each environment, of any name and of one that no rule speaks of', () => {
    const rights = newRights('/apps', ['dev', 'prod'], [row({ dev: cell() })]);
    expect(Object.keys(rights)).toEqual(['dev', 'dev named', 'prod', 'prod named']);
    expect(rights['prod']).toEqual({
      ...{ subject: 'secrets', action: 'create' },
      attributes: { environment: 'prod', secretPath: '/apps', secretTags: [] },
    });
  });

  it('are not in question where one may change a secret of the folder', () => {
    const rows = [row({ dev: cell({ isEditable: true }) })];
    expect(newRights('/apps', ['dev'], rows)).toEqual({});
    expect(newRights('/', ['dev'], rows)).not.toEqual({});
  });
});

it('asks of a secret to change and to delete it where it is, with its tags, and else to add it', () => {
  const source = { environment: 'dev', secretPath: '/shared' };
  const found = changeRights(row({ dev: cell(), prod: cell({ source }) }), ['dev', 'qa', 'prod']);
  expect(Object.keys(found.edits)).toEqual(['dev']);
  expect(found.deletions['dev']).toMatchObject({
    ...{ action: 'delete', attributes: { secretName: 'A', secretTags: ['pay'] } },
  });
  expect(Object.keys(found.creations)).toEqual(['qa', 'prod']);
  expect(found.creations['prod']).toMatchObject({ attributes: { secretTags: [] } });
});

describe('why something can be done nowhere', () => {
  it('is the first reason, unless it can be done somewhere', () => {
    expect(whyNowhere({ dev: 'No.', prod: 'Not here.' }, null)).toBe('No.');
    expect(whyNowhere({ dev: 'No.', prod: null }, null)).toBe(null);
    expect(whyNowhere({}, 'It is imported.')).toBe('It is imported.');
  });

  it('is not known while something is asked, unless it is known that it can be done', () => {
    expect(whyNowhere({ dev: 'No.', prod: rightWords.asking }, null)).toBe(rightWords.asking);
    expect(whyNowhere({ dev: rightWords.asking, prod: null }, null)).toBe(null);
  });
});
