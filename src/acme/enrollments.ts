import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type {
  Enrollment,
  EnrollmentPlace,
  OpenEnrollment,
} from '../certificates/enrollments/enrollment.js';
import { EnrollmentsRepository } from '../certificates/enrollments/enrollments.repository.js';
import { unknownResource } from './refusals.js';

/** The enrollments with an ACME directory. */
@Injectable()
export class Enrollments {
  constructor(private readonly enrollments: EnrollmentsRepository) {}

  /** Throws 404 for an enrollment that does not exist, and in the same words for one without a directory. Inside a transaction, give it. */
  async find(place: EnrollmentPlace, tx?: EntityManager): Promise<OpenEnrollment> {
    const found = await this.enrollments.find(place, tx);
    if (!found || !isOpen(found)) throw unknownResource();
    return found;
  }

  /** Looks again, for what stands on it: it stays so until the transaction has ended. Throws as `find`. */
  async findShared(tx: EntityManager, place: EnrollmentPlace): Promise<OpenEnrollment> {
    const found = await this.enrollments.findShared(tx, place);
    if (!found || !isOpen(found)) throw unknownResource();
    return found;
  }
}

const isOpen = (enrollment: Enrollment): enrollment is OpenEnrollment =>
  enrollment.setting !== null;
