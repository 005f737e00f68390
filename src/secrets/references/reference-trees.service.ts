import { Injectable } from '@nestjs/common';
import { AccessService } from '../../access/access.service.js';
import type { Actor } from '../../auth/actor.js';
import { TimeSlices } from '../../http/limits/time-slices.js';
import { SecretReads, type SecretScope } from '../secret-reads.service.js';
import { ReferenceTargets, withinBounds } from './reference-targets.service.js';
import { type ReferenceTree, buildReferenceTree } from './reference-tree.js';
import { Expander } from './references.js';

export interface ExpandedTree {
  readonly tree: ReferenceTree;
  readonly value: string;
}

/** What secrets refer to, and what that refers to. */
@Injectable()
export class ReferenceTrees {
  constructor(
    private readonly access: AccessService,
    private readonly reads: SecretReads,
    private readonly targets: ReferenceTargets,
  ) {}

  /** The tree, and the secret's value expanded. Refuses as a read of the value does; 400 if it grows too large. */
  async grow(actor: Actor, where: SecretScope & { readonly key: string }): Promise<ExpandedTree> {
    const options = { viewSecretValue: true, expandSecretReferences: false };
    const { projectId, secret } = await this.reads.get(actor, where, options);
    const project = await this.access.toProject(actor, { id: projectId });
    return withinBounds(async () => {
      const targets = await this.targets.gather(project, [secret]);
      const slices = new TimeSlices();
      const value = await slices.run(new Expander(targets.values).expand(secret.value, secret));
      return { tree: await slices.run(buildReferenceTree(secret, targets)), value };
    });
  }
}
