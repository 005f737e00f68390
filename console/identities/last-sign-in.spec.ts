import { expect, it } from '@jest/globals';
import { lastSignIn } from './last-sign-in';

const never = { lastLoginTime: null, lastLoginAuthMethod: null };
const byCode = { createdAt: '2026-11-02T00:00:00Z', authMethod: 'console-code' } as const;

it('tells of a sign-in by code, of which only the session is left', () => {
  expect(lastSignIn(never, [])).toBeNull();
  const found = { at: byCode.createdAt, method: 'console-code' };
  expect(lastSignIn(never, [byCode])).toEqual(found);
  const used = { lastLoginTime: '2026-11-01T00:00:00Z', lastLoginAuthMethod: 'universal-auth' };
  expect(lastSignIn(used, [{ ...byCode, createdAt: '2026-10-01T00:00:00Z' }, byCode])).toEqual(
    found,
  );
  const later = { ...used, lastLoginTime: '2026-11-03T00:00:00Z' };
  expect(lastSignIn(later, [byCode])).toEqual({
    at: later.lastLoginTime,
    method: 'universal-auth',
  });
});
