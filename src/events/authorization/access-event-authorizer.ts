import { type Ability, compile } from '../../permissions/ability.js';
import { PROJECT_SUBJECTS, type ProjectSubjects } from '../../permissions/project-subjects.js';
import type { SourcedRule } from '../../permissions/rule.js';
import { ACCESS_KINDS, type AccessItem, type AccessKind } from '../log/event-kinds.js';

/** Events about access are for whoever may read now what they tell of. */
export class AccessEventAuthorizer {
  private readonly ability: Ability<ProjectSubjects>;

  constructor(rules: readonly SourcedRule[]) {
    this.ability = compile(PROJECT_SUBJECTS, rules);
  }

  mayHear(kind: AccessKind, { identityId }: AccessItem): boolean {
    return ACCESS_KINDS[kind] === 'role'
      ? this.ability.allows('read', 'role')
      : this.ability.allows('read', 'identity', { identityId: identityId ?? null });
  }

  /** Whether any could ever be heard: of whichever identity. */
  couldHear(kind: AccessKind): boolean {
    return ACCESS_KINDS[kind] === 'role'
      ? this.ability.allows('read', 'role')
      : this.ability.mayEverAllow('read', 'identity');
  }
}
