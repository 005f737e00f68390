import { describe, expect, it } from '@jest/globals';
import { allowsIssue } from './authorization-records.js';

const ACCOUNT = 'https://ca.example/accounts/1';
const wanted = {
  identities: ['ca.example'],
  isWildcard: false,
  method: 'http-01',
  isAccount: (url: string) => url === ACCOUNT,
};
const record = (tag: string, value: string, isCritical = false) => ({ tag, value, isCritical });

describe('CAA records', () => {
  it.each([
    ['none', [], true],
    ['the authority', [record('issue', 'ca.example')], true],
    [
      'the authority in capitals, with an empty parameter',
      [record('issue', ' CA.example ; ')],
      true,
    ],
    ['one of two', [record('issue', 'other.example'), record('issue', 'ca.example')], true],
    ['another one', [record('issue', 'other.example')], false],
    ['nobody', [record('issue', ';')], false],
    ['nobody, without a semicolon', [record('issue', '')], false],
    ['wildcards alone', [record('issuewild', 'other.example')], true],
    ['where to report', [record('iodef', 'mailto:x@example.org', true)], true],
    ['an unknown critical tag', [record('issue', 'ca.example'), record('tbs', 'x', true)], false],
    ['an unknown tag', [record('issue', 'ca.example'), record('tbs', 'x')], true],
    ['its account', [record('issue', `ca.example; accounturi=${ACCOUNT}`)], true],
    ['another account', [record('issue', `ca.example; accounturi=${ACCOUNT}2`)], false],
    [
      'two accounts',
      [record('issue', `ca.example; accounturi=${ACCOUNT}; accounturi=${ACCOUNT}`)],
      false,
    ],
    ['the challenge', [record('issue', 'ca.example; validationmethods=dns-01,http-01')], true],
    ['another challenge', [record('issue', 'ca.example; validationmethods=dns-01')], false],
    ['what cannot be read', [record('issue', 'ca.example; %%%')], false],
    ['an unknown parameter', [record('issue', 'ca.example; policy=ev')], true],
  ])('of %s allow a host or not (caa, C60)', (_what, records, isAllowed) => {
    expect(allowsIssue(records, wanted)).toBe(isAllowed);
  });

  it.each([
    ['nobody may issue', [record('issue', ';')], false],
    [
      'wildcards are for another',
      [record('issue', 'ca.example'), record('issuewild', 'x.example')],
      false,
    ],
    ['wildcards are for nobody', [record('issue', 'ca.example'), record('issuewild', ';')], false],
    ['only wildcards are', [record('issue', ';'), record('issuewild', 'ca.example')], true],
    ['hosts are', [record('issue', 'ca.example')], true],
  ])('where %s allow a wildcard or not (caa, C60)', (_what, records, isAllowed) => {
    expect(allowsIssue(records, { ...wanted, isWildcard: true })).toBe(isAllowed);
  });
});
