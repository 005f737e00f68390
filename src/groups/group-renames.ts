import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { changesDistinguishedBy } from '../access/attribute-changes/distinguishing-rules.js';
import { RuleSetsRepository } from '../access/attribute-changes/rule-sets.repository.js';
import { holdsEverything } from '../access/escalation/grants.js';
import { withSource } from '../access/held-rules.js';
import type { FreshOrgAccess } from '../access/locked-access.js';
import { requestBudget } from '../access/work-budget.js';
import type { Actor } from '../auth/actor.js';
import { WeighedChanges } from '../credentials/weighed-changes.js';
import { PROJECT_SUBJECTS } from '../permissions/project-subjects.js';

const ACTIONS = PROJECT_SUBJECTS.groups.actions;

/** A group that a project would refer to by another name. */
interface Rename {
  readonly from: string;
  readonly to: string;
}

/** Whether somebody may rename a group: rules of projects may speak of groups by their names. */
@Injectable()
export class GroupRenames {
  constructor(
    private readonly rules: RuleSetsRepository,
    private readonly weighed: WeighedChanges,
  ) {}

  /**
   * Comes under the lock of the organization. Throws 403 unless the caller may do everything to groups of both names in
   * each project where rules that anybody holds tell them apart. It keeps the rights in all projects as they are.
   */
  async require(
    tx: EntityManager,
    actor: Actor,
    access: FreshOrgAccess,
    { from, to }: Rename,
  ): Promise<void> {
    if (from === to || holdsEverything(access)) return;
    const telling = await this.listProjectsTelling(tx, actor, { from, to });
    const conditions = { groupName: { $in: [from, to] } };
    const rules = withSource([{ subject: 'groups', action: [...ACTIONS], conditions }], {
      kind: 'role',
      slug: 'rename',
    });
    await this.weighed.requireHeld(
      tx,
      actor,
      telling.map((scopeId) => ({ scopeId, rules })),
    );
  }

  private async listProjectsTelling(
    tx: EntityManager,
    actor: Actor,
    { from, to }: Rename,
  ): Promise<string[]> {
    await this.rules.shareProjects(tx, actor.orgId);
    const change = {
      subject: 'groups',
      actions: ACTIONS,
      before: { groupName: from },
      after: { groupName: to },
    };
    const changes = new Map([['rename', change]]);
    const budget = requestBudget(actor, 'attributes');
    const telling = new Set<string>();
    for (const { projectId, rules } of await this.rules.listNamingFieldInAll(
      tx,
      actor.orgId,
      'groupName',
    )) {
      if (telling.has(projectId)) continue;
      const keys = await changesDistinguishedBy(rules, changes, budget);
      if (keys.size > 0) telling.add(projectId);
    }
    return [...telling];
  }
}
