import type { ProjectAccess } from '../../access/access.service.js';
import type { AttributeGain } from '../../access/attribute-changes/gain-collector.js';
import { type ApiError, permissionDenied } from '../../errors/api-error.js';
import type { SecretAction } from './label-rights.js';
import { attributesOfLabels, type Labels } from './labelled-secret.js';

/** What a refusal lists before it only counts. */
const MAX_NAMED = 100;

/** What is asked for, and what may be said of it: a secret is named by what it is called now. */
export interface Refused {
  readonly action: SecretAction;
  readonly attributes: Labels;
  readonly now: Labels;
}

const isKnown = ({ ability }: ProjectAccess, labels: Labels): boolean =>
  ability.allows('describeSecret', 'secrets', attributesOfLabels(labels));

/** Names those that lack the first right and that the caller may know of, and counts them all. */
export function lacking(project: ProjectAccess, refused: readonly Refused[]): ApiError {
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
export function opening(project: ProjectAccess, openings: readonly AttributeGain[]): ApiError {
  const [first] = openings;
  const { actions, change } = first!;
  const named = openings
    .filter(({ change: { subject, before } }) =>
      subject === 'secrets' ? isKnown(project, before as unknown as Labels) : true,
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
