import type { EntityManager } from 'typeorm';
import type { ProjectAccess } from '../access/access.service.js';
import type { ContentActor } from '../auth/actor.js';

/** A folder that goes away, or that is to have another path. */
export interface ChangingFolder {
  readonly id: string;
  readonly environmentId: string;
  readonly path: string;
  readonly newPath?: string;
}

/** A port: `projects` does not know who asks for consent to changes of secrets, and imports nothing from there. */
export abstract class GovernedFolders {
  /**
   * Throws 403 where secrets, imports, or new secrets that wait for consent, are in folders where a policy asks for it, before
   * or after: a folder that is deleted or renamed would be the way around.
   */
  abstract requireFree(
    tx: EntityManager,
    actor: ContentActor,
    project: ProjectAccess,
    folders: readonly ChangingFolder[],
  ): Promise<void>;

  /**
   * Throws 403 where a policy names the environment, be there secrets in it or not, and the caller may not change (`edit`) or
   * end (`delete`) policies: another environment under its slug would be without the policy.
   */
  abstract requireUnnamed(
    tx: EntityManager,
    project: ProjectAccess,
    environmentId: string,
    action: 'edit' | 'delete',
  ): Promise<void>;

  /** Throws 403 where a policy asks for consent before secrets change in the folder, be it empty or not. */
  abstract requireUngoverned(
    tx: EntityManager,
    actor: ContentActor,
    project: ProjectAccess,
    folder: Pick<ChangingFolder, 'environmentId' | 'path'>,
  ): Promise<void>;

  /** Throws 403 where a folder of another environment, in which a policy asks for consent, imports from this one. */
  abstract requireNoImporter(
    tx: EntityManager,
    actor: ContentActor,
    project: ProjectAccess,
    environmentId: string,
  ): Promise<void>;

  /** Ends policies that have lost their last environment. Comes after that is deleted, in its transaction. */
  abstract endUnplaced(tx: EntityManager, actor: ContentActor, projectId: string): Promise<void>;

  /**
   * Ends what waits for the consent of people who are not asked any more. Comes after the change, in its transaction.
   * `folderIds`: all that it moves or deletes; null where a policy may have ended.
   */
  abstract closeUngoverned(
    tx: EntityManager,
    actor: ContentActor,
    projectId: string,
    folderIds: readonly string[] | null,
  ): Promise<void>;
}
