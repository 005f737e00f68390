import type { ProjectAccess } from '../access/access.service.js';
import { OPTION_COLUMNS } from '../database/entities/secret-columns.js';
import type { SecretOptions } from '../database/entities/secret.entity.js';
import { badRequest } from '../errors/api-error.js';
import { mayDescribe, mayReadValue } from './secret-guards.js';
import {
  MASK,
  type MetadataItem,
  type OpenSecret,
  type SealedSecret,
  type SecretChanges,
  type SecretDraft,
  type TagRef,
} from './secret.js';

export function refuseRepeatedKeys(drafts: readonly SecretDraft[]): void {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { secretKey } of drafts) {
    if (seen.has(secretKey)) repeated.add(secretKey);
    seen.add(secretKey);
  }
  if (repeated.size === 0) return;
  throw badRequest('The same key occurs more than once in the batch.', {
    secretKeys: [...repeated],
  });
}

/** Throws 400 for a rename to an empty name, or to one with lower case where the project forbids it. */
export function refuseNewName(
  newName: string | undefined,
  { autoCapitalization }: { readonly autoCapitalization: boolean },
): void {
  if (newName === '') throw badRequest('The new name must not be empty.');
  if (newName !== undefined && autoCapitalization) refuseLowerCase([newName]);
}

export function refuseLowerCase(keys: readonly string[]): void {
  const secretKeys = keys.filter((key) => key !== key.toUpperCase());
  if (secretKeys.length === 0) return;
  throw badRequest('The project allows upper-case keys only.', { secretKeys });
}

/** The ids that are no tags of the project. */
export const unknownTags = (
  tags: ReadonlyMap<string, TagRef>,
  ids: readonly string[],
): readonly string[] => [...new Set(ids)].filter((id) => !tags.has(id));

/** The tags of these ids, each once, ordered by slug as reads list them. */
export const tagsBySlug = (
  tags: ReadonlyMap<string, TagRef>,
  ids: readonly string[],
): readonly TagRef[] =>
  [...new Set(ids)].flatMap((id) => tags.get(id) ?? []).sort((a, b) => (a.slug < b.slug ? -1 : 1));

/** The contents that are sealed. */
export const plainOf = (draft: SecretDraft) => ({
  value: draft.secretValue,
  comment: draft.secretComment ?? '',
  metadata: draft.secretMetadata ?? [],
});

type Options = Readonly<Partial<SecretOptions>>;

/** All columns that are stored as given; null where there is no value. */
export const optionsIn = (state: Options): SecretOptions => {
  const values = state as Readonly<Record<string, unknown>>;
  const entries = OPTION_COLUMNS.map(({ property }) => [property, values[property] ?? null]);
  return Object.fromEntries(entries) as SecretOptions;
};

/** The whole next state of a secret: the present one, overlaid with the changes. */
export function merged(
  before: OpenSecret,
  { newSecretName, options, ...given }: SecretChanges,
  tags: readonly TagRef[],
): SecretDraft {
  return {
    secretValue: before.value,
    secretComment: before.comment,
    secretMetadata: before.metadata,
    ...given,
    options: { ...optionsIn(before), ...options },
    secretKey: newSecretName ?? before.key,
    tagIds: tags.map((tag) => tag.id),
  };
}

/** The first state of a secret that an update did not find, and may create. */
export function draftOfNew(changes: SecretChanges, secretKey: string): SecretDraft {
  const { newSecretName: _, secretValue = '', ...rest } = changes;
  return { ...rest, secretValue, secretKey };
}

/** Options that whoever may change a secret sees, though they may not describe it. */
const ALWAYS_SHOWN = new Set(['skipMultilineEncoding', 'legacyMetadata']);

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
  const isShown = isReadable || sent.secretValue !== undefined;
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
