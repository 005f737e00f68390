import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { Database, statement } from '../../database/database.js';
import { CertificateAuthority } from '../../database/entities/certificate-authority.entity.js';
import { orConflict } from '../../database/failures.js';
import type { Subject } from '../../x509/names.js';
import type { AuthorityRecord } from './authority.js';
import { AuthorityCertificatesRepository } from './authority-certificates.repository.js';

/** An authority with its organization and the number of its newest key, in one statement. */
const SELECT = `
  select a.id, p.org_id "orgId", a.project_id "projectId", a.name, a.type, a.friendly_name "friendlyName",
    a.subject, a.key_algorithm "keyAlgorithm", a.name_constraints "nameConstraints",
    a.mirror_urls "mirrorUrls", a.is_disabled "isDisabled", a.is_ocsp_enabled "isOcspEnabled",
    a.created_at "createdAt", a.updated_at "updatedAt",
    (select max(k.number) from ca_keys k where k.authority_id = a.id) "keyNumber"
  from certificate_authorities a join projects p on p.id = a.project_id
  where a.deleted_at is null`;

const LIST = statement(`${SELECT} and a.project_id = $1 order by a.name`);
/** Includes deleted ones whose lists are still asked for. */
const SUBJECTS = statement(
  'select subject from certificate_authorities where project_id = $1 order by id',
);
const FIND = statement(`${SELECT} and p.org_id = $1 and a.id = $2`);

/** Nobody asks for the lists of a deleted one once all certificates of it, and by it, are over. */
const REMOVE_FORGOTTEN = `
  delete from certificate_authorities a
  where a.project_id = $1 and a.deleted_at is not null and not exists (
    select from ca_certificates c
    where (c.issuer_id = a.id or c.authority_id = a.id) and c.not_after > now())`;

const BURY = `
  update certificate_authorities set deleted_at = now(), updated_at = now() where id = $1`;

const COUNT_REVOCATION = `
  update certificate_authorities set revocation_count = revocation_count + 1 where id = $1`;

const NAME_TAKEN = {
  constraint: 'uq_certificate_authorities_name',
  message: 'A certificate authority with this name already exists in the project.',
};

type Row = Omit<AuthorityRecord, 'certificate'>;

export type NewAuthority = Pick<
  AuthorityRecord,
  | 'id'
  | 'projectId'
  | 'name'
  | 'type'
  | 'friendlyName'
  | 'subject'
  | 'keyAlgorithm'
  | 'nameConstraints'
  | 'mirrorUrls'
  | 'isDisabled'
  | 'isOcspEnabled'
>;

export type AuthorityChanges = Partial<
  Pick<AuthorityRecord, 'name' | 'friendlyName' | 'mirrorUrls' | 'isDisabled' | 'isOcspEnabled'>
>;

@Injectable()
export class AuthoritiesRepository {
  constructor(
    @InjectRepository(CertificateAuthority)
    private readonly authorities: Repository<CertificateAuthority>,
    private readonly certificates: AuthorityCertificatesRepository,
    private readonly database: Database,
  ) {}

  /** The authorities of a project, by name. */
  async list(projectId: string): Promise<AuthorityRecord[]> {
    const rows = await this.database.rows<Row>(LIST, [projectId]);
    const present = await this.certificates.listPresent(rows.map(({ id }) => id));
    return rows.map((row) => ({ ...row, certificate: present.get(row.id) ?? null }));
  }

  /** The names of all authorities of a project, deleted ones whose lists are asked for included: 200 at most. */
  async listSubjects(projectId: string): Promise<Subject[]> {
    const rows = await this.database.rows<{ readonly subject: Subject }>(SUBJECTS, [projectId]);
    return rows.map(({ subject }) => subject);
  }

  /** Null for one of another organization, and for one that was deleted. Inside a transaction, give it. */
  async find(orgId: string, id: string, tx?: EntityManager): Promise<AuthorityRecord | null> {
    const row = tx
      ? (await tx.query<Row[]>(FIND.text, [orgId, id]))[0]
      : await this.database.row<Row>(FIND, [orgId, id]);
    if (!row) return null;
    const present = await this.certificates.listPresent([id], tx);
    return { ...row, certificate: present.get(id) ?? null };
  }

  /** How many a project has, deleted ones whose lists are asked for included. */
  async count(tx: EntityManager, projectId: string): Promise<number> {
    await tx.query(REMOVE_FORGOTTEN, [projectId]);
    return tx.withRepository(this.authorities).countBy({ projectId });
  }

  /** Throws 409 if the name is taken. */
  async insert(tx: EntityManager, authority: NewAuthority): Promise<void> {
    const { nameConstraints, mirrorUrls, ...row } = authority;
    const columns = {
      ...row,
      mirrorUrls: [...mirrorUrls],
      nameConstraints: nameConstraints as CertificateAuthority['nameConstraints'],
    };
    const inserting = tx.withRepository(this.authorities).insert(columns);
    await orConflict(inserting, NAME_TAKEN);
  }

  /** Throws 409 if the name is taken. */
  async update(tx: EntityManager, id: string, changes: AuthorityChanges): Promise<void> {
    const { mirrorUrls, ...rest } = changes;
    const columns = { ...rest, ...(mirrorUrls ? { mirrorUrls: [...mirrorUrls] } : {}) };
    const updating = tx.withRepository(this.authorities).update({ id }, columns);
    await orConflict(updating, NAME_TAKEN);
  }

  async remove(tx: EntityManager, id: string): Promise<void> {
    await tx.withRepository(this.authorities).delete({ id });
  }

  /** Keeps the row for those who check certificates; its name is free. */
  async bury(tx: EntityManager, id: string): Promise<void> {
    await tx.query(BURY, [id]);
  }

  /** Makes every list of the authority outdated. */
  async countRevocation(tx: EntityManager, id: string): Promise<void> {
    await tx.query(COUNT_REVOCATION, [id]);
  }
}
