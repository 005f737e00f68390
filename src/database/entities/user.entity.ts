import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import { Dated } from './dated.js';

/** The account of a person, one for the whole instance. By itself it allows nothing: see `OrganizationMembership`. */
@Entity('users')
@Unique('uq_users_email', ['email'])
export class User extends Dated {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_users' })
  id: string;

  /** As `canonicalEmail` gives it. */
  @Column('text')
  email: string;

  /** Null where the account has no password: it signs in another way, or was only invited. */
  @Column({ type: 'text', nullable: true })
  passwordHash: string | null;

  @Column({ type: 'text', default: '' })
  firstName: string;

  @Column({ type: 'text', default: '' })
  lastName: string;

  @Column({ type: 'boolean', default: false })
  isEmailVerified: boolean;

  /** May create further organizations. Set by bootstrap and by commands alone. */
  @Column({ type: 'boolean', default: false })
  superAdmin: boolean;
}
