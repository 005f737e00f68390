import { describe, expect, it } from '@jest/globals';
import type { Rule } from '../../permissions/rule.js';
import { EventAuthorizer } from './event-authorizer.js';

const authorizerOf = (...rules: readonly Rule[]) =>
  new EventAuthorizer(rules.map((rule) => ({ ...rule, source: { kind: 'role', slug: 'test' } })));

/** Each of the three ways in which rules speak of the events about secrets. */
const SUBJECTS: readonly Rule[] = [
  { subject: 'secret-event-subscriptions', action: ['subscribe-to-creation-events'] },
  { subject: 'secret-events', action: ['subscribe-on-created'] },
  { subject: 'secrets', action: ['describeSecret'], conditions: { eventType: 'secret:create' } },
];

const SECRET = { environment: 'dev', secretPath: '/a', secretKey: 'A' };

describe('an event about a secret', () => {
  it.each(SUBJECTS)('is received by a rule on $subject alone', (rule) => {
    expect(authorizerOf(rule).canReceive('secret:create', SECRET)).toBe(true);
    expect(authorizerOf(rule).canReceive('secret:delete', SECRET)).toBe(false);
  });

  it.each(SUBJECTS)('is forbidden by a rule on $subject, whatever allows it', (rule) => {
    const authorizer = authorizerOf(...SUBJECTS, { ...rule, inverted: true });

    expect(authorizer.canReceive('secret:create', SECRET)).toBe(false);
  });

  it('says nothing of a folder whose secrets may not be known of', () => {
    const hidden: Rule = {
      subject: 'secrets',
      action: ['describeSecret'],
      conditions: { secretPath: '/a' },
      inverted: true,
    };
    const authorizer = authorizerOf(...SUBJECTS, hidden);

    expect(authorizer.canReceiveFolder('secret:create', SECRET)).toBe(false);
    expect(authorizer.canReceiveFolder('secret:create', { ...SECRET, secretPath: '/b' })).toBe(
      true,
    );
  });

  it('tells of no whole folder by names, but where a rule forbids some of them', () => {
    const named = (secretName: string, inverted: boolean): Rule => ({
      subject: 'secrets',
      action: ['describeSecret'],
      conditions: { eventType: 'secret:create', secretName },
      inverted,
    });
    const whole = { environment: 'dev', secretPath: '/a', secretKey: '*' };
    const some = authorizerOf(named('A', false)).forWholeFolders();
    const notAll = authorizerOf(SUBJECTS[2]!, named('*', true)).forWholeFolders();

    expect(some.canReceive('secret:create', whole)).toBe(true);
    expect(notAll.canReceive('secret:create', whole)).toBe(false);
    expect(notAll.canReceive('secret:create', { ...whole, secretKey: 'A' })).toBe(true);
  });
});

describe('an event about access', () => {
  const READS: Readonly<Record<string, Rule>> = {
    identity: { subject: 'identity', action: ['read'] },
    member: { subject: 'member', action: ['read'] },
    groups: { subject: 'groups', action: ['read'], conditions: { groupName: 'ops' } },
  };
  const [IDENTITY, USER, GROUP] = ['1', '2', '3'].map((digit) => digit.repeat(8));
  const cases = [
    { item: { identityId: IDENTITY }, needs: ['identity'] },
    { item: { userId: USER, userEmail: 'ann@example.org' }, needs: ['member'] },
    { item: { groupId: GROUP, groupName: 'ops' }, needs: ['groups'] },
    { item: { userId: USER, groupId: GROUP, groupName: 'ops' }, needs: ['member', 'groups'] },
    {
      item: { identityId: IDENTITY, groupId: GROUP, groupName: 'ops' },
      needs: ['identity', 'groups'],
    },
  ];

  it.each(cases)('needs $needs for each that it names', ({ item, needs }) => {
    const readable = needs.map((subject) => READS[subject]!);
    expect(authorizerOf(...readable).canReceive('membership:update', item)).toBe(true);
    for (const left of readable) {
      const others = Object.values(READS).filter((rule) => rule !== left);
      expect(authorizerOf(...others).canReceive('membership:update', item)).toBe(false);
    }
  });

  it('is not received of a group of another name, or of one that is gone', () => {
    const authorizer = authorizerOf(READS['groups']!);
    for (const groupName of ['dev', null])
      expect(authorizer.canReceive('membership:update', { groupId: GROUP!, groupName })).toBe(
        false,
      );
  });
});
