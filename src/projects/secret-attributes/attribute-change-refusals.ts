import type { ProjectAccess } from '../../access/access.service.js';
import type { AttributeGain } from '../../access/attribute-changes/gain-collector.js';
import { type ApiError, permissionDenied } from '../../errors/api-error.js';
import { deniedText } from '../../permissions/refusal-text.js';
import type { SecretRuleAction } from './grantable-rights.js';
import type { SecretAttributes } from './secret-attributes.js';

/** What a refusal lists before it only counts. */
const MAX_NAMED = 100;

export interface DeniedSecret {
  readonly action: SecretRuleAction;
  /** The attributes for which the action was checked. */
  readonly attributes: SecretAttributes;
  /** The present attributes: they decide whether the caller may know of the secret. */
  readonly now: SecretAttributes;
}

const isKnown = ({ ability }: ProjectAccess, attributes: object): boolean =>
  ability.allows('describeSecret', 'secrets', attributes as SecretAttributes);

/** The 403 that names the secrets which lack the first denied action, as far as the caller may know of them. */
export function secretsDenied(project: ProjectAccess, denied: readonly DeniedSecret[]): ApiError {
  const { action } = denied[0]!;
  const alike = denied.filter((each) => each.action === action);
  const offenders = alike
    .filter(({ now }) => isKnown(project, now))
    .slice(0, MAX_NAMED)
    .map(({ attributes }) => {
      const { decidedBy } = project.ability.explain(action, 'secrets', attributes);
      return { attributes, ...(decidedBy ? { rule: decidedBy } : {}) };
    });
  const rows = offenders.map(({ attributes }) => attributes);
  const pair = { action, subject: 'secrets' };
  const reason = deniedText(project.ability.table, pair, rows, alike.length);
  const details = { ...pair, refused: alike.length, offenders };
  return permissionDenied('permission-denied', reason, details);
}

/** The 403 that names what somebody would gain by a change, as far as the caller may know of it. */
export function gainsDenied(project: ProjectAccess, gained: readonly AttributeGain[]): ApiError {
  const { actions, change } = gained[0]!;
  const openings = gained
    .filter(({ change: { subject, before } }) => subject !== 'secrets' || isKnown(project, before))
    .slice(0, MAX_NAMED)
    .map(({ change: { subject, before, after }, actions: opened }) => ({
      subject,
      actions: opened,
      attributes: before,
      becomes: after,
    }));
  return permissionDenied(
    'beyond-own-permissions',
    `This would open ${actions.join(', ')} on ${change.subject} to somebody, and you may not grant that`,
    { opened: gained.length, openings },
  );
}
