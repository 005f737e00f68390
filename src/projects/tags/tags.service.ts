import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccessService } from '../../access/access.service.js';
import { LockedAccess } from '../../access/locked-access.js';
import { Audit } from '../../audit/audit.js';
import type { Actor } from '../../auth/actor.js';
import { Database } from '../../database/database.js';
import { isUuid, newId } from '../../database/uuid.js';
import { notFound } from '../../errors/api-error.js';
import { TagChangeCheck as WeighedTagChanges } from '../secret-attributes/tag-change-check.js';
import type { TagRecord } from './tags.presenter.js';
import { TagsRepository } from './tags.repository.js';

export type TagKey = { readonly id: string } | { readonly slug: string };

export interface TagChanges {
  readonly slug?: string;
  readonly color?: string | null;
}

@Injectable()
export class TagsService {
  // oxlint-disable-next-line max-params -- what is asked before the lock and under it, and what is written
  constructor(
    private readonly access: AccessService,
    private readonly boundary: LockedAccess,
    private readonly tags: TagsRepository,
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly weighed: WeighedTagChanges,
  ) {}

  async create(
    actor: Actor,
    projectId: string,
    { slug, color = null }: TagChanges & Pick<TagRecord, 'slug'>,
  ): Promise<TagRecord> {
    const { id, ability } = await this.access.toProject(actor, { id: projectId });
    ability.require('create', 'tags');
    const now = new Date();
    const tag = { id: newId(), projectId: id, slug, color, createdAt: now, updatedAt: now };
    return this.database.transaction(async (tx) => {
      await this.hold(tx, actor, id, 'create');
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

  async update(
    actor: Actor,
    projectId: string,
    tagId: string,
    { slug, color }: TagChanges,
  ): Promise<TagRecord> {
    const found = await this.find(actor, projectId, { id: tagId });
    found.ability.require('edit', 'tags');
    return this.change(actor, 'edit', found.tag, async (tx, tag) => {
      if (slug === undefined && color === undefined) return tag;
      if (slug !== undefined && slug !== tag.slug) await this.weigh(tx, actor, tag, slug);
      const changed = {
        ...tag,
        slug: slug ?? tag.slug,
        color: color === undefined ? tag.color : color,
        updatedAt: new Date(),
      };
      await this.tags.update(tx, changed);
      await this.record(tx, actor, 'tag.update', changed);
      return changed;
    });
  }

  async remove(actor: Actor, projectId: string, tagId: string): Promise<TagRecord> {
    const found = await this.find(actor, projectId, { id: tagId });
    found.ability.require('delete', 'tags');
    return this.change(actor, 'delete', found.tag, async (tx, tag) => {
      await this.weigh(tx, actor, tag, null);
      await this.tags.remove(tx, tag);
      await this.record(tx, actor, 'tag.delete', tag);
      return tag;
    });
  }

  private async find(actor: Actor, projectId: string, key: TagKey) {
    const { ability } = await this.access.toProject(actor, { id: projectId });
    if ('id' in key && !isUuid(key.id)) throw notFound();
    const tag = await this.tags.find(projectId, key);
    if (!tag) throw notFound();
    return { ability, tag };
  }

  private change(
    actor: Actor,
    action: 'edit' | 'delete',
    { projectId, id }: TagRecord,
    work: (tx: EntityManager, tag: TagRecord) => Promise<TagRecord>,
  ): Promise<TagRecord> {
    return this.database.transaction(async (tx) => {
      await this.hold(tx, actor, projectId, action);
      const tag = await this.tags.findLocked(tx, projectId, id);
      if (!tag) throw notFound();
      return work(tx, tag);
    });
  }

  /** The lock on the project, and the right of the caller asked for again: it may be taken away during the wait. */
  private async hold(
    tx: EntityManager,
    actor: Actor,
    projectId: string,
    action: 'create' | 'edit' | 'delete',
  ): Promise<void> {
    await this.boundary.queueForLock(tx, actor, projectId);
    await this.weighed.lock(tx, projectId);
    (await this.boundary.accessIn(tx, actor, projectId)).ability.require(action, 'tags');
  }

  /** Throws 403 where the secrets that carry the tag would come under other rules than the caller could bring about. */
  private weigh(
    tx: EntityManager,
    actor: Actor,
    { id, slug: from, projectId }: TagRecord,
    to: string | null,
  ): Promise<void> {
    return this.weighed.require(tx, actor, projectId, { id, from, to });
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
