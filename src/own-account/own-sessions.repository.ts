import { Injectable } from '@nestjs/common';
import { IS_FRESH } from '../auth/fresh-proof.js';
import { Database, statement } from '../database/database.js';

/** A session, as its person recognizes it. */
export interface SessionRow {
  readonly id: string;
  readonly orgId: string | null;
  readonly kind: string;
  readonly address: string | null;
  readonly client: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  readonly isFresh: boolean;
}

/** The newest; more are listed once some were ended. */
const LIST = statement(`
  select id, org_id "orgId", kind, address, client, created_at "createdAt",
    last_used_at "lastUsedAt", expires_at "expiresAt", ${IS_FRESH} "isFresh"
  from sessions s
  where user_id = $1 and ended_at is null and expires_at > now()
    and last_used_at + make_interval(secs => idle_seconds) > now()
  order by created_at desc, id limit 500`);

@Injectable()
export class OwnSessionsRepository {
  constructor(private readonly database: Database) {}

  list(userId: string): Promise<SessionRow[]> {
    return this.database.rows<SessionRow>(LIST, [userId]);
  }
}
