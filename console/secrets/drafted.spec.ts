import { expect, it } from '@jest/globals';
import type { TargetedAct } from '../review/model';
import { isDrafted, withDrafted } from './drafted';
import type { Row } from './model';

const row = (path: string, name: string) =>
  ({
    path,
    name,
    cells: new Map(),
    deletions: new Map(),
    last: { changedAt: 1 },
  }) as unknown as Row;
const act = (secretPath: string, secretKey: string, environment = 'dev', kind = 'create') =>
  ({
    target: { projectId: 'p', secretPath, secretKey },
    act: { environment, kind, value: 'x', expectedVersion: null },
  }) as TargetedAct;

it('has a row for each new name of the draft, once and in its place, and says that it is not there yet', () => {
  const rows = [row('/', 'A'), row('/', 'C'), row('/web', 'A')];
  const all = withDrafted(rows, [act('/', 'B'), act('/', 'B', 'prod'), act('/', 'C', 'prod')]);
  expect(all.map(({ path, name }) => `${path} ${name}`)).toEqual(['/ A', '/ B', '/ C', '/web A']);
  expect(all.map(isDrafted)).toEqual([false, true, false, false]);
});

it('leaves the rows alone while nothing new waits', () => {
  const rows = [row('/', 'A')];
  expect(withDrafted(rows, [act('/', 'A', 'dev', 'update')])).toBe(rows);
});
