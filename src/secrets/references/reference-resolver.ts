import { Injectable } from '@nestjs/common';
import type { ProjectAccess } from '../../access/access.service.js';
import { badRequest } from '../../errors/api-error.js';
import { addCost, widenWork } from '../../http/limits/admission.js';
import { TimeSlices } from '../../http/limits/time-slices.js';
import type { OpenSecret, SealedSecret } from '../secret.js';
import { mayDescribe, mayReadValue } from '../secret-guards.js';
import { KnownSecrets } from '../known-secrets.js';
import type { WeighedSecrets } from '../secret-list-rows.js';
import { SecretVault } from '../secret-vault.js';
import { type SecretAddress, SecretsRepository } from '../secrets.repository.js';
import {
  addressKey,
  COST_OF_REFERENCE,
  Expander,
  ExpansionTooLarge,
  MAX_EXPANSION,
  MAX_REFERENCE_DEPTH,
  PAUSE_AFTER,
  referencesIn,
} from './references.js';
import { UnresolvedReferences } from './unresolved.js';

/** Whether references are expanded; `strict` refuses the answer where one does not resolve. */
export type Expansion = boolean | 'strict';

export interface OpenOptions {
  readonly viewSecretValue: boolean;
  readonly expandSecretReferences: Expansion;
}

/** Where the secrets that references lead to are looked up: the present, or another point in time. */
export type ReferenceSource = Pick<SecretsRepository, 'findMany'>;

/** What references lead to, as far as the caller may know, by `addressKey`. */
export interface ReferenceValues {
  readonly values: ReadonlyMap<string, string>;
  /** Known to the caller but not readable. What the caller may not know of is in neither. */
  readonly forbidden: ReadonlySet<string>;
}

/** Different secrets that the references of one answer may lead to. */
const MAX_TARGETS = 10_000;
/** References that cost as much as one more request. */
const REFERENCES_PER_COST_UNIT = 1_000;
const ALL_VALUES = { viewSecretValue: true, usedBytes: 0 };
const MAX_REFERENCES = MAX_EXPANSION / COST_OF_REFERENCE;

/** Opens secrets for an answer, and puts the values that references point to in their place. */
@Injectable()
export class ReferenceResolver {
  constructor(
    private readonly repository: SecretsRepository,
    private readonly vault: SecretVault,
    private readonly known: KnownSecrets,
  ) {}

  /**
   * Values are masked where they were not asked for or may not be read; references expanded if asked for.
   * `isReadable`: for rows whose right was checked before.
   */
  async open(
    project: ProjectAccess,
    rows: readonly SealedSecret[],
    { viewSecretValue, expandSecretReferences }: OpenOptions,
    isReadable = (row: SealedSecret) => mayReadValue(project, row),
  ): Promise<readonly OpenSecret[]> {
    const mayShow = (row: SealedSecret) => viewSecretValue && isReadable(row);
    const secrets = await this.vault.open(project, rows, mayShow);
    if (!expandSecretReferences) return secrets;
    return this.expand(project, secrets, expandSecretReferences);
  }

  /**
   * Only what the caller may read is put in. Throws 400 if the result grows out of bounds, and with `strict`
   * if any reference of a value that is shown stays as written.
   */
  expand(
    project: ProjectAccess,
    secrets: readonly OpenSecret[],
    expansion: true | 'strict',
    source?: ReferenceSource,
  ): Promise<OpenSecret[]> {
    const shown = secrets.filter((secret) => !secret.isHidden);
    return withinBounds(async () => {
      const { values, forbidden } = await this.gather(project, shown, source);
      const unresolved = expansion === 'strict' ? new UnresolvedReferences(forbidden) : null;
      const expander = new Expander(values, unresolved?.add);
      const slices = new TimeSlices();
      const expanded: OpenSecret[] = [];
      for (const secret of secrets) {
        if (secret.isHidden) expanded.push(secret);
        else if (!Expander.hasReferences(secret.value)) expanded.push(rendered(secret));
        else {
          const value = await slices.run(expander.expand(secret.value, secret));
          expanded.push(rendered({ ...secret, value }));
        }
        if (slices.isOver) await slices.turn();
      }
      unresolved?.throwIfAny();
      return expanded;
    });
  }

  /**
   * Gathers the values that references point to, and those that these point to, down to the depth limit: one
   * statement a level of depth, whatever their number. Throws ExpansionTooLarge.
   */
  async gather(
    project: ProjectAccess,
    secrets: readonly OpenSecret[],
    source: ReferenceSource = this.repository,
  ): Promise<ReferenceValues> {
    const values = new Map<string, string>();
    const forbidden = new Set<string>();
    const references = new ReferenceCollector();
    const slices = new TimeSlices();
    let holders = secrets;
    let size = 0;
    for (let depth = 0; depth < MAX_REFERENCE_DEPTH; depth++) {
      const addresses = await slices.run(references.newIn(holders));
      if (addresses.length === 0) break;
      if (depth === 0) await widenWork();
      const found = await source.findMany(project.id, addresses);
      holders = await this.openReadable(project, found, forbidden);
      for (const secret of holders) {
        values.set(addressKey(secret), secret.value);
        size += secret.value.length;
      }
      if (size > MAX_EXPANSION) throw new ExpansionTooLarge();
    }
    addCost(references.count / REFERENCES_PER_COST_UNIT);
    return { values, forbidden };
  }

  private async openReadable(
    project: ProjectAccess,
    { secrets, isTooLarge }: WeighedSecrets,
    forbidden: Set<string>,
  ): Promise<OpenSecret[]> {
    const readable = secrets.filter((row) => {
      const isReadable = mayReadValue(project, row);
      if (!isReadable && mayDescribe(project, row)) forbidden.add(addressKey(row));
      return isReadable;
    });
    if (!isTooLarge) return this.vault.open(project, readable, () => true);
    const rows = await this.known.read(project, readable, ALL_VALUES);
    return this.vault.open(
      project,
      rows.filter((row) => mayReadValue(project, row)),
      () => true,
    );
  }
}

/** Collects the addresses that the references of one answer lead to. */
class ReferenceCollector {
  private readonly addresses = new Set<string>();
  /** References found so far, however often to one secret. */
  count = 0;

  /** Addresses that no value before referred to. Throws ExpansionTooLarge for too many. */
  *newIn(holders: readonly OpenSecret[]): Generator<undefined, SecretAddress[]> {
    const found: SecretAddress[] = [];
    for (const holder of holders) {
      for (const target of referencesIn(holder.value, holder)) {
        if (++this.count > MAX_REFERENCES) throw new ExpansionTooLarge();
        if (this.count % PAUSE_AFTER === 0) yield;
        const key = addressKey(target);
        if (this.addresses.has(key)) continue;
        if (this.addresses.size === MAX_TARGETS) throw new ExpansionTooLarge();
        this.addresses.add(key);
        found.push(target);
      }
    }
    return found;
  }
}

/** Answers 400 where references grow out of bounds. */
export async function withinBounds<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ExpansionTooLarge)) throw error;
    throw badRequest(
      'too-much-at-once',
      'The references are too many, or expand to too much. Ask for fewer secrets.',
    );
  }
}

/** A value of several lines becomes one quoted line where the secret asks for that. */
function rendered(secret: OpenSecret): OpenSecret {
  if (!secret.skipMultilineEncoding || !secret.value.includes('\n')) return secret;
  return { ...secret, value: `"${secret.value.replaceAll('\n', '\\n')}"` };
}
