import type { Rule } from '../../../src/permissions/rule.js';
import type { OracleRule } from './oracle.js';
import type { Random } from './random.js';
import { aNarrowerRule, aRule } from './samples.js';

/** Rules somebody might hand out who holds these: mostly within them, each then altered by `alter`. */
export function someGrant(
  random: Random,
  own: readonly OracleRule[],
  alter: (rule: OracleRule) => OracleRule = (rule) => rule,
): OracleRule[] {
  const derived = () =>
    alter(random.chance(70) ? aNarrowerRule(random, random.pick(own)) : aRule(random));
  const kept = own.filter(({ inverted }) => inverted && random.chance(50));
  return [derived(), ...random.times(2, derived), ...kept];
}

/** The grant less what is reported missing: this much must lie within what the giver holds. */
export const without = (granted: readonly OracleRule[], missing: readonly Rule[]): OracleRule[] =>
  granted.flatMap((rule) => {
    const beyond = missing
      .filter(({ conditions }) => conditions === rule.conditions)
      .flatMap(({ subject, action }) => (subject === rule.subject && !rule.inverted ? action : []));
    const action = rule.action.filter((name) => !beyond.includes(name));
    return action.length > 0 ? [{ ...rule, action }] : [];
  });
