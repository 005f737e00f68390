import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rules of before count by the length of their JSON, which is more than that of their patterns, until they are written again. */
const WEIGH = (table: string) => `
  update ${table} set
    rule_count = json_array_length(permissions),
    pattern_bytes = octet_length(permissions::text)
      + 512 * (length(permissions::text) - length(replace(permissions::text, '{{', '')))
  where json_typeof(permissions) = 'array'`;

/** How much the rules of a role or privilege are: what one membership holds is bounded. */
export class RuleWeights1765600000000 implements MigrationInterface {
  name = 'RuleWeights1765600000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['project_roles', 'additional_privileges']) {
      await runner.query(
        `alter table ${table} add column rule_count integer not null default 0,
           add column pattern_bytes integer not null default 0`,
      );
      await runner.query(WEIGH(table));
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['project_roles', 'additional_privileges']) {
      await runner.query(`alter table ${table} drop column rule_count, drop column pattern_bytes`);
    }
  }
}
