import { Injectable } from '@nestjs/common';
import { ServerKeys } from '../../auth/server-keys.js';
import { type AssociatedData, SealBroken, SealKey } from '../../crypto/envelope.js';
import { WorkloadReport } from '../workload-report.js';

/** Seals what workloads' rows keep: reviewer tokens, and the keys of issuers, which nobody may plant. */
@Injectable()
export class WorkloadSeals {
  /** The one in force first. */
  private readonly keys: readonly SealKey[];

  constructor(
    serverKeys: ServerKeys,
    private readonly report: WorkloadReport,
  ) {
    this.keys = serverKeys.workloads.map((key) => new SealKey(key.export()));
  }

  sealKeySet(name: Buffer, document: object): Buffer {
    return this.keys[0]!.seal(JSON.stringify(document), keySetPlace(name)); // a key is in force
  }

  /** Null for what was changed, moved or planted. */
  openKeySet<T>(name: Buffer, sealed: Buffer): T | null {
    const bytes = this.open(sealed, keySetPlace(name));
    return bytes && (JSON.parse(bytes.toString('utf8')) as T);
  }

  /** `target`: where the token is sent. It opens for no other one. */
  sealToken(authId: string, target: readonly string[], token: string): Buffer {
    return this.keys[0]!.seal(token, reviewerTokenPlace(authId, target)); // a key is in force
  }

  openToken(authId: string, target: readonly string[], sealed: Buffer): string | null {
    return this.open(sealed, reviewerTokenPlace(authId, target))?.toString('utf8') ?? null;
  }

  private open(sealed: Buffer, place: AssociatedData): Buffer | null {
    for (const key of this.keys) {
      try {
        return key.open(sealed, place);
      } catch (error) {
        if (!(error instanceof SealBroken)) throw error;
      }
    }
    this.report.sealBroken(place.purpose);
    return null;
  }
}

/** What the keys of an issuer are sealed with. */
export const keySetPlace = (name: Buffer): AssociatedData => ({
  purpose: 'workload key set',
  ids: [name.toString('hex')],
  field: 'document',
});

/** What a reviewer token is sealed with. `target`: where it is sent. */
export const reviewerTokenPlace = (authId: string, target: readonly string[]): AssociatedData => ({
  purpose: 'workload auth',
  ids: [authId],
  field: 'token',
  beside: target,
});
