import { describe, expect, it } from '@jest/globals';
import type { Holding } from '../access/held-rules.js';
import type { Rule } from '../permissions/rule.js';
import { Evaluator } from './evaluator.js';
import { reasonOf } from './explanation-text.js';
import type { ProjectMember } from './project-members.repository.js';
import { toQuestion } from './question.js';

const AT = new Date('2026-11-21T12:00:00Z');

function held(slug: string, permissions: readonly Rule[], more: Partial<Holding> = {}): Holding {
  const span = { validFrom: null, validUntil: null };
  const own = { groupId: null, groupName: null };
  return { kind: 'role', id: slug, slug, permissions, ...span, ...own, ...more } as Holding;
}

async function reason(
  [action, subject, attributes = {}]: readonly [string, string, object?],
  holdings: readonly Holding[],
  kind: 'identity' | 'user' = 'identity',
): Promise<string> {
  const name = kind === 'user' ? 'ann@example.org' : 'ci';
  const member: ProjectMember = { kind, holderId: 'x', name, metadata: [], holdings };
  const question = toQuestion({ subject, action, attributes: { ...attributes } });
  const answer = await new Evaluator(question).evaluate(member, AT);
  return reasonOf(question, answer, member, AT);
}

const HERE = { environment: 'prod', secretPath: '/', secretName: 'DB_URL' };
const IN_DEV = { environment: 'dev' };
const BELOW = { secretPath: { $glob: '/apps/**' } };
const rule = (action: string, conditions?: object, inverted = false): Rule => ({
  ...{ subject: 'secrets', action: [action], ...(conditions ? { conditions } : {}) },
  ...(inverted ? { inverted } : {}),
});

const ADD = 'Add a rule to a role, or grant a privilege.';
const DEED = 'use the action readValue on secrets in prod at / (DB_URL)';

describe('reasonOf', () => {
  it.each<readonly [string, Parameters<typeof reason>, string]>([
    [
      'a role allows',
      [['create', 'secrets', HERE], [held('deployer', [rule('create')])]],
      'ci may create secrets in prod at / (DB_URL): role deployer allows it.',
    ],
    [
      'a role of a group allows a person',
      [
        ['readValue', 'secrets', HERE],
        [held('deployer', [rule('readValue')], { groupId: 'g', groupName: 'Operations' })],
        'user',
      ],
      `ann@example.org may ${DEED}: role deployer of group Operations allows it.`,
    ],
    [
      'a privilege allows',
      [
        ['delete', 'secret-folders'],
        [held('hotfix', [{ subject: 'secret-folders', action: 'delete' }], { kind: 'privilege' })],
      ],
      'ci may delete secret-folders: privilege hotfix allows it.',
    ],
    [
      'nothing is held',
      [['read', 'tags'], []],
      'ci may not read tags: the identity holds no role and no privilege in the project at that moment.',
    ],
    [
      'what was held is over',
      [['read', 'tags'], [held('r', [], { validUntil: new Date('2026-01-01') })], 'user'],
      'ann@example.org may not read tags: the person holds no role and no privilege in the project at that moment.',
    ],
    [
      'no rule is about it',
      [['create', 'secrets', HERE], [held('viewer', [rule('readValue')])]],
      `ci may not create secrets in prod at / (DB_URL): no rule of role viewer allows it. ${ADD}`,
    ],
    [
      'no rule of two holdings is about it',
      [
        ['read', 'tags'],
        [held('a', []), held('b', [], { kind: 'privilege' })],
      ],
      `ci may not read tags: no rule of role a or privilege b allows it. ${ADD}`,
    ],
    [
      'only one part of an action is allowed',
      [['read', 'secrets', HERE], [held('half', [rule('describeSecret')])]],
      `ci may not read secrets in prod at / (DB_URL): no rule of role half allows it. read on secrets is describeSecret and readValue together. ${ADD}`,
    ],
    [
      'a condition is not met',
      [['readValue', 'secrets', HERE], [held('deployer', [rule('readValue', IN_DEV)])]],
      `ci may not ${DEED}: role deployer allows it elsewhere, but its conditions on environment are not met.`,
    ],
    [
      'conditions of two are not met',
      [
        ['readValue', 'secrets', HERE],
        [held('a', [rule('readValue', IN_DEV)]), held('b', [rule('readValue', BELOW)])],
      ],
      `ci may not ${DEED}: role a, role b allow it elsewhere, but their conditions on environment, secretPath are not met.`,
    ],
    [
      'a condition is about what the question leaves out',
      [
        ['readValue', 'secrets', { environment: 'prod' }],
        [held('a', [rule('readValue', { ...IN_DEV, ...BELOW })])],
      ],
      'ci may not use the action readValue on secrets in prod: role a allows it elsewhere, but its conditions on environment are not met, and the question does not name secretPath, on which there are conditions.',
    ],
    [
      'a rule forbids',
      [
        ['readValue', 'secrets', HERE],
        [
          held('a', [rule('readValue')]),
          held('b', [rule('readValue', { environment: 'prod' }, true)]),
        ],
      ],
      `ci may not ${DEED}: a rule of role b forbids it, whatever else allows it.`,
    ],
    [
      'a rule forbids as long as the question leaves something out',
      [
        ['readValue', 'secrets'],
        [held('a', [rule('readValue')]), held('b', [rule('readValue', IN_DEV, true)])],
      ],
      'ci may not use the action readValue on secrets: a rule of role b forbids it, whatever else allows it. The question does not name environment, so that the conditions of the rule count as met.',
    ],
  ])('says so where %s', async (_, asked, expected) => {
    expect(await reason(...asked)).toBe(expected);
  });

  it('holds nothing that a terminal acts upon, and no more names than it counts', async () => {
    const many = Array.from({ length: 30 }, (_, n) => held(`r${n}`, []));
    const text = await reason(['read', 'tags'], [held('\u001b[31m', []), ...many]);

    expect(text).not.toContain('\u001b');
    expect(text).toContain('and 21 more');
  });
});
