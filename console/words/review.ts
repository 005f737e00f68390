import type { Act } from '../review/model';

/** Words of setting a secret, and of the review before it. */
export const reviewWords = {
  add: '+ Secret',
  change: 'Change',
  titleNew: 'New secret',
  titleChange: (name: string) => `Change ${name}`,
  titleReview: (name: string) => `Review ${name}`,
  name: 'Name',
  valueIn: (environment: string) => `Value in ${environment}`,
  help: 'Left empty: stays as it is',
  remove: (environment: string) => `Delete in ${environment}`,
  review: 'Review',
  back: 'Back',
  done: 'Close',
  apply: (count: number) =>
    count === 1 ? 'Apply to 1 environment' : `Apply to ${count} environments`,
  asking: 'Asking the server what it would do',
  kinds: { create: '+ new', update: '↺ new value', delete: '− deleted' } satisfies Record<
    Act['kind'],
    string
  >,
  would: 'would be done',
  held: (policy: string) => `would wait for consent, by the policy ${policy}`,
  isHeld: 'waits for consent now',
  request: 'open the request',
  isDone: 'done',
  refused: 'refused',
} as const;
