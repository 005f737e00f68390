import { expect, it } from '@jest/globals';
import type { Cell, Row, View } from '../secrets/model';
import { copyPlan, toggled, usualWay } from './model';

const cell = (more: Partial<Cell> = {}): Cell => ({
  ...{ version: 3, source: null, changedAt: 0, changedBy: 'ci' },
  ...{ isReadable: true, isEditable: true, isEmpty: false, refers: false, tags: [] },
  ...more,
});
const row = (name: string, cells: Record<string, Cell>): Row => ({
  ...{ path: '/', name, cells: new Map(Object.entries(cells)), deletions: new Map() },
  last: { changedAt: 0, changedBy: '', isDeletion: false },
});
const letters = (name: string, staging: string, prod: string) =>
  [name, new Map(Object.entries({ staging, prod }))] as const;

it('copies what may be read and is not the same, with the version of what lies there', () => {
  const source = { environment: 'prod', secretPath: '/shared' };
  const rows = [
    row('NEW', { staging: cell() }),
    row('OTHER', { staging: cell(), prod: cell({ version: 7 }) }),
    row('SAME', { staging: cell(), prod: cell() }),
    row('UNKNOWN', { staging: cell(), prod: cell({ isReadable: false }) }),
    row('HIDDEN', { staging: cell({ isReadable: false }) }),
    row('MISSING', { prod: cell() }),
    row('IMPORTED', { staging: cell(), prod: cell({ source }) }),
  ];
  const view: View = {
    ...{ path: '/', environments: ['staging', 'prod'], now: 0, sightOf: () => 'seen' },
    letters: new Map([letters('OTHER', 'a', 'b'), letters('SAME', 'a', 'a')]),
  };
  const plan = copyPlan(rows, view, 'staging', 'prod');
  expect(plan.copied.map(({ secretKey, expectedVersion }) => [secretKey, expectedVersion])).toEqual(
    [
      ...[
        ['NEW', null],
        ['OTHER', 7],
        ['UNKNOWN', 3],
        ['IMPORTED', null],
      ],
    ],
  );
  expect(plan).toMatchObject({ same: 1, unreadable: 1, missing: 1 });
});

it('does not say of what may not be seen that it is not set', () => {
  const view: View = {
    ...{ path: '/', environments: ['staging', 'prod'], now: 0, letters: new Map() },
    sightOf: () => 'folder',
  };
  const plan = copyPlan([row('HIDDEN', { prod: cell() })], view, 'staging', 'prod');
  expect(plan).toMatchObject({ copied: [], unreadable: 1, missing: 0 });
});

it('goes from the last environment but one to the last', () => {
  expect(usualWay(['dev', 'staging', 'prod'])).toEqual(['staging', 'prod']);
  expect(usualWay(['dev'])).toEqual(['dev', 'dev']);
});

it('puts a mark on and takes it off', () => {
  const marked = toggled(new Set(['/ A']), '/ B');
  expect([...marked]).toEqual(['/ A', '/ B']);
  expect([...toggled(marked, '/ A')]).toEqual(['/ B']);
});
