import { describe, expect, it } from '@jest/globals';
import {
  type Entry,
  factsOfTarget,
  filterOf,
  foldersOf,
  isCheckpoint,
  localOf,
  momentFilter,
  momentOf,
  signOf,
  targetText,
  toldOfNothing,
  verdictOf,
  wayOf,
} from './model';
import { choicesOf, idOf, isUnknown } from './people';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');

const entry = (action: string, target: Record<string, unknown>, projectId?: string): Entry => ({
  ...{ id: 'e', number: 1, action, target, reqId: 'req', createdAt: '2026-11-21T12:00:00.000Z' },
  actor: { type: 'identity', id: 'a', name: 'ci' },
  ...(projectId === undefined ? {} : { projectId }),
});

const slugOf = (id: string) => (id === 'p' ? 'shop' : undefined);

describe('where no entry was found', () => {
  const told = (filter: object, ofAll: string | null, ofProject: string | null = null) =>
    toldOfNothing({ filter, ofAll, ofProject });

  it('says that there is none only to who would see it', () => {
    expect(told({}, null)?.title).toBe('The log is empty');
    expect(told({ actor: 'a' }, null)?.title).toBe('No matching entries');
    expect(told({}, 'No right.')).toEqual({
      title: 'No entries that you may see',
      help: expect.stringMatching(/“read” on “audit-logs”.*No right\.$/),
    });
    expect(told({ projectId: 'p' }, 'No right.', null)?.title).toBe('No entries that you may see');
    const whyNot = 'It needs a right of the project.';
    expect(told({ projectId: 'p' }, 'No right.', whyNot)).toEqual({
      ...{ title: 'You may not see these entries', help: whyNot },
    });
  });
});

describe('the filter of an address', () => {
  it('asks nothing where nothing is said, and names what is said as the API does', () => {
    expect(filterOf({}, NOW)).toEqual({});
    expect(filterOf({ project: 'p', actor: 'a', action: 'x', name: 'N', path: '/' }, NOW)).toEqual({
      ...{ projectId: 'p', actor: 'a', eventType: 'x', secretKey: 'N', secretPath: '/' },
    });
  });

  it('counts a span back from now, and takes moments as they are; a span goes before them', () => {
    expect(filterOf({ period: '1h' }, NOW)).toEqual({ startDate: '2026-11-21T11:00:00.000Z' });
    expect(filterOf({ period: 'own', from: 'f', until: 'u' }, NOW)).toEqual({
      ...{ startDate: 'f', endDate: 'u' },
    });
    expect(filterOf({ period: '24h', from: 'f', until: 'u' }, NOW)).toEqual({
      startDate: '2026-11-20T12:00:00.000Z',
    });
  });

  it('finds an entry by the millisecond that it tells', () => {
    expect(momentFilter('2026-11-21T12:00:00.999Z')).toEqual({
      startDate: '2026-11-21T12:00:00.999Z',
      endDate: '2026-11-21T12:00:01.000Z',
    });
  });

  it.each([
    ['', undefined],
    ['nonsense', undefined],
    ['2026-11-21T14:02', new Date(2026, 10, 21, 14, 2).toISOString()],
  ])('takes the moment %j of a field', (text, moment) => {
    expect(momentOf(text)).toEqual(moment);
  });

  it('shows a moment in the zone of the reader, and gives it back', () => {
    const moment = '2026-11-21T14:02:00.000Z';
    expect(momentOf(localOf(moment))).toBe(moment);
    expect(localOf('nonsense')).toBe('');
    expect(localOf(undefined)).toBe('');
  });
});

