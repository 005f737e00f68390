import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ProjectAccess } from '../../access/access.service.js';
import type { Actor } from '../../auth/actor.js';
import { badRequest, notFound } from '../../errors/api-error.js';
import type { WriteKey } from '../../keys/key-ring.js';
import type { PastSecret, SealedSecret } from '../secret.js';
import { merged } from '../secret-drafts.js';
import { requireAnyChange, requireChange, requireEdit } from '../secret-guards.js';
import { requireReadPastVersion, type SecretOfProject } from '../secret-reads.service.js';
import { SecretVault } from '../secret-vault.js';
import { SecretVersionsRepository } from './secret-versions.repository.js';
import { SecretWriter, told } from '../secret-writer.js';
import { SecretWritesRepository } from '../secret-writes.repository.js';
import { SecretsRepository } from '../secrets.repository.js';
import { nextRow, shownTo, written } from '../written-secret.js';

interface Writing {
  readonly actor: Actor;
  readonly project: ProjectAccess;
  readonly key: WriteKey;
}

/** Brings a past state back, as a new version. The secret keeps its name and its place. */
@Injectable()
export class SecretRollback {
  constructor(
    private readonly ground: SecretWriter,
    private readonly secrets: SecretsRepository,
    private readonly versions: SecretVersionsRepository,
    private readonly rows: SecretWritesRepository,
    private readonly vault: SecretVault,
  ) {}

  /** Asks for `edit` now, and for the right to read what comes back. */
  async rollBack(
    actor: Actor,
    project: ProjectAccess,
    { secretId, version }: { readonly secretId: string; readonly version: number },
  ): Promise<SecretOfProject> {
    const found = await this.secrets.findById(project.id, secretId);
    if (!found) throw notFound();
    requireAnyChange(project, 'edit', found, found.key);
    const past = await this.versions.find(project.id, secretId, version);
    return this.ground.write(actor, project, async (tx) => {
      const tagIds = past?.tags?.map((tag) => tag.id) ?? [];
      await this.ground.openings.hold(tx, project, { place: placeOf(found), tagIds });
      const writing = { actor, project, key: await this.vault.forWriting(tx, project) };
      const old = await this.rows.findLocked(tx, project.id, found);
      if (old?.id !== secretId) throw notFound();
      requireChange(project, 'edit', old);
      if (version === old.version) throw badRequest('The secret is at this version already.');
      if (!past) throw notFound();
      requireReadPastVersion(project, past);
      const next = { key: old.key, tags: past.tags ?? [] };
      requireEdit(project, old, next);
      await this.ground.openings.refuse(tx, { actor, project }, { old, next });
      const secret = await this.write(tx, writing, old, past);
      const place = placeOf(old);
      const names = [{ key: old.key, tags: [...(old.tags ?? []), ...(past.tags ?? [])] }];
      const entry = told({ projectId: project.id, secret }, 'secret:update', place, names);
      const target = { ...entry.target, version };
      return { ...entry, action: 'secret.rollback', target };
    });
  }

  private async write(
    tx: EntityManager,
    { actor, project, key }: Writing,
    old: SealedSecret,
    past: PastSecret,
  ) {
    const [state] = await this.vault.open(project, [past], () => true, tx);
    const tags = past.tags ?? [];
    const draft = merged({ ...state!, key: old.key }, {}, tags);
    const next = { draft, folderId: old.folderId, old };
    const row = nextRow(this.vault, key, project, next);
    await this.rows.keepVersions(tx, [old.id]);
    const writer = { actor, membershipId: project.membershipId };
    const updatedAt = await this.rows.update(tx, writer, [row]);
    await this.rows.replaceTags(tx, [row]);
    const place = placeOf(old);
    const fresh = written({ row, draft, place, tags }, actor, project, updatedAt);
    return shownTo(project, old, { ...fresh, createdAt: old.createdAt });
  }
}

const placeOf = ({ environment, secretPath }: SealedSecret) => ({ environment, secretPath });
