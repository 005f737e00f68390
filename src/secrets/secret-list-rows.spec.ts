import { describe, expect, it } from '@jest/globals';
import { LARGE_COLUMNS } from './secret-columns.sql.js';
import { isLarge, OPTION_COLUMNS, SHARED_COLUMNS } from '../database/entities/secret-columns.js';
import { SecretListRows } from './secret-list-rows.js';

const FOLDER = '01a20580-0000-7000-8000-000000000001';
const ENVIRONMENT = '01a20580-0000-7000-8000-000000000002';
const ACTOR = '01a20580-0000-7000-8000-000000000003';
const SALT = '00'.repeat(16);

const OPTIONS: Readonly<Record<string, string>> = {
  skipMultilineEncoding: 't',
  reminderNote: 'soon',
  reminderRepeatDays: '7',
};

/** A row as PostgreSQL writes it, without a value. An option that is not among `OPTIONS` is null. */
const row = (key: string, more: { path?: string; actor?: string; created?: string } = {}) => [
  `${FOLDER} ${ENVIRONMENT} dev ${more.path ?? '/'}`,
  ...[`id of ${key}`, key, '3'],
  `2 ${SALT} ${ACTOR} identity ${ACTOR} ${more.actor ?? 'ci'}`,
  ...[more.created ?? '2026-11-21 12:00:00.5+00', '2026-11-21 12:00:00+00', null, null],
  ...OPTION_COLUMNS.filter((column) => !isLarge(column)).map(
    ({ property }) => OPTIONS[property] ?? null,
  ),
  null,
  ...LARGE_COLUMNS.filter(({ property }) => property !== 'value').map(() => null),
];

const decode = (...rows: (string | null)[][]) => new SecretListRows(false).decode(rows);

describe('SecretListRows', () => {
  it('reads every column that a state of a secret has, but for its project and transaction', async () => {
    const known = Object.keys((await decode(row('A')))[0]!);
    const missing = SHARED_COLUMNS.map(({ property }) => property).filter(
      (property) => !known.includes(property),
    );

    expect(missing.sort()).toEqual(['projectId', 'xid']);
  });

  it('takes texts apart at their first spaces alone', async () => {
    const [secret] = await decode(row(' a  b ', { path: '/x y/ z', actor: 'a  bot ' }));

    expect(secret).toMatchObject({
      ...{
        folderId: FOLDER,
        environmentId: ENVIRONMENT,
        environment: 'dev',
        secretPath: '/x y/ z',
      },
      ...{ key: ' a  b ', version: 3, keyVersion: 2, actorName: 'a  bot ', actorId: ACTOR },
      ...{ skipMultilineEncoding: true, reminderNote: 'soon', reminderRepeatDays: 7 },
      ...{ isSuperseded: false, tags: null, comment: null, metadata: null, legacyMetadata: null },
    });
    expect(secret!.salt).toEqual(Buffer.alloc(16));
  });

  it('shares what neighbours have in common, and nothing else', async () => {
    const [a, b, c] = await decode(
      row('A'),
      row('B', { actor: 'other', path: '/b' }),
      row('C', { created: '2026-11-21 12:00:01+00' }),
    );

    expect([a, b, c].map((each) => [each!.key, each!.actorName, each!.secretPath])).toEqual([
      ['A', 'ci', '/'],
      ['B', 'other', '/b'],
      ['C', 'ci', '/'],
    ]);
    expect(a!.createdAt).toBe(b!.createdAt);
    expect(c!.createdAt.toISOString()).toBe('2026-11-21T12:00:01.000Z');
  });

  it.each([
    ['2026-11-21 12:00:00+00', '2026-11-21T12:00:00.000Z'],
    ['2026-11-21 12:00:00.5+00', '2026-11-21T12:00:00.500Z'],
    ['2026-11-21 12:00:00.123+00', '2026-11-21T12:00:00.123Z'],
    ['2026-11-21 12:00:00.123+05:30', '2026-11-21T06:30:00.123Z'],
    ['2026-11-21 12:00:00-03', '2026-11-21T15:00:00.000Z'],
  ])('reads the time %s', async (created, iso) => {
    expect((await decode(row('A', { created })))[0]!.createdAt.toISOString()).toBe(iso);
  });

  it('leaves out the row of an empty folder', async () => {
    expect(await decode([`${FOLDER} ${ENVIRONMENT} dev /`, ...Array<null>(15).fill(null)])).toEqual(
      [],
    );
  });
});
