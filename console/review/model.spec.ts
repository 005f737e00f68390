import { expect, it } from '@jest/globals';
import type { Cell, Row } from '../secrets/model';
import {
  actsEverywhere,
  actsOf,
  importedIn,
  isOpen,
  type Outcome,
  retryAfterOf,
  versionsOf,
} from './model';

const cell = (version: number, source: Cell['source'] = null): Cell => ({
  ...{ version, source, changedAt: 0, changedBy: 'ci' },
  ...{ isReadable: true, isEditable: true, isEmpty: false, refers: false, tags: [] },
});

const NEVER_DELETED = {
  deletions: new Map(),
  last: { changedAt: 0, changedBy: 'ci', isDeletion: false },
};

it('makes acts of wishes by what is there, with the version that was seen', () => {
  const own = cell(7);
  const cells = new Map([
    ['dev', own],
    ['prod', cell(2, { environment: 'prod', secretPath: '/shared' })],
  ]);
  const row: Row = { path: '/', name: 'KEY', cells, ...NEVER_DELETED };
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

it('renames or deletes a name wherever it lies itself, with the versions that were seen', () => {
  const own = cell(7);
  const cells = new Map([
    ['dev', own],
    ['staging', cell(3)],
    ['prod', cell(2, { environment: 'prod', secretPath: '/shared' })],
  ]);
  const row: Row = { path: '/', name: 'KEY', cells, ...NEVER_DELETED };
  const all = ['dev', 'staging', 'prod', 'test'];

  expect(actsEverywhere(row, all, 'NEXT')).toEqual([
    { environment: 'dev', kind: 'rename', value: null, newName: 'NEXT', expectedVersion: 7 },
    { environment: 'staging', kind: 'rename', value: null, newName: 'NEXT', expectedVersion: 3 },
  ]);
  // What a rename makes of them is said before it is done.
  expect(versionsOf(actsEverywhere(row, all, 'NEXT'))).toEqual([
    ...[
      ['dev', 7],
      ['staging', 3],
    ],
  ]);
  expect(actsEverywhere(row, all, null)).toEqual([
    { environment: 'dev', kind: 'delete', value: null, expectedVersion: 7 },
    { environment: 'staging', kind: 'delete', value: null, expectedVersion: 3 },
  ]);
  expect(importedIn(row, all)).toEqual(['prod']);
});

it('repeats what had no answer or came too soon, and nothing that was done or refused', () => {
  const failed = (status: number, retryAfter: number | null = null): Outcome => ({
    error: { status, retryAfter },
  });
  const done: Outcome = { heldBy: null };

  expect([undefined, failed(0), failed(429), failed(503)].map(isOpen)).toEqual([
    ...[true, true, true, true],
  ]);
  expect([done, failed(403), failed(409), failed(422)].map(isOpen)).toEqual([
    ...[false, false, false, false],
  ]);
  expect(retryAfterOf([done, failed(429, 2_000), failed(429, 9_000), failed(403)])).toBe(9_000);
  expect(retryAfterOf([failed(0)])).toBe(0);
  expect(retryAfterOf([done, failed(409)])).toBeNull();
});
