import { Injectable } from '@nestjs/common';
import type { AcmeSetting } from '../certificates/profiles/profile.js';
import { Database, statement } from '../database/database.js';
import { isUuid } from '../database/uuid.js';
import { unknownResource } from './refusals.js';

/** A profile with an ACME directory. */
export interface Enrollment {
  readonly profileId: string;
  readonly projectId: string;
  readonly orgId: string;
  readonly slug: string;
  readonly description: string | null;
  readonly bindingNumber: number;
  readonly setting: AcmeSetting;
}

/** SQL by hand: the tables are of `certificates`, and every message asks. */
const FIND = statement(`
  select f.id "profileId", f.project_id "projectId", p.org_id "orgId", f.slug, f.description,
    f.binding_number "bindingNumber", f.acme setting
  from certificate_profiles f join projects p on p.id = f.project_id
  where f.id = $1 and f.acme is not null`);

/** The enrollments of profiles: a profile with one has an ACME directory. */
@Injectable()
export class Enrollments {
  constructor(private readonly database: Database) {}

  /** Throws 404 for a profile that does not exist, and in the same words for one without a directory. */
  async find(profileId: string): Promise<Enrollment> {
    const row = isUuid(profileId) ? await this.database.row<Enrollment>(FIND, [profileId]) : null;
    if (!row) throw unknownResource();
    return row;
  }
}
