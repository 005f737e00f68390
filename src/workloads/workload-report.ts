import { Counter, type Metric } from 'prom-client';
import type { Log } from '../logging/log.js';

interface ReportedLogin {
  readonly reqId: string;
  readonly method: string;
  readonly address: string;
  /** Null for an unknown identity, or one without the method. */
  readonly identityId: string | null;
}

/** Logs and counts logins of workloads. No line holds a token or what one says. */
export class WorkloadReport {
  private readonly logins = new Counter({
    name: 'strongroom_workload_logins_total',
    help: 'Logins of workloads by method and result: issued, the check that refused, or unavailable',
    labelNames: ['method', 'result'] as const,
    registers: [],
  });

  constructor(private readonly log: Log) {}

  get all(): readonly Metric[] {
    return [this.logins];
  }

  issued(method: string): void {
    this.logins.inc({ method, result: 'issued' });
  }

  refused(
    { reqId, method, address, identityId }: ReportedLogin,
    check: string,
    field: string,
  ): void {
    this.logins.inc({ method, result: check });
    this.log.info({ reqId, method, address, identityId, check, field }, 'workload login refused');
  }

  unavailable({ reqId, method, address, identityId }: ReportedLogin, step: string): void {
    this.logins.inc({ method, result: 'unavailable' });
    this.log.warn({ reqId, method, address, identityId, step }, 'workload login not checked');
  }

  /** Something in the database that was changed there, moved, or sealed under a secret that is gone. */
  sealBroken(what: string): void {
    this.log.error({ what }, 'a sealed value of workload logins does not open and was dropped');
  }
}
