import { Injectable } from '@nestjs/common';
import { AccessService } from '../../access/access.service.js';
import type { Actor } from '../../auth/actor.js';
import type { WithBrokenReferences } from '../references/broken-reference-report.js';
import type { SealedSecret } from '../secret.js';
import type { NamedItem } from './secret-batch-items.js';
import { SecretBatchPlans } from './secret-batch-plans.service.js';
import { refuse } from './secret-batch-steps.js';
import { mayReadValue } from '../secret-guards.js';
import { type SecretsOfProject, toLocation, type SecretScope } from '../secret-reads.service.js';
import { SecretVault } from '../secret-vault.js';
import { changeAt, namesOf, SecretWriter } from '../secret-writer.js';
import { SecretWritesRepository } from '../secret-writes.repository.js';
import { shownTo } from '../written-secret.js';

/** Deleting many secrets at once: all of a call or nothing. Their last states are kept as versions. */
@Injectable()
export class SecretBatchDeletions {
  constructor(
    private readonly access: AccessService,
    private readonly ground: SecretWriter,
    private readonly plans: SecretBatchPlans,
    private readonly rows: SecretWritesRepository,
    private readonly vault: SecretVault,
  ) {}

  /** Answers what the secrets were. */
  async remove(
    actor: Actor,
    where: SecretScope,
    items: readonly NamedItem[],
  ): Promise<SecretsOfProject & WithBrokenReferences> {
    const project = await this.access.toNamedProject(actor, where.projectId, where.projectSlug);
    const place = toLocation(where);
    return this.ground.write(actor, project, async (tx) => {
      const scene = { project, place, isPersonal: where.isPersonal };
      const steps = await this.plans.ofDeletion(tx, scene, items, true);
      refuse(project, steps);
      const olds = steps.map((step) => step.old!);
      const mayShow = (old: SealedSecret) => mayReadValue(project, old);
      const opened = await this.vault.open(project, olds, mayShow, tx);
      const ids = olds.map((old) => old.id);
      await this.rows.keepVersions(tx, ids);
      await this.rows.remove(tx, ids);
      const secrets = opened.map((secret, index) => shownTo(project, olds[index]!, secret));
      const lost = steps.map((step) => ({ ...step.place, key: step.secretKey }));
      const note = await this.ground.notes.findAfterRemoval(tx, project, lost);
      const changes = steps.map((step) => changeAt(step.place, step.secretKey, step.old!));
      return {
        result: { projectId: project.id, secrets, brokenReferences: note },
        action: 'secret.delete',
        target: { ...place, ...namesOf(changes) },
        events: [{ type: 'secret:delete', changes }],
      };
    });
  }
}
