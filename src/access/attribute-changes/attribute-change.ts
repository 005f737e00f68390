import type { Attributes } from '../../permissions/subject-table.js';

/** What rules are asked about turns from `before` into `after`. */
export interface AttributeChange {
  readonly subject: string;
  readonly actions: readonly string[];
  readonly before: Attributes;
  readonly after: Attributes;
}

/** The fields by which rules tell secrets and folders apart, and which others may change. */
export type ChangingField = 'environment' | 'secretPath' | 'secretName' | 'secretTags';

const FIELDS: readonly ChangingField[] = ['environment', 'secretPath', 'secretName', 'secretTags'];

/** The fields in which the two differ. */
export const changedFields = ({ before, after }: AttributeChange): ChangingField[] =>
  FIELDS.filter((field) => !isSame(before[field], after[field]));

const isSame = (one: unknown, other: unknown): boolean =>
  one === other ||
  (Array.isArray(one) && Array.isArray(other) && JSON.stringify(one) === JSON.stringify(other));

/** A key that is equal for changes between which no rule makes a difference. */
export function changeKey(change: AttributeChange): string {
  const { subject, before, after } = change;
  const fields = changedFields(change).map((field) => [field, before[field], after[field]]);
  return JSON.stringify([subject, ...fields]);
}
