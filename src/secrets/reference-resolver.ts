import { Injectable } from '@nestjs/common';
import type { ProjectAccess } from '../access/access.service.js';
import { badRequest } from '../errors/api-error.js';
import {
  addressOf,
  Expander,
  ExpansionTooLarge,
  MAX_DEPTH,
  referencesIn,
  type ReferenceTarget,
} from './references.js';
import { attributesOfSecret, type OpenSecret, type SealedSecret } from './secret.js';
import { SecretVault } from './secret-vault.js';
import { SecretsRepository } from './secrets.repository.js';

/** Secrets that the references of one answer may lead to; what lies beyond stays as written. */
const MAX_TARGETS = 10_000;

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
    const expander = new Expander(await this.gather(project, shown));
    try {
      return secrets.map((secret) =>
        secret.isHidden ? secret : { ...secret, value: rendered(expander, secret) },
      );
    } catch (error) {
      if (!(error instanceof ExpansionTooLarge)) throw error;
      throw badRequest('The references expand to more than 32 MiB. Ask for fewer secrets.');
    }
  }

  /** The values of all targets, and of theirs, down to the depth limit. */
  private async gather(
    project: ProjectAccess,
    secrets: readonly OpenSecret[],
  ): Promise<ReadonlyMap<string, string>> {
    const values = new Map<string, string>();
    const asked = new Set<string>();
    let wanted = secrets.flatMap((secret) => referencesIn(secret.value, secret));
    for (let depth = 0; depth < MAX_DEPTH && wanted.length > 0; depth++) {
      const fresh = freshOnes(wanted, asked);
      if (fresh.length === 0) break;
      const found = await this.readable(project, fresh);
      for (const secret of found) values.set(addressOf(secret), secret.value);
      wanted = found.flatMap((secret) => referencesIn(secret.value, secret));
    }
    return values;
  }

  private async readable(
    project: ProjectAccess,
    targets: readonly ReferenceTarget[],
  ): Promise<OpenSecret[]> {
    const rows = await this.repository.findMany(project.id, targets);
    const mayRead = (secret: SealedSecret) => {
      const attributes = attributesOfSecret(secret);
      return (
        project.ability.allows('describeSecret', 'secrets', attributes) &&
        project.ability.allows('readValue', 'secrets', attributes)
      );
    };
    return this.vault.open(project, rows.filter(mayRead), () => true);
  }
}

function freshOnes(wanted: readonly ReferenceTarget[], asked: Set<string>): ReferenceTarget[] {
  const fresh: ReferenceTarget[] = [];
  for (const target of wanted) {
    const address = addressOf(target);
    if (asked.has(address) || asked.size >= MAX_TARGETS) continue;
    asked.add(address);
    fresh.push(target);
  }
  return fresh;
}

/** A value of several lines becomes one quoted line where the secret asks for that (wire contract 4.2). */
function rendered(expander: Expander, secret: OpenSecret): string {
  const value = expander.expand(secret.value, secret);
  const isOneLine = !secret.skipMultilineEncoding || !value.includes('\n');
  return isOneLine ? value : `"${value.replaceAll('\n', '\\n')}"`;
}
