import { Column, CreateDateColumn, Entity, PrimaryColumn, Unique, UpdateDateColumn } from 'typeorm';

@Entity('organizations')
@Unique('uq_organizations_slug', ['slug'])
export class Organization {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_organizations' })
  id: string;

  @Column('text')
  name: string;

  @Column('text')
  slug: string;

  /** Rises with every change to who holds what in the organization: compiled rules are cached under it. */
  @Column({ type: 'bigint', default: 0 })
  epoch: string;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
