import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccessService } from '../access/access.service.js';
import { orgRulesOf } from '../access/held-rules.js';
import { LockedAccess } from '../access/locked-access.js';
import { Audit } from '../audit/audit.js';
import type { Actor } from '../auth/actor.js';
import { ORGANIZATION } from '../credentials/holding-snapshots.js';
import { WeighedChanges } from '../credentials/weighed-changes.js';
import { Database } from '../database/database.js';
import { toUuid } from '../database/uuid.js';
import { badRequest, forbidden, notFound } from '../errors/api-error.js';
import { currentWork } from '../http/limits/admission.js';
import { DomainProofs } from './domain-proofs.js';
import {
  challengeName,
  type EmailDomainRecord,
  EmailDomainsRepository,
} from './email-domains.repository.js';

const MAX_DOMAINS = 50;
const CHALLENGE_BYTES = 16;

/** What who verifies a domain has to hold: its people may come in by it, as those they are. */
const ADMINISTRATOR = orgRulesOf({ id: null, slug: 'admin', permissions: null });

/** The domains of an organization's people. A claim is anybody's; only the record in DNS makes it count. */
@Injectable()
export class EmailDomainsService {
  // oxlint-disable-next-line max-params -- reads and writes of one small table
  constructor(
    private readonly access: AccessService,
    private readonly locked: LockedAccess,
    private readonly weighed: WeighedChanges,
    private readonly domains: EmailDomainsRepository,
    private readonly proofs: DomainProofs,
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  async list(actor: Actor): Promise<EmailDomainRecord[]> {
    const { orgId, ability } = await this.access.toOrganization(actor);
    ability.require('read', 'email-domains');
    return this.domains.list(orgId);
  }

  /** Throws 409 where the organization claims it already; what others claim is not told. */
  async claim(actor: Actor, domain: string): Promise<EmailDomainRecord> {
    const { ability } = await this.access.toOrganization(actor);
    ability.require('create', 'email-domains');
    return this.change(actor, 'create', async (tx) => {
      if ((await this.domains.count(tx, actor.orgId)) >= MAX_DOMAINS)
        throw badRequest('limit-reached', `An organization claims at most ${MAX_DOMAINS} domains.`);
      const challenge = `strongroom-domain=${randomBytes(CHALLENGE_BYTES).toString('base64url')}`;
      const row = await this.domains.insert(tx, { orgId: actor.orgId, domain, challenge });
      await this.record(tx, actor, 'claim', row);
      return row;
    });
  }

  /** Throws 400 where the record is not there, 409 where another organization has proved the domain to be its own. */
  async verify(actor: Actor, domainId: string, withoutDns: boolean): Promise<EmailDomainRecord> {
    const row = await this.find(actor, domainId, 'verify-domain');
    if (withoutDns && !actor.isInstanceAdmin)
      throw forbidden(
        'instance-admin-only',
        'Only the admin of the instance vouches for a domain.',
      );
    currentWork()?.leave();
    if (!withoutDns && !(await this.proofs.isProved(row))) throw notProved(row);
    return this.change(actor, 'verify-domain', async (tx) => {
      const claim = await this.findIn(tx, actor, row.id);
      // The claim may have been made anew while name servers were asked.
      if (claim.challenge !== row.challenge) throw notFound();
      await this.weighed.requireHeld(tx, actor, [{ scopeId: ORGANIZATION, rules: ADMINISTRATOR }]);
      await this.domains.verify(tx, claim, withoutDns);
      await this.record(tx, actor, withoutDns ? 'vouch' : 'verify', claim);
      return this.findIn(tx, actor, row.id);
    });
  }

  async remove(actor: Actor, domainId: string): Promise<EmailDomainRecord> {
    const row = await this.find(actor, domainId, 'delete');
    return this.change(actor, 'delete', async (tx) => {
      const claim = await this.findIn(tx, actor, row.id);
      await this.domains.remove(tx, claim.id);
      await this.record(tx, actor, 'delete', claim);
      return claim;
    });
  }

  private async find(
    actor: Actor,
    domainId: string,
    action: 'verify-domain' | 'delete',
  ): Promise<EmailDomainRecord> {
    const { orgId, ability } = await this.access.toOrganization(actor);
    const row = await this.domains.find(orgId, toUuid(domainId));
    if (!row) throw notFound();
    ability.require(action, 'email-domains');
    return row;
  }

  private async findIn(
    tx: EntityManager,
    { orgId }: Actor,
    id: string,
  ): Promise<EmailDomainRecord> {
    const row = await this.domains.findIn(tx, orgId, id);
    if (!row) throw notFound();
    return row;
  }

  private change<T>(
    actor: Actor,
    action: 'create' | 'verify-domain' | 'delete',
    work: (tx: EntityManager) => Promise<T>,
  ): Promise<T> {
    return this.database.transaction(async (tx) => {
      await this.locked.lockOrganizationOf(tx, actor);
      const { ability } = await this.locked.orgAccessIn(tx, actor);
      ability.require(action, 'email-domains');
      return work(tx);
    });
  }

  private record(
    tx: EntityManager,
    actor: Actor,
    verb: string,
    { id, domain }: EmailDomainRecord,
  ): Promise<void> {
    const target = { emailDomainId: id, domain };
    return this.audit.record(tx, actor, { action: `email-domain.${verb}`, target });
  }
}

const notProved = ({ domain, challenge }: EmailDomainRecord) =>
  badRequest(
    'domain-not-proved',
    `There is no TXT record ${challengeName(domain)} with the text ${challenge}, or name servers do not know it yet.`,
  );
