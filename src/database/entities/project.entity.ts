import {
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
  Unique,
} from 'typeorm';
import { Dated } from './dated.js';
import { Organization } from './organization.entity.js';

@Entity('projects')
@Unique('uq_projects_slug', ['orgId', 'slug'])
export class Project extends Dated {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_projects' })
  id: string;

  @Column('uuid')
  orgId: string;

  @ManyToOne(() => Organization, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'org_id', foreignKeyConstraintName: 'fk_projects_org' })
  organization: Relation<Organization>;

  @Column({ type: 'text', collation: 'C' })
  name: string;

  @Column('text')
  slug: string;

  @Column({ type: 'text', nullable: true })
  description: string | null;

  @Column({ type: 'text', default: 'secret-manager' })
  type: string;

  @Column({ type: 'boolean', default: false })
  autoCapitalization: boolean;

  @Column({ type: 'boolean', default: false })
  hasDeleteProtection: boolean;

  @Column({ type: 'integer', nullable: true })
  auditLogsRetentionDays: number | null;

  /** Days in which a change that waits for consent is reviewed and merged. */
  @Column({ type: 'integer', default: 30 })
  approvalRequestExpiryDays: number;

  /** Rises with every change to roles, memberships and privileges of the project. */
  @Column({ type: 'bigint', default: 0 })
  epoch: string;
}
