import type { AttributeChange } from '../../access/attribute-changes/attribute-change.js';
import type { FreshAccess } from '../../access/locked-access.js';
import { RightsOverTime } from '../../access/attribute-changes/rights-over-time.js';
import { PROJECT_SUBJECTS } from '../../permissions/project-subjects.js';

export type SecretRuleAction = 'describeSecret' | 'readValue' | 'create' | 'edit' | 'delete';

/** What the caller must be allowed on each secret that moves: at its old place, and at its new one. */
export const MOVE_REQUIREMENTS = [
  ['describeSecret', 'before'],
  ['delete', 'before'],
  ['readValue', 'before'],
  ['create', 'after'],
  ['edit', 'after'],
] as const;

/** What somebody may gain on a secret, and on a past state of one. */
export const SECRET_ACTIONS = ['describeSecret', 'readValue', 'edit', 'delete'] as const;
export const PAST_SECRET_ACTIONS = ['describeSecret', 'readValue'] as const;

/** What somebody may gain on what else is in a folder; not `create`, which does not reach what is there. */
export const FOLDER_ACTIONS = {
  'secret-folders': ['edit', 'delete'],
  'secret-imports': ['read', 'edit', 'delete'],
  'secret-event-subscriptions': PROJECT_SUBJECTS['secret-event-subscriptions'].actions,
  'secret-events': PROJECT_SUBJECTS['secret-events'].actions,
} as const;

export type FolderSubject = keyof typeof FOLDER_ACTIONS;

export const FOLDER_SUBJECTS = Object.keys(FOLDER_ACTIONS) as FolderSubject[];

/** What the caller may let others have: what the caller holds from now on, without an end. */
export class GrantableRights {
  private constructor(private readonly rights: RightsOverTime) {}

  /** Throws 403 if there is too much to compare; so do the questions below. */
  static async of({ held, now, attributeBudget }: FreshAccess): Promise<GrantableRights> {
    const subjects = ['secrets', ...FOLDER_SUBJECTS];
    return new GrantableRights(await RightsOverTime.compile(held, now, subjects, attributeBudget));
  }

  /** Whether the caller holds them all without conditions, so that nothing need be compared. */
  holdsUnconditionally(subject: string, actions: readonly string[]): boolean {
    return actions.every((action) => this.rights.alwaysUnconditionally(action, subject));
  }

  /** The actions that the caller does not hold, or only under conditions. */
  conditionalActions(subject: string, actions: readonly string[]): string[] {
    return actions.filter((action) => !this.rights.alwaysUnconditionally(action, subject));
  }

  /** The changes with those of their actions that the caller could not grant; without changes that have none. */
  async missingFrom<C extends AttributeChange>(changes: readonly C[]): Promise<C[]> {
    const missing: C[] = [];
    for (const change of changes) {
      const actions: string[] = [];
      for (const action of change.actions)
        if (!(await this.isHeld(action, change))) actions.push(action);
      if (actions.length > 0) missing.push({ ...change, actions });
    }
    return missing;
  }

  /** `edit` at the new address is enough: the caller could edit a copy there. */
  private async isHeld(
    action: string,
    { subject, before, after }: AttributeChange,
  ): Promise<boolean> {
    if (await this.rights.always(action, subject, before)) return true;
    if (action !== 'edit' || subject !== 'secrets') return false;
    return this.rights.always(action, subject, after);
  }
}
