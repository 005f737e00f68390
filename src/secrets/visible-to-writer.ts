import type { ProjectAccess } from '../access/access.service.js';
import { mayDescribe, mayReadValue } from './secret-guards.js';
import {
  MASK,
  type MetadataItem,
  type OpenSecret,
  optionsIn,
  type SealedSecret,
  type SecretChanges,
} from './secret.js';

/** Options that whoever may change a secret sees, though they may not describe it. */
const ALWAYS_SHOWN = new Set(['skipMultilineEncoding', 'legacyMetadata']);

/** A new secret as its writer may see it: a service token that may not read is shown no value, not even what it sent. */
export function visibleToCreator(project: ProjectAccess, secret: OpenSecret): OpenSecret {
  if (!project.isScoped || mayReadValue(project, secret)) return secret;
  return { ...secret, value: MASK, isHidden: true };
}

/**
 * The changed or deleted secret as its writer may see it: what was just sent, and of the rest what the writer may
 * describe and read.
 */
export function visibleToWriter(
  project: ProjectAccess,
  old: SealedSecret,
  secret: OpenSecret,
  sent: SecretChanges = {},
): OpenSecret {
  const isKnown = mayDescribe(project, old);
  const isReadable = mayReadValue(project, old);
  const isShown = isReadable || (sent.secretValue !== undefined && !project.isScoped);
  const maskedItem = (item: MetadataItem) => (item.isEncrypted ? { ...item, value: MASK } : item);
  const knownMetadata = isKnown ? secret.metadata.map(maskedItem) : [];
  const sentOptions = Object.keys(sent.options ?? {});
  const isVisible = (name: string) =>
    isKnown || sentOptions.includes(name) || ALWAYS_SHOWN.has(name);
  const visible = Object.entries(optionsIn(secret)).filter(([name]) => isVisible(name));
  return {
    ...secret,
    ...optionsIn(Object.fromEntries(visible)),
    value: isShown ? secret.value : MASK,
    isHidden: !isShown,
    comment: isKnown || sent.secretComment !== undefined ? secret.comment : '',
    metadata: isReadable || sent.secretMetadata !== undefined ? secret.metadata : knownMetadata,
    tags: isKnown || sent.tagIds !== undefined ? secret.tags : [],
  };
}
