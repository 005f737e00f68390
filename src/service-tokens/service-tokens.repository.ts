import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { CREDENTIAL_STANDS } from '../auth/service-token-credentials.js';
import type { CredentialBounds } from '../credentials/credential-bounds.js';
import { Database, statement } from '../database/database.js';
import { ServiceToken } from '../database/entities/service-token.entity.js';

/** What is known of a token; never the token. */
export interface ServiceTokenRecord extends Pick<
  ServiceToken,
  | 'id'
  | 'name'
  | 'projectId'
  | 'scopes'
  | 'permissions'
  | 'expiresAt'
  | 'lastUsedAt'
  | 'credentialId'
  | 'endsWithCredential'
> {
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly maker: {
    readonly id: string;
    readonly kind: 'identity' | 'user';
    readonly name: string;
    readonly createdAt: string;
    readonly updatedAt: string;
  };
}

export type NewServiceToken = Pick<
  ServiceToken,
  | 'id'
  | 'projectId'
  | 'name'
  | 'digest'
  | 'scopes'
  | 'permissions'
  | 'rules'
  | 'makerId'
  | 'makers'
  | 'membershipId'
> & {
  /** Seconds from now, by the database's clock. */
  readonly life: number;
  readonly bounds: CredentialBounds;
};

/** SQL by hand: a maker is one of two kinds. */
const RECORDS = `
  select t.id, t.name, t.project_id "projectId", t.scopes, t.permissions, t.expires_at "expiresAt",
    t.last_used_at "lastUsedAt", t.credential_id "credentialId",
    t.ends_with_credential "endsWithCredential", t.created_at "createdAt", t.updated_at "updatedAt",
    coalesce(
      (select json_build_object('id', i.id, 'kind', 'identity', 'name', i.name,
        'createdAt', i.created_at, 'updatedAt', i.updated_at) from identities i where i.id = t.maker_id),
      (select json_build_object('id', u.id, 'kind', 'user', 'name', u.email,
        'createdAt', u.created_at, 'updatedAt', u.updated_at) from users u where u.id = t.maker_id)
    ) maker
  from service_tokens t`;

const LIST = statement(`
  ${RECORDS} where t.project_id = $1 and ${CREDENTIAL_STANDS} order by t.created_at, t.id`);
const FIND = statement(`${RECORDS} where t.id = $1`);
const FIND_IN_ORGANIZATION = statement(
  `${RECORDS} join projects p on p.id = t.project_id where t.id = $1 and p.org_id = $2`,
);

const MISSING_ENVIRONMENT = statement(`
  select wanted slug from unnest($2::text[]) wanted
  where not exists (select from environments e where e.project_id = $1 and e.slug = wanted) limit 1`);

/** A maker who is in the project by a group ends it by leaving that. */
const INSERT = `
  insert into service_tokens
    (id, project_id, name, digest, scopes, permissions, rules, maker_id, makers, membership_id, group_member_id, expires_at,
     credential_id, trust_epoch, ends_with_credential)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, (
    select g.id from project_memberships m join group_members g on g.group_id = m.group_id
    where m.id = $10 and $8 in (g.identity_id, g.user_id)
  ), now() + make_interval(secs => $11), $12, $13, $14)`;

/** Tokens that are over are of no use to anybody, and must not fill the list. */
const DELETE_ENDED = `
  delete from service_tokens t
  where t.project_id = $1 and (t.expires_at <= now() or not ${CREDENTIAL_STANDS})`;

@Injectable()
export class ServiceTokensRepository {
  constructor(
    @InjectRepository(ServiceToken) private readonly tokens: Repository<ServiceToken>,
    private readonly database: Database,
  ) {}

  /** The tokens of a project, in the order in which they were made. */
  list(projectId: string): Promise<ServiceTokenRecord[]> {
    return this.database.rows(LIST, [projectId]);
  }

  find(id: string): Promise<ServiceTokenRecord | null> {
    return this.database.row(FIND, [id]);
  }

  findInOrganization(orgId: string, id: string): Promise<ServiceTokenRecord | null> {
    return this.database.row(FIND_IN_ORGANIZATION, [id, orgId]);
  }

  /** The first of the slugs that is no environment of the project; null if all are. */
  async findMissingEnvironment(
    projectId: string,
    slugs: readonly string[],
  ): Promise<string | null> {
    const row = await this.database.row<{ slug: string }>(MISSING_ENVIRONMENT, [projectId, slugs]);
    return row?.slug ?? null;
  }

  /** The tokens of a project that live, without those that are over, which go. */
  async countLiving(tx: EntityManager, projectId: string): Promise<number> {
    await tx.query(DELETE_ENDED, [projectId]);
    return tx.withRepository(this.tokens).countBy({ projectId });
  }

  async insert(tx: EntityManager, row: NewServiceToken): Promise<ServiceTokenRecord> {
    const { id, projectId, name, digest, makerId, makers, membershipId, life, bounds } = row;
    const what = [JSON.stringify(row.scopes), row.permissions, JSON.stringify(row.rules)];
    const { credentialId, trustEpoch, endsWithCredential } = bounds;
    await tx.query(INSERT, [
      ...[id, projectId, name, digest, ...what, makerId, makers, membershipId, life],
      ...[credentialId, trustEpoch, endsWithCredential],
    ]);
    const [stored] = await tx.query<ServiceTokenRecord[]>(FIND.text, [id]);
    return stored!; // it was inserted a moment ago
  }

  /** False for one that is gone already. */
  async remove(tx: EntityManager, id: string): Promise<boolean> {
    const { affected } = await tx.withRepository(this.tokens).delete({ id });
    return (affected ?? 0) > 0;
  }
}
