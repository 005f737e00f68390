import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Additions only: a server of the version before may run beside a newer one, and leaves both null. */
const UP = [
  'alter table approval_requests add column folder_ids uuid[]',
  'alter table approval_requests add column item_count integer',
];

/** Folders and numbers of items stand beside each request: they are asked of many requests at once, and items are many. */
export class RequestSizes1796601600000 implements MigrationInterface {
  name = 'RequestSizes1796601600000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of ['folder_ids', 'item_count'])
      await runner.query(`alter table approval_requests drop column ${column}`);
  }
}
