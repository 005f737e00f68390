import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { raiseEpoch } from '../../access/epoch.js';
import { Database } from '../../database/database.js';
import { Tag } from '../../database/entities/tag.entity.js';
import { orConflict } from '../../database/failures.js';
import type { TagRecord } from './tags.presenter.js';

const SLUG_TAKEN = {
  constraint: 'uq_tags_slug',
  message: 'A tag with this slug already exists in the project. Choose another slug.',
};

@Injectable()
export class TagsRepository {
  constructor(
    @InjectRepository(Tag) private readonly tags: Repository<Tag>,
    private readonly database: Database,
  ) {}

  list(projectId: string): Promise<Tag[]> {
    return this.database.bind(this.tags).find({ where: { projectId }, order: { slug: 'ASC' } });
  }

  find(projectId: string, key: { id: string } | { slug: string }): Promise<Tag | null> {
    return this.database.bind(this.tags).findOneBy({ projectId, ...key });
  }

  /** The tag, locked until the transaction ends. */
  findLocked(tx: EntityManager, projectId: string, id: string): Promise<Tag | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    return tx.withRepository(this.tags).findOne({ where: { projectId, id }, lock });
  }

  /** Throws 409 if the slug is taken. */
  async insert(tx: EntityManager, tag: TagRecord): Promise<void> {
    await orConflict(tx.withRepository(this.tags).insert(tag), SLUG_TAKEN);
  }

  /** Throws 409 if the slug is taken. */
  async update(tx: EntityManager, { id, ...columns }: TagRecord): Promise<void> {
    await orConflict(tx.withRepository(this.tags).update({ id }, columns), SLUG_TAKEN);
    await raiseEpoch(tx, columns.projectId);
  }

  /** Secrets lose it. */
  async delete(tx: EntityManager, { id, projectId }: TagRecord): Promise<void> {
    await tx.withRepository(this.tags).delete({ id });
    await raiseEpoch(tx, projectId);
  }
}
