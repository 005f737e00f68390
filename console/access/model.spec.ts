import { describe, expect, it } from '@jest/globals';
import {
  curlOf,
  knownNames,
  leftOf,
  type DecidingRule,
  markOf,
  membersOf,
  namesakes,
  questionsOf,
  ruleText,
  sourceText,
} from './model';

const subject = { action: 'readValue', secretPath: '/apps', secretName: '' } as const;

describe('questions', () => {
  it('are one for each environment, about any name where none is given', () => {
    expect(questionsOf(subject, ['dev', 'prod']).map(({ attributes }) => attributes)).toEqual([
      { environment: 'dev', secretPath: '/apps' },
      { environment: 'prod', secretPath: '/apps' },
    ]);
  });

  it('say the tags that the secret has in each environment', () => {
    const tagsIn = (environment: string) => (environment === 'prod' ? ['payments'] : []);
    const asked = questionsOf({ ...subject, secretName: 'A' }, ['dev', 'prod'], tagsIn);

    expect(asked.map(({ attributes }) => attributes.secretTags)).toEqual([[], ['payments']]);
  });

  it('are at most as many as one request takes', () => {
    const environments = Array.from({ length: 60 }, (_, i) => `e${i}`);

    expect(questionsOf(subject, environments)).toHaveLength(50);
  });
});

describe('marks', () => {
  const rule = (conditions: Record<string, unknown>): DecidingRule => ({
    rule: { subject: 'secrets', action: 'readValue', conditions },
    source: { kind: 'role', slug: 'deployer' },
  });
  const rules = [rule({ secretPath: '/' }), rule({ secretName: { $glob: 'PAY_*' } })];

  it('tell what allows for good, what for a time, what nothing allows and what is forbidden', () => {
    const asked = { rules, isOfAll: true };
    expect(markOf({ allowed: true, rule: 0 }, asked)).toBe('may');
    expect(markOf({ allowed: true, rule: 0, endsAt: '2030-01-01T00:00:00Z' }, asked)).toBe('until');
    expect(markOf({ allowed: false }, asked)).toBe('not');
    expect(markOf({ allowed: false, rule: 0 }, asked)).toBe('forbidden');
  });

  it('tell of every secret that it depends, where a rule about some of them decides', () => {
    for (const allowed of [true, false]) {
      expect(markOf({ allowed, rule: 1 }, { rules, isOfAll: true })).toBe('some');
      expect(markOf({ allowed, rule: 1 }, { rules, isOfAll: false })).not.toBe('some');
    }
    const ofTags = [rule({ secretTags: { $in: ['payments'] } })];
    expect(markOf({ allowed: true, rule: 0 }, { rules: ofTags, isOfAll: true })).toBe('some');
  });
});

describe('members', () => {
  it('are machine identities and people together, by name', () => {
    const page = {
      ...{ at: '2026-11-26T12:00:00Z', rules: [], totalCount: 2 },
      identities: [{ identityId: '1', name: 'web', cells: [] }],
      users: [{ userId: '2', email: 'ann@example.com', cells: [] }],
    };

    expect(membersOf(page).map(({ kind, id, name }) => [kind, id, name])).toEqual([
      ['user', '2', 'ann@example.com'],
      ['identity', '1', 'web'],
    ]);
  });
});

describe('members of one name', () => {
  it('are told apart by the end of their ids, and no others', () => {
    const found = namesakes([
      { kind: 'identity', id: '019ac3f0-0000-7000-8000-0000aaaaaaaa', name: 'ci' },
      { kind: 'identity', id: '019ac3f0-0000-7000-8000-0000bbbbbbbb', name: 'ci' },
      { kind: 'identity', id: '019ac3f0-0000-7000-8000-0000cccccccc', name: 'web' },
      { kind: 'user', id: '019ac3f0-0000-7000-8000-0000dddddddd', name: 'ci' },
    ]);

    expect([...found.values()]).toEqual(['…aaaaaaaa', '…bbbbbbbb']);
  });
});

