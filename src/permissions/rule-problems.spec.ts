import { describe, expect, it } from '@jest/globals';
import { ORG_SUBJECTS } from './org-subjects.js';
import { PROJECT_SUBJECTS } from './project-subjects.js';
import { cleanRules, ruleProblems } from './rule-problems.js';
import { readCombinationProblem, templateProblem } from './rule-refusals.js';

const codes = (rules: unknown, table: Parameters<typeof ruleProblems>[0] = PROJECT_SUBJECTS) =>
  ruleProblems(table, rules).map(({ code, path }) => `${code} ${path.join('.')}`);

const given = (conditions: unknown) => [{ subject: 'secrets', action: 'create', conditions }];

const fromJson = (text: string): unknown => JSON.parse(text);

describe('ruleProblems with the project table', () => {
  it.each<[unknown]>([
    [[]],
    [[{ subject: 'role', action: 'read' }]],
    [[{ subject: 'role', action: ['read', 'edit'], inverted: false }]],
    [[{ subject: 'role', action: 'read', more: 1, conditions: {} }]],
    [[{ subject: 'secrets', action: 'read', inverted: true }]],
    [given({ environment: 'dev', secretPath: '/', secretName: { $glob: 'A_*' } })],
    [given({ secretPath: { $glob: 'a/**' }, secretTags: { $in: ['a'], $all: ['b'] } })],
    [given({ secretPath: { $eq: '/a/', $ne: '/b', $in: ['/c'] }, eventType: { $ne: 'x' } })],
    [
      [
        {
          subject: 'pam-domains',
          action: 'read',
          conditions: { metadata: { $elemMatch: { key: 'a', value: { $in: ['b'] } } } },
        },
      ],
    ],
    [[{ subject: 'identity', action: 'grant-privileges', conditions: { assignableRole: 'x' } }]],
  ])('accepts %j', (rules) => {
    expect(ruleProblems(PROJECT_SUBJECTS, rules)).toEqual([]);
  });

  it.each<[unknown, string[]]>([
    [null, ['invalid_type ']],
    [{}, ['invalid_type ']],
    [Array(1_001).fill({ subject: 'role', action: 'read' }), ['too_big ']],
    [
      [null, 'x', []],
      ['invalid_type 0', 'invalid_type 1', 'invalid_type 2'],
    ],
    [[{}], ['invalid_type 0.subject']],
    [[{ subject: ['role'], action: 'read' }], ['invalid_type 0.subject']],
    [[{ subject: 'constructor', action: 'read' }], ['invalid_value 0.subject']],
    [[{ subject: 'Role', action: 'read' }], ['invalid_value 0.subject']],
    [[{ subject: 'role' }], ['invalid_type 0.action']],
    [[{ subject: 'role', action: [] }], ['too_small 0.action']],
    [[{ subject: 'role', action: 'lease' }], ['invalid_value 0.action']],
    [[{ subject: 'role', action: ['read', 'read'] }], ['invalid_value 0.action.1']],
    [[{ subject: 'role', action: ['read', 5] }], ['invalid_type 0.action.1']],
    [[{ subject: 'role', action: 'read', inverted: true }], ['invalid_value 0.inverted']],
    [[{ subject: 'secrets', action: 'read', inverted: 'true' }], ['invalid_type 0.inverted']],
    [[{ subject: 'secrets', action: 'read', inverted: null }], ['invalid_type 0.inverted']],
    [
      [{ subject: 'role', action: 'read', conditions: { environment: 'a' } }],
      ['invalid_value 0.conditions'],
    ],
  ])('refuses %j', (rules, problems) => {
    expect(codes(rules)).toEqual(problems);
  });

  it.each<[unknown, string]>([
    [[], 'invalid_type '],
    ['x', 'invalid_type '],
    [null, 'invalid_type '],
    [{ environment: null }, 'invalid_type .environment'],
    [{ environment: ['dev'] }, 'invalid_type .environment'],
    [{ environment: '' }, 'too_small .environment'],
    [{ environment: '  ' }, 'too_small .environment'],
    [{ environment: 'a\0' }, 'invalid_value .environment'],
    [{ environment: '\ud800' }, 'invalid_value .environment'],
    [{ environment: 'a'.repeat(1_025) }, 'too_big .environment'],
    [{ environment: {} }, 'too_small .environment'],
    [{ environment: { $regex: 'x' } }, 'unrecognized_keys .environment'],
    [{ environment: { $where: 'x' } }, 'unrecognized_keys .environment'],
    [{ environment: { $gt: '' } }, 'unrecognized_keys .environment'],
    [{ environment: { $eq: { $eq: 'x' } } }, 'invalid_type .environment.$eq'],
    [{ environment: { $in: 'x' } }, 'invalid_type .environment.$in'],
    [{ environment: { $in: [] } }, 'too_small .environment.$in'],
    [{ environment: { $in: ['x', ''] } }, 'too_small .environment.$in.1'],
    [{ environment: { $in: Array(1_001).fill('x') } }, 'too_big .environment.$in'],
    [{ environment: { $glob: '[x]' } }, 'invalid_value .environment.$glob'],
    [{ environment: { $glob: 5 } }, 'invalid_type .environment.$glob'],
    [{ eventType: { $glob: '*' } }, 'unrecognized_keys .eventType'],
    [{ secretTags: 'x' }, 'invalid_type .secretTags'],
    [{ secretTags: { $eq: 'x' } }, 'unrecognized_keys .secretTags'],
    [{ secretPath: 'a' }, 'invalid_value .secretPath'],
    [{ secretPath: { $ne: 'a' } }, 'invalid_value .secretPath.$ne'],
    [{ secretPath: { $in: ['/a', 'a'] } }, 'invalid_value .secretPath.$in.1'],
    [{ secretPath: '/a/../b' }, 'invalid_value .secretPath'],
    [{ secretPath: '//a' }, 'invalid_value .secretPath'],
    [{ secretPath: '/a/.' }, 'invalid_value .secretPath'],
    [{ nothing: 'x' }, 'unrecognized_keys '],
    [fromJson('{"__proto__":{"$eq":"x"}}'), 'unrecognized_keys '],
    [fromJson('{"environment":{"__proto__":"x"}}'), 'unrecognized_keys .environment'],
    [{ constructor: 'x' }, 'unrecognized_keys '],
  ])('refuses conditions %j', (conditions, problem) => {
    const [code, path] = problem.split(' ');
    expect(codes(given(conditions))).toEqual([`${code} 0.conditions${path}`]);
  });

  it.each<[unknown]>([[{}], ['x'], [{ $elemMatch: {} }], [{ $elemMatch: { other: 'a' } }]])(
    'refuses metadata %j',
    (metadata) => {
      const rule = { subject: 'pam-domains', action: 'read', conditions: { metadata } };
      expect(codes([rule])).toHaveLength(1);
    },
  );

  it.each<[string, string, boolean]>([
    ['read', 'identityId', true],
    ['read', 'assignableRole', false],
    ['create', 'identityId', false],
    ['assign-role', 'assignableRole', true],
    ['assign-role', 'assignableAction', false],
    ['assign-additional-privileges', 'assignableAction', true],
    ['grant-privileges', 'assignableAction', true],
  ])('limits conditions per action on identity: %s, %s', (action, field, isAccepted) => {
    const rule = { subject: 'identity', action: [action], conditions: { [field]: 'x' } };
    const problem = `invalid_value 0.conditions.${field}`;
    expect(codes([rule])).toEqual(isAccepted ? [] : [problem]);
  });

  it.each<[unknown, string | null]>([
    ['bücher.example', null],
    [{ $glob: '*.bücher.example' }, null],
    ['{{identity.name}}.é', null],
    [{ $glob: 'bü*.example' }, 'A-label'],
    [{ $in: ['a', 'Jürgen'] }, 'A-label'],
    ['10.0.0.0/8', 'certificate policy'],
  ])('takes the name %j of a certificate unless none can have it', (altNames, problem) => {
    const rules = [{ subject: 'certificates', action: 'create', conditions: { altNames } }];
    const messages = ruleProblems(PROJECT_SUBJECTS, rules).map(({ message }) => message);

    expect(messages).toEqual(problem === null ? [] : [expect.stringContaining(problem)]);
  });

  it('asks every action of a rule for its limits', () => {
    const conditions = { assignableRole: 'x' };
    const rule = { subject: 'member', action: ['grant-privileges', 'edit'], conditions };
    expect(codes([rule])).toEqual(['invalid_value 0.conditions.assignableRole']);
  });

  it('reports a hundred problems at most, each with its path', () => {
    const action = Array.from({ length: 10_000 }, (_, i) => `x${i}`);
    const problems = ruleProblems(PROJECT_SUBJECTS, [{ subject: 'role', action }], ['permissions']);
    expect(problems).toHaveLength(100);
    expect(problems[0]).toMatchObject({ code: 'too_big', path: ['permissions', 0, 'action'] });
  });

  it('names what is wrong and what is allowed, without echoing a long value', () => {
    const subject = 'x'.repeat(10_000);
    const [long] = ruleProblems(PROJECT_SUBJECTS, [{ subject, action: 'read' }]);
    expect(long?.message.length).toBeLessThan(160);
    const [short] = ruleProblems(PROJECT_SUBJECTS, [{ subject: 'insights', action: 'x' }]);
    expect(short?.message).toBe(
      "Unknown action 'x' on 'insights'. Allowed: read, generate-report, delete-report",
    );
  });
});