describe('what an entry says', () => {
  it.each([
    ['secret.read', 'reads'],
    ['audit.exposure-read', 'reads'],
    ['secret.create', 'adds'],
    ['privilege.grant', 'adds'],
    ['project-role.update', 'changes'],
    ['secret.rollback', 'changes'],
    ['client-secret.revoke', 'removes'],
    ['identity.console-sessions-end', 'removes'],
    ['user.login', 'other'],
  ])('shows %s as one that %s', (action, sign) => {
    expect(signOf(action)).toBe(sign);
  });

  it.each([
    [{ environment: 'prod', secretPath: '/', secretKeys: ['A'], count: 1 }, 'prod /: A'],
    [
      { environment: 'prod', secretPath: '/', secretKeys: ['A', 'B', 'C', 'D', 'E'], count: 5 },
      'prod /: A, B, C and 2 more',
    ],
    [
      {
        folders: [
          { environment: 'dev', secretPath: '/', secretKeys: ['A'] },
          { environment: 'dev', secretPath: '/x', secretKeys: ['B'] },
        ],
        count: 2,
      },
      'dev /: A and 1 more and 1 more folder',
    ],
    [{ environment: 'prod', secretPath: '/' }, 'prod /'],
    [{ roleId: 'r', slug: 'deployer' }, 'deployer'],
    [{ identityId: 'i' }, 'i'],
    [{ count: 3 }, ''],
  ])('tells the target %j in a line', (target, text) => {
    expect(targetText(entry('x', target))).toBe(text);
  });

  it('names who it was done to, and tells what was asked of the log', () => {
    const nameOf = (id: string) => (id === 'i' ? 'ci' : undefined);
    expect(targetText(entry('identity.update', { identityId: 'i' }), nameOf)).toBe('ci');
    expect(targetText(entry('audit.read', { count: 3 }))).toBe('the log');
    expect(targetText(entry('audit.read', { actorId: 'i' }), nameOf)).toBe('actorId ci');
    expect(targetText(entry('audit.read', { actions: ['a', 'b'], secretPath: '/' }))).toBe(
      'actions a, b, secretPath /',
    );
    expect(factsOfTarget({ a: 'x', b: ['y', 'z'], c: { d: 1 } })).toEqual([
      ...[
        ['a', 'x'],
        ['b', 'y, z'],
        ['c', '{\n "d": 1\n}'],
      ],
    ]);
  });
});

describe('the ways from an entry', () => {
  it('finds the folders that it names, one alone as well', () => {
    expect(foldersOf({ environment: 'dev', secretPath: '/', secretKeys: ['A'] })).toEqual([
      { environment: 'dev', secretPath: '/', secretKeys: ['A'] },
    ]);
    expect(foldersOf({ slug: 'x' })).toEqual([]);
  });

  it('leads to the thing, where a screen shows it and it is still there', () => {
    const secret = { environment: 'prod', secretPath: '/x', secretKeys: ['A', 'B'] };
    expect(wayOf(entry('secret.read', secret, 'p'), slugOf)).toEqual({
      ...{ kind: 'secret', slug: 'shop', path: '/x', environment: 'prod', name: 'A' },
    });
    expect(wayOf(entry('secret.read', secret, 'other'), slugOf)).toBeNull();
    expect(wayOf(entry('project-role.update', { slug: 'r' }, 'p'), slugOf)).toEqual({
      ...{ kind: 'role', slug: 'shop', role: 'r' },
    });
    expect(wayOf(entry('project-role.delete', { slug: 'r' }, 'p'), slugOf)).toBeNull();
    expect(wayOf(entry('identity.update', { identityId: 'i' }), slugOf)).toEqual({
      ...{ kind: 'identity', id: 'i' },
    });
    expect(wayOf(entry('identity.delete', { identityId: 'i' }), slugOf)).toBeNull();
  });
});

describe('who may be chosen', () => {
  const known = choicesOf([
    { id: 'aaaaaaaa-1', name: 'ci' },
    { id: 'bbbbbbbb-2', name: 'ci' },
    { id: 'c', name: 'anna' },
    { id: 'c', name: 'anna' },
  ]);

  it('is each once, told apart by the beginning of the id', () => {
    expect(known.map(({ name }) => name)).toEqual(['anna', 'ci (aaaaaaaa)', 'ci (bbbbbbbb)']);
  });

  it('is found by the name, and by an id that was pasted', () => {
    expect(idOf('ci (bbbbbbbb)', known)).toBe('bbbbbbbb-2');
    expect(idOf('an id', known)).toBe('an id');
    const pasted = '0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a';
    expect(['', 'c', pasted, 'ann'].map((text) => isUnknown(text, known))).toEqual([
      ...[false, false, false, true],
    ]);
  });
});

describe('the chain', () => {
  const linkedUpTo = { number: 5, mac: 'm' };

  it.each([
    [{ waiting: 0, withoutSeal: 0 }, 'empty'],
    [{ linkedUpTo, waiting: 0, withoutSeal: 0 }, 'whole'],
    [{ linkedUpTo, waiting: 2, withoutSeal: 0 }, 'waiting'],
    [{ linkedUpTo, waiting: 2, withoutSeal: 1 }, 'unsealed'],
  ])('%j is %s', (chain, verdict) => {
    expect(verdictOf(chain)).toBe(verdict);
  });

  it('knows a checkpoint by its form', () => {
    expect(isCheckpoint(`12:${'ab'.repeat(32)}`)).toBe(true);
    expect(isCheckpoint(`0:${'ab'.repeat(32)}`)).toBe(false);
    expect(isCheckpoint('12:ab')).toBe(false);
  });
});
