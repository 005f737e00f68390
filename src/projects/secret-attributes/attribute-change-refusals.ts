import type { ProjectAccess } from '../../access/access.service.js';
import type { AttributeGain } from '../../access/attribute-changes/gain-collector.js';
import { type ApiError, permissionDenied } from '../../errors/api-error.js';
import type { SecretRuleAction } from './grantable-rights.js';
import { attributesOfLabels, type SecretAttributes } from './secret-attributes.js';

/** What a refusal lists before it only counts. */
const MAX_NAMED = 100;

/** What is asked for, and what may be said of it: a secret is named by what it is called now. */
export interface DeniedSecret {
  readonly action: SecretRuleAction;
  readonly attributes: SecretAttributes;
  readonly now: SecretAttributes;
}

const isKnown = ({ ability }: ProjectAccess, labels: SecretAttributes): boolean =>
  ability.allows('describeSecret', 'secrets', attributesOfLabels(labels));

/** Names those that lack the first right and that the caller may know of, and counts them all. */
export function secretsDenied(project: ProjectAccess, refused: readonly DeniedSecret[]): ApiError {
  const { action } = refused[0]!;
  const alike = refused.filter((each) => each.action === action);
  const offenders = alike
    .filter(({ now }) => isKnown(project, now))
    .slice(0, MAX_NAMED)
    .map(({ attributes }) => {
      const asked = attributesOfLabels(attributes);
      const { decidedBy } = project.ability.explain(action, 'secrets', asked);
      return { attributes: asked, ...(decidedBy ? { rule: decidedBy } : {}) };
    });
  return permissionDenied(`You are not allowed to ${action} on secrets`, {
    subject: 'secrets',
    action,
    refused: alike.length,
    offenders,
  });
}

/** Names what somebody would gain, as far as the caller may know of it. */
export function accessOpened(project: ProjectAccess, openings: readonly AttributeGain[]): ApiError {
  const [first] = openings;
  const { actions, change } = first!;
  const named = openings
    .filter(({ change: { subject, before } }) =>
      subject === 'secrets' ? isKnown(project, before as unknown as SecretAttributes) : true,
    )
    .slice(0, MAX_NAMED)
    .map(({ change: { subject, before, after }, actions: opened }) => ({
      subject,
      actions: opened,
      attributes: before,
      becomes: after,
    }));
  return permissionDenied(
    `This would open ${actions.join(', ')} on ${change.subject} to somebody, and you may not grant that`,
    { opened: openings.length, openings: named },
  );
}
