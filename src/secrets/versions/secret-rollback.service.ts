import { Injectable } from '@nestjs/common';
import type { ProjectAccess } from '../../access/access.service.js';
import type { Actor } from '../../auth/actor.js';
import { badRequest, notFound } from '../../errors/api-error.js';
import { versionNotFound } from '../../errors/missing.js';
import { type SealedSecret, merged, type SecretOfProject } from '../secret.js';
import {
  requireAnyChange,
  requireChange,
  requireEdit,
  requireReadVersion,
} from '../secret-guards.js';
import { folderOf, recordAs, type UpdateMutation } from '../secret-mutations.js';
import { SecretOpenings } from '../secret-openings.js';
import { SecretVault } from '../secret-vault.js';
import { SecretWriter } from '../secret-writer.js';
import { SecretWritesRepository } from '../secret-writes.repository.js';
import { SecretsRepository } from '../secrets.repository.js';
import { SecretVersionsRepository } from './secret-versions.repository.js';
import { visibleToWriter } from '../visible-to-writer.js';

/** Brings a past state back, as a new version. The secret keeps its name and its folder. */
@Injectable()
export class SecretRollback {
  // oxlint-disable-next-line max-params -- what is asked before the lock and under it, and who writes
  constructor(
    private readonly writer: SecretWriter,
    private readonly openings: SecretOpenings,
    private readonly secrets: SecretsRepository,
    private readonly versions: SecretVersionsRepository,
    private readonly rows: SecretWritesRepository,
    private readonly vault: SecretVault,
  ) {}

  /** Asks for `edit` now, and for the right to read what comes back. */
  async rollBack(
    actor: Actor,
    seen: ProjectAccess,
    { secretId, version }: { readonly secretId: string; readonly version: number },
  ): Promise<SecretOfProject> {
    const found = await this.secrets.findById(seen.id, secretId);
    if (!found) throw notFound();
    requireAnyChange(seen, 'edit', found, found.key);
    const past = await this.versions.find(seen.id, secretId, version);
    const done = await this.writer.write({ actor, project: seen }, async (tx, project) => {
      requireAnyChange(project, 'edit', found, found.key);
      const tags = past?.tags ?? [];
      const tagIds = tags.map((tag) => tag.id);
      await this.openings.hold(tx, project, { place: locationOf(found), tagIds });
      const old = await this.rows.findLocked(tx, project.id, found);
      if (old?.id !== secretId) throw notFound();
      requireChange(project, 'edit', old, notFound);
      if (version === old.version)
        throw badRequest('nothing-to-change', 'The secret is at this version already.');
      const missing = () => versionNotFound(version);
      requireReadVersion(project, past, true, missing);
      const next = { key: old.key, tags };
      requireEdit(project, old, next, notFound);
      await this.openings.refuse(tx, { actor, project }, { old, next });
      const [state] = await this.vault.open(project, [past], () => true, tx);
      const location = locationOf(old);
      const mutation: UpdateMutation = {
        ...{ kind: 'update', old, location, tags, ...folderOf(old) },
        draft: merged({ ...state!, key: old.key }, {}, tags),
      };
      const record = recordAs('secret.rollback', location, { version });
      return { project, old, mutations: [mutation], record };
    });
    const secret = visibleToWriter(done.project, done.old, done.secrets[0]!);
    return { projectId: seen.id, secret };
  }
}

const locationOf = ({ environment, secretPath }: SealedSecret) => ({ environment, secretPath });
