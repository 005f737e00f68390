import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../../auth/actor.js';
import { Database } from '../../database/database.js';
import { BindingSecrets } from './binding-secrets.js';
import { EnrollmentAccess, requireDirectory } from './enrollment-access.js';
import type { Enrollment, EnrollmentPlace } from './enrollment.js';
import { EnrollmentsRepository } from './enrollments.repository.js';

/** The secrets with which ACME clients register their first account. */
export interface Binding {
  readonly eabKid: string;
  readonly eabSecret: string;
}

/** Shows and changes the secret by which any new accounts are bound to an enrollment. */
@Injectable()
export class SharedBindings {
  constructor(
    private readonly access: EnrollmentAccess,
    private readonly enrollments: EnrollmentsRepository,
    private readonly secrets: BindingSecrets,
    private readonly database: Database,
  ) {}

  /** The secret, and an entry of who read it: both or none. Throws 400 where there is no ACME directory. */
  async reveal(actor: Actor, place: EnrollmentPlace): Promise<Binding> {
    const { enrollment } = await this.access.findFor(actor, place, 'reveal-acme-eab-secret');
    requireDirectory(enrollment);
    await this.database.transaction((tx) => this.record(tx, actor, 'reveal-binding', enrollment));
    return this.bindingOf(enrollment);
  }

  /** Ends new bindings with the secret of before, at once; accounts stay. */
  async rotate(actor: Actor, place: EnrollmentPlace): Promise<Binding> {
    const action = 'rotate-acme-eab-secret';
    return this.access.change(actor, place, action, async (tx, enrollment) => {
      requireDirectory(enrollment);
      await this.enrollments.rotate(tx, enrollment);
      await this.record(tx, actor, 'rotate-binding', enrollment);
      return this.bindingOf({ ...enrollment, bindingNumber: enrollment.bindingNumber + 1 });
    });
  }

  private bindingOf(enrollment: Enrollment): Binding {
    const [secret] = this.secrets.listFor(enrollment);
    return { eabKid: enrollment.bindingId, eabSecret: secret!.toString('base64url') }; // a key is in force
  }

  private record(
    tx: EntityManager,
    actor: Actor,
    verb: string,
    enrollment: Enrollment,
  ): Promise<void> {
    const subject =
      enrollment.applicationId === null ? 'certificate-profile' : 'certificate-application';
    return this.access.record(tx, actor, `${subject}.${verb}`, enrollment);
  }
}
