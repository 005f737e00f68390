import { describe, expect, it } from '@jest/globals';
import {
  actsOn,
  EMPTY_DRAFT,
  environmentsIn,
  kept,
  renewed,
  lastStepOf,
  takenBack,
  withoutDone,
} from './draft.js';
import type { Target, TargetedAct } from './model.js';

const target = (secretKey: string, secretPath = '/'): Target => ({
  ...{ projectId: 'shop', secretPath, secretKey },
});

const set = (of: Target, environment: string, value = 'x'): TargetedAct => ({
  target: of,
  act: { environment, kind: 'create', value, expectedVersion: null },
});

const [A, B] = [target('A'), target('B')];
const both = kept(kept(EMPTY_DRAFT, A, [set(A, 'dev'), set(A, 'prod')]), B, [set(B, 'dev')]);

describe('a draft', () => {
  it('has the acts of several secrets, and counts their environments', () => {
    expect(both.acts).toHaveLength(3);
    expect(environmentsIn(both)).toBe(2);
    expect(actsOn(both, A)).toHaveLength(2);
  });

  it('has the last acts of a secret alone, and of another folder those of its own', () => {
    const other = target('A', '/apps');
    const changed = kept(kept(both, other, [set(other, 'dev')]), A, [set(A, 'staging')]);

    expect(actsOn(changed, A)).toEqual([set(A, 'staging')]);
    expect(actsOn(changed, other)).toEqual([set(other, 'dev')]);
    expect(actsOn(kept(both, A, []), A)).toEqual([]);
  });

  it('is taken back step by step, and not beyond its beginning', () => {
    const changed = kept(both, A, [set(A, 'staging')]);

    expect(takenBack(changed).acts).toEqual(both.acts);
    expect(takenBack(takenBack(takenBack(changed))).acts).toEqual([]);
    expect(takenBack(EMPTY_DRAFT)).toEqual(EMPTY_DRAFT);
  });

  it('has nothing again of what is done', () => {
    const left = withoutDone(kept(both, B, [set(B, 'prod')]), [set(A, 'dev'), set(B, 'dev')]);

    expect(left.acts).toEqual([set(A, 'prod'), set(B, 'prod')]);
    expect(takenBack(left).acts).toEqual([set(A, 'prod')]);
  });

  it('has an act that was put upon what is there now, if it had one', () => {
    const onNow = { ...set(A, 'dev'), act: { ...set(A, 'dev').act, expectedVersion: 7 } };

    expect(renewed(both, onNow).acts).toEqual([onNow, set(A, 'prod'), set(B, 'dev')]);
    expect(renewed(EMPTY_DRAFT, onNow)).toEqual(EMPTY_DRAFT);
  });

  it('tells what its last step was about: what came, went, or has another value', () => {
    const named = (draft: typeof both) =>
      lastStepOf(draft).map(({ target: { secretKey }, act }) => `${secretKey} ${act.environment}`);

    expect(named(both)).toEqual(['B dev']);
    expect(named(kept(both, A, [set(A, 'dev'), set(A, 'prod', 'y')]))).toEqual(['A prod']);
    expect(named(kept(both, A, []))).toEqual(['A dev', 'A prod']);
    expect(named(EMPTY_DRAFT)).toEqual([]);
  });
});
