import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, ILike, type Repository } from 'typeorm';
import { Database } from '../../database/database.js';
import { CertificatePolicy } from '../../database/entities/certificate-policy.entity.js';
import { Project } from '../../database/entities/project.entity.js';
import { orConflict } from '../../database/failures.js';
import type { PolicyRules } from './policy-rules.js';

export interface CertificatePolicyRecord {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly description: string | null;
  readonly rules: PolicyRules;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type CertificatePolicyChanges = Partial<
  Pick<CertificatePolicyRecord, 'name' | 'description' | 'rules'>
>;

const NAME_TAKEN = {
  constraint: 'uq_certificate_policies_name',
  message: 'A certificate policy with this name already exists in the project.',
};

const IS_USED = 'select 1 from certificate_profiles where policy_id = $1 limit 1';

@Injectable()
export class CertificatePoliciesRepository {
  constructor(
    @InjectRepository(CertificatePolicy) private readonly policies: Repository<CertificatePolicy>,
    private readonly database: Database,
  ) {}

  /** By name, all of a project whose name holds the text. */
  list(projectId: string, search: string): Promise<CertificatePolicyRecord[]> {
    const name = ILike(`%${search.replace(/[\\%_]/g, '\\$&')}%`);
    return this.database
      .bind(this.policies)
      .find({ where: { projectId, name }, order: { name: 'ASC' } });
  }

  /** Null for one of another organization. Inside a transaction, give it. */
  find(orgId: string, id: string, tx?: EntityManager): Promise<CertificatePolicyRecord | null> {
    const policies = tx ? tx.withRepository(this.policies) : this.database.bind(this.policies);
    return policies
      .createQueryBuilder('policy')
      .innerJoin(Project, 'project', 'project.id = policy.projectId')
      .where('policy.id = :id and project.orgId = :orgId', { id, orgId })
      .getOne();
  }

  count(tx: EntityManager, projectId: string): Promise<number> {
    return tx.withRepository(this.policies).countBy({ projectId });
  }

  /** Throws 409 if the name is taken. */
  async insert(
    tx: EntityManager,
    policy: Omit<CertificatePolicyRecord, 'createdAt' | 'updatedAt'>,
  ): Promise<void> {
    const rules = policy.rules as object;
    const inserting = tx.withRepository(this.policies).insert({ ...policy, rules });
    await orConflict(inserting, NAME_TAKEN);
  }

  /** Throws 409 if the name is taken. */
  async update(tx: EntityManager, id: string, changes: CertificatePolicyChanges): Promise<void> {
    const { rules, ...columns } = changes;
    const json = rules && { rules: rules as object };
    const updating = tx.withRepository(this.policies).update({ id }, { ...columns, ...json });
    await orConflict(updating, NAME_TAKEN);
  }

  /** Whether a profile stands on it. */
  async isUsed(tx: EntityManager, id: string): Promise<boolean> {
    return (await tx.query<unknown[]>(IS_USED, [id])).length > 0;
  }

  async remove(tx: EntityManager, id: string): Promise<void> {
    await tx.withRepository(this.policies).delete({ id });
  }
}
