import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { Database, statement } from '../../database/database.js';
import { ScimToken } from '../../database/entities/scim-token.entity.js';

/** What is known of a token; never the token. */
export type ScimTokenRecord = Omit<ScimToken, 'organization' | 'digest'>;

/** A change that a provider made. */
export interface ScimEventRecord {
  readonly id: string;
  readonly orgId: string;
  readonly action: string;
  readonly actorName: string;
  readonly target: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
}

/** What providers do, as the audit log knows it. */
export const SCIM_ACTIONS = [
  ...['scim-user.create', 'scim-user.update', 'scim-user.deactivate', 'scim-user.reactivate'],
  ...['scim-user.delete', 'scim-group.create', 'scim-group.update', 'scim-group.delete'],
] as const;

/** SQL by hand: the index serves one action at a time, and the newest of each are put together. */
const EVENTS = statement(`
  select e.id, e.org_id "orgId", e.action, e.actor_name "actorName", e.target, e.created_at "createdAt"
  from unnest($2::text[]) a (action)
  cross join lateral (
    select * from audit_entries
    where org_id = $1 and action = a.action and created_at >= $3
    order by created_at desc, id desc limit $4::bigint + $5
  ) e
  order by e.created_at desc, e.id desc limit $5 offset $4`);

const COLUMNS = {
  id: true,
  orgId: true,
  makerId: true,
  description: true,
  ttlDays: true,
  expiresAt: true,
  lastUsedAt: true,
  createdAt: true,
  updatedAt: true,
} as const;

@Injectable()
export class ScimTokensRepository {
  constructor(
    @InjectRepository(ScimToken) private readonly tokens: Repository<ScimToken>,
    private readonly database: Database,
  ) {}

  /** In the order in which they were made. */
  list(orgId: string): Promise<ScimTokenRecord[]> {
    const order = { createdAt: 'ASC', id: 'ASC' } as const;
    return this.database.bind(this.tokens).find({ select: COLUMNS, where: { orgId }, order });
  }

  find(orgId: string, id: string): Promise<ScimTokenRecord | null> {
    const where = { orgId, id };
    return this.database.bind(this.tokens).findOne({ select: COLUMNS, where });
  }

  count(tx: EntityManager, orgId: string): Promise<number> {
    return tx.withRepository(this.tokens).countBy({ orgId });
  }

  /** Inserts a token, whose end is counted by the database's clock, and returns it as it is stored. */
  async insert(
    tx: EntityManager,
    row: Pick<ScimToken, 'id' | 'orgId' | 'makerId' | 'digest' | 'description' | 'ttlDays'>,
  ): Promise<ScimTokenRecord> {
    const { id, orgId, makerId, digest, description, ttlDays } = row;
    await tx.query(
      `insert into scim_tokens (id, org_id, maker_id, digest, description, ttl_days, expires_at)
       values ($1, $2, $3, $4, $5, $6::int,
         case when $6::int > 0 then now() + make_interval(days => $6::int) end)`,
      [id, orgId, makerId, digest, description, ttlDays],
    );
    const where = { orgId, id };
    return tx.withRepository(this.tokens).findOneOrFail({ select: COLUMNS, where });
  }

  /** False for one that is gone already. */
  async remove(tx: EntityManager, id: string): Promise<boolean> {
    const { affected } = await tx.withRepository(this.tokens).delete({ id });
    return (affected ?? 0) > 0;
  }

  /** The newest first. */
  listEvents(
    orgId: string,
    {
      from,
      limit,
      offset,
    }: { readonly from: Date; readonly limit: number; readonly offset: number },
  ): Promise<ScimEventRecord[]> {
    return this.database.rows(EVENTS, [orgId, SCIM_ACTIONS, from, offset, limit]);
  }
}
