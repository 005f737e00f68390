/** A key of external account bindings (RFC 8555, 7.3.4) with bounds of its own. */
export interface BindingKeyRecord {
  /** The key id that clients are given, too. */
  readonly id: string;
  readonly name: string;
  /** Accounts that it may bind; null for any number. */
  readonly maxUses: number | null;
  /** Accounts that it has bound. */
  readonly uses: number;
  readonly expiresAt: Date | null;
  /** Patterns of the names that its accounts may have, within the policy; null for all of those. */
  readonly allowedNames: readonly string[] | null;
  readonly createdAt: Date;
}

export type BindingKeyDraft = Pick<
  BindingKeyRecord,
  'name' | 'maxUses' | 'expiresAt' | 'allowedNames'
>;
