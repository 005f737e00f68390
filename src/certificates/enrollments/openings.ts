import type { ProjectAccess } from '../../access/access.service.js';
import { ANY_CERTIFICATE } from '../issued/certificate-rights.js';
import type { AcmeSetting } from '../profiles/profile.js';

const FLAGS = ['skipDnsOwnershipVerification', 'skipEabBinding'] as const;

/**
 * Whether a change lets strangers in: without proof of names, or without binding, they get what the policy allows, and owners
 * of names are asked no more whom they let issue (CAA).
 */
export const opensToStrangers = (
  before: AcmeSetting | null,
  after: AcmeSetting | null | undefined,
): boolean =>
  FLAGS.some((flag) => after?.[flag] === true && before?.[flag] !== true) ||
  (after ? asksFewerOwners(before?.caaIdentities, after.caaIdentities) : false);

/** Each identity that is named is one more that a CAA record may name; without any, nobody's record is asked. */
const asksFewerOwners = (before?: readonly string[], after?: readonly string[]): boolean =>
  before !== undefined && (!after || after.some((identity) => !before.includes(identity)));

/** Opening an ACME directory to strangers needs the right to issue by its profile and to create every certificate. Throws 403. */
export function requireOpening(
  { ability }: Pick<ProjectAccess, 'ability'>,
  { slug }: { readonly slug: string },
): void {
  ability.require('issue-cert', 'certificate-profiles', { slug });
  ability.require('create', 'certificates', ANY_CERTIFICATE);
}
