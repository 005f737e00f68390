import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { raiseEpoch } from '../../access/epoch.js';
import { Database } from '../../database/database.js';
import { Tag } from '../../database/entities/tag.entity.js';
import { orConflict } from '../../database/failures.js';
import type { TagRecord } from './tags.presenter.js';

const SLUG_TAKEN = {
  constraint: 'uq_tags_slug',
  message: 'A tag with this slug already exists in the project.',
};

@Injectable()
export class TagsRepository {
  constructor(private readonly database: Database) {}

  list(projectId: string): Promise<Tag[]> {
    const tags = this.database.manager.getRepository(Tag);
    return tags.find({ where: { projectId }, order: { slug: 'ASC' } });
  }

  find(projectId: string, key: { id: string } | { slug: string }): Promise<Tag | null> {
    return this.database.manager.getRepository(Tag).findOneBy({ projectId, ...key });
  }

  /** The tag, locked until the transaction ends. */
  findLocked(tx: EntityManager, projectId: string, id: string): Promise<Tag | null> {
    return tx.findOne(Tag, { where: { projectId, id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Throws 409 if the slug is taken. */
  async insert(tx: EntityManager, tag: TagRecord): Promise<void> {
    await orConflict(tx.insert(Tag, tag), SLUG_TAKEN);
  }

  /** Throws 409 if the slug is taken. */
  async update(tx: EntityManager, { id, ...columns }: TagRecord): Promise<void> {
    await orConflict(tx.update(Tag, { id }, columns), SLUG_TAKEN);
    await raiseEpoch(tx, columns.projectId);
  }

  /** Secrets lose it. */
  async remove(tx: EntityManager, { id, projectId }: TagRecord): Promise<void> {
    await tx.delete(Tag, { id });
    await raiseEpoch(tx, projectId);
  }
}
