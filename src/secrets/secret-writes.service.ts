import { Injectable } from '@nestjs/common';
import { AccessService, type ProjectAccess } from '../access/access.service.js';
import type { Actor } from '../auth/actor.js';
import { isUuid, newId } from '../database/uuid.js';
import { notFound } from '../errors/api-error.js';
import {
  attributesOf,
  attributesOfSecret,
  type SealedSecret,
  type SecretChanges,
  type SecretDraft,
  type TagRef,
} from './secret.js';
import {
  columnsOf,
  merged,
  plainOf,
  refuseExisting,
  refuseLowerCase,
  refuseRepeatedKeys,
} from './secret-drafts.js';
import {
  mayReadValue,
  type SecretOfProject,
  type SecretsOfProject,
  toPlace,
  type Where,
} from './secret-reads.service.js';
import { SecretWriteGround } from './secret-write-ground.js';
import { SecretVault } from './secret-vault.js';
import { type SecretRow, SecretWritesRepository } from './secret-writes.repository.js';
import { masked, opened } from './written-secret.js';
import { SecretsRepository } from './secrets.repository.js';

/** Writing secrets, whatever the dialect of the route. Each call is one transaction: all of it or nothing. */
@Injectable()
export class SecretWrites {
  constructor(
    private readonly access: AccessService,
    private readonly ground: SecretWriteGround,
    private readonly secrets: SecretsRepository,
    private readonly rows: SecretWritesRepository,
    private readonly vault: SecretVault,
  ) {}

  /** Creates every draft or none. Each is checked by itself: name, folder and tags. */
  async createMany(
    actor: Actor,
    where: Where,
    drafts: readonly SecretDraft[],
  ): Promise<SecretsOfProject> {
    const project = await this.access.toNamedProject(actor, where.projectId, where.projectSlug);
    const place = toPlace(where);
    const folder = await this.secrets.getFolder(project.id, place);
    const tags = await this.getTags(project.id, drafts);
    const tagsOf = (draft: SecretDraft) => (draft.tagIds ?? []).map((id) => tags.get(id)!);
    const attributes = drafts.map((draft) =>
      attributesOf(
        place,
        draft.secretKey,
        tagsOf(draft).map((tag) => tag.slug),
      ),
    );
    project.ability.requireAll('create', 'secrets', attributes);
    refuseRepeatedKeys(drafts);
    if (folder.autoCapitalization) refuseLowerCase(drafts.map((draft) => draft.secretKey));
    const key = await this.vault.forWriting(project);
    const rows = drafts.map((draft): SecretRow => {
      const id = newId();
      return {
        ...this.vault.seal(key, project, id, 1, plainOf(draft)),
        ...columnsOf(draft),
        id,
        version: 1,
      };
    });
    const createdAt = await this.ground.write(actor, project, async (tx) => {
      const writer = { actor, membershipId: project.membershipId };
      const target = { projectId: project.id, folderId: folder.id };
      const inserted = await this.rows.insert(tx, target, writer, rows);
      refuseExisting(drafts, new Set(inserted.map((row) => row.key)));
      await this.rows.insertTags(tx, rows);
      const changes = drafts.map((draft) => ({ ...place, secretKey: draft.secretKey }));
      return { result: inserted[0]!.createdAt, type: 'secret:create', place, changes };
    });
    const secrets = rows.map((row, index) =>
      opened(
        { row, draft: drafts[index]!, place, tags: tagsOf(drafts[index]!) },
        actor,
        project,
        createdAt,
      ),
    );
    return { projectId: project.id, secrets };
  }

