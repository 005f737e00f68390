import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccessService } from '../../access/access.service.js';
import { LockedAccess } from '../../access/locked-access.js';
import { Audit } from '../../audit/audit.js';
import type { Actor } from '../../auth/actor.js';
import { Database } from '../../database/database.js';
import { isUuid, newId } from '../../database/uuid.js';
import { tagNotFound } from '../../errors/missing.js';
import { TagChangeCheck } from '../secret-attributes/tag-change-check.js';
import type { TagRecord } from './tags.presenter.js';
import { TagsRepository } from './tags.repository.js';

export type TagKey = { readonly id: string } | { readonly slug: string };

export interface TagChanges {
  readonly slug?: string;
  /** Empty counts as absent. */
  readonly name?: string;
  readonly color?: string | null;
}

@Injectable()
export class TagsService {
  // oxlint-disable-next-line max-params -- what is asked before the lock and under it, and what is written
  constructor(
    private readonly access: AccessService,
    private readonly lockedAccess: LockedAccess,
    private readonly tags: TagsRepository,
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly check: TagChangeCheck,
  ) {}

  async create(
    actor: Actor,
    projectId: string,
    { slug, name, color = null }: TagChanges & Pick<TagRecord, 'slug'>,
  ): Promise<TagRecord> {
    const { id, ability } = await this.access.toProject(actor, { id: projectId });
    ability.require('create', 'tags');
    const now = new Date();
    const named = { slug, name: name || null, color };
    const tag = { id: newId(), projectId: id, ...named, createdAt: now, updatedAt: now };
    return this.database.transaction(async (tx) => {
      await this.lockProject(tx, actor, id, 'create');
      await this.tags.insert(tx, tag);
      await this.record(tx, actor, 'tag.create', tag);
      return tag;
    });
  }

  async list(actor: Actor, projectId: string): Promise<TagRecord[]> {
    const { id, ability } = await this.access.toProject(actor, { id: projectId });
    ability.require('read', 'tags');
    return this.tags.list(id);
  }

  async get(actor: Actor, projectId: string, key: TagKey): Promise<TagRecord> {
    const { ability, tag } = await this.find(actor, projectId, key);
    ability.require('read', 'tags');
    return tag;
  }

  /** Throws 403 where a new slug would bring secrets under other rules than the caller could bring about. */
  async update(
    actor: Actor,
    projectId: string,
    tagId: string,
    changes: TagChanges,
  ): Promise<TagRecord> {
    return this.change(actor, projectId, tagId, 'edit', async (tx, tag) => {
      const { slug = tag.slug, color = tag.color } = changes;
      const name = changes.name || tag.name;
      if (changes.slug === undefined && changes.color === undefined && name === tag.name)
        return tag;
      if (slug !== tag.slug) {
        await this.check.requireChange(tx, actor, { ...tag, from: tag.slug, to: slug });
      }
      const changed = { ...tag, slug, name, color, updatedAt: new Date() };
      await this.tags.update(tx, changed);
      await this.record(tx, actor, 'tag.update', changed);
      return changed;
    });
  }

  /** Secrets lose the tag. Throws 403 as `update` does. */
  async delete(actor: Actor, projectId: string, tagId: string): Promise<TagRecord> {
    return this.change(actor, projectId, tagId, 'delete', async (tx, tag) => {
      await this.check.requireChange(tx, actor, { ...tag, from: tag.slug, to: null });
      await this.tags.delete(tx, tag);
      await this.record(tx, actor, 'tag.delete', tag);
      return tag;
    });
  }

  private async find(actor: Actor, projectId: string, key: TagKey) {
    const { id, ability } = await this.access.toProject(actor, { id: projectId });
    const isId = 'id' in key;
    const tag = isId && !isUuid(key.id) ? null : await this.tags.find(projectId, key);
    if (!tag) throw tagNotFound(id, isId ? key.id : key.slug);
    return { ability, tag };
  }

  private async change(
    actor: Actor,
    projectId: string,
    tagId: string,
    action: 'edit' | 'delete',
    work: (tx: EntityManager, tag: TagRecord) => Promise<TagRecord>,
  ): Promise<TagRecord> {
    const { ability, tag: found } = await this.find(actor, projectId, { id: tagId });
    ability.require(action, 'tags');
    return this.database.transaction(async (tx) => {
      await this.lockProject(tx, actor, projectId, action);
      const tag = await this.tags.findLocked(tx, projectId, found.id);
      if (!tag) throw tagNotFound(projectId, found.slug);
      return work(tx, tag);
    });
  }

  /** The right of the caller is asked for again after the wait for the lock, during which it may be taken away. */
  private async lockProject(
    tx: EntityManager,
    actor: Actor,
    projectId: string,
    action: 'create' | 'edit' | 'delete',
  ): Promise<void> {
    await this.lockedAccess.queueForLock(tx, actor, projectId);
    await this.lockedAccess.lockProject(tx, projectId);
    (await this.lockedAccess.accessIn(tx, actor, projectId)).ability.require(action, 'tags');
  }

  private record(
    tx: EntityManager,
    actor: Actor,
    action: string,
    { projectId, id, slug }: TagRecord,
  ): Promise<void> {
    return this.audit.record(tx, actor, { action, projectId, target: { tagId: id, slug } });
  }
}
