import Sequencer from '@jest/test-sequencer';

const LONGEST = [
  'privilege-model',
  'authorization',
  'idempotency-routes',
  'secrets-faults',
  'events-hostile',
  'secrets-model',
  'first-owner',
  'process',
  'bodies-under-way',
  'grant-races',
];

/** What takes longest begins, so that no worker is left with it at the end. Jest knows that only from earlier runs. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const placeOf = ({ path }) => {
      const place = LONGEST.findIndex((name) => path.endsWith(`/${name}.e2e-spec.ts`));
      return place < 0 ? LONGEST.length : place;
    };
    return super.sort(tests).sort((a, b) => placeOf(a) - placeOf(b));
  }
}
