import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Audit } from '../../audit/audit.js';
import type { Actor } from '../../auth/actor.js';
import { Database } from '../../database/database.js';
import { badRequest } from '../../errors/api-error.js';
import { LockedChanges } from '../locked-changes.js';
import { BindingSecrets } from './binding-secrets.js';
import type { ProfileRecord } from './profile.js';
import { ProfilesRepository } from './profiles.repository.js';
import { ProfilesService } from './profiles.service.js';

/** What an ACME client is given to register its first account. */
export interface Binding {
  readonly eabKid: string;
  readonly eabSecret: string;
}

/** Shows and changes the secret by which new accounts are bound to a profile. */
@Injectable()
export class ProfileBindings {
  // oxlint-disable-next-line max-params -- what is shown, and what is written of it
  constructor(
    private readonly service: ProfilesService,
    private readonly profiles: ProfilesRepository,
    private readonly secrets: BindingSecrets,
    private readonly changes: LockedChanges,
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  /** The secret, and an entry of who read it: both or none. Throws 400 where the profile has no ACME directory. */
  async reveal(actor: Actor, id: string): Promise<Binding> {
    const { profile } = await this.service.findFor(actor, id, 'reveal-acme-eab-secret');
    requireDirectory(profile);
    await this.database.transaction((tx) => this.record(tx, actor, 'reveal-binding', profile));
    return this.bindingOf(profile);
  }

  /** Ends new bindings with the secret of before, at once; accounts stay. */
  async rotate(actor: Actor, id: string): Promise<Binding> {
    const action = 'rotate-acme-eab-secret';
    const { profile: found, project } = await this.service.findFor(actor, id, action);
    return this.changes.in(actor, project.id, async (tx, { ability }) => {
      const profile = await this.service.reread(tx, actor.orgId, found.id);
      ability.require(action, 'certificate-profiles', { slug: profile.slug });
      requireDirectory(profile);
      const bindingNumber = profile.bindingNumber + 1;
      await this.profiles.update(tx, profile.id, { bindingNumber });
      await this.record(tx, actor, 'rotate-binding', profile);
      return this.bindingOf({ ...profile, bindingNumber });
    });
  }

  private bindingOf(profile: ProfileRecord): Binding {
    const [secret] = this.secrets.listFor(profile);
    return { eabKid: profile.id, eabSecret: secret!.toString('base64url') }; // a key is in force
  }

  private record(
    tx: EntityManager,
    actor: Actor,
    verb: string,
    { id, projectId, slug }: ProfileRecord,
  ): Promise<void> {
    const target = { certificateProfileId: id, slug };
    return this.audit.record(tx, actor, {
      action: `certificate-profile.${verb}`,
      projectId,
      target,
    });
  }
}

/** Throws 400. */
export function requireDirectory({ acme, slug }: ProfileRecord): void {
  if (!acme)
    throw badRequest(
      'not-offered',
      `The profile ${slug} has no ACME directory: send enrollmentType acme first.`,
    );
}
