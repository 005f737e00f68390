import type { Fate } from '../batch/model';

/** Words of the difference that a batch would make. */
export const batchWords = {
  difference: 'What it would do',
  name: 'Name',
  fate: 'Result',
  fates: {
    create: '+ new',
    update: '~ new value',
    same: '= the same',
    refused: '✕ refused',
  } satisfies Record<Fate, string>,
  counts: {
    create: (count: number) => `${count} new`,
    update: (count: number) => `${count} with a new value`,
    same: (count: number) => `${count} the same`,
    refused: (count: number) => `${count} refused`,
  } satisfies Record<Fate, (count: number) => string>,
  left: 'What is unchanged or refused is left out.',
  held: (policy: string) => `It would wait for consent, by the policy ${policy}.`,
  apply: (count: number, environment: string) =>
    count === 1 ? `Write 1 secret to ${environment}` : `Write ${count} secrets to ${environment}`,
  nothing: 'Nothing is left to write.',
  done: (count: number, environment: string) =>
    count === 1
      ? `1 secret is written to ${environment}.`
      : `${count} secrets are written to ${environment}.`,
  again: 'Somebody changed it in the meantime. Go back, and check again.',
  findSame: (count: number) =>
    count === 1
      ? 'Compare 1 value with what is there'
      : `Compare ${count} values with what is there`,
  findSameHelp: 'Each is read once, which the audit log tells.',
  tooMany: (most: number) => `Values are compared up to ${most} at a time.`,
} as const;
