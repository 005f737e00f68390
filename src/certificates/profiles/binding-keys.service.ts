import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Audit } from '../../audit/audit.js';
import type { Actor } from '../../auth/actor.js';
import { newId, toUuid } from '../../database/uuid.js';
import { badRequest, internalError, notFound } from '../../errors/api-error.js';
import { LockedChanges } from '../locked-changes.js';
import type { BindingKeyDraft, BindingKeyRecord } from './binding-key.js';
import { BindingKeysRepository } from './binding-keys.repository.js';
import { BindingSecrets } from './binding-secrets.js';
import type { ProfileRecord } from './profile.js';
import { requireDirectory } from './profile-bindings.service.js';
import { ProfilesService } from './profiles.service.js';

const MAX_KEYS = 100;
const SUBJECT = 'certificate-profiles';
const ACTION = 'rotate-acme-eab-secret';

export interface NewBindingKey {
  readonly key: BindingKeyRecord;
  readonly secret: string;
}

/** Keys by which new accounts are bound to a profile, each with a name and bounds of its own. */
@Injectable()
export class BindingKeys {
  // oxlint-disable-next-line max-params -- a key belongs to a profile, and its secret is shown once
  constructor(
    private readonly service: ProfilesService,
    private readonly keys: BindingKeysRepository,
    private readonly secrets: BindingSecrets,
    private readonly changes: LockedChanges,
    private readonly audit: Audit,
  ) {}

  /** By name. */
  async list(actor: Actor, profileId: string): Promise<BindingKeyRecord[]> {
    const action = 'reveal-acme-eab-secret';
    const { profile } = await this.service.findFor(actor, profileId, action);
    return this.keys.list(profile.id);
  }

  /** The secret is shown this once. Throws 400 where the profile has no ACME directory, 409 if the name is taken. */
  async create(actor: Actor, profileId: string, draft: BindingKeyDraft): Promise<NewBindingKey> {
    return this.change(actor, profileId, async (tx, profile) => {
      requireDirectory(profile);
      if ((await this.keys.count(tx, profile.id)) >= MAX_KEYS)
        throw badRequest('limit-reached', `A profile has at most ${MAX_KEYS} binding keys.`);
      const id = newId();
      await this.keys.insert(tx, { id, profileId: profile.id, ...draft });
      const key = await this.keys.find(profile.id, id, tx);
      if (!key) throw internalError();
      const { maxUses, allowedNames } = draft;
      const expiresAt = draft.expiresAt?.toISOString() ?? null;
      await this.record(tx, actor, 'create', profile, key, { maxUses, expiresAt, allowedNames });
      const [secret] = this.secrets.listForKey(id);
      return { key, secret: secret!.toString('base64url') }; // a key is in force
    });
  }

  /** Ends new bindings with it; accounts that it has bound stay. */
  async remove(actor: Actor, profileId: string, id: string): Promise<BindingKeyRecord> {
    const found = await this.service.locate(actor, profileId);
    if (!(await this.keys.find(found.profile.id, toUuid(id)))) throw notFound();
    return this.change(actor, profileId, async (tx, profile) => {
      const key = await this.keys.find(profile.id, toUuid(id), tx);
      if (!key) throw notFound();
      await this.keys.remove(tx, key.id);
      await this.record(tx, actor, 'delete', profile, key);
      return key;
    });
  }

  private async change<T>(
    actor: Actor,
    profileId: string,
    work: (tx: EntityManager, profile: ProfileRecord) => Promise<T>,
  ): Promise<T> {
    const { profile: found, project } = await this.service.findFor(actor, profileId, ACTION);
    return this.changes.in(actor, project.id, async (tx, { ability }) => {
      const profile = await this.service.reread(tx, actor.orgId, found.id);
      ability.require(ACTION, SUBJECT, { slug: profile.slug });
      return work(tx, profile);
    });
  }

  // oxlint-disable-next-line max-params -- who did what to which key of which profile
  private record(
    tx: EntityManager,
    actor: Actor,
    verb: string,
    { id: certificateProfileId, projectId, slug }: ProfileRecord,
    { id: bindingKeyId, name }: BindingKeyRecord,
    more: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    const target = { certificateProfileId, slug, bindingKeyId, name, ...more };
    return this.audit.record(tx, actor, { action: `acme-binding-key.${verb}`, projectId, target });
  }
}
