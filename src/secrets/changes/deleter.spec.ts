import { describe, expect, it } from '@jest/globals';
import { deleterIn, entryAbout } from './deleter.js';

const anEntry = (actorName: string, environment: string | null, keys: readonly string[]) => ({
  ...{ index: 0, action: 'secret.delete', actorType: 'user', actorId: `id of ${actorName}` },
  ...{ actorName, environment, asOf: null, keys },
});

describe('who deleted a secret', () => {
  it('is told by the entry of its environment where two people deleted at the same moment', () => {
    const entries = [anEntry('anna', 'dev', ['A']), anEntry('ben', 'prod', ['A'])];

    expect(deleterIn(entries, 'prod', ['A'])?.name).toBe('ben');
    expect(deleterIn(entries, 'dev', ['A'])?.name).toBe('anna');
    expect(deleterIn(entries, 'staging', ['A'])).toBeNull();
  });

  it('is told by the only entry that names it, whatever the environment was called then', () => {
    const entries = [anEntry('anna', 'live', ['A', 'B']), anEntry('ben', 'prod', ['C'])];

    expect(entryAbout(entries, 'prod', ['B'])?.actorName).toBe('anna');
    expect(entryAbout(entries, 'prod', ['D'])).toBeNull();
  });

  it('is not told where the server itself did it', () => {
    const [entry] = [anEntry('', 'prod', ['A'])];

    expect(deleterIn([{ ...entry!, actorType: 'system' }], 'prod', ['A'])).toBeNull();
  });
});
