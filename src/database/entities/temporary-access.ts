import { Column } from 'typeorm';
import { Dated } from './dated.js';

/** Access for good or for a time, and what was told of its end. */
export abstract class TemporaryAccess extends Dated {
  @Column({ type: 'boolean', default: false })
  isTemporary: boolean;

  @Column({ type: 'text', nullable: true })
  temporaryMode: string | null;

  @Column({ type: 'text', nullable: true })
  temporaryRange: string | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  temporaryAccessStartTime: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  temporaryAccessEndTime: Date | null;

  /** The end of which the event that it is near has told; another one is news. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  expiringToldFor: Date | null;

  /** The same for the event that it has come. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  expireToldFor: Date | null;
}
