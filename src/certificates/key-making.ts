import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { withoutPlace } from '../http/limits/admission.js';
import { type KeyAlgorithm, type KeyPair, newKeyPair } from '../x509/key-algorithms.js';

/** Makes keys for certificates. Whoever waits for one holds up nobody who wants none (C86). */
@Injectable()
export class KeyMaking {
  constructor(private readonly database: Database) {}

  /** Throws as `newKeyPair` does, and 408 where the client has gone meanwhile. */
  newPair(algorithm: KeyAlgorithm, organizationId: string): Promise<KeyPair> {
    return withoutPlace(this.database, () => newKeyPair(algorithm, organizationId));
  }
}
