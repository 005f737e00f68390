import { Counter, type Metric } from 'prom-client';
import type { Log } from '../../logging/log.js';

/** A client id is locked for one source, or for all sources that have not signed in before. */
export type LockScope = 'source' | 'all';

/** Logs and counts locked logins. No line and no label holds a client id: an unknown one may be any text. */
export class LockoutReport {
  private readonly locks = new Counter({
    name: 'strongroom_login_lockouts_total',
    help: 'Times that failed logins locked a client id, for one source or for all',
    labelNames: ['scope'] as const,
    registers: [],
  });
  private readonly refusals = new Counter({
    name: 'strongroom_login_lockout_refusals_total',
    help: 'Logins refused because their client id was locked',
    registers: [],
  });

  constructor(private readonly log: Log) {}

  locked(scope: LockScope, identityId: string | null): void {
    this.locks.inc({ scope });
    this.log.warn({ scope, identityId }, 'login locked');
  }

  /** A stored password is none that was stored here; the log names its account. */
  damaged(userId: string): void {
    this.log.error({ userId }, 'stored password is damaged');
  }

  refused(): void {
    this.refusals.inc();
  }

  get all(): readonly Metric[] {
    return [this.locks, this.refusals];
  }
}
