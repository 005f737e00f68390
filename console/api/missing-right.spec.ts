import { describe, expect, it } from '@jest/globals';
import { beyondText, missingRightText, problemText } from './missing-right';
import { refusalOf } from './refusal';

const attributes = { environment: 'prod', secretPath: '/apps', secretName: 'API_KEY' };
const ADMIN = 'which an administrator of the project can give.';
const TAIL =
  'POST /api/v1/projects/{projectId}/permissions/explain says why, and an administrator of the project can give you the right.';

describe('a missing right', () => {
  it('is told in words of the console: what, where, and who can give it', () => {
    const details = { action: 'readValue', subject: 'secrets', attributes };
    expect(missingRightText(details, 'project')).toBe(
      `You may not read the values of secrets in prod in folder /apps (API_KEY): it needs the right “readValue” on “secrets”, ${ADMIN}`,
    );
  });

  it('of several things names some of them, and the place on which they agree', () => {
    const offenders = ['A', 'B', 'C', 'D'].map((secretName) => ({
      attributes: { ...attributes, secretName, environment: secretName },
    }));
    const details = { action: 'edit', subject: 'secrets', offenders, refused: 7 };
    expect(missingRightText(details, 'project')).toContain(
      'change secrets in folder /apps (A, B, C, and 4 more):',
    );
  });

  it('names the rule that forbids it', () => {
    const source = { kind: 'role', slug: 'no-prod', group: { name: 'ops' } };
    const rule = { action: 'edit', subject: 'secrets', inverted: true, source };
    expect(
      missingRightText({ action: 'edit', subject: 'secrets', attributes, rule }, 'project'),
    ).toContain('A rule of role no-prod of group ops forbids it');
  });

  it('of which the console has no words keeps the names of the rule', () => {
    expect(missingRightText({ action: 'lease', subject: 'dynamic-secrets' }, 'project')).toBe(
      `You may not: it needs the right “lease” on “dynamic-secrets”, ${ADMIN}`,
    );
    expect(missingRightText({ missingPermissions: [] }, 'project')).toBeNull();
  });

  it('of one change of several is told alike, and other problems stay as they are', () => {
    const message = `You may not use the action readValue on secrets in prod at /apps (A). ${TAIL}`;
    expect(problemText({ message })).toBe(
      `You may not read the values of secrets in prod in folder /apps (A): it needs the right “readValue” on “secrets”, ${ADMIN}`,
    );
    expect(problemText({ message: `You may not create secrets in dev. ${TAIL}` })).toMatch(
      /^You may not add secrets in dev: it needs the right “create” on “secrets”/,
    );
    expect(problemText({ message: 'It is there already.' })).toBe('It is there already.');
  });
});

it('a refusal says who can give the right, and others keep the server’s sentence', () => {
  const answer = (code: string) =>
    new Response(null, {
      status: 403,
      headers: { Link: `</api/docs/errors#${code}>; rel="help"` },
    });
  const details = { action: 'create', subject: 'groups', attributes: {} };
  const message =
    'You may not create groups. An administrator of the organization can give you the right.';
  expect(refusalOf(answer('permission-denied'), { message, details }).message).toBe(
    'You may not add groups: it needs the right “create” on “groups”, which an administrator of the organization can give.',
  );
  expect(refusalOf(answer('too-much-to-weigh'), { message: 'No.', details }).message).toBe('No.');
});

it('a refusal of what nobody may hand on names what they do not hold', () => {
  const rule = { subject: 'secrets', action: ['readValue', 'edit'], conditions: {} };
  const missingPermissions = [rule, rule, { subject: ['groups', 'x'], action: 'read' }];
  expect(beyondText({ missingPermissions })).toBe(
    'This reaches beyond the rights that you hold yourself: read the values of secrets; change secrets; see groups; and 1 more. Give less, or let somebody do it who holds them, such as an administrator.',
  );
  expect(beyondText({})).toBeNull();
});

it.each([
  [
    'A project with this slug exists. Choose another slug, or go on with that project: GET /api/v1/projects/slug/shop.',
    'A project with this slug exists. Choose another slug.',
  ],
  [
    'This organization is entered through its provider alone: sign in with it, at /login or GET /api/v1/sso/oidc/login.',
    'This organization is entered through its provider alone: sign in with it.',
  ],
  [
    'The account has no second factor yet: POST /api/v1/user/me/totp/register makes one.',
    'The account has no second factor yet.',
  ],
  ['Wrong e-mail address or password.', 'Wrong e-mail address or password.'],
])('a refusal names no route to people: %s', (message, shown) => {
  expect(refusalOf(new Response(null, { status: 400 }), { message }).message).toBe(shown);
});
