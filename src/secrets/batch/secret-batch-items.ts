import type { SecretChanges } from '../secret.js';

/** What becomes of items whose secret is not there: the batch fails, they are created, or skipped. */
export const MODES = ['failOnNotFound', 'upsert', 'ignore'] as const;
export type Mode = (typeof MODES)[number];

/** A secret by name, in the batch's folder or one of its own. */
export interface NamedItem {
  readonly secretKey: string;
  readonly secretPath?: string;
  readonly isPersonal?: boolean;
  /** Refused with 409 unless the secret is at this version. */
  readonly expectedVersion?: number;
}

/** Tags that are wanted anywhere in a batch. */
export const tagIdsIn = (items: readonly ItemChanges[]): readonly string[] =>
  items.flatMap(({ changes }) => changes.tagIds ?? []);

export interface ItemChanges extends NamedItem {
  readonly changes: SecretChanges;
}
