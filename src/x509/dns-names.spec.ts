import { isDnsName, isEncodedSoundly } from './dns-names.js';

const LONGEST = [63, 63, 63, 61].map((length) => 'a'.repeat(length)).join('.');

describe('a name in the DNS', () => {
  it.each(['a', 'a.example', '_sip._tcp.a.example', '1.2', 'a--b', LONGEST])('is %s', (name) => {
    expect(isDnsName(name)).toBe(true);
  });

  it.each([
    '',
    '.',
    'a.',
    '.a',
    'a..b',
    '-a',
    'a-',
    'A',
    'a b',
    '*.a',
    'ä',
    'a'.repeat(64),
    `${LONGEST}a`,
  ])('is not %p', (name) => {
    expect(isDnsName(name)).toBe(false);
  });
});

describe('a label', () => {
  it.each<[string, boolean]>([
    ['a.example', true],
    ['xn--mnchen-3ya.example', true],
    ['www.xn--bcher-kva', true],
    ['a--b.example', true],
    // Decodes to nothing or to itself, or says so of no encoding that there is.
    ['xn--a.example', false],
    ['xn--.example', false],
    ['xn--abc-.example', false],
    ['xa--b.example', false],
  ])('of %s is encoded soundly: %s', (name, isSound) => {
    expect(isEncodedSoundly(name)).toBe(isSound);
  });
});
