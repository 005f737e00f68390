import { Injectable } from '@nestjs/common';
import type { ProjectAccess } from '../../access/access.service.js';
import { TimeSlices } from '../../http/limits/time-slices.js';
import type { OpenSecret } from '../secret.js';
import { ReferenceTargets, withinBounds } from './reference-targets.service.js';
import { Expander } from './references.js';
import { UnresolvedReferences } from './unresolved.js';

/** Whether references are expanded; `strict` refuses the answer where one does not resolve. */
export type Expansion = boolean | 'strict';

/** Puts the values that references point to in their place. */
@Injectable()
export class ReferenceResolver {
  constructor(private readonly targets: ReferenceTargets) {}

  /**
   * Only what the caller may read is put in (decision 17). Throws 400 if the result grows out of bounds,
   * and with `strict` if any reference of a value that is shown stays as written.
   */
  expand(
    project: ProjectAccess,
    secrets: readonly OpenSecret[],
    expansion: Exclude<Expansion, false> = true,
  ): Promise<OpenSecret[]> {
    const shown = secrets.filter((secret) => !secret.isHidden);
    return withinBounds(async () => {
      const { values, forbidden } = await this.targets.gather(project, shown);
      const unresolved = expansion === 'strict' ? new UnresolvedReferences(forbidden) : null;
      const expander = new Expander(values, unresolved?.add);
      const slices = new TimeSlices();
      const expanded: OpenSecret[] = [];
      for (const secret of secrets) {
        if (secret.isHidden) expanded.push(secret);
        else
          expanded.push({
            ...secret,
            value: rendered(await full(expander, secret, slices), secret),
          });
      }
      unresolved?.throwIfAny();
      return expanded;
    });
  }
}

/** Expands one value in slices of time; a plain one at once. */
function full(
  expander: Expander,
  secret: OpenSecret,
  slices: TimeSlices,
): string | Promise<string> {
  if (!Expander.hasReferences(secret.value)) return secret.value;
  return slices.run(expander.expand(secret.value, secret));
}

/** A value of several lines becomes one quoted line where the secret asks for that (wire contract 4.2). */
function rendered(value: string, secret: OpenSecret): string {
  const isOneLine = !secret.skipMultilineEncoding || !value.includes('\n');
  return isOneLine ? value : `"${value.replaceAll('\n', '\\n')}"`;
}
