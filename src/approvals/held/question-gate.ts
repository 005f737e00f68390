import { Injectable } from '@nestjs/common';
import type { ProjectAccess } from '../../access/access.service.js';
import { type ChangeHolder, HeldChanges } from '../../permission-queries/held-changes.js';
import type { Question } from '../../permission-queries/question.js';
import { PolicyTables } from '../policies/policy-tables.js';

/** Actions on secrets that change them. */
const CHANGES = ['create', 'edit', 'delete'];

/** Tells whoever asks about rights which policy a change would wait for. */
@Injectable()
export class QuestionGate extends HeldChanges {
  constructor(private readonly tables: PolicyTables) {
    super();
  }

  async holderOf(
    project: ProjectAccess,
    { subject, action, attributes }: Question,
    isMachine: boolean,
  ): Promise<ChangeHolder | null> {
    const { environment, secretPath } = attributes;
    const isChange = subject === 'secrets' && CHANGES.includes(action);
    if (!isChange || typeof environment !== 'string' || typeof secretPath !== 'string') return null;
    const table = await this.tables.find(project);
    const place = table.placeAt({ environment, secretPath });
    const policy = place && (await table.governing(place));
    if (!policy || (isMachine && policy.exemptsMachines)) return null;
    return { policyId: policy.id, name: policy.name };
  }
}
