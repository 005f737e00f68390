import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Policies by which people are given access on request, the requests, and the votes on these. Additions only. */
const UP = [
  'alter table approval_policies add column access json',
  `create table access_requests (
     id uuid not null,
     project_id uuid not null,
     policy_id uuid not null,
     user_id uuid not null,
     environment text not null,
     secret_path text not null,
     permissions json not null,
     temporary_range text,
     note text not null,
     edit_note text,
     status text not null,
     privilege_id uuid,
     bypass_reason text,
     status_changed_by uuid,
     expires_at timestamptz(3) not null,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint pk_access_requests primary key (id),
     constraint ck_access_requests_status
       check (status in ('pending', 'approved', 'rejected', 'revoked')),
     constraint fk_access_requests_project foreign key (project_id)
       references projects (id) on delete cascade,
     constraint fk_access_requests_policy foreign key (policy_id)
       references approval_policies (id) on delete cascade,
     constraint fk_access_requests_user foreign key (user_id) references users (id) on delete cascade,
     constraint fk_access_requests_privilege foreign key (privilege_id)
       references additional_privileges (id) on delete set null
   )`,
  'create index ix_access_requests_project on access_requests (project_id, created_at, id)',
  'create index ix_access_requests_policy on access_requests (policy_id)',
  'create index ix_access_requests_user on access_requests (user_id)',
  'create index ix_access_requests_privilege on access_requests (privilege_id)',
  `create table access_votes (
     request_id uuid not null,
     user_id uuid not null,
     id uuid not null,
     status text not null,
     org_membership_id uuid not null,
     by_policy text[] not null,
     by_membership text[] not null,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint pk_access_votes primary key (request_id, user_id),
     constraint ck_access_votes_status check (status in ('approved', 'rejected')),
     constraint fk_access_votes_request foreign key (request_id)
       references access_requests (id) on delete cascade
   )`,
];

export class AccessRequests1796256300000 implements MigrationInterface {
  name = 'AccessRequests1796256300000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['access_votes', 'access_requests'])
      await runner.query(`drop table ${table}`);
    await runner.query('alter table approval_policies drop column access');
  }
}