  /** Changes what is given and leaves the rest; the state before is kept as a version. */
  async update(
    actor: Actor,
    where: Where & { readonly key: string },
    changes: SecretChanges,
  ): Promise<SecretOfProject> {
    const project = await this.access.toNamedProject(actor, where.projectId, where.projectSlug);
    const place = toPlace(where);
    await this.secrets.getFolder(project.id, place);
    if (!project.ability.everAllows('edit', 'secrets')) {
      project.ability.require('edit', 'secrets', attributesOf(place, where.key, []));
    }
    const tags = await this.getTags(project.id, [changes]);
    const key = await this.vault.forWriting(project);
    return this.ground.write(actor, project, async (tx) => {
      const old = await this.rows.findLocked(tx, project.id, { ...place, key: where.key });
      if (!old) throw notFound();
      const newTags = changes.tagIds?.map((id) => tags.get(id)!) ?? old.tags ?? [];
      const secretKey = changes.newSecretName ?? old.key;
      requireEdit(project, old, secretKey, newTags);
      const [before] = await this.vault.open(project, [old], () => true);
      const draft = merged(before!, changes, secretKey, newTags);
      const version = old.version + 1;
      const sealed = this.vault.seal(key, project, old.id, version, plainOf(draft));
      const row: SecretRow = { ...sealed, ...columnsOf(draft), id: old.id, version };
      await this.rows.keepVersions(tx, [old.id]);
      const updatedAt = await this.rows.update(
        tx,
        { actor, membershipId: project.membershipId },
        row,
      );
      if (changes.tagIds) await this.rows.replaceTags(tx, row);
      const secret = {
        ...opened({ row, draft, place, tags: newTags }, actor, project, updatedAt),
        createdAt: old.createdAt,
      };
      const isShown = changes.secretValue !== undefined || mayReadValue(project, old);
      const names = new Set([old.key, secretKey]);
      return {
        result: { projectId: project.id, secret: isShown ? secret : masked(secret) },
        type: 'secret:update',
        place,
        changes: [...names].map((name) => ({ ...place, secretKey: name })),
      };
    });
  }

  /** Deletes a secret and answers what it was; its states are kept as versions. */
  async remove(actor: Actor, where: Where & { readonly key: string }): Promise<SecretOfProject> {
    const project = await this.access.toNamedProject(actor, where.projectId, where.projectSlug);
    const place = toPlace(where);
    await this.secrets.getFolder(project.id, place);
    if (!project.ability.everAllows('delete', 'secrets')) {
      project.ability.require('delete', 'secrets', attributesOf(place, where.key, []));
    }
    return this.ground.write(actor, project, async (tx) => {
      const old = await this.rows.findLocked(tx, project.id, { ...place, key: where.key });
      if (!old) throw notFound();
      project.ability.require('delete', 'secrets', attributesOfSecret(old));
      const [secret] = await this.vault.open(project, [old], () => mayReadValue(project, old));
      await this.rows.keepVersions(tx, [old.id]);
      await this.rows.remove(tx, [old.id]);
      return {
        result: { projectId: project.id, secret: secret! },
        type: 'secret:delete',
        place,
        changes: [{ ...place, secretKey: old.key }],
      };
    });
  }

  /** The tags that the drafts name, by id. Throws 404 if one is not of the project. */
  private async getTags(
    projectId: string,
    drafts: readonly { readonly tagIds?: readonly string[] }[],
  ): Promise<ReadonlyMap<string, TagRef>> {
    const ids = [...new Set(drafts.flatMap((draft) => draft.tagIds ?? []))];
    if (ids.length === 0) return new Map();
    if (!ids.every(isUuid)) throw notFound();
    const tags = await this.secrets.listTags(projectId, ids);
    if (tags.length < ids.length) throw notFound();
    return new Map(tags.map((tag) => [tag.id, tag]));
  }
}

function requireEdit(
  project: ProjectAccess,
  old: SealedSecret,
  newName: string,
  newTags: readonly TagRef[],
): void {
  project.ability.require('edit', 'secrets', attributesOfSecret(old));
  // What it becomes must be the caller's to edit as well.
  project.ability.require(
    'edit',
    'secrets',
    attributesOf(
      old,
      newName,
      newTags.map((tag) => tag.slug),
    ),
  );
}
