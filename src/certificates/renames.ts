import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { changesDistinguishedBy } from '../access/attribute-changes/distinguishing-rules.js';
import { RuleSetsRepository } from '../access/attribute-changes/rule-sets.repository.js';
import { withSource } from '../access/held-rules.js';
import type { FreshAccess } from '../access/locked-access.js';
import { requestBudget } from '../access/work-budget.js';
import type { Actor } from '../auth/actor.js';
import { WeighedChanges } from '../credentials/weighed-changes.js';
import { PROJECT_SUBJECTS } from '../permissions/project-subjects.js';

/** What rules tell apart by a name, and which of its fields that is. */
const NAMED_BY = {
  'certificate-authorities': 'name',
  'certificate-policies': 'name',
  'certificate-profiles': 'slug',
} as const;

export interface Rename {
  readonly subject: keyof typeof NAMED_BY;
  readonly from: string;
  readonly to: string;
}

/** Whether somebody may rename something: rules may speak of authorities, policies and profiles by their names. */
@Injectable()
export class CertificateRenames {
  constructor(
    private readonly rules: RuleSetsRepository,
    private readonly weighed: WeighedChanges,
  ) {}

  /**
   * Comes under the lock of the project. Throws 403 unless the caller may do everything to things of both names, where
   * rules that anybody holds tell the names apart.
   */
  async require(
    tx: EntityManager,
    actor: Actor,
    { id: projectId }: Pick<FreshAccess, 'id'>,
    rename: Rename,
  ): Promise<void> {
    const { subject, from, to } = rename;
    if (from === to || !(await this.isRecipient(tx, actor, projectId, rename))) return;
    const conditions = { [NAMED_BY[subject]]: { $in: [from, to] } };
    const source = { kind: 'role', slug: 'rename' } as const;
    const action = [...PROJECT_SUBJECTS[subject].actions];
    const rules = withSource([{ subject, action, conditions }], source);
    await this.weighed.requireHeld(tx, actor, [{ scopeId: projectId, rules }]);
  }

  private async isRecipient(
    tx: EntityManager,
    actor: Actor,
    projectId: string,
    { subject, from, to }: Rename,
  ): Promise<boolean> {
    const field = NAMED_BY[subject];
    const { actions } = PROJECT_SUBJECTS[subject];
    const change = { subject, actions, before: { [field]: from }, after: { [field]: to } };
    const budget = requestBudget(actor, 'attributes');
    for (const { rules } of await this.rules.listNamingFields(tx, projectId, [field])) {
      const distinguished = await changesDistinguishedBy(
        rules,
        new Map([['rename', change]]),
        budget,
      );
      if (distinguished.size > 0) return true;
    }
    return false;
  }
}
