import { describe, expect, it } from '@jest/globals';
import { foldHeldName, foldName, foldPattern } from './certificate-names.js';

describe('a name that a template puts in', () => {
  it.each(['al\u200bice', 'al\u200cice', 'ann  example', '\uff41lice'])(
    'is not that of somebody else, whatever stands within it: %j',
    (held) => {
      expect(['alice', 'ann example'].map(foldName)).not.toContain(foldHeldName(held));
    },
  );

  it.each(['Alice', 'DB.Shop.example', 'b\u00fccher.example', '2001:DB8::0:1'])(
    'is compared as any other name otherwise: %s',
    (held) => {
      expect(foldHeldName(held)).toBe(foldName(held));
    },
  );
});

describe('a pattern', () => {
  it.each([
    ['Root\u00a0 Admin', 'root admin'],
    ['ad\u200bmin', 'admin'],
    ['\uff25vil', 'evil'],
    ['evil\u3002corp', 'evil.corp'],
    ['[fd00::1]', 'fd00::1'],
  ])('%j is read as the name %s', (written, name) => {
    expect(foldPattern(written)).toBe(name);
  });
});
