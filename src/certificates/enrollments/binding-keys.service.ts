import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../../auth/actor.js';
import { newId, toUuid } from '../../database/uuid.js';
import { badRequest, internalError, notFound } from '../../errors/api-error.js';
import type { BindingKeyDraft, BindingKeyRecord } from './binding-key.js';
import { BindingKeysRepository } from './binding-keys.repository.js';
import { BindingSecrets } from './binding-secrets.js';
import { EnrollmentAccess, requireDirectory } from './enrollment-access.js';
import type { Enrollment, EnrollmentPlace } from './enrollment.js';

const MAX_KEYS = 100;
const ACTION = 'rotate-acme-eab-secret';

export interface NewBindingKey {
  readonly key: BindingKeyRecord;
  readonly secret: string;
}

/** Keys by which new accounts are bound to an enrollment, each with a name and bounds of its own. */
@Injectable()
export class BindingKeys {
  constructor(
    private readonly access: EnrollmentAccess,
    private readonly keys: BindingKeysRepository,
    private readonly secrets: BindingSecrets,
  ) {}

  /** By name. */
  async list(actor: Actor, place: EnrollmentPlace): Promise<BindingKeyRecord[]> {
    const { enrollment } = await this.access.findFor(actor, place, 'reveal-acme-eab-secret');
    return this.keys.list(enrollment.id);
  }

  /** The secret is shown this once. Throws 400 where there is no ACME directory, 409 if the name is taken. */
  async create(
    actor: Actor,
    place: EnrollmentPlace,
    draft: BindingKeyDraft,
  ): Promise<NewBindingKey> {
    return this.access.change(actor, place, ACTION, async (tx, enrollment) => {
      requireDirectory(enrollment);
      if ((await this.keys.count(tx, enrollment.id)) >= MAX_KEYS)
        throw badRequest('limit-reached', `A directory has at most ${MAX_KEYS} binding keys.`);
      const id = newId();
      await this.keys.insert(tx, enrollment, { id, ...draft });
      const key = await this.keys.find(enrollment.id, id, tx);
      if (!key) throw internalError();
      const { maxUses, allowedNames } = draft;
      const expiresAt = draft.expiresAt?.toISOString() ?? null;
      const bounds = { maxUses, expiresAt, allowedNames };
      await this.record(tx, actor, 'create', enrollment, { key, bounds });
      const [secret] = this.secrets.listForKey(id);
      return { key, secret: secret!.toString('base64url') }; // a key is in force
    });
  }

  /** Ends new bindings with it; accounts that it has bound stay. */
  async remove(actor: Actor, place: EnrollmentPlace, id: string): Promise<BindingKeyRecord> {
    const { enrollment: found } = await this.access.locate(actor, place);
    if (!(await this.keys.find(found.id, toUuid(id)))) throw notFound();
    return this.access.change(actor, place, ACTION, async (tx, enrollment) => {
      const key = await this.keys.find(enrollment.id, toUuid(id), tx);
      if (!key) throw notFound();
      await this.keys.remove(tx, key.id);
      await this.record(tx, actor, 'delete', enrollment, { key });
      return key;
    });
  }

  private record(
    tx: EntityManager,
    actor: Actor,
    verb: string,
    enrollment: Enrollment,
    { key, bounds = {} }: { readonly key: BindingKeyRecord; readonly bounds?: object },
  ): Promise<void> {
    const { id: bindingKeyId, name } = key;
    const more = { bindingKeyId, name, ...bounds };
    return this.access.record(tx, actor, `acme-binding-key.${verb}`, enrollment, more);
  }
}
