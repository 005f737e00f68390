import { expect, it } from '@jest/globals';
import { differenceOf, fatesOf, sentOf, type WantedSecret } from './model';

const wanted = (secretKey: string): WantedSecret => ({
  ...{ secretPath: '/', secretKey, secretValue: 'x', expectedVersion: null },
});

it('tells of each secret what the server would do, and sends what is new or other', () => {
  const all = ['NEW', 'OTHER', 'SAME', 'TAKEN', 'UNTOLD'].map(wanted);
  const item = (index: number, outcome: 'create' | 'update' | 'refused', ...texts: string[]) => ({
    ...{ index, outcome, secretPath: '/', secretKey: all[index]!.secretKey },
    problems: texts.map((message) => ({ error: 'Forbidden', message })),
  });
  const items = [
    ...[item(2, 'update'), item(0, 'create'), item(1, 'update')],
    item(3, 'refused', 'You may not.'),
  ];
  const lines = differenceOf(all, items, new Set(['/ SAME', '/ TAKEN']));
  expect(lines.map(({ fate }) => fate)).toEqual([
    ...['create', 'update', 'same', 'refused', 'refused'],
  ]);
  expect(lines[3]!.problems).toEqual(['You may not.']);
  expect(sentOf(lines).map(({ secretKey }) => secretKey)).toEqual(['NEW', 'OTHER']);
  expect(fatesOf(lines)).toEqual([
    ...[['create', 1] as const, ['update', 1] as const],
    ...[['same', 1] as const, ['refused', 2] as const],
  ]);
});
