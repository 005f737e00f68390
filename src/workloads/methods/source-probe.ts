import { Injectable } from '@nestjs/common';
import type { KeySource } from '../keys/key-documents.js';
import { KeySets } from '../keys/key-sets.js';
import { ProofUnavailable } from '../logins/checks.js';
import { type Warning, warning } from '../settings/warnings.js';

/** The warning for an outgoing call that failed. */
export const warningFor = ({ step }: ProofUnavailable): Warning =>
  warning(step === 'address' ? 'address-closed' : 'issuer-unreachable');

/** Tries the source of keys of a row that is being written: the first login should not be what finds a slip. */
@Injectable()
export class SourceProbe {
  constructor(private readonly keySets: KeySets) {}

  /** `now`: the database's clock, in seconds. */
  async probe(source: KeySource, now: number): Promise<readonly Warning[]> {
    try {
      await this.keySets.tryOut(source, now);
      return [];
    } catch (error) {
      if (error instanceof ProofUnavailable) return [warningFor(error)];
      throw error;
    }
  }
}
