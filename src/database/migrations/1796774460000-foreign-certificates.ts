import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Additions with defaults: a server of the version before may run beside a newer one. */
const UP = [
  `alter table certificates add column origin text not null default 'profile'`,
  `alter table certificates add column friendly_name text not null default ''`,
  `alter table certificates add column outside_chain bytea[]`,
];

/** Certificates that came without a profile: signed for authorities elsewhere, and imported. */
export class ForeignCertificates1796774460000 implements MigrationInterface {
  name = 'ForeignCertificates1796774460000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table certificates drop column origin, drop column friendly_name, drop column outside_chain',
    );
  }
}
