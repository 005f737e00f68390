import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `create table scim_tokens (
     id uuid not null,
     org_id uuid not null,
     digest bytea not null,
     maker_id uuid not null,
     description text not null default '',
     ttl_days integer not null,
     expires_at timestamptz(3),
     last_used_at timestamptz(3),
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint pk_scim_tokens primary key (id),
     constraint uq_scim_tokens_digest unique (digest),
     constraint fk_scim_tokens_org foreign key (org_id) references organizations(id) on delete cascade
   )`,
  `create index ix_scim_tokens_org on scim_tokens (org_id, created_at, id)`,
  `create table scim_emails (
     membership_id uuid not null,
     position integer not null,
     value text not null,
     value_key text not null,
     type text,
     is_primary boolean,
     constraint pk_scim_emails primary key (membership_id, position),
     constraint fk_scim_emails_membership foreign key (membership_id)
       references organization_memberships(id) on delete cascade
   )`,
  `create index ix_scim_emails_value on scim_emails (value_key, membership_id)`,
];

/** Provisioning: tokens of providers, and the addresses that they send. */
export class Scim1795824060000 implements MigrationInterface {
  name = 'Scim1795824060000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['scim_emails', 'scim_tokens']) await runner.query(`drop table ${table}`);
  }
}
