import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Null where a server of the version before wrote the event: its tags are unknown. */
export class EventTags1765910000000 implements MigrationInterface {
  name = 'EventTags1765910000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table project_events add column secret_tags json');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table project_events drop column secret_tags');
  }
}
