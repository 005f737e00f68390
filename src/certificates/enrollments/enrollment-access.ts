import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccessService, type ProjectAccess } from '../../access/access.service.js';
import { Audit } from '../../audit/audit.js';
import type { Actor } from '../../auth/actor.js';
import { badRequest, notFound } from '../../errors/api-error.js';
import { LockedChanges } from '../locked-changes.js';
import type { Enrollment, EnrollmentPlace, OpenEnrollment } from './enrollment.js';
import { EnrollmentsRepository } from './enrollments.repository.js';

const SUBJECT = 'certificate-profiles';

type EnrollmentAction = 'reveal-acme-eab-secret' | 'rotate-acme-eab-secret';

export interface FoundEnrollment {
  readonly enrollment: Enrollment;
  readonly project: ProjectAccess;
}

/** Finds enrollments for callers, and writes down what is done with their bindings. */
@Injectable()
export class EnrollmentAccess {
  constructor(
    private readonly access: AccessService,
    private readonly enrollments: EnrollmentsRepository,
    private readonly changes: LockedChanges,
    private readonly audit: Audit,
  ) {}

  /** Throws 404 for one of another organization, 403 where the caller may not do it. */
  async findFor(
    actor: Actor,
    place: EnrollmentPlace,
    action: EnrollmentAction,
  ): Promise<FoundEnrollment> {
    const found = await this.locate(actor, place);
    found.project.ability.require(action, SUBJECT, { slug: found.enrollment.slug });
    return found;
  }

  /** Finds one for any member of its project, for whoever looks up what belongs to it before a right is asked. */
  async locate(actor: Actor, place: EnrollmentPlace): Promise<FoundEnrollment> {
    const enrollment = await this.enrollments.find(place);
    if (enrollment?.orgId !== actor.orgId) throw notFound();
    return {
      enrollment,
      project: await this.access.toProject(actor, { id: enrollment.projectId }),
    };
  }

  /** Does `work` under the lock of the project, if the caller may do that then. */
  async change<T>(
    actor: Actor,
    place: EnrollmentPlace,
    action: EnrollmentAction,
    work: (tx: EntityManager, enrollment: Enrollment) => Promise<T>,
  ): Promise<T> {
    const { project } = await this.findFor(actor, place, action);
    return this.changes.in(actor, project.id, async (tx, { ability }) => {
      const enrollment = await this.enrollments.find(place, tx);
      if (!enrollment) throw notFound();
      ability.require(action, SUBJECT, { slug: enrollment.slug });
      return work(tx, enrollment);
    });
  }

  record(
    tx: EntityManager,
    actor: Actor,
    action: string,
    { profileId: certificateProfileId, applicationId, projectId, slug }: Enrollment,
    more: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    const through = applicationId === null ? {} : { applicationId };
    const target = { certificateProfileId, slug, ...through, ...more };
    return this.audit.record(tx, actor, { action, projectId, target });
  }
}

/** Throws 400 where it has no ACME directory. */
export function requireDirectory(enrollment: Enrollment): asserts enrollment is OpenEnrollment {
  const { setting, applicationId, slug } = enrollment;
  if (setting) return;
  throw badRequest(
    'not-offered',
    applicationId === null
      ? `The profile ${slug} has no ACME directory: send enrollmentType acme first.`
      : `The profile ${slug} has no ACME directory in this application: send a PUT to its enrollment/acme first.`,
  );
}
