import { Injectable } from '@nestjs/common';
import type { ProjectAccess } from '../access/access.service.js';
import type { ContentActor, UserActor } from '../auth/actor.js';
import { secretNotFound } from '../errors/missing.js';
import { refuse, versionProblems } from './batch/secret-batch-steps.js';
import type { WithBrokenReferences } from './references/broken-reference-report.js';
import { PersonalWrites } from './personal/personal-writes.service.js';
import { mayReadValue, requireAnyChange, requireChange, requireEdit } from './secret-guards.js';
import { folderOf, keptOf, recordAs, type UpdateMutation } from './secret-mutations.js';
import { SecretOpenings } from './secret-openings.js';
import { SecretVault } from './secret-vault.js';
import { SecretWriter } from './secret-writer.js';
import { SecretWritesRepository } from './secret-writes.repository.js';
import {
  type SecretLocation,
  type SealedSecret,
  type SecretChanges as Changes,
  merged,
  refuseNewName,
  tagsBySlug,
  type SecretOfProject,
  type SecretScope,
} from './secret.js';
import { SecretsRepository } from './secrets.repository.js';
import { WriteScenes } from './write-scenes.js';
import { visibleToWriter } from './visible-to-writer.js';
import { refusePersonal } from './personal/refuse-personal.js';

export interface GuardedWhere extends SecretScope {
  /** Refused with 409 unless the secret is at this version. */
  readonly expectedVersion?: number;
}

type NamedWhere = GuardedWhere & { readonly key: string };

/** Changing and deleting a secret. The state before is kept as a version. */
@Injectable()
export class SecretChangesService {
  // oxlint-disable-next-line max-params -- what is asked before the lock and under it, and who writes
  constructor(
    private readonly scenes: WriteScenes,
    private readonly writer: SecretWriter,
    private readonly openings: SecretOpenings,
    private readonly secrets: SecretsRepository,
    private readonly rows: SecretWritesRepository,
    private readonly vault: SecretVault,
    private readonly personal: PersonalWrites,
  ) {}

  /** Changes what is given and leaves the rest. */
  async update(
    actor: ContentActor,
    where: NamedWhere,
    changes: Changes,
  ): Promise<SecretOfProject & WithBrokenReferences> {
    if (where.isPersonal && actor.kind === 'user')
      return this.writePersonal(actor, where, { verb: 'update', changes });
    const { project: seen, location, folder } = await this.locate(actor, where, 'edit');
    const known = await this.secrets.getTags(seen.id, changes.tagIds ?? []);
    const done = await this.writer.write({ actor, project: seen }, async (tx, project) => {
      requireAnyChange(project, 'edit', location, where.key);
      await this.openings.hold(tx, project, {
        place: changes.newSecretName || changes.tagIds ? location : null,
        tagIds: changes.tagIds ?? [],
      });
      const missing = () => secretNotFound(project.id, { ...location, key: where.key });
      const old = await this.rows.findLocked(tx, project.id, { ...location, key: where.key });
      if (!old) throw missing();
      const tags = changes.tagIds ? tagsBySlug(known, changes.tagIds) : (old.tags ?? []);
      const next = { key: changes.newSecretName || old.key, tags };
      requireEdit(project, old, next, missing);
      refusePersonal(actor, where);
      refuseNewName(changes.newSecretName, folder);
      refuseOtherVersion(project, where, location, old);
      await this.openings.refuse(tx, { actor, project }, { old, next });
      const [before] = await this.vault.open(project, [old], () => true, tx);
      const mutation: UpdateMutation = {
        ...{ kind: 'update', old, location, tags, ...folderOf(old) },
        draft: merged(before!, changes, tags),
        valueBefore: before!.value,
        keeps: keptOf(old, changes),
      };
      return { project, old, mutations: [mutation], record: recordAs('secret.update', location) };
    });
    const { project, old, brokenReferences } = done;
    const secret = visibleToWriter(project, old, done.secrets[0]!, changes);
    return { projectId: project.id, secret, brokenReferences };
  }

  /** Answers what the secret was. */
  async remove(
    actor: ContentActor,
    where: NamedWhere,
  ): Promise<SecretOfProject & WithBrokenReferences> {
    if (where.isPersonal && actor.kind === 'user')
      return this.writePersonal(actor, where, { verb: 'delete', changes: {} });
    const { project: seen, location } = await this.locate(actor, where, 'delete');
    const { secret, brokenReferences } = await this.writer.write(
      { actor, project: seen },
      async (tx, project) => {
        requireAnyChange(project, 'delete', location, where.key);
        const missing = () => secretNotFound(project.id, { ...location, key: where.key });
        const old = await this.rows.findLocked(tx, project.id, { ...location, key: where.key });
        if (!old) throw missing();
        requireChange(project, 'delete', old, missing);
        refusePersonal(actor, where);
        refuseOtherVersion(project, where, location, old);
        const [opened] = await this.vault.open(
          project,
          [old],
          () => mayReadValue(project, old),
          tx,
        );
        return {
          secret: visibleToWriter(project, old, opened!),
          mutations: [{ kind: 'delete', old }] as const,
          record: recordAs('secret.delete', location),
        };
      },
    );
    return { projectId: seen.id, secret, brokenReferences };
  }

  private async writePersonal(
    actor: UserActor,
    where: NamedWhere,
    { verb, changes }: { readonly verb: 'update' | 'delete'; readonly changes: Changes },
  ): Promise<SecretOfProject & WithBrokenReferences> {
    const { key: secretKey, expectedVersion } = where;
    const item = { secretKey, changes, ...(expectedVersion ? { expectedVersion } : {}) };
    const order = { verb, items: [item], mode: 'failOnNotFound' } as const;
    const { projectId, secrets } = await this.personal.write(actor, where, order);
    return { projectId, secret: secrets[0]!, brokenReferences: null };
  }

  /** Project and folder (404), and whether the caller may do such a thing anywhere at all (403). */
  private async locate(actor: ContentActor, where: NamedWhere, action: 'edit' | 'delete') {
    const scene = await this.scenes.locate(actor, where);
    requireAnyChange(scene.project, action, scene.location, where.key);
    return scene;
  }
}

/** Throws 409 in the form of a batch of this one. */
function refuseOtherVersion(
  project: ProjectAccess,
  { expectedVersion }: GuardedWhere,
  place: SecretLocation,
  { key, version }: SealedSecret,
): void {
  const problems = versionProblems(expectedVersion, version);
  refuse(project, [{ index: 0, place, secretKey: key, outcome: 'update', problems }]);
}
