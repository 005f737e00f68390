import { badRequest, conflict } from '../errors/api-error.js';
import type { OpenSecret, SecretChanges, SecretDraft, TagRef } from './secret.js';

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

/** A rename to nothing, or against the rule of the project. */
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

export function refuseExisting(
  rows: readonly { readonly id: string; readonly key: string }[],
  inserted: ReadonlySet<string>,
): void {
  const secretKeys = rows.filter((row) => !inserted.has(row.id)).map((row) => row.key);
  if (secretKeys.length === 0) return;
  throw conflict('Secrets with these keys already exist in the folder.', { secretKeys });
}

/** Those that are not the project's. */
export const unknownTags = (
  tags: ReadonlyMap<string, TagRef>,
  ids: readonly string[],
): readonly string[] => [...new Set(ids)].filter((id) => !tags.has(id));

/** As a read lists them: each once, in the order of their slugs. */
export const tagsBySlug = (
  tags: ReadonlyMap<string, TagRef>,
  ids: readonly string[],
): readonly TagRef[] =>
  [...new Set(ids)].flatMap((id) => tags.get(id) ?? []).sort((a, b) => (a.slug < b.slug ? -1 : 1));

export const plainOf = (draft: SecretDraft) => ({
  value: draft.secretValue,
  comment: draft.secretComment ?? '',
  metadata: draft.secretMetadata ?? [],
});

export const columnsOf = (draft: SecretDraft) => ({
  key: draft.secretKey,
  skipMultilineEncoding: draft.skipMultilineEncoding ?? null,
  legacyMetadata: draft.metadata ?? null,
  reminderNote: draft.secretReminderNote || null,
  reminderRepeatDays: draft.secretReminderRepeatDays || null,
  tagIds: draft.tagIds ?? [],
});

/** The whole draft of an updated secret: what was, overlaid with what is given. */
export function merged(
  before: OpenSecret,
  changes: SecretChanges,
  tags: readonly TagRef[],
): SecretDraft {
  const given = Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  ) as SecretChanges;
  return {
    secretValue: before.value,
    secretComment: before.comment,
    secretMetadata: before.metadata,
    ...(before.skipMultilineEncoding === null
      ? {}
      : { skipMultilineEncoding: before.skipMultilineEncoding }),
    ...(before.legacyMetadata === null ? {} : { metadata: before.legacyMetadata }),
    ...(before.reminderNote === null ? {} : { secretReminderNote: before.reminderNote }),
    ...(before.reminderRepeatDays === null
      ? {}
      : { secretReminderRepeatDays: before.reminderRepeatDays }),
    ...given,
    secretKey: changes.newSecretName ?? before.key,
    tagIds: tags.map((tag) => tag.id),
  };
}

/** Of a secret that an update finds missing, and may create. */
export function draftOfNew(changes: SecretChanges, secretKey: string): SecretDraft {
  const { newSecretName: _, secretValue = '', ...rest } = changes;
  return { ...rest, secretValue, secretKey };
}
