import { Injectable } from '@nestjs/common';
import type { ProjectAccess } from '../../access/access.service.js';
import { badRequest } from '../../errors/api-error.js';
import { addCost, widenWork } from '../../http/limits/request-work.js';
import { TimeSlices } from '../../http/limits/time-slices.js';
import type { OpenSecret } from '../secret.js';
import { mayDescribe, mayReadValue } from '../secret-guards.js';
import { SecretVault } from '../secret-vault.js';
import { SecretsRepository } from '../secrets.repository.js';
import {
  addressKey,
  COST_OF_REFERENCE,
  ExpansionTooLarge,
  MAX_REFERENCE_DEPTH,
  MAX_EXPANSION,
  PAUSE_AFTER,
  referencesIn,
  type ReferenceTarget,
} from './references.js';

/** Secrets that the references of one answer may lead to, and how often they may be named. */
const MAX_TARGETS = 10_000;
/** References that cost as much as one more request. */
const REFERENCES_OF_A_UNIT = 1_000;
const MAX_REFERENCES = MAX_EXPANSION / COST_OF_REFERENCE;

/** What references lead to, as far as the caller may know; keys are addresses. */
export interface ReferenceValues {
  readonly values: ReadonlyMap<string, string>;
  /** He may know that they are there, but not read them. What he may not know of is in neither. */
  readonly forbidden: ReadonlySet<string>;
}

/** Gathers the values that references point to: one statement a level of depth, whatever their number. */
@Injectable()
export class ReferenceTargets {
  constructor(
    private readonly repository: SecretsRepository,
    private readonly vault: SecretVault,
  ) {}

  /** All targets, and theirs, down to the depth limit. Throws ExpansionTooLarge. */
  async gather(project: ProjectAccess, secrets: readonly OpenSecret[]): Promise<ReferenceValues> {
    const values = new Map<string, string>();
    const forbidden = new Set<string>();
    const asked = new Asked();
    const slices = new TimeSlices();
    let sources = secrets;
    let size = 0;
    for (let depth = 0; depth < MAX_REFERENCE_DEPTH; depth++) {
      const fresh = await slices.run(asked.freshIn(sources));
      if (fresh.length === 0) break;
      if (depth === 0) await widenWork();
      sources = await this.readable(project, fresh, forbidden);
      for (const secret of sources) {
        values.set(addressKey(secret), secret.value);
        size += secret.value.length;
      }
      if (size > MAX_EXPANSION) throw new ExpansionTooLarge();
    }
    addCost(asked.seen / REFERENCES_OF_A_UNIT);
    return { values, forbidden };
  }

  private async readable(
    project: ProjectAccess,
    targets: readonly ReferenceTarget[],
    forbidden: Set<string>,
  ): Promise<OpenSecret[]> {
    const rows = await this.repository.findMany(project.id, targets);
    const readable = rows.filter((row) => {
      const isReadable = mayReadValue(project, row);
      if (!isReadable && mayDescribe(project, row)) forbidden.add(addressKey(row));
      return isReadable;
    });
    return this.vault.open(project, readable, () => true);
  }
}

/** Where the references of one answer lead. Throws ExpansionTooLarge for too many. */
class Asked {
  private readonly addresses = new Set<string>();
  /** References, however often to one thing. */
  seen = 0;

  /** Those that no text before referred to. */
  *freshIn(sources: readonly OpenSecret[]): Generator<undefined, ReferenceTarget[]> {
    const fresh: ReferenceTarget[] = [];
    for (const source of sources) {
      for (const target of referencesIn(source.value, source)) {
        if (++this.seen > MAX_REFERENCES) throw new ExpansionTooLarge();
        if (this.seen % PAUSE_AFTER === 0) yield;
        const address = addressKey(target);
        if (this.addresses.has(address)) continue;
        if (this.addresses.size === MAX_TARGETS) throw new ExpansionTooLarge();
        this.addresses.add(address);
        fresh.push(target);
      }
    }
    return fresh;
  }
}

/** Answers 400 where references grow out of bounds. */
export async function withinBounds<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ExpansionTooLarge)) throw error;
    throw badRequest('The references are too many, or expand to too much. Ask for fewer secrets.');
  }
}
