import { describe, expect, it } from '@jest/globals';
import type { WorkloadAuth } from './methods';
import {
  endOfSecret,
  endOfToken,
  isSearchable,
  momentIn,
  nextEnd,
  roleOf,
  settingsOf,
  stageOf,
  type StoredToken,
} from './model';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const DAY = 86_400;
const at = (days: number) => new Date(NOW + days * DAY * 1000).toISOString();

const secret = (clientSecretTTL: number) => ({
  ...{ id: 's', description: '', clientSecretPrefix: 'Xk2_', identityUAId: 'u' },
  ...{ clientSecretNumUses: 0, clientSecretNumUsesLimit: 0, clientSecretTTL },
  ...{ isClientSecretRevoked: false, createdAt: at(0), updatedAt: at(0) },
});

const token = (ttl: number, max: number, renewed: string | null = null) =>
  ({
    ...{ createdAt: at(0), accessTokenLastRenewedAt: renewed },
    ...{ accessTokenTTL: ttl * DAY, accessTokenMaxTTL: max * DAY },
  }) as StoredToken;

describe('when a credential ends', () => {
  it('is its life after it was made; never, for one without', () => {
    expect(endOfSecret(secret(30 * DAY))).toBe(at(30));
    expect(endOfSecret(secret(0))).toBeNull();
  });

  it.each([
    [token(10, 0), at(10)],
    [token(0, 0), null],
    [token(10, 15, at(8)), at(15)],
    [token(10, 90, at(8)), at(18)],
    [token(0, 20), at(20)],
  ])('counts a token from its last renewal, and never beyond its bound', (given, end) => {
    expect(endOfToken(given)).toBe(end);
  });

  it('is soon within two weeks', () => {
    expect([null, at(15), at(13), at(-1)].map((end) => stageOf(end, NOW))).toEqual([
      ...['endless', 'far', 'soon', 'over'],
    ]);
  });

  it('is that of the one that comes next', () => {
    expect(nextEnd([null, at(9), at(-2), at(4)], NOW)).toBe(at(4));
    expect(nextEnd([null, at(-2)], NOW)).toBeNull();
  });
});

describe('what is shown of an identity', () => {
  it('searches for what the server searches for', () => {
    expect(['', 'ci-1 / x_y'].map(isSearchable)).toEqual([true, true]);
    expect(['a.b', 'ä'].map(isSearchable)).toEqual([false, false]);
  });

  it('names a role of the project by its name', () => {
    const none = { id: 'r', isTemporary: false, customRoleId: null, temporaryMode: null };
    const times = { temporaryAccessStartTime: null, temporaryAccessEndTime: null };
    const held = { ...none, ...times, temporaryRange: null, customRoleSlug: null };
    expect(roleOf({ ...held, role: 'viewer', customRoleName: null })).toBe('viewer');
    expect(roleOf({ ...held, role: 'custom', customRoleName: 'Deployer' })).toBe('Deployer');
    const own = { role: 'custom', customRoleSlug: 'deploys', customRoleName: 'Deployer' };
    expect(roleOf({ ...held, ...own })).toBe('Deployer (deploys)');
  });

  it('shows the settings that say something, as texts, and no others', () => {
    const auth = {
      ...{ id: 'x', warnings: [], accessTokenTTL: 7200, caCert: '', singleUse: false },
      ...{ boundSubject: 'repo:octo/app', boundClaims: { env: 'prod', team: 'red' } },
      ...{ publicKeys: ['k1', 'k2'], maxTokenAge: 0 },
    } as unknown as WorkloadAuth;
    expect(settingsOf(auth)).toEqual([
      ['boundSubject', 'repo:octo/app'],
      ['boundClaims', 'env: prod\nteam: red'],
      ['publicKeys', 'k1, k2'],
    ]);
  });

  it('tells the time of a login and what came with it', () => {
    expect(momentIn(undefined)).toBeNull();
    expect(momentIn({ time: at(0), address: '192.0.2.1', count: 3 })).toEqual({
      time: at(0),
      more: [
        ['address', '192.0.2.1'],
        ['count', '3'],
      ],
    });
  });
});
