import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { Database } from '../../database/database.js';
import { PollingLoop } from '../../database/polling-loop.js';
import type { AccessItem, EventDraft } from './event-kinds.js';
import { EventLog } from './event-log.js';
import { EventSettings } from '../event-settings.js';
import { ExpiriesRepository, type Expiry } from './expiries.repository.js';

const PROJECTS = 100;
const MAX_ROUNDS = 20;
/** After a failure it waits this many times as long. */
const AFTER_FAILURE = 10;

/**
 * Writes the events of every end of a temporary privilege or role: once some time before, and once when it has come.
 * Nothing changes in the database at that moment, so each replica polls. Access itself ends by the clock.
 */
@Injectable()
export class ExpiryNotifier implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(ExpiryNotifier.name);
  private readonly loop = new PollingLoop(
    () => this.sweep(),
    (hasFailed) => this.settings.expiryPollInterval * (hasFailed ? AFTER_FAILURE : 1),
    () => this.log.warn('Ends of temporary access could not be notified; it is tried again.'),
  );

  constructor(
    private readonly database: Database,
    private readonly expiries: ExpiriesRepository,
    private readonly events: EventLog,
    private readonly settings: EventSettings,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start(this.settings.expiryPollInterval);
  }

  onModuleDestroy(): Promise<void> {
    return this.loop.stop();
  }

  /** Writes the events of all ends that are due now; returns the number of ends. */
  async sweep(): Promise<number> {
    let notified = 0;
    for (let round = 0; round < MAX_ROUNDS && !this.loop.isEnding; round++) {
      const projects = await this.expiries.listProjects(this.settings.expiryNoticeTime, PROJECTS);
      let now = 0;
      for (const projectId of projects) now += await this.notifyProject(projectId);
      notified += now;
      if (now === 0) break;
    }
    return notified;
  }

  /** Each row is claimed by one replica, in the transaction that writes its event. */
  private notifyProject(projectId: string): Promise<number> {
    return this.database.transaction(async (tx) => {
      const lead = this.settings.expiryNoticeTime;
      const privileges = await this.expiries.claimPrivileges(tx, projectId, lead);
      const roles = await this.expiries.claimRoles(tx, projectId, lead);
      await this.events.append(tx, projectId, draftsOf(privileges, roles));
      return privileges.length + roles.length;
    });
  }
}

function draftsOf(privileges: readonly Expiry[], roles: readonly Expiry[]): EventDraft[] {
  return [
    { type: 'privilege:expiring', changes: itemsOf(privileges, false) },
    { type: 'membership:expiring', changes: itemsOf(roles, false) },
    { type: 'privilege:expire', changes: itemsOf(privileges, true) },
    { type: 'membership:expire', changes: itemsOf(roles, true) },
  ];
}

const itemsOf = (expiries: readonly Expiry[], hasEnded: boolean): AccessItem[] =>
  expiries
    .filter((expiry) => expiry.hasEnded === hasEnded)
    .map(({ temporaryAccessEndTime, roleId, identityId, userId, groupId, ...ids }) => ({
      ...(identityId ? { identityId } : {}),
      ...(userId ? { userId } : {}),
      ...(groupId ? { groupId } : {}),
      ...ids,
      ...(roleId ? { roleId } : {}),
      temporaryAccessEndTime: temporaryAccessEndTime.toISOString(),
    }));
