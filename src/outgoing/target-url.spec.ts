import { describe, expect, it } from '@jest/globals';
import { hostOf, urlProblem } from './target-url.js';

describe('a URL', () => {
  it.each([
    'https://token.example.org',
    'https://token.example.org/a/b?c=d',
    'https://token.example.org:8443/',
    'https://[2606:2800:220:1::1]:6443/path',
  ])('is called: %s', (url) => {
    expect(urlProblem(url)).toBeNull();
  });

  it.each([
    ...[
      'http://token.example.org',
      'HTTPS://token.example.org',
      'file:///etc/passwd',
      'https:',
      '',
    ],
    ...[
      'https://user@token.example.org',
      'https://:pw@token.example.org',
      'https://@token.example.org',
    ],
    ...[
      'https://token.example.org/#',
      'https://token.example.org:22/',
      'https://token.example.org:80/',
    ],
    ...[
      'https://token.exämple.org',
      'https://token.example.org\\@evil',
      'https://token.example.org/ ',
    ],
    ...[
      'https://token.example.org/\n',
      'https://token.example.org:99999',
      `https://${'a'.repeat(300)}.org`,
    ],
    `https://token.example.org/${'a'.repeat(2_048)}`,
  ])('is never called: %s', (url) => {
    expect(urlProblem(url)).toEqual(expect.any(String));
  });

  it('shows an IPv6 host without its brackets', () => {
    expect(hostOf(new URL('https://[2606::1]/'))).toBe('2606::1');
  });
});
