import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { AccessItem } from './event-kinds.js';
import { type EventDraft, EventLog } from './event-log.js';
import { EventSettings } from '../event-settings.js';
import { ExpiriesRepository, type Expiry } from './expiries.repository.js';

const PROJECTS = 100;
const MAX_ROUNDS = 20;
/** How many times as long it waits after a failure. */
const AFTER_FAILURE = 10;

/**
 * Tells of every end of a temporary privilege or role, once some time before and once when it has come.
 * Nothing happens in the database at that moment, so somebody must look. Access itself ends by the clock.
 */
@Injectable()
export class ExpiryNotifier implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(ExpiryNotifier.name);
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> = Promise.resolve();
  private isEnding = false;

  constructor(
    private readonly database: Database,
    private readonly expiries: ExpiriesRepository,
    private readonly events: EventLog,
    private readonly settings: EventSettings,
  ) {}

  onApplicationBootstrap(): void {
    this.schedule(this.settings.expiryPollInterval);
  }

  async onModuleDestroy(): Promise<void> {
    this.isEnding = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** Tells of all that is due now. Returns how many ends that were. */
  async sweep(): Promise<number> {
    let told = 0;
    for (let round = 0; round < MAX_ROUNDS && !this.isEnding; round++) {
      const projects = await this.expiries.listProjects(this.settings.expiryNoticeTime, PROJECTS);
      let now = 0;
      for (const projectId of projects) now += await this.notifyProject(projectId);
      told += now;
      if (now === 0) break;
    }
    return told;
  }

  private schedule(milliseconds: number): void {
    if (this.isEnding) return;
    this.timer = setTimeout(() => {
      this.running = this.sweep().then(
        () => this.schedule(this.settings.expiryPollInterval),
        () => {
          this.log.warn('Ends of temporary access could not be told; it is tried again.');
          this.schedule(this.settings.expiryPollInterval * AFTER_FAILURE);
        },
      );
    }, milliseconds);
    this.timer.unref();
  }

  /** Replicas do not meet: each row is claimed by one, in the transaction that tells of it. */
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
    .map(({ temporaryAccessEndTime, roleId, ...ids }) => ({
      ...ids,
      ...(roleId ? { roleId } : {}),
      temporaryAccessEndTime: temporaryAccessEndTime.toISOString(),
    }));
