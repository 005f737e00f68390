import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { Database, statement } from '../database/database.js';
import { WorkloadAuth } from '../database/entities/workload-auth.entity.js';
import type { WorkloadMethodName } from './methods/method.js';
import type { WorkloadAuthRow } from './workload-auth.presenter.js';

/** Waits for grants of whoever signed in with it, and keeps new ones waiting. */
const LOCK = 'select from workload_auths where identity_id = $1 and method = $2 for update';

const LIST = statement(`
  select a.id, a.identity_id "identityId", i.name "identityName", a.method, a.settings,
    a.access_token_ttl "accessTokenTtl", a.last_login_at "lastLoginAt", now() "now",
    f.note ->> 'unavailableAt' "lastUnavailableAt",
    floor(extract(epoch from now() - a.keys_fresh_at))::int "keySetAge", (
      select count(*)::int from service_tokens t
      where t.credential_id = a.id and t.trust_epoch = a.trust_epoch and t.expires_at > now()
    ) "serviceTokenCount", total."totalCount"
  from workload_auths a
  join identities i on i.id = a.identity_id
  left join workload_failures f on f.auth_id = a.id
  cross join (
    select count(*)::int "totalCount" from workload_auths c join identities o on o.id = c.identity_id
    where o.org_id = $1
  ) total
  where i.org_id = $1
  order by i.name, i.id, a.method
  offset $2 limit $3`);

/** A row in the list of an organization. */
export interface ListedAuth extends Pick<
  WorkloadAuthRow,
  'id' | 'identityId' | 'method' | 'settings' | 'accessTokenTtl' | 'lastLoginAt'
> {
  readonly identityName: string;
  /** ISO 8601. */
  readonly lastUnavailableAt: string | null;
  /** Seconds since a login found the keys of its issuer fresh. */
  readonly keySetAge: number | null;
  /** Service tokens that its logins made, and that live. */
  readonly serviceTokenCount: number;
  readonly now: Date;
}

/** The rows by which identities trust issuers, clusters and clouds. Callers have made sure that they may see the identity. */
@Injectable()
export class WorkloadAuthsRepository {
  constructor(
    @InjectRepository(WorkloadAuth) private readonly auths: Repository<WorkloadAuth>,
    private readonly database: Database,
  ) {}

  find(
    identityId: string,
    method: WorkloadMethodName,
    tx?: EntityManager,
  ): Promise<WorkloadAuth | null> {
    const auths = tx ? tx.withRepository(this.auths) : this.database.bind(this.auths);
    return auths.findOneBy({ identityId, method });
  }

  /** By the names of identities. Beyond the last row nothing is counted. */
  async listOf(
    orgId: string,
    { offset, limit }: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly rows: readonly ListedAuth[]; readonly totalCount: number }> {
    const values = [orgId, offset, limit];
    const rows = await this.database.rows<ListedAuth & { totalCount: number }>(LIST, values);
    return { rows, totalCount: rows[0]?.totalCount ?? 0 };
  }

  async findLocked(
    tx: EntityManager,
    identityId: string,
    method: WorkloadMethodName,
  ): Promise<WorkloadAuth | null> {
    await tx.query(LOCK, [identityId, method]);
    return this.find(identityId, method, tx);
  }

  insert(
    tx: EntityManager,
    row: Pick<
      WorkloadAuthRow,
      'id' | 'identityId' | 'method' | 'settings' | 'sealedToken' | 'makers'
    > &
      Partial<WorkloadAuthRow>,
  ): Promise<WorkloadAuth> {
    const auths = tx.withRepository(this.auths);
    return auths.save(auths.create(row));
  }

  async update(tx: EntityManager, id: string, changes: Partial<WorkloadAuthRow>): Promise<void> {
    await tx
      .withRepository(this.auths)
      .update({ id }, { ...changes, updatedAt: () => 'now()' } as object);
  }

  async remove(tx: EntityManager, id: string): Promise<void> {
    await tx.withRepository(this.auths).delete({ id });
  }
}
