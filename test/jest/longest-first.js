import Sequencer from '@jest/test-sequencer';

/** By processor time, the database included: each takes at least three times as much as most. */
const LONGEST = [
  'matrix',
  'coverage',
  'unchanged-reads-model',
  'bodies',
  'version-retention',
  'secrets-values',
  'wire',
  'secret-imports',
  'idempotency-routes',
  'secret-imports-reads',
  'secrets-history',
  'identity-templates',
  'folder-rollback',
  'invitations',
  'tenancy',
  'hostile-cases',
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
