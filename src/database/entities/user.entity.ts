import { Column, CreateDateColumn, Entity, PrimaryColumn, Unique } from 'typeorm';

/** A person. Today only the one who bootstrapped the instance. */
@Entity('users')
@Unique('uq_users_email', ['email'])
export class User {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_users' })
  id: string;

  /** Lower case. */
  @Column('text')
  email: string;

  /** `scrypt$N$r$p$salt$hash`, the last two in base64. */
  @Column('text')
  passwordHash: string;

  @Column({ type: 'boolean', default: false })
  superAdmin: boolean;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
