import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { Audit } from '../audit/audit.js';
import { Database } from '../database/database.js';
import { PollingLoop } from '../database/polling-loop.js';
import { newReqId } from '../http/request-context.js';
import { DomainProofs } from './domain-proofs.js';
import { type EmailDomainRecord, EmailDomainsRepository } from './email-domains.repository.js';

/** Milliseconds. */
const FIRST = 120_000;
const EVERY = 60 * 60_000;

/** Looks for the records of verified domains every month: a domain may have been sold. */
@Injectable()
export class DomainReproofs implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(DomainReproofs.name);
  private readonly loop = new PollingLoop(
    () => this.sweep(),
    () => EVERY,
    () => this.log.warn('Domains could not be proved again; it is tried again.'),
  );

  constructor(
    private readonly domains: EmailDomainsRepository,
    private readonly proofs: DomainProofs,
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start(FIRST);
  }

  onModuleDestroy(): Promise<void> {
    return this.loop.stop();
  }

  /** Looks for the records that are due now. */
  async sweep(): Promise<void> {
    for (const domain of await this.domains.takeDue()) {
      if (this.loop.isEnding) return;
      if (await this.proofs.isProved(domain)) await this.domains.proveAgain(domain.id);
      else await this.lapse(domain);
    }
  }

  private async lapse({ id, orgId, domain }: EmailDomainRecord): Promise<void> {
    await this.database.transaction(async (tx) => {
      if (!(await this.domains.lapse(tx, id))) return;
      const record = { action: 'email-domain.lapse', target: { emailDomainId: id, domain } };
      const request = { reqId: newReqId(), address: '', client: null };
      await this.audit.recordSystem(tx, orgId, record, request);
    });
  }
}
