import { CreateDateColumn, UpdateDateColumn } from 'typeorm';

/** A row that knows when it came and when it was last changed. */
export abstract class Dated {
  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
