import { describe, expect, it } from '@jest/globals';
import { isOwnPage, isProgram, refreshCookie, refreshTokenOf } from './browser-rules.js';

const OURS = 'https://secrets.example.org';

describe('the refresh cookie', () => {
  it('is bound to the host, and is not shown to scripts or other sites', () => {
    expect(refreshCookie('abc', true, 60)).toBe(
      '__Host-strongroom_refresh=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Strict; Secure',
    );
    expect(refreshCookie(null, false, 60)).toBe(
      'strongroom_refresh=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict',
    );
  });

  it.each([
    ['alone', '__Host-strongroom_refresh=abc', 'abc'],
    ['among others', 'a=b; __Host-strongroom_refresh=abc; c=d', 'abc'],
    ['not under the name without HTTPS', 'strongroom_refresh=abc', null],
    ['not twice', '__Host-strongroom_refresh=a; __Host-strongroom_refresh=b', null],
    ['not empty', '__Host-strongroom_refresh=', null],
    ['not as the end of another name', 'x__Host-strongroom_refresh=a', null],
  ])('is read %s', (_, cookie, token) => {
    expect(refreshTokenOf({ cookie }, true)).toBe(token);
  });
});

describe('isOwnPage', () => {
  it.each([
    ['our origin', { origin: OURS }, true],
    ['same-origin without an origin', { 'sec-fetch-site': 'same-origin' }, true],
    [
      'same-origin under another name of the server',
      { origin: 'http://localhost:8080', 'sec-fetch-site': 'same-origin' },
      true,
    ],
    ['another origin', { origin: 'https://evil.example' }, false],
    [
      'another origin, cross-site',
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      false,
    ],
    [
      'a subdomain',
      { origin: 'https://x.secrets.example.org', 'sec-fetch-site': 'same-site' },
      false,
    ],
    ['another scheme', { origin: 'http://secrets.example.org' }, false],
    ['another port', { origin: `${OURS}:8443` }, false],
    ['the origin null', { origin: 'null' }, false],
    [
      'the origin null of a frame of ours',
      { origin: 'null', 'sec-fetch-site': 'same-origin' },
      false,
    ],
    ['no header at all', {}, false],
    ['what a person typed', { 'sec-fetch-site': 'none' }, false],
    ['two values', { 'sec-fetch-site': ['same-origin', 'same-origin'] }, false],
  ])('judges %s', (_, headers, isOurs) => {
    expect(isOwnPage(headers, OURS)).toBe(isOurs);
  });
});

describe('isProgram', () => {
  it('is no browser, of which each sends an origin or its relation', () => {
    expect(isProgram({})).toBe(true);
    expect(isProgram({ cookie: 'a=b' })).toBe(true);
    expect(isProgram({ origin: OURS })).toBe(false);
    expect(isProgram({ 'sec-fetch-site': 'same-origin' })).toBe(false);
    expect(isProgram({ cookie: 'strongroom_refresh=x' })).toBe(false);
  });
});
