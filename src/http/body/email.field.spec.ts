import { describe, expect, it } from '@jest/globals';
import { canonicalDomain, canonicalEmail } from './email.field.js';

describe('canonicalEmail', () => {
  it.each([
    ['Ann@X.org', 'ann@x.org'],
    [' ann@x.org\t', 'ann@x.org'],
    ['ann@X.ORG.', 'ann@x.org'],
    ['ann@bücher.example', 'ann@xn--bcher-kva.example'],
    ['ann@bu\u0308cher.example', 'ann@xn--bcher-kva.example'],
    ['ann@XN--BCHER-KVA.example', 'ann@xn--bcher-kva.example'],
    ['ann@x\u3002org', 'ann@x.org'],
    ['ann@\u212Aelvin.org', 'ann@kelvin.org'],
    ['a.n-n+tag@x.org', 'a.n-n+tag@x.org'],
    ['ann@localhost', 'ann@localhost'],
    [`${'a'.repeat(64)}@x.org`, `${'a'.repeat(64)}@x.org`],
  ])('gives %j one spelling', (text, canonical) => {
    expect(canonicalEmail(text)).toBe(canonical);
    expect(canonicalEmail(canonical)).toBe(canonical);
  });

  it.each([
    ['no @', 'ann'],
    ['two addresses', 'a@x.org,b@evil.org'],
    ['a quoted local part', '"a b"@x.org'],
    ['a full-width @', 'ann\uFF20x.org'],
    ['a Cyrillic letter in the local part', '\u0430nn@x.org'],
    ['a dotless i in the local part', '\u0131nn@x.org'],
    ['a Kelvin sign in the local part', '\u212Aelvin@x.org'],
    ['a combining mark in the local part', 'a\u0308nn@x.org'],
    ['a line break', 'ann@x.org\r\nBcc: b@evil.org'],
    ['a NUL', 'an\0n@x.org'],
    ['a percent-encoded domain', 'ann@x%2Eorg'],
    ['a path in the domain', 'ann@x.org/evil'],
    ['an IPv4 address', 'ann@127.0.0.1'],
    ['a hexadecimal address', 'ann@0x7f'],
    ['an IPv4 address in brackets', 'ann@[127.0.0.1]'],
    ['a dot at the end of the local part', 'ann.@x.org'],
    ['two dots in a row', 'a..n@x.org'],
    ['an empty label', 'ann@x..org'],
    ['a label that ends with a hyphen', 'ann@x-.org'],
    ['an empty local part', '@x.org'],
    ['an empty domain', 'ann@'],
    ['a local part of 65 characters', `${'a'.repeat(65)}@x.org`],
    ['more than 254 characters', `ann@${'a.'.repeat(125)}org`],
    ['10 KB', `ann@${'a.'.repeat(5000)}org`],
  ])('is null for %s', (_, text) => {
    expect(canonicalEmail(text)).toBeNull();
  });
});

describe('canonicalDomain', () => {
  it('has one spelling of a domain', () => {
    expect(canonicalDomain('EXAMPLE.Org.')).toBe('example.org');
    expect(canonicalDomain('exa mple.org')).toBeNull();
  });
});
