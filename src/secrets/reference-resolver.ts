import { Injectable } from '@nestjs/common';
import type { ProjectAccess } from '../access/access.service.js';
import { badRequest } from '../errors/api-error.js';
import {
  addressOf,
  COST_OF_ONE,
  Expander,
  ExpansionTooLarge,
  MAX_DEPTH,
  MAX_EXPANSION,
  referencesIn,
  type ReferenceTarget,
} from './references.js';
import type { OpenSecret } from './secret.js';
import { mayReadValue } from './secret-guards.js';
import { SecretVault } from './secret-vault.js';
import { SecretsRepository } from './secrets.repository.js';

/** Secrets that the references of one answer may lead to, and how often they may be named. */
const MAX_TARGETS = 10_000;
const MAX_REFERENCES = MAX_EXPANSION / COST_OF_ONE;

/** Puts the values that references point to in their place: one statement a level of depth, whatever their number. */
@Injectable()
export class ReferenceResolver {
  constructor(
    private readonly repository: SecretsRepository,
    private readonly vault: SecretVault,
  ) {}

  /** Only what the caller may read is put in (decision 17). Throws 400 if the result grows out of bounds. */
  async expand(project: ProjectAccess, secrets: readonly OpenSecret[]): Promise<OpenSecret[]> {
    const shown = secrets.filter((secret) => !secret.isHidden);
    try {
      const expander = new Expander(await this.gather(project, shown));
      return secrets.map((secret) =>
        secret.isHidden ? secret : { ...secret, value: rendered(expander, secret) },
      );
    } catch (error) {
      if (!(error instanceof ExpansionTooLarge)) throw error;
      throw badRequest(
        'The references are too many, or expand to too much. Ask for fewer secrets.',
      );
    }
  }

  /** The values of all targets, and of theirs, down to the depth limit. */
  private async gather(
    project: ProjectAccess,
    secrets: readonly OpenSecret[],
  ): Promise<ReadonlyMap<string, string>> {
    const values = new Map<string, string>();
    const targets = new Targets();
    let sources = secrets;
    let size = 0;
    for (let depth = 0; depth < MAX_DEPTH; depth++) {
      const fresh = targets.freshIn(sources);
      if (fresh.length === 0) break;
      sources = await this.readable(project, fresh);
      for (const secret of sources) {
        values.set(addressOf(secret), secret.value);
        size += secret.value.length;
      }
      if (size > MAX_EXPANSION) throw new ExpansionTooLarge();
    }
    return values;
  }

  private async readable(
    project: ProjectAccess,
    targets: readonly ReferenceTarget[],
  ): Promise<OpenSecret[]> {
    const rows = await this.repository.findMany(project.id, targets);
    const readable = rows.filter((row) => mayReadValue(project, row));
    return this.vault.open(project, readable, () => true);
  }
}

/** Where the references of one answer lead. Throws ExpansionTooLarge for too many. */
class Targets {
  private readonly asked = new Set<string>();
  private seen = 0;

  /** Those that no text before referred to. */
  freshIn(sources: readonly OpenSecret[]): ReferenceTarget[] {
    const fresh: ReferenceTarget[] = [];
    for (const source of sources) {
      for (const target of referencesIn(source.value, source)) {
        if (++this.seen > MAX_REFERENCES) throw new ExpansionTooLarge();
        const address = addressOf(target);
        if (this.asked.has(address)) continue;
        this.asked.add(address);
        fresh.push(target);
      }
    }
    if (this.asked.size > MAX_TARGETS) throw new ExpansionTooLarge();
    return fresh;
  }
}

/** A value of several lines becomes one quoted line where the secret asks for that (wire contract 4.2). */
function rendered(expander: Expander, secret: OpenSecret): string {
  const value = expander.expand(secret.value, secret);
  const isOneLine = !secret.skipMultilineEncoding || !value.includes('\n');
  return isOneLine ? value : `"${value.replaceAll('\n', '\\n')}"`;
}
