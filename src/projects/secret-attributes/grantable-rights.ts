import type { AttributeChange } from '../../access/attribute-changes/attribute-change.js';
import type { FreshAccess } from '../../access/locked-access.js';
import { RightsOverTime } from '../../access/attribute-changes/rights-over-time.js';
import { PROJECT_SUBJECTS } from '../../permissions/project-subjects.js';

export type SecretRuleAction = 'describeSecret' | 'readValue' | 'create' | 'edit' | 'delete';

/** What a move demands of each secret: where it is, and where it comes to be. */
export const MOVE_REQUIREMENTS = [
  ['describeSecret', 'before'],
  ['delete', 'before'],
  ['readValue', 'before'],
  ['create', 'after'],
  ['edit', 'after'],
] as const;

/** What may be done to a secret that is there, and to a past state of one. */
export const SECRET_ACTIONS = ['describeSecret', 'readValue', 'edit', 'delete'] as const;
export const PAST_SECRET_ACTIONS = ['describeSecret', 'readValue'] as const;

/** What else rules decide by place: of what is there. Creating something new is not reaching what is there. */
export const FOLDER_ACTIONS = {
  'secret-folders': ['edit', 'delete'],
  'secret-imports': ['read', 'edit', 'delete'],
  'secret-event-subscriptions': PROJECT_SUBJECTS['secret-event-subscriptions'].actions,
  'secret-events': PROJECT_SUBJECTS['secret-events'].actions,
} as const;

export type FolderSubject = keyof typeof FOLDER_ACTIONS;

export const FOLDER_SUBJECTS = Object.keys(FOLDER_ACTIONS) as FolderSubject[];

/** Decides what the caller may let others have: what the caller holds from now on, without an end. */
export class GrantableRights {
  private constructor(private readonly rights: RightsOverTime) {}

  /** Throws 403 as the budget of a weighing does, here and where something is asked. */
  static async of({ held, now, attributeBudget }: FreshAccess): Promise<GrantableRights> {
    const subjects = ['secrets', ...FOLDER_SUBJECTS];
    return new GrantableRights(await RightsOverTime.compile(held, now, subjects, attributeBudget));
  }

  /** Whether the caller holds them all whatever the names, so that nothing need be weighed. */
  holdsUnconditionally(subject: string, actions: readonly string[]): boolean {
    return actions.every((action) => this.rights.alwaysUnconditionally(action, subject));
  }

  /** The actions that are not held whatever the names. */
  conditionalActions(subject: string, actions: readonly string[]): string[] {
    return actions.filter((action) => !this.rights.alwaysUnconditionally(action, subject));
  }

  /** Each of the changes with those of its actions that the caller could not grant; without those that have none. */
  async missingFrom<C extends AttributeChange>(changes: readonly C[]): Promise<C[]> {
    const beyond: C[] = [];
    for (const change of changes) {
      const actions: string[] = [];
      for (const action of change.actions)
        if (!(await this.isHeld(action, change))) actions.push(action);
      if (actions.length > 0) beyond.push({ ...change, actions });
    }
    return beyond;
  }

  /** A secret that moves may be edited where it comes to be, as a copy could be. */
  private async isHeld(
    action: string,
    { subject, before, after }: AttributeChange,
  ): Promise<boolean> {
    if (await this.rights.always(action, subject, before)) return true;
    if (action !== 'edit' || subject !== 'secrets') return false;
    return this.rights.always(action, subject, after);
  }
}