describe('ruleProblems with the organization table', () => {
  it.each<[unknown]>([
    [{ subject: 'role', action: 'read', inverted: false }],
    [{ subject: 'app-connections', action: ['connect'], inverted: true }],
    [{ subject: 'app-connections', action: 'read', conditions: { connectionId: 'x' } }],
    [{ subject: 'app-connections', action: 'read', conditions: { connectionId: { $in: ['x'] } } }],
  ])('accepts %j', (rule) => {
    expect(ruleProblems(ORG_SUBJECTS, [rule])).toEqual([]);
  });

  it.each<[unknown, string]>([
    [{ subject: 'role', action: 'read', more: 1 }, 'unrecognized_keys 0'],
    [{ subject: 'role', action: 'read', conditions: {} }, 'invalid_value 0.conditions'],
    [{ subject: 'role', action: 'read', inverted: true }, 'invalid_value 0.inverted'],
    [{ subject: 'secrets', action: 'read' }, 'invalid_value 0.subject'],
    [fromJson('{"subject":"role","action":"read","__proto__":1}'), 'unrecognized_keys 0'],
    [
      { subject: 'app-connections', action: 'read', conditions: { connectionId: { $glob: 'x' } } },
      'unrecognized_keys 0.conditions.connectionId',
    ],
  ])('refuses %j', (rule, problem) => {
    expect(codes([rule], ORG_SUBJECTS)).toEqual([problem]);
  });
});

