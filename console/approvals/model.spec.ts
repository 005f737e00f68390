import { describe, expect, it } from '@jest/globals';
import {
  type AccessPolicy,
  askActs,
  type AskRequest,
  askStateOf,
  changeActs,
  type ChangeRequest,
  changeStateOf,
  type Commit,
  conflictOf,
  consentOf,
  mayCover,
  policyOf,
  rangesUpTo,
} from './model';

const NOBODY = { isOwn: false, isApprover: false, isBypasser: false, isAdmin: false };
const POLICY = { approvals: 2, allowedSelfApprovals: false };

const change = (relation: object, more: object = {}) =>
  ({
    ...{ status: 'open', closeReason: null, bypassReason: null, policy: POLICY },
    callerRelation: { ...NOBODY, ...relation },
    ...more,
  }) as ChangeRequest;

describe('consent', () => {
  const vote = (userId: string, status = 'approved', counts = true) => ({ userId, status, counts });

  it('counts approvals of those who still vote, and not that of who asked', () => {
    const votes = [vote('a'), vote('b', 'rejected'), vote('c', 'approved', false), vote('me')];
    expect(consentOf(votes, POLICY, 'me')).toEqual({ given: 1, needed: 2 });
    expect(consentOf(votes, { ...POLICY, allowedSelfApprovals: true }, 'me').given).toBe(2);
    expect(consentOf([{ userId: 'a', status: 'approved' }], POLICY, null).given).toBe(1);
  });

  it('tells the state of a change', () => {
    const over = (closeReason: ChangeRequest['closeReason'], bypassReason: string | null = null) =>
      changeStateOf({ status: 'close', closeReason, bypassReason }, { given: 0, needed: 1 });
    expect([over('merged'), over('merged', 'tonight'), over('person'), over('policy')]).toEqual([
      ...['merged', 'bypassed', 'closed', 'ended'],
    ]);
    expect(over('expired')).toBe('expired');
    expect(changeStateOf(change({}), { given: 1, needed: 2 })).toBe('open');
    expect(changeStateOf(change({}), { given: 2, needed: 2 })).toBe('ready');
  });
});

describe('what may be done with a change', () => {
  const short = { given: 1, needed: 2 };
  const enough = { given: 2, needed: 2 };

  it('is told with the reason where it may not', () => {
    expect(changeActs(change({ isApprover: true }), short)).toEqual({
      ...{ vote: null, merge: 'votes', close: null },
    });
    expect(changeActs(change({ isOwn: true }), enough)).toEqual({
      ...{ vote: 'notApprover', merge: null, close: null },
    });
    expect(changeActs(change({ isOwn: true, isApprover: true }), short).vote).toBe('ownVote');
    expect(changeActs(change({}), enough)).toEqual({
      ...{ vote: 'notApprover', merge: 'notParty', close: 'notParty' },
    });
  });

  it('has a way without votes for bypassers, as long as there are too few', () => {
    expect(changeActs(change({ isBypasser: true }), short).bypass).toBeNull();
    expect(changeActs(change({ isBypasser: true }), enough).bypass).toBeUndefined();
  });

  it('is to open it again where a person closed it, and nothing where it ended otherwise', () => {
    const closed = (closeReason: string) =>
      changeActs(change({ isAdmin: true }, { status: 'close', closeReason }), short);
    expect(closed('person')).toEqual({ reopen: null });
    for (const reason of ['merged', 'expired', 'policy']) expect(closed(reason)).toEqual({});
  });
});

describe('a conflict', () => {
  const commit = (more: object = {}) =>
    ({
      ...{ op: 'update', secretKey: 'A', environment: 'prod', secretPath: '/' },
      ...{ secret: { version: 3 }, secretVersion: { version: 3 } },
      ...more,
    }) as Commit;

  it('is what the merge told, or a version that is not the one it was made from', () => {
    const told = [
      { op: 'update', secretKey: 'A', environment: 'prod', secretPath: '/', reason: 'tag-gone' },
    ] as const;
    expect(conflictOf(commit(), [...told])).toBe('tag-gone');
    expect(conflictOf(commit({ secretPath: '/other' }), [...told])).toBeNull();
    expect(conflictOf(commit({ secret: { version: 4 } }), [])).toBe('changed');
    expect(conflictOf(commit(), [])).toBeNull();
    expect(conflictOf(commit({ secret: null }), [])).toBeNull();
  });
});

describe('a request for access', () => {
  const ask = (relation: object, more: object = {}) =>
    ({
      ...{ status: 'pending', policy: POLICY, privilege: null },
      callerRelation: { ...NOBODY, ...relation },
      ...more,
    }) as AskRequest;

  it('has expired when its time is over', () => {
    const expiresAt = new Date(1_000).toISOString();
    expect(askStateOf({ status: 'pending', expiresAt }, 999)).toBe('pending');
    expect(askStateOf({ status: 'pending', expiresAt }, 1_000)).toBe('expired');
    expect(askStateOf({ status: 'approved', expiresAt }, 2_000)).toBe('approved');
  });

  it('is voted on by approvers, and taken back while it is there', () => {
    expect(askActs(ask({ isApprover: true }), 'pending')).toEqual({ vote: null, revoke: null });
    expect(askActs(ask({ isOwn: true }), 'pending')).toEqual({
      ...{ vote: 'notApprover', revoke: null },
    });
    const given = ask({}, { privilege: { id: 'p', expiresAt: null } });
    expect(askActs(given, 'approved')).toEqual({ revoke: 'notOver' });
    expect(askActs(ask({ isOwn: true }), 'approved')).toEqual({});
    expect(askActs(ask({ isAdmin: true }), 'expired')).toEqual({});
  });

  it('goes by the policy of the very path, else by the first whose pattern is about it', () => {
    const policy = (secretPath: string, slug = 'prod', deletedAt: string | null = null) =>
      ({ secretPath, deletedAt, environments: [{ slug }] }) as unknown as AccessPolicy;
    const found = (...policies: AccessPolicy[]) => policyOf(policies, 'prod', '/apps')?.secretPath;
    expect(found(policy('/**'), policy('/apps'))).toBe('/apps');
    expect(found(policy('/**', 'dev'), policy('/**', 'prod', 'gone'), policy('/*'))).toBe('/*');
    expect(found(policy('/other'))).toBeUndefined();
  });

  it.each([
    ['/x/**', ['/x', '/x/y', '/x/y/z'], ['/xy', '/']],
    ['/**', ['/', '/x', '/x/y'], []],
    ['/x', ['/x'], ['/x/y', '/']],
    ['/*/y', ['/x/y'], ['/y', '/x/z/y']],
    ['/x?', ['/xy'], ['/x', '/x/y']],
    ['/v1.2', ['/v1.2'], ['/v1x2']],
    ['/{a,b}', ['/a', '/c'], []],
  ])('%s may be about %j and not about %j', (pattern, inside, outside) => {
    expect(inside.filter((path) => !mayCover(pattern, path))).toEqual([]);
    expect(outside.filter((path) => mayCover(pattern, path))).toEqual([]);
  });

  it('offers times up to what the policy gives', () => {
    expect(rangesUpTo(null, ['1h', '1d'])).toEqual(['1h', '1d']);
    expect(rangesUpTo('8h', ['30m', '8h', '1d'])).toEqual(['30m', '8h']);
    expect(rangesUpTo('5m', ['30m', '8h'])).toEqual(['5m']);
  });
});