describe('rules in words', () => {
  const about = (action: string[], conditions?: object) =>
    ruleText({ subject: 'secrets', action, ...(conditions ? { conditions } : {}) } as never);

  it('name acts and places in short', () => {
    expect(about(['readValue'], { environment: 'prod', secretPath: { $glob: '/a/**' } })).toBe(
      'read the value: prod, /a/**',
    );
    expect(about(['edit'], { environment: { $in: ['dev', 'qa'] } })).toBe('change: dev or qa');
    expect(about(['delete'])).toBe('delete: everywhere');
  });

  it('take acts together that belong together', () => {
    expect(about(['describeSecret', 'readValue', 'edit'])).toBe('read, change: everywhere');
    expect(about(['describeSecret', 'readValue', 'create', 'edit', 'delete'])).toBe(
      'everything: everywhere',
    );
  });

  it('show what has no short form as it is, and other subjects by their name', () => {
    const others = {
      subject: 'secret-folders',
      action: 'create',
      conditions: { environment: { $ne: 'prod' } },
    };

    expect(ruleText(others as never)).toBe('create secret-folders: environment {"$ne":"prod"}');
  });

  it('name where they come from', () => {
    expect(sourceText({ kind: 'role', slug: 'deployer' })).toBe('role deployer');
    const names = new Map([['deployer', 'Deployer of prod']]);
    expect(sourceText({ kind: 'role', slug: 'deployer' }, names)).toBe(
      'role Deployer of prod (deployer)',
    );
    const group = { id: '1', name: 'ops' };
    expect(sourceText({ kind: 'role', slug: 'deployer', group })).toBe(
      'role deployer of group ops',
    );
  });

  it('tell a privilege that nobody named by its end', () => {
    const made = { kind: 'privilege' as const, slug: '5137uptydza0' };
    expect(sourceText(made)).toBe('grant without an end');
    expect(sourceText({ ...made, validUntil: '2026-11-28T14:00:00Z' })).toMatch(
      /^grant until .*2026/,
    );
    expect(sourceText({ ...made, slug: 'oncall-nov' })).toBe('privilege oncall-nov');
  });
});

describe('what is left of a span', () => {
  const source = {
    ...{ kind: 'privilege' as const, slug: 'x' },
    validFrom: '2026-01-01T00:00:00Z',
    validUntil: '2026-01-01T04:00:00Z',
  };

  it('goes from one to nothing', () => {
    const at = (time: string) => leftOf(source, Date.parse(time));

    expect(at('2026-01-01T00:00:00Z')).toBe(1);
    expect(at('2026-01-01T03:00:00Z')).toBe(0.25);
    expect(at('2026-01-02T00:00:00Z')).toBe(0);
  });

  it('is not known of what has no end', () => {
    expect(leftOf({ kind: 'role', slug: 'x' }, 0)).toBeNull();
    expect(leftOf(undefined, 0)).toBeNull();
  });
});

describe('known names', () => {
  it('are by folder, with the tags of each secret', () => {
    const known = knownNames({
      ...{ environments: ['dev', 'prod'], paths: ['/a'], names: ['A', 'B'], folders: [0, 0] },
      cells: [
        [0, 0, 1, 0, 0, 1, 0, 0],
        [0, 1, 1, 0, 0, 1, 1, 0],
      ],
      ...{ actors: [], tagSets: [['payments']], sources: [] },
    });

    expect(known.paths).toEqual(['/', '/a']);
    expect(known.namesIn('/a')).toEqual(['A', 'B']);
    expect(known.namesIn('/')).toEqual([]);
    expect(known.tagsOf('prod', '/a', 'A')).toEqual(['payments']);
    expect(known.tagsOf('dev', '/a', 'A')).toEqual([]);
    expect(known.has('dev', '/a', 'B')).toBe(false);
    expect(known.has('dev', '/a', '')).toBe(true);
    expect(known.has('prod', '/', '')).toBe(false);
    expect(known.isHeld('prod', '/')).toBe(true);
    expect(known.isHeld('prod', '/b')).toBe(false);
  });
});

describe('a request as curl', () => {
  it('keeps quotes of the body within its own, and names no token', () => {
    const text = curlOf('/v1/y', { name: "it's" });

    expect(text).toContain(String.raw`-d '{"name":"it'\''s"}'`);
    expect(text).toContain('curl "$BASE/v1/y"');
    expect(text).toContain('Bearer $TOKEN"');
  });
});
