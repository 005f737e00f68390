import { Injectable } from '@nestjs/common';
import type { Actor } from '../auth/actor.js';
import { Database } from '../database/database.js';
import { withoutPlace } from '../http/limits/slow-work.js';
import {
  isQuicklyMade,
  type KeyAlgorithm,
  type KeyPair,
  newKeyPair,
} from '../x509/key-algorithms.js';

/** Makes keys for certificates. Whoever waits for one holds up nobody who wants none. */
@Injectable()
export class KeyMaking {
  constructor(private readonly database: Database) {}

  /** Throws as `newKeyPair` does, and 408 where the client has gone meanwhile. */
  newPair(algorithm: KeyAlgorithm, { orgId, callerId }: Actor): Promise<KeyPair> {
    if (isQuicklyMade(algorithm)) return newKeyPair(algorithm);
    return withoutPlace(this.database, {
      name: `a key of ${algorithm}`,
      run: (signal) => newKeyPair(algorithm, { group: orgId, caller: callerId, signal }),
    });
  }
}
