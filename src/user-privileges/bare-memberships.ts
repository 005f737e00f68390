import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { endStanding } from '../access/leavers.js';
import { LockedAccess } from '../access/locked-access.js';
import { endOverMemberships, PROJECTS_WITH_OVER } from '../access/made-memberships.js';
import { Audit } from '../audit/audit.js';
import { Database, statement } from '../database/database.js';
import { PollingLoop } from '../database/polling-loop.js';
import { partsOf, recordOfEnds } from '../events/log/access-change-recorder.js';
import { EventLog } from '../events/log/event-log.js';
import { newReqId } from '../http/request-context.js';

/** Milliseconds. */
const EVERY = 30_000;
const PROJECTS = 100;

const OVER = statement(PROJECTS_WITH_OVER);
const ORGANIZATION = 'select org_id "orgId" from projects where id = $1';

/**
 * Ends memberships that were there for privileges alone, and whose last privilege the clock has ended. No right hangs on it: a
 * privilege ends by the clock, and such a membership is no way into the project.
 */
@Injectable()
export class BareMemberships implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(BareMemberships.name);
  private readonly loop = new PollingLoop(
    () => this.sweep(),
    () => EVERY,
    () => this.log.warn('Memberships without privileges could not be ended; it is tried again.'),
  );

  constructor(
    private readonly database: Database,
    private readonly locked: LockedAccess,
    private readonly audit: Audit,
    private readonly events: EventLog,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start(EVERY);
  }

  onModuleDestroy(): Promise<void> {
    return this.loop.stop();
  }

  /** Ends all that are over now. */
  async sweep(): Promise<void> {
    const projects = await this.database.rows<{ projectId: string }>(OVER, [PROJECTS]);
    for (const { projectId } of projects) {
      if (this.loop.isEnding) return;
      await this.endIn(projectId);
    }
  }

  private endIn(projectId: string): Promise<void> {
    return this.database.transaction(async (tx) => {
      const [project] = await tx.query<{ orgId: string }[]>(ORGANIZATION, [projectId]);
      if (!project) return;
      await this.locked.shareOrganization(tx, project.orgId);
      await this.locked.lockProject(tx, projectId);
      const ended = await endOverMemberships(tx, projectId);
      if (ended.length === 0) return;
      await endStanding(tx, { userIds: ended.map(({ userId }) => userId) });
      await this.locked.raiseEpoch(tx, projectId);
      const request = { reqId: newReqId(), address: '', client: null };
      const parts = partsOf(ended);
      for (const part of parts)
        await this.audit.recordSystem(tx, project.orgId, recordOfEnds(part), request);
      await this.events.append(
        tx,
        projectId,
        parts.map(({ members }) => ({ type: 'membership:delete', changes: members })),
      );
    });
  }
}
