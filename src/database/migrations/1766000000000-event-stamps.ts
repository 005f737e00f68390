import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What tells an event from another one of the same number, in a log that lost its end. */
export class EventStamps1766000000000 implements MigrationInterface {
  name = 'EventStamps1766000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table project_event_heads add column last_stamp bigint not null default 0',
    );
    await runner.query(`
      update project_event_heads h
      set last_stamp = floor(extract(epoch from e.created_at) * 1000) * 2048 + (e.xid & 2047)
      from project_events e where e.project_id = h.project_id and e.seq = h.last_seq`);
    await runner.query('alter table event_cursors add column stamp bigint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table event_cursors drop column stamp');
    await runner.query('alter table project_event_heads drop column last_stamp');
  }
}
