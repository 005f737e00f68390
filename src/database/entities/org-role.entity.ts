import {
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
  Unique,
} from 'typeorm';
import type { Rule } from '../../permissions/rule.js';
import { Dated } from './dated.js';
import { Organization } from './organization.entity.js';

@Entity('org_roles')
@Unique('uq_org_roles_slug', ['orgId', 'slug'])
export class OrgRole extends Dated {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_org_roles' })
  id: string;

  @Column('uuid')
  orgId: string;

  @ManyToOne(() => Organization, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'org_id', foreignKeyConstraintName: 'fk_org_roles_org' })
  organization: Relation<Organization>;

  @Column('text')
  slug: string;

  @Column('text')
  name: string;

  @Column({ type: 'text', nullable: true })
  description: string | null;

  /** `json`, not `jsonb`: rules come back exactly as they were sent, key order included. */
  @Column('json')
  permissions: readonly Rule[];
}
