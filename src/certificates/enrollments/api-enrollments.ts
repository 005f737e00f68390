import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ProjectAccess } from '../../access/access.service.js';
import { toUuid } from '../../database/uuid.js';
import { badRequest, notFound } from '../../errors/api-error.js';
import { ApplicationsRepository } from '../applications/applications.repository.js';
import type { EnrollmentPlace } from './enrollment.js';
import { EnrollmentsRepository } from './enrollments.repository.js';

/** Whether certificates may be asked for by API: at a profile alone always, through an application where it is enrolled so. */
@Injectable()
export class ApiEnrollments {
  constructor(
    private readonly applications: ApplicationsRepository,
    private readonly enrollments: EnrollmentsRepository,
  ) {}

  /** Throws 404 for an application that is not of the project. */
  async requireApplication(
    { id: projectId, orgId }: Pick<ProjectAccess, 'id' | 'orgId'>,
    { applicationId }: EnrollmentPlace,
  ): Promise<void> {
    if (applicationId === null) return;
    const application = await this.applications.find(orgId, toUuid(applicationId));
    if (application?.projectId !== projectId) throw notFound();
  }

  /** Throws 400. Inside a transaction, give it. */
  async requireOpen(place: EnrollmentPlace, tx?: EntityManager): Promise<void> {
    if (place.applicationId === null) return;
    const enrollment = await this.enrollments.find(place, tx);
    if (!enrollment)
      throw badRequest('not-offered', 'profileId: the profile is not attached to the application.');
    if (!enrollment.hasApi)
      throw badRequest(
        'not-offered',
        `applicationId: the application has no enrollment by API for the profile ${enrollment.slug}: send a PUT to its enrollment/api first.`,
      );
  }
}
