import { Column } from 'typeorm';
import { Dated } from './dated.js';

/** Access that is permanent or ends, and the ends that were announced by events. */
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

  /** The end that the `expiring` event announced; a changed end is announced again. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  expiringNotifiedFor: Date | null;

  /** The end that the `expire` event announced. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  expireNotifiedFor: Date | null;
}
