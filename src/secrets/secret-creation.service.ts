import { Injectable } from '@nestjs/common';
import type { ProjectAccess } from '../access/access.service.js';
import { slices } from '../access/slices.js';
import type { ContentActor } from '../auth/actor.js';
import { personalCreation } from './personal/personal-plans.js';
import { PersonalWrites } from './personal/personal-writes.service.js';
import { type CreateMutation, recordAs } from './secret-mutations.js';
import { visibleToCreator } from './visible-to-writer.js';
import { SecretWriter } from './secret-writer.js';
import {
  attributesOf,
  type SecretDraft,
  type SecretLocation,
  type TagRef,
  refuseLowerCase,
  refuseRepeatedKeys,
  tagsBySlug,
  type SecretsOfProject,
  type SecretScope,
} from './secret.js';
import { SecretsRepository } from './secrets.repository.js';
import { WriteScenes } from './write-scenes.js';
import { refusePersonal } from './personal/refuse-personal.js';

/** Creating secrets, one or many, whatever the dialect of the route: all of a call or nothing. */
@Injectable()
export class SecretCreation {
  constructor(
    private readonly scenes: WriteScenes,
    private readonly writer: SecretWriter,
    private readonly secrets: SecretsRepository,
    private readonly personal: PersonalWrites,
  ) {}

  /** Each draft is checked by itself: name, folder and tags. */
  async createMany(
    actor: ContentActor,
    where: SecretScope,
    drafts: readonly SecretDraft[],
  ): Promise<SecretsOfProject> {
    if (where.isPersonal && actor.kind === 'user')
      return this.personal.write(actor, where, personalCreation(drafts));
    const { project: seen, location, folder } = await this.scenes.locate(actor, where);
    const ids = drafts.flatMap((draft) => draft.tagIds ?? []);
    const known = await this.secrets.getTags(seen.id, ids);
    const tagsOf = (draft: SecretDraft) => tagsBySlug(known, draft.tagIds ?? []);
    await requireCreate(seen, location, drafts, tagsOf);
    refusePersonal(actor, where);
    refuseRepeatedKeys(drafts);
    if (folder.autoCapitalization) refuseLowerCase(drafts.map((draft) => draft.secretKey));
    const there = { folderId: folder.id, environmentId: folder.environmentId };
    const mutations = drafts.map((draft): CreateMutation => ({
      ...{ kind: 'create', draft, location, tags: tagsOf(draft), ...there },
    }));
    const record = recordAs('secret.create', location);
    const { secrets } = await this.writer.write({ actor, project: seen }, async (_, project) => {
      if (project !== seen) await requireCreate(project, location, drafts, tagsOf);
      return { mutations, record };
    });
    return { projectId: seen.id, secrets: secrets.map((each) => visibleToCreator(seen, each)) };
  }
}

function requireCreate(
  project: ProjectAccess,
  location: SecretLocation,
  drafts: readonly SecretDraft[],
  tagsOf: (draft: SecretDraft) => readonly TagRef[],
): Promise<void> {
  const attributes = drafts.map((draft) =>
    attributesOf(
      location,
      draft.secretKey,
      tagsOf(draft).map((tag) => tag.slug),
    ),
  );
  return project.ability.requireAllInSlices('create', 'secrets', attributes, slices());
}
