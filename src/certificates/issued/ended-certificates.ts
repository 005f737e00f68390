import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { LockedAccess } from '../../access/locked-access.js';
import { Audit } from '../../audit/audit.js';
import { Database, statement } from '../../database/database.js';
import { groupBy } from '../../database/group-by.js';
import { PollingLoop } from '../../database/polling-loop.js';
import { newReqId } from '../../http/request-context.js';

/** Milliseconds. */
const FIRST = 300_000;
const EVERY = 900_000;
const BATCH = 100;
const MAX_BATCHES = 200;

const LONG_AGO = `now() - interval '90 days'`;

/**
 * Certificates that are over for so long. A revoked one stays until its authority has made a list after its end (RFC 5280, 3.3),
 * unless that makes none any more. SQL by hand: each part goes along an index of its own.
 */
const DUE = statement(`
  select due.id, due.project_id "projectId", p.org_id "orgId" from (
    (select id, project_id from certificates where revoked_at is null and not_after < ${LONG_AGO}
      order by not_after limit ${BATCH})
    union all
    (select c.id, c.project_id from crls l join certificate_authorities a on a.id = l.authority_id
      join certificates c on c.authority_id = l.authority_id and c.issuer_key_number = l.key_number
      where c.revoked_at is not null and c.not_after < ${LONG_AGO}
        and (a.deleted_at is not null or c.not_after < l.this_update)
      limit ${BATCH})
    union all
    (select id, project_id from certificates
      where revoked_at is not null and authority_id is null and not_after < ${LONG_AGO} limit ${BATCH})
  ) due join projects p on p.id = due.project_id
  order by due.project_id limit ${BATCH}`);

const BLOCK = `
  insert into blocked_keys (org_id, key_hash)
  select distinct $1::uuid, key_hash from certificates
  where id = any($2) and revocation_reason = 'KEY_COMPROMISE'
  on conflict do nothing`;

const DELETE = 'delete from certificates where id = any($1) returning id';

interface Due {
  readonly id: string;
  readonly projectId: string;
  readonly orgId: string;
}

/** Deletes certificates that ended 90 days ago, with their keys; a key that others know stays known as such. */
@Injectable()
export class EndedCertificates implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(EndedCertificates.name);
  private readonly loop = new PollingLoop(
    () => this.sweep(),
    () => EVERY,
    () => this.log.warn('Ended certificates could not be deleted; it is tried again.'),
  );

  constructor(
    private readonly database: Database,
    private readonly locked: LockedAccess,
    private readonly audit: Audit,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start(FIRST);
  }

  onModuleDestroy(): Promise<void> {
    return this.loop.stop();
  }

  /** Deletes what is due now, a bounded number of batches at a time. Returns the number of certificates. */
  async sweep(): Promise<number> {
    let deleted = 0;
    for (let batch = 0; batch < MAX_BATCHES && !this.loop.isEnding; batch++) {
      const due = await this.database.rows<Due>(DUE, []);
      for (const part of groupBy(due, ({ projectId }) => projectId).values())
        deleted += await this.deleteIn(part);
      if (due.length < BATCH) break;
    }
    return deleted;
  }

  /** Deletes them under the lock of the project; where another replica was first there is nothing left, and no entry. */
  private deleteIn(due: readonly Due[]): Promise<number> {
    const { projectId, orgId } = due[0]!; // a group is not empty
    const ids = due.map(({ id }) => id);
    return this.database.transaction(async (tx) => {
      await this.locked.lockProject(tx, projectId);
      await tx.query(BLOCK, [orgId, ids]);
      const [rows] = await tx.query<[{ id: string }[], number]>(DELETE, [ids]);
      if (rows.length === 0) return 0;
      const target = { certificateIds: rows.map(({ id }) => id) };
      const request = { reqId: newReqId(), address: '', client: null };
      const record = { action: 'certificate.expire', projectId, target };
      await this.audit.recordSystem(tx, orgId, record, request);
      return rows.length;
    });
  }
}
