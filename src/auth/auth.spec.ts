import { createHmac, createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import jwt from 'jsonwebtoken';
import type { Request } from 'express';
import passport from 'passport';
import { tokenInvalid } from '../errors/api-error.js';
import { type AccessClaims, AccessTokens, FOREVER_SECONDS } from './access-token.js';
import { AccessTokenStrategies, strategyNames } from './access-token.strategy.js';
import { isAllowed, type Network } from './ip-allow-list.js';
import { ServerKeys } from './server-keys.js';

const keys = new ServerKeys(randomBytes(32).toString('base64'));
const tokens = new AccessTokens(keys);
const now = 1_795_267_000;
const CLAIMS: AccessClaims = {
  jti: randomUUID(),
  identityAccessTokenId: randomUUID(),
  authTokenType: 'identityAccessToken',
  identityId: randomUUID(),
  identityName: 'ci',
  authMethod: 'universal-auth',
  orgId: randomUUID(),
  accessTokenTTL: 60,
  accessTokenMaxTTL: 60,
  accessTokenPeriod: 0,
  creationEpoch: now,
  numUsesLimit: 0,
  iat: now,
  exp: now + 60,
};

const names = strategyNames(false);
new AccessTokenStrategies({ defaultStrategy: names }, keys);

/** What the guard of bearer tokens gets from passport. */
function authenticate(token: string): Promise<AccessClaims> {
  return new Promise((resolve, reject) => {
    const done = (error: unknown, claims: AccessClaims | false) =>
      claims ? resolve(claims) : reject(error ?? tokenInvalid());
    const handle = passport.authenticate(names, { session: false }, done) as (
      ...args: unknown[]
    ) => void;
    handle({ headers: { authorization: `Bearer ${token}` } } as Request, {}, reject);
  });
}

const REFUSED = expect.objectContaining({ error: 'UnauthorizedError' });
const base64url = (value: object | string) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** A token with the right key, and whatever header and payload. */
function forge(header: object, payload: object): string {
  const text = `${base64url(header)}.${base64url(payload)}`;
  return `${text}.${createHmac('sha256', keys.tokenSigning).update(text).digest('base64url')}`;
}

const HEADER = { alg: 'HS256', typ: 'at+jwt' };
const PAYLOAD = { ...CLAIMS, iss: 'strongroom', aud: 'strongroom-api', sub: CLAIMS.identityId };

describe('an access token', () => {
  it('tells what was signed, in a form that clients can decode', async () => {
    const token = tokens.sign(CLAIMS);

    expect(tokens.verify(token)).toEqual(PAYLOAD);
    expect(jwt.decode(token, { complete: true })).toMatchObject({
      header: HEADER,
      payload: PAYLOAD,
    });
    expect(tokens.verify(forge(HEADER, PAYLOAD))).toEqual(PAYLOAD);
    expect(await authenticate(token)).toEqual(PAYLOAD);
  });

  it.each<[string, object, object]>([
    ['no algorithm', { alg: 'none', typ: 'at+jwt' }, {}],
    ['another algorithm', { alg: 'HS512', typ: 'at+jwt' }, {}],
    ['another type', { alg: 'HS256', typ: 'JWT' }, {}],
    ['no type', { alg: 'HS256' }, {}],
    ['a critical extension', { ...HEADER, crit: ['b64'], b64: false }, { aud: 'x' }],
    ['another issuer', HEADER, { iss: 'elsewhere' }],
    ['no issuer', HEADER, { iss: undefined }],
    ['another audience', HEADER, { aud: 'elsewhere' }],
    ['no audience', HEADER, { aud: undefined }],
    ['no expiry', HEADER, { exp: undefined }],
    ['an expiry as text', HEADER, { exp: String(now + 60) }],
    ['an expiry that is no whole number', HEADER, { exp: now + 0.5 }],
    ['a negative expiry', HEADER, { exp: -1 }],
    ['an expiry beyond all', HEADER, { exp: 10 ** 18 }],
    ['a life that is too long', HEADER, { exp: now + FOREVER_SECONDS + 1 }],
    ['no time of issue', HEADER, { iat: undefined }],
    ['a start in the future', HEADER, { nbf: 10 ** 11 }],
    ['no id', HEADER, { jti: undefined }],
    ['an id that is no text', HEADER, { jti: 7 }],
    ['no identity', HEADER, { identityId: undefined }],
    ['another kind', HEADER, { authTokenType: 'accessToken' }],
    ['no kind', HEADER, { authTokenType: undefined }],
  ])('is refused with %s', async (_, header, changes) => {
    const token = forge(header, { ...PAYLOAD, ...changes });

    expect(() => tokens.verify(token)).toThrow(REFUSED);
    await expect(authenticate(token)).rejects.toMatchObject({ error: 'UnauthorizedError' });
  });

  it('is refused when it is cut, changed, or signed with another key', async () => {
    const token = tokens.sign(CLAIMS);
    const other = new AccessTokens(new ServerKeys(randomBytes(32).toString('base64')));
    for (let cut = 1; cut < token.length; cut += 7) {
      expect(() => tokens.verify(token.slice(0, -cut))).toThrow(REFUSED);
    }
    for (const text of [
      '',
      '.',
      '..',
      `${token}.x`,
      `x${token}`,
      token.toLowerCase(),
      other.sign(CLAIMS),
      `${token.split('.').slice(0, 2).join('.')}.`,
    ]) {
      expect(() => tokens.verify(text)).toThrow(REFUSED);
      await expect(authenticate(text)).rejects.toBeDefined();
    }
  });

  it('is not signed with the secret itself, nor with a key of another purpose', () => {
    const secret = 's'.repeat(40);
    const own = new AccessTokens(new ServerKeys(secret));
    const text = jwt.sign(PAYLOAD, createSecretKey(Buffer.from(secret)), {
      header: HEADER,
      algorithm: 'HS256',
    } as jwt.SignOptions);

    expect(() => own.verify(text)).toThrow(REFUSED);
  });
});

describe('ServerKeys', () => {
  it('gives digests and ETags that depend on the secret and on their purpose', () => {
    const other = new ServerKeys(randomBytes(32).toString('base64'));

    expect(keys.digest('a')).toHaveLength(32);
    expect(keys.digest('a').equals(keys.digest('a'))).toBe(true);
    expect(keys.digest('a').equals(other.digest('a'))).toBe(false);
    expect(keys.etagOf('a')).toMatch(/^"[\w-]{43}"$/);
    expect(keys.etagOf('a')).toBe(keys.etagOf(Buffer.from('a')));
    expect(keys.etagOf('a')).not.toBe(other.etagOf('a'));
    expect(keys.etagOf('a')).not.toContain(keys.digest('a').toString('base64url'));
  });
});

describe('isAllowed', () => {
  const v4 = (ipAddress: string, prefix?: number): Network => ({ ipAddress, type: 'ipv4', prefix });
  const v6 = (ipAddress: string, prefix?: number): Network => ({ ipAddress, type: 'ipv6', prefix });

  it.each<[string, readonly Network[]]>([
    ['1.2.3.4', [v4('0.0.0.0', 0)]],
    ['1.2.3.4', [v4('1.2.3.4')]],
    ['1.2.3.4', [v4('9.9.9.9'), v4('1.2.0.0', 16)]],
    ['2001:db8::1', [v6('::', 0)]],
    ['2001:db8::1', [v6('2001:db8::', 32)]],
    ['2001:db8:0:0:0:0:0:1', [v6('2001:db8::1')]],
  ])('lets %s in', (address, networks) => {
    expect(isAllowed(networks, address)).toBe(true);
  });

  it.each<[string, readonly Network[]]>([
    ['1.2.3.4', []],
    ['1.2.3.4', [v4('1.2.3.5')]],
    ['1.2.3.4', [v4('1.3.0.0', 16)]],
    ['1.2.3.4', [v6('::', 0)]],
    ['2001:db8::1', [v4('0.0.0.0', 0)]],
    ['unknown', [v4('0.0.0.0', 0), v6('::', 0)]],
    ['', [v4('0.0.0.0', 0), v6('::', 0)]],
    ['1.2.3.4, 5.6.7.8', [v4('0.0.0.0', 0)]],
    ['01.2.3.4', [v4('0.0.0.0', 0)]],
  ])('keeps %s out', (address, networks) => {
    expect(isAllowed(networks, address)).toBe(false);
  });
});
