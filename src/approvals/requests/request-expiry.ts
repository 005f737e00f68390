import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Audit } from '../../audit/audit.js';
import { Database } from '../../database/database.js';
import { EventLog } from '../../events/log/event-log.js';
import { newReqId } from '../../http/request-context.js';
import { destroyLeft } from './many-items.sql.js';
import { RequestsRepository } from './requests.repository.js';

/** Milliseconds. */
const FIRST = 60_000;
const EVERY = 10 * 60_000;
/** Requests of one committer in a project that are listed after they have ended. */
const KEPT = 1_000;

interface Expired {
  readonly id: string;
  readonly policyId: string;
  readonly projectId: string;
  readonly orgId: string;
}

/** Takes those of one project at a time, so that one head of events is locked; no two replicas take the same. */
const TAKE = `
  with due as (
    select r.id from approval_requests r
    where (r.is_open or r.close_reason = 'person') and r.expires_at <= clock_timestamp()
      and r.project_id = (
        select project_id from approval_requests
        where (is_open or close_reason = 'person') and expires_at <= clock_timestamp()
        order by expires_at, id limit 1)
    order by r.id limit 100 for update skip locked
  )
  update approval_requests r set is_open = false, close_reason = 'expired', updated_at = now()
  from due, projects p where r.id = due.id and p.id = r.project_id
  returning r.id, r.policy_id "policyId", r.project_id "projectId", p.org_id "orgId"`;

/** Ends requests whose time is over, destroys what they proposed, and deletes what ended long ago. That they are over is decided by the clock, not by this. */
@Injectable()
export class RequestExpiry implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(RequestExpiry.name);
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> = Promise.resolve();
  private isEnding = false;

  constructor(
    private readonly database: Database,
    private readonly requests: RequestsRepository,
    private readonly audit: Audit,
    private readonly events: EventLog,
  ) {}

  onApplicationBootstrap(): void {
    this.schedule(FIRST);
  }

  async onModuleDestroy(): Promise<void> {
    this.isEnding = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** Ends all that are due now, then deletes the oldest of those that have ended. */
  async sweep(kept = KEPT): Promise<void> {
    await this.repeat((tx) => this.end(tx));
    await this.repeat(destroyLeft);
    await this.repeat((tx) => this.requests.deleteOldest(tx, kept));
  }

  private async repeat(step: (tx: EntityManager) => Promise<number>): Promise<void> {
    while (!this.isEnding && (await this.database.transaction(step)) > 0);
  }

  private async end(tx: EntityManager): Promise<number> {
    const [expired] = await tx.query<[Expired[], number]>(TAKE);
    const [first] = expired;
    if (!first) return 0;
    const { projectId, orgId } = first;
    const requestIds = expired.map(({ id }) => id);
    await this.requests.destroyContent(tx, requestIds);
    const record = { action: 'approval-request.expire', projectId, target: { requestIds } };
    const request = { reqId: newReqId(), address: '', client: null };
    await this.audit.recordSystem(tx, orgId, record, request);
    const changes = expired.map(({ id: requestId, policyId }) => ({
      ...{ requestId, policyId, status: 'close' },
    }));
    await this.events.append(tx, projectId, [{ type: 'approval:expire', changes }]);
    return expired.length;
  }

  private schedule(after: number): void {
    this.timer = setTimeout(() => {
      this.running = this.sweep()
        .catch(() => this.log.warn('Requests could not be ended; it is tried again.'))
        .finally(() => {
          if (!this.isEnding) this.schedule(EVERY);
        });
    }, after);
    this.timer.unref();
  }
}
