import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import { Dated } from './dated.js';

@Entity('organizations')
@Unique('uq_organizations_slug', ['slug'])
export class Organization extends Dated {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_organizations' })
  id: string;

  @Column('text')
  name: string;

  @Column('text')
  slug: string;

  /** Rises with every change to who holds what in the organization: compiled rules are cached under it. */
  @Column({ type: 'bigint', default: 0 })
  epoch: string;

  /** Whether its people need a second factor. */
  @Column({ type: 'boolean', default: false })
  enforceMfa: boolean;

  /** Whether its people sign in through its provider alone. */
  @Column({ type: 'boolean', default: false })
  authEnforced: boolean;
}
