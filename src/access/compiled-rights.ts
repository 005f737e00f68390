import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Ability } from '../permissions/ability.js';
import { PROJECT_SUBJECTS, type ProjectSubjects } from '../permissions/project-subjects.js';
import { patternBytes } from '../permissions/rule-weight.js';
import type { SourcedRule } from '../permissions/rule.js';
import { haveTemplates } from '../permissions/templates.js';
import type { Holding } from './held-rules.js';
import { slices } from './slices.js';

const MAX_KEPT = 1_000;
/** Bytes, about. */
const MAX_WEIGHT = 32 * 1024 * 1024;
/** Rules, and bytes of their patterns, from which on to write them down takes too long beside other work. */
const MANY_RULES = 200;
const MANY_BYTES = 16 * 1024;

/**
 * Rules of projects, compiled. What was compiled is kept by all that it says, of which it is a function: so it outlives a
 * change of rights without standing for them, and whose rules count is read from the database each time.
 */
@Injectable()
export class CompiledRights {
  private readonly kept = new LRUCache<string, Ability<ProjectSubjects>>({
    max: MAX_KEPT,
    maxSize: MAX_WEIGHT,
    sizeCalculation: (ability, text) => ability.estimatedBytes + 2 * text.length,
  });

  /** `rules`: those of the holdings, in their order, as they read for the holder. */
  async of(
    holdings: readonly Holding[],
    rules: readonly SourcedRule[],
  ): Promise<Ability<ProjectSubjects>> {
    const text = textOf(holdings);
    const known = text === null ? undefined : this.kept.get(text);
    if (known) return known;
    const ability = await Ability.inSlices(PROJECT_SUBJECTS, rules, slices());
    if (text !== null) this.kept.set(text, ability);
    return ability;
  }
}

/** All that the rules of holdings follow from. Null where they follow from their holder too, or are many. */
function textOf(holdings: readonly Holding[]): string | null {
  let [rules, bytes] = [0, 0];
  for (const { permissions } of holdings) {
    if (permissions === null) continue;
    rules += permissions.length;
    if (rules > MANY_RULES) return null;
    for (const rule of permissions) bytes += patternBytes(rule);
    if (bytes > MANY_BYTES || haveTemplates(permissions)) return null;
  }
  return JSON.stringify(holdings.map(partsOf));
}

const partsOf = ({ kind, id, slug, permissions, validFrom, validUntil, ...held }: Holding) => [
  ...[kind, id, slug, permissions, validFrom, validUntil],
  ...[held.groupId ?? null, held.groupName ?? null],
];
