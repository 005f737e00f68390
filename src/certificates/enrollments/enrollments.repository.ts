import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '../../database/database.js';
import { isUuid } from '../../database/uuid.js';
import type { Enrollment, EnrollmentPlace } from './enrollment.js';

const OF_BOTH = `f.project_id "projectId", p.org_id "orgId", f.slug, f.description`;
const FROM_PROFILES = 'from certificate_profiles f join projects p on p.id = f.project_id';

/** SQL by hand: every message of an ACME client asks. */
const FIND_ALONE = statement(`
  select f.id, f.id "profileId", null::uuid "applicationId", ${OF_BOTH}, f.id "bindingId",
    f.binding_number "bindingNumber", true "hasApi", f.acme setting
  ${FROM_PROFILES} where f.id = $1`);

const FIND_ATTACHED = statement(`
  select m.id, m.profile_id "profileId", m.application_id "applicationId", ${OF_BOTH},
    coalesce(m.acme_id, m.id) "bindingId", m.binding_number "bindingNumber", m.api_id is not null "hasApi",
    m.acme setting
  ${FROM_PROFILES} join pki_application_profiles m on m.profile_id = f.id
  where f.id = $1 and m.application_id = $2`);

const isOpen = (acme: string) =>
  `coalesce((${acme}->>'skipDnsOwnershipVerification')::boolean or (${acme}->>'skipEabBinding')::boolean, false)`;

/** Profiles by which strangers get what the policy allows, alone or through an application. */
const OPEN = `
  select f.slug from certificate_profiles f
  where (f.id = $1 or f.policy_id = $1) and (${isOpen('f.acme')} or exists (
    select from pki_application_profiles m where m.profile_id = f.id and ${isOpen('m.acme')}))
  order by f.slug`;

const RAISE = 'set binding_number = binding_number + 1, updated_at = now() where id = $1';

/** Profiles that stand alone, and those of applications, as what certificates are got through. */
@Injectable()
export class EnrollmentsRepository {
  constructor(private readonly database: Database) {}

  /** Null for what is not there, whatever the ids look like. Inside a transaction, give it. */
  async find(
    { profileId, applicationId }: EnrollmentPlace,
    tx?: EntityManager,
  ): Promise<Enrollment | null> {
    const ids = applicationId === null ? [profileId] : [profileId, applicationId];
    if (!ids.every(isUuid)) return null;
    const find = applicationId === null ? FIND_ALONE : FIND_ATTACHED;
    if (!tx) return this.database.row<Enrollment>(find, ids);
    return (await tx.query<Enrollment[]>(find.text, ids))[0] ?? null;
  }

  /** As it stands now, and as nobody changes it before the end of the transaction. */
  async findShared(tx: EntityManager, place: EnrollmentPlace): Promise<Enrollment | null> {
    const { profileId, applicationId } = place;
    const rows =
      applicationId === null
        ? await tx.query<Enrollment[]>(`${FIND_ALONE.text} for share of f`, [profileId])
        : await tx.query<Enrollment[]>(`${FIND_ATTACHED.text} for share of f, m`, [
            profileId,
            applicationId,
          ]);
    return rows[0] ?? null;
  }

  /** The slugs of the profiles that this is, or that stand on this policy, whose directories are open to strangers. */
  async listOpen(tx: EntityManager, id: string): Promise<string[]> {
    const rows = await tx.query<{ readonly slug: string }[]>(OPEN, [id]);
    return rows.map(({ slug }) => slug);
  }

  /** From now on its binding secret is another one. */
  async rotate(
    tx: EntityManager,
    { id, applicationId }: Pick<Enrollment, 'id' | 'applicationId'>,
  ): Promise<void> {
    if (applicationId === null) await tx.query(`update certificate_profiles ${RAISE}`, [id]);
    else await tx.query(`update pki_application_profiles ${RAISE}`, [id]);
  }
}
