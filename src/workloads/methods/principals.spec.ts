import { describe, expect, it } from '@jest/globals';
import { leastOf } from '../../../test/support/quiet-stopwatch.js';
import { threadTime } from '../../../test/support/thread-time.js';
import { arnProblem, isAllowedArn, isTenantWide, principalIn } from './aws-principal.js';
import { serviceAccountOf } from './kubernetes-review.js';

describe('a username of a cluster', () => {
  const of = (namespace: string, name = 'api') => `system:serviceaccount:${namespace}:${name}`;

  it('is that of a service account', () => {
    expect(serviceAccountOf(of('shop'))).toEqual({ namespace: 'shop', name: 'api' });
    expect(serviceAccountOf(of('shop', 'a.b-c'))).toEqual({ namespace: 'shop', name: 'a.b-c' });
  });

  it.each([
    ...[of('Shop'), of('shop '), of(' shop'), of('a,b'), of('a*'), of(''), of('shop', '')],
    ...[of('ｓhop'), of('shоp'), of('sho\u200dp'), of('e\u0301'), of('\u212a'), of('shop', 'ａpi')],
    ...[`${of('shop')}\n`, `${of('shop')}:x`, ` ${of('shop')}`, 'system:node:shop', 'shop:api'],
    ...[null, 7, ['shop', 'api'], { namespace: 'shop' }],
  ])('is no service account: %j (T316)', (username) => {
    expect(serviceAccountOf(username)).toBeNull();
  });
});

describe('an ARN of STS', () => {
  const ROLE = 'arn:aws:iam::123456789012:role/R';
  const answerOf = (arn: string) => ({
    GetCallerIdentityResponse: {
      GetCallerIdentityResult: { Account: '123456789012', Arn: arn, UserId: 'AIDA' },
    },
  });
  const isAllowed = (arn: string, allowed = [ROLE]) => {
    try {
      return isAllowedArn(principalIn(answerOf(arn)), allowed);
    } catch {
      return false;
    }
  };

  it('names a role, by itself or by a session', () => {
    expect(isAllowed(ROLE)).toBe(true);
    expect(isAllowed('arn:aws:sts::123456789012:assumed-role/R/session')).toBe(true);
    expect(
      isAllowed('arn:aws:sts::123456789012:assumed-role/R/s', [ROLE.replace('R', 'x/R')]),
    ).toBe(true);
  });

  it('has no path that a wildcard could stand behind', () => {
    const behind = ['prod/*', 'prod/**', 'a/b/c?', 'prod/{a,b}'];
    const beside = ['*', '**', 'prod/R', 'p*/R', 'web-*'];
    const arnOf = (name: string) => ROLE.replace(/R$/, name);

    expect(behind.filter((name) => arnProblem(arnOf(name)) === null)).toEqual([]);
    expect(beside.filter((name) => arnProblem(arnOf(name)) !== null)).toEqual([]);
    expect(beside.filter((name) => isTenantWide(arnOf(name)))).toEqual(['*', '**']);
    expect(isAllowed('arn:aws:sts::123456789012:assumed-role/other/s', [arnOf('prod/*')])).toBe(
      false,
    );
  });

  it('is read in as many steps as it is long, and no longer than AWS makes one', async () => {
    const hostile = (parts: number, marks: number) =>
      `arn:aws:iam::123456789012${':role/'.repeat(parts)}${'?'.repeat(marks)}/x`;
    const took = await leastOf(500, () => {
      const start = threadTime();
      for (let n = 0; n < 20; n++) arnProblem(hostile(150, 1_000));
      return threadTime() - start;
    });

    // Three nested repetitions took a second for each of the twenty.
    expect(took).toBeLessThan(500);
    expect(arnProblem(hostile(450, 5_433))).toMatch(/^is longer than/);
  });

  it.each([
    ...['r', 'Ｒ', 'R ', ' R', 'R\n', 'R\u200d', 'R/', 'RR'].map((name) =>
      ROLE.replace(/R$/, name),
    ),
    ROLE.toUpperCase(),
    'arn:aws:iam::123456789012:user/R',
    'arn:aws:iam::１23456789012:role/R',
    'arn:aws:sts::123456789012:assumed-role/X/R',
    'arn:aws:sts::123456789012:assumed-role/X/role/R',
    'arn:aws:sts::123456789012:federated-user/R',
  ])('names nobody of AWS: %j (T316)', (arn) => {
    expect(isAllowed(arn)).toBe(false);
  });
});
