import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  effectOn,
  missingIn,
  newGrantRule,
  RULE_ACTIONS,
  ruleLine,
  rulesIn,
  toPlain,
  toRule,
  placeOf,
} from './model';
import { rangeOf } from './range';

const aPlainRule = fc.record({
  isForbidding: fc.boolean(),
  actions: fc.uniqueArray(
    fc.constantFrom(...RULE_ACTIONS.slice(0, 1), 'create', 'edit', 'delete'),
    {
      minLength: 1,
    },
  ),
  environments: fc.uniqueArray(fc.constantFrom('dev', 'staging', 'prod')),
  secretPath: fc.constantFrom('', '/', '/apps/web', '/apps/**', '/{a,b}'),
});

describe('a rule on one line', () => {
  it('says whether it allows or forbids', () => {
    const rule = { subject: 'secrets', action: ['readValue'], conditions: { environment: 'prod' } };
    expect(ruleLine({ ...rule, inverted: true } as never)).toBe('FORBID read the value: prod');
    expect(ruleLine(rule as never)).toBe('allow read the value: prod');
  });
});

describe('rules as rows of choices', () => {
  it('come back as they were made', () => {
    fc.assert(
      fc.property(aPlainRule, (plain) => {
        expect(toPlain(toRule(plain as never))).toEqual(plain);
      }),
    );
  });

  it('say in short that a name is seen and its value read', () => {
    const rule = { subject: 'secrets', action: ['describeSecret', 'readValue', 'edit'] } as never;

    expect(toPlain(rule)?.actions).toEqual(['read', 'edit']);
  });

  it.each([
    ['another subject', { subject: 'role', action: 'read' }],
    ['another condition', { subject: 'secrets', action: 'read', conditions: { secretName: 'A' } }],
    [
      'another operator',
      { subject: 'secrets', action: 'read', conditions: { environment: { $ne: 'dev' } } },
    ],
    [
      'several paths',
      { subject: 'secrets', action: 'read', conditions: { secretPath: { $in: ['/a', '/b'] } } },
    ],
    [
      'two operators',
      { subject: 'secrets', action: 'read', conditions: { environment: { $eq: 'a', $in: ['b'] } } },
    ],
    ['another act', { subject: 'secrets', action: 'subscribe' }],
  ])('are not made of %s', (_, rule) => {
    expect(toPlain(rule as never)).toBeNull();
  });
});

it('of a new grant name one environment', () => {
  expect(toPlain(newGrantRule(['dev', 'prod']))?.environments).toEqual(['dev']);
});

describe('rules as JSON', () => {
  it('are a list of objects', () => {
    expect(rulesIn('[{"subject":"secrets","action":"read"}]')).toHaveLength(1);
    expect(rulesIn('{}')).toBe('A list of rules is expected.');
    expect(rulesIn('[7]')).toBe('Every rule is an object.');
    expect(rulesIn('[')).toBe('This is not JSON: look at line 1, column 2.');
    expect(rulesIn('[\n  {"subject": secrets}\n]')).toBe(
      'This is not JSON: look at line 2, column 15.',
    );
  });
});

describe('what is new and what is taken away', () => {
  it('does not depend on how a rule is spelled', () => {
    const one = { subject: 'secrets', action: 'read', conditions: { environment: 'dev' } } as never;
    const same = {
      subject: 'secrets',
      action: ['describeSecret', 'readValue'],
      conditions: { environment: { $eq: 'dev' } },
    } as never;
    const other = { subject: 'secrets', action: 'edit' } as never;

    expect(missingIn([one], [same])).toEqual([]);
    expect(missingIn([one, other], [same])).toEqual([other]);
  });
});

describe('effects', () => {
  const may = { allowed: true };
  const not = { allowed: false };
  const ends = { allowed: true, endsAt: '2030-01-01T00:00:00Z' };
  const effectOf = (...pairs: readonly (readonly [object, object])[]) =>
    effectOn({ cells: pairs.map(([before, after]) => ({ ...before, after })) as never });

  it('are gains, losses, both or neither', () => {
    expect(effectOf([not, may])).toBe('gains');
    expect(effectOf([may, not])).toBe('loses');
    expect(effectOf([may, not], [not, may])).toBe('both');
    expect(effectOf([may, may], [not, not])).toBe('same');
  });

  it('are gains and losses of time too', () => {
    expect(effectOf([ends, may])).toBe('gains');
    expect(effectOf([may, ends])).toBe('loses');
    expect(effectOf([ends, ends])).toBe('same');
  });
});

describe('the time that a grant holds', () => {
  it('is a number with a unit', () => {
    expect(rangeOf('2h')).toBe('2h');
    for (const text of ['', '0h', '2', 'h', '2x', 7]) expect(rangeOf(text)).toBeNull();
  });
});

describe('the folder that is looked at first', () => {
  const PATHS = ['/', '/apps', '/apps/web', '/shared'];
  const about = (secretPath: unknown) => ({
    ...{ subject: 'secrets', action: 'readValue', conditions: { secretPath } },
  });

  it.each([
    ['/apps/**', '/apps/web'],
    [{ $glob: '/apps/*' }, '/apps/web'],
    [{ $glob: '/shar*' }, '/shared'],
    [{ $eq: '/apps/web' }, '/apps/web'],
    [{ $in: ['/nowhere', '/shared'] }, '/shared'],
    [{ $glob: '/**' }, '/'],
    ['/', '/'],
    ['/nowhere/**', '/'],
    [undefined, '/'],
  ])('is one that a rule speaks of: %j', (secretPath, expected) => {
    expect(placeOf([about(secretPath)], PATHS)).toBe(expected);
  });

  it('is the root where no rule speaks of a path', () => {
    expect(placeOf([{ subject: 'secrets', action: 'readValue' }], PATHS)).toBe('/');
  });
});