describe('cleanRules', () => {
  it('keeps what is known exactly as it was sent', () => {
    const conditions = { secretPath: { $glob: '/a/**' }, environment: 'dev' };
    const sent = { inverted: false, more: 1, conditions, action: 'create', subject: 'secrets' };
    const [kept] = cleanRules(PROJECT_SUBJECTS, [sent]);
    expect(JSON.stringify(kept)).toBe(
      '{"inverted":false,"conditions":{"secretPath":{"$glob":"/a/**"},"environment":"dev"},"action":"create","subject":"secrets"}',
    );
  });

  it('drops inverted: false from organization rules where it says nothing', () => {
    const sent = [
      { subject: 'role', action: ['read'], inverted: false },
      { subject: 'app-connections', action: 'read', inverted: false },
    ];
    expect(cleanRules(ORG_SUBJECTS, sent)).toEqual([
      { subject: 'role', action: ['read'] },
      { subject: 'app-connections', action: 'read', inverted: false },
    ]);
  });
});

describe('readCombinationProblem', () => {
  it.each<[string, string[], boolean]>([
    ['secrets', ['read', 'readValue'], true],
    ['secrets', ['describeSecret', 'read'], true],
    ['secrets', ['describeSecret', 'readValue'], false],
    ['secrets', ['read', 'create'], false],
  ])('of %s: %j is %p', (subject, action, isProblem) => {
    const problem = readCombinationProblem([{ subject, action }]);
    expect(problem).toEqual(isProblem ? expect.stringContaining('Rule 0') : null);
  });
});

describe('templateProblem', () => {
  const ruled = (connectionId: string) => [
    {
      subject: 'app-connections',
      action: 'read',
      conditions: { connectionId: { $in: [connectionId] } },
    },
  ];

  it.each(['x', '{{identity.name}}', '{{ identity.metadata.team }}-{{identity.id}}', '{x}'])(
    'accepts %s',
    (text) => {
      expect(templateProblem(ruled(text))).toBeNull();
    },
  );

  it.each(['{{name}}', '{{identity}}', '{{identity.name}}{{env.X}}', '{{'])(
    'refuses %s',
    (text) => {
      expect(templateProblem(ruled(text))).toBe(
        'Rule 0: template expressions must start with identity.',
      );
    },
  );
});
