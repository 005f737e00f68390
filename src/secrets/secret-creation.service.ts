import { Injectable } from '@nestjs/common';
import { AccessService, type ProjectAccess } from '../access/access.service.js';
import { slices } from '../access/slices.js';
import type { Actor } from '../auth/actor.js';
import type { WriteKey } from '../keys/key-ring.js';
import {
  attributesOf,
  type OpenSecret,
  type SecretLocation,
  type SecretDraft,
  type TagRef,
} from './secret.js';
import {
  refuseExisting,
  refuseLowerCase,
  refuseRepeatedKeys,
  tagsBySlug,
} from './secret-drafts.js';
import {
  refusePersonal,
  type SecretsOfProject,
  toLocation,
  type SecretScope,
} from './secret-reads.service.js';
import { SecretVault } from './secret-vault.js';
import { type ChangedName, SecretWriter, told } from './secret-writer.js';
import { type SecretRow, SecretWritesRepository } from './secret-writes.repository.js';
import { SecretsRepository } from './secrets.repository.js';
import { newRow, written } from './written-secret.js';

/** Creating secrets, one or many, whatever the dialect of the route: all of a call or nothing. */
@Injectable()
export class SecretCreation {
  constructor(
    private readonly access: AccessService,
    private readonly ground: SecretWriter,
    private readonly secrets: SecretsRepository,
    private readonly rows: SecretWritesRepository,
    private readonly vault: SecretVault,
  ) {}

  /** Each draft is checked by itself: name, folder and tags. */
  async createMany(
    actor: Actor,
    where: SecretScope,
    drafts: readonly SecretDraft[],
  ): Promise<SecretsOfProject> {
    const project = await this.access.toNamedProject(actor, where.projectId, where.projectSlug);
    const place = toLocation(where);
    const folder = await this.secrets.getFolder(project.id, place);
    const tags = await this.secrets.getTags(
      project.id,
      drafts.flatMap((draft) => draft.tagIds ?? []),
    );
    const tagsOf = (draft: SecretDraft) => tagsBySlug(tags, draft.tagIds ?? []);
    await requireCreate(project, place, drafts, tagsOf);
    refusePersonal(where);
    refuseRepeatedKeys(drafts);
    if (folder.autoCapitalization) refuseLowerCase(drafts.map((draft) => draft.secretKey));
    const names = drafts.map((draft) => ({ key: draft.secretKey, tags: tagsOf(draft) }));
    const { rows, createdAt } = await this.insert(actor, project, place, names, (key) =>
      drafts.map((draft) => newRow(this.vault, key, project, { folderId: folder.id, draft })),
    );
    const secrets = rows.map((row, index): OpenSecret => {
      const draft = drafts[index]!;
      return written({ row, draft, place, tags: tagsOf(draft) }, actor, project, createdAt);
    });
    return { projectId: project.id, secrets };
  }

  private insert(
    actor: Actor,
    project: ProjectAccess,
    place: SecretLocation,
    names: readonly ChangedName[],
    seal: (key: WriteKey) => readonly SecretRow[],
  ): Promise<{ readonly rows: readonly SecretRow[]; readonly createdAt: Date }> {
    return this.ground.write(actor, project, async (tx) => {
      const rows = seal(await this.vault.forWriting(tx, project));
      const writer = { actor, membershipId: project.membershipId };
      const inserted = await this.rows.insert(tx, project.id, writer, rows);
      refuseExisting(rows, new Set(inserted.map((row) => row.id)));
      await this.rows.insertTags(tx, rows);
      return told({ rows, createdAt: inserted[0]!.createdAt }, 'secret:create', place, names);
    });
  }
}

function requireCreate(
  project: ProjectAccess,
  place: SecretLocation,
  drafts: readonly SecretDraft[],
  tagsOf: (draft: SecretDraft) => readonly TagRef[],
): Promise<void> {
  const attributes = drafts.map((draft) =>
    attributesOf(
      place,
      draft.secretKey,
      tagsOf(draft).map((tag) => tag.slug),
    ),
  );
  return project.ability.requireAllInSlices('create', 'secrets', attributes, slices());
}
