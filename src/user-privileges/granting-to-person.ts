import type { FreshAccess } from '../access/locked-access.js';
import type { Rule } from '../permissions/rule.js';
import { assignablePairsOf } from '../privileges/privilege-limits.js';

/**
 * Throws 403 unless the caller may grant each of the rules to the person: by `assign-additional-privileges`, or by its
 * older name `grant-privileges`. What a rule on either forbids is forbidden.
 */
export const grantingToPerson =
  ({ ability }: Pick<FreshAccess, 'ability'>, userEmail: string) =>
  (rules: readonly Rule[]): void => {
    const pairs = assignablePairsOf(rules);
    const unknown = [{ assignableSubject: null, assignableAction: null }];
    for (const pair of pairs.length > 0 ? pairs : unknown) {
      const newer = { userEmail, ...pair };
      const older = { ...newer, assignableRole: null };
      const byOlder = ability.explain('grant-privileges', 'member', older);
      if (byOlder.decidedBy?.inverted) ability.require('grant-privileges', 'member', older);
      const byNewer = ability.explain('assign-additional-privileges', 'member', newer);
      const isAllowed = byNewer.allowed || (byOlder.allowed && !byNewer.decidedBy?.inverted);
      if (!isAllowed) ability.require('assign-additional-privileges', 'member', newer);
    }
  };
