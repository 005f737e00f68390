import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type FreshAccess, LockedAccess } from '../access/locked-access.js';
import type { Actor } from '../auth/actor.js';
import { Database } from '../database/database.js';

/** Changes of what belongs to certificates, under the lock of their project. */
@Injectable()
export class LockedChanges {
  constructor(
    private readonly locked: LockedAccess,
    private readonly database: Database,
  ) {}

  /** Does `work` under the lock of the project, with the rights that the caller has there by then. */
  in<T>(
    actor: Actor,
    projectId: string,
    work: (tx: EntityManager, access: FreshAccess) => Promise<T>,
  ): Promise<T> {
    return this.database.transaction(async (tx) => {
      await this.locked.queueForLock(tx, actor, projectId);
      await this.locked.lockProject(tx, projectId);
      return work(tx, await this.locked.accessIn(tx, actor, projectId));
    });
  }
}
