import { expect, it } from '@jest/globals';
import type { Cell, Row } from '../secrets/model';
import { actsOf } from './model';

const cell = (version: number, source: Cell['source'] = null): Cell => ({
  ...{ version, source, changedAt: 0, changedBy: 'ci' },
  ...{ isReadable: true, isEditable: true, isEmpty: false, refers: false },
});

it('makes acts of wishes by what is there, with the version that was seen', () => {
  const own = cell(7);
  const cells = new Map([
    ['dev', own],
    ['prod', cell(2, { environment: 'prod', secretPath: '/shared' })],
  ]);
  const row: Row = { path: '/', name: 'KEY', cells, last: own };
  const wish = (environment: string, value: string | null) => ({ environment, value });
  const wishes = [wish('dev', ''), wish('staging', 'b'), wish('prod', 'c')];

  expect(actsOf(wishes, row)).toEqual([
    { environment: 'dev', kind: 'update', value: '', expectedVersion: 7 },
    { environment: 'staging', kind: 'create', value: 'b', expectedVersion: null },
    { environment: 'prod', kind: 'create', value: 'c', expectedVersion: null },
  ]);
  expect(
    actsOf(
      ['dev', 'staging', 'prod'].map((each) => wish(each, null)),
      row,
    ),
  ).toEqual([{ environment: 'dev', kind: 'delete', value: null, expectedVersion: 7 }]);
});
