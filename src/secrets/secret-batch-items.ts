import type { SecretChanges } from './secret.js';

/** What becomes of items whose secret is not there: the batch fails, they are created, or skipped. */
export const MODES = ['failOnNotFound', 'upsert', 'ignore'] as const;
export type Mode = (typeof MODES)[number];

/** A secret by name, in the batch's folder or one of its own. */
export interface NamedItem {
  readonly secretKey: string;
  readonly secretPath?: string;
  readonly isPersonal?: boolean;
}

export interface ItemChanges extends NamedItem {
  readonly changes: SecretChanges;
  /** Refused with 409 unless the secret is at this version. */
  readonly expectedVersion?: number;
}
