import {
  CreateDateColumn,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Organization } from './organization.entity.js';

/** A key that others know, of a certificate that is deleted: no certificate of the organization has it again. */
@Entity('blocked_keys')
export class BlockedKey {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_blocked_keys' })
  orgId: string;

  @ManyToOne(() => Organization, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'org_id', foreignKeyConstraintName: 'fk_blocked_keys_organization' })
  organization: Relation<Organization>;

  /** SHA-256 of the public key (SubjectPublicKeyInfo), in lower-case hex. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_blocked_keys' })
  keyHash: string;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
