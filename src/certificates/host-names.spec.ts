import { isReadInTwoWays } from './host-names.js';

describe('a common name', () => {
  it.each([
    ['secret.example.org.', true],
    ['f*.example.org', true],
    [' secret.example.org', true],
    ['secret.example.org\u200b', true],
    ['secret\u3002example\u3002org', true],
    ['\uff53ecret.example.org', true],
    ['\u202egro.elpmaxe.terces', true],
    ['secret.example.org', false],
    ['SECRET.example.org', false],
    ['*.example.org', false],
    ['Ann Example', false],
    ['Example Inc.', false],
    ['M\u00fcller & Co.', false],
  ])('%s is a host to some readers alone: %s', (name, expected) => {
    expect(isReadInTwoWays(name)).toBe(expected);
  });
});
