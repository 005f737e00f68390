import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccessService, type ProjectAccess } from '../access/access.service.js';
import type { Actor } from '../auth/actor.js';
import { notFound } from '../errors/api-error.js';
import type { WriteKey } from '../keys/key-ring.js';
import type { WithBrokenReferences } from './references/broken-reference-report.js';
import type { SecretLocation, SealedSecret, SecretChanges as Changes, TagRef } from './secret.js';
import { refuse, versionProblems } from './batch/secret-batch-steps.js';
import { merged, refuseNewName, tagsBySlug } from './secret-drafts.js';
import { mayReadValue, requireAnyChange, requireChange, requireEdit } from './secret-guards.js';
import {
  refusePersonal,
  type SecretOfProject,
  toLocation,
  type SecretScope,
} from './secret-reads.service.js';
import { SecretVault } from './secret-vault.js';
import { SecretWriter, told } from './secret-writer.js';
import { SecretWritesRepository } from './secret-writes.repository.js';
import { type SecretAddress, SecretsRepository } from './secrets.repository.js';
import { nextRow, shownTo, written } from './written-secret.js';

export interface GuardedWhere extends SecretScope {
  /** Refused with 409 unless the secret is at this version. */
  readonly expectedVersion?: number;
}

type NamedWhere = GuardedWhere & { readonly key: string };

interface Next {
  readonly key: WriteKey;
  readonly changes: Changes;
  readonly newTags: readonly TagRef[];
}

/** Changing and deleting a secret. The state before is kept as a version. */
@Injectable()
export class SecretChanges {
  constructor(
    private readonly access: AccessService,
    private readonly ground: SecretWriter,
    private readonly secrets: SecretsRepository,
    private readonly rows: SecretWritesRepository,
    private readonly vault: SecretVault,
  ) {}

  /** Changes what is given and leaves the rest. */
  async update(
    actor: Actor,
    where: NamedWhere,
    changes: Changes,
  ): Promise<SecretOfProject & WithBrokenReferences> {
    const { project, place, folder } = await this.locate(actor, where, 'edit');
    const tags = await this.secrets.getTags(project.id, changes.tagIds ?? []);
    return this.ground.write(actor, project, async (tx) => {
      await this.ground.openings.hold(tx, project, {
        place: changes.newSecretName || changes.tagIds ? place : null,
        tagIds: changes.tagIds ?? [],
      });
      const key = await this.vault.forWriting(tx, project);
      const old = await this.getLocked(tx, project, { ...place, key: where.key });
      const newTags = changes.tagIds ? tagsBySlug(tags, changes.tagIds) : (old.tags ?? []);
      const next = { key: changes.newSecretName || old.key, tags: newTags };
      requireEdit(project, old, next);
      refusePersonal(where);
      refuseNewName(changes.newSecretName, folder);
      refuseMoved(project, where, place, old);
      await this.ground.openings.refuse(tx, { actor, project }, { old, next });
      const { row, draft } = await this.nextState(tx, project, old, { key, changes, newTags });
      await this.rows.keepVersions(tx, [old.id]);
      const writer = { actor, membershipId: project.membershipId };
      const updatedAt = await this.rows.update(tx, writer, [row]);
      if (changes.tagIds) await this.rows.replaceTags(tx, [row]);
      const fresh = { row, draft, place, tags: newTags };
      const secret = { ...written(fresh, actor, project, updatedAt), createdAt: old.createdAt };
      const lost = row.key === old.key ? [] : [{ ...place, key: old.key }];
      const note = await this.ground.notes.findAfterRemoval(tx, project, lost);
      const shown = shownTo(project, old, secret, changes);
      const result = { projectId: project.id, secret: shown, brokenReferences: note };
      const bothTags = [...(old.tags ?? []), ...newTags];
      // A rename tells of both names.
      const names = [old.key, row.key].map((name) => ({ key: name, tags: bothTags }));
      return told(result, 'secret:update', place, names);
    });
  }

  /** Answers what the secret was. */
  async remove(actor: Actor, where: NamedWhere): Promise<SecretOfProject & WithBrokenReferences> {
    const { project, place } = await this.locate(actor, where, 'delete');
    return this.ground.write(actor, project, async (tx) => {
      const old = await this.getLocked(tx, project, { ...place, key: where.key });
      requireChange(project, 'delete', old);
      refusePersonal(where);
      refuseMoved(project, where, place, old);
      const [secret] = await this.vault.open(project, [old], () => mayReadValue(project, old), tx);
      await this.rows.keepVersions(tx, [old.id]);
      await this.rows.remove(tx, [old.id]);
      const note = await this.ground.notes.findAfterRemoval(tx, project, [
        { ...place, key: old.key },
      ]);
      const result = {
        projectId: project.id,
        secret: shownTo(project, old, secret!),
        brokenReferences: note,
      };
      return told(result, 'secret:delete', place, [old]);
    });
  }

  /** Project and folder (404), and whether the caller may do such a thing anywhere at all (403). */
  private async locate(actor: Actor, where: NamedWhere, action: 'edit' | 'delete') {
    const project = await this.access.toNamedProject(actor, where.projectId, where.projectSlug);
    const place = toLocation(where);
    const folder = await this.secrets.getFolder(project.id, place);
    requireAnyChange(project, action, place, where.key);
    return { project, place, folder };
  }

  private async getLocked(
    tx: EntityManager,
    project: ProjectAccess,
    address: SecretAddress,
  ): Promise<SealedSecret> {
    const secret = await this.rows.findLocked(tx, project.id, address);
    if (!secret) throw notFound();
    return secret;
  }

  private async nextState(
    tx: EntityManager,
    project: ProjectAccess,
    old: SealedSecret,
    { key, changes, newTags }: Next,
  ) {
    const [before] = await this.vault.open(project, [old], () => true, tx);
    const draft = merged(before!, changes, newTags);
    const next = { draft, folderId: old.folderId, old, valueBefore: before!.value };
    return { draft, row: nextRow(this.vault, key, project, next) };
  }
}

/** As a batch of this one would be. */
function refuseMoved(
  project: ProjectAccess,
  { expectedVersion }: GuardedWhere,
  place: SecretLocation,
  { key, version }: SealedSecret,
): void {
  const problems = versionProblems(expectedVersion, version);
  refuse(project, [{ index: 0, place, secretKey: key, outcome: 'update', problems }]);
}
