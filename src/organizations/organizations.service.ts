import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PasswordHashes } from '../accounts/password-hashes.js';
import { requireGoodPassword } from '../accounts/password-rules.js';
import { Audit } from '../audit/audit.js';
import type { Actor } from '../auth/actor.js';
import { Database } from '../database/database.js';
import { badRequest, conflict, forbidden } from '../errors/api-error.js';
import { newReqId, type RequestContext } from '../http/request-context.js';
import { type BootstrapAdmin, Bootstrap } from '../identities/bootstrap.js';
import { slugsFor } from './organization-slug.js';
import { OrganizationsRepository } from './organizations.repository.js';
import { SetupTokens } from './setup-tokens.js';

export interface OrganizationSummary {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
}

/** What a person needs to begin with an embedded instance. */
export interface EmbeddedCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Opens the console once, within 15 minutes. */
  readonly consoleCode: string;
  readonly organization: OrganizationSummary;
  readonly identity: BootstrapAdmin;
}

@Injectable()
export class OrganizationsService {
  // oxlint-disable-next-line max-params -- the parts of a new organization
  constructor(
    private readonly organizations: OrganizationsRepository,
    private readonly admins: Bootstrap,
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly setupTokens: SetupTokens,
    private readonly hashes: PasswordHashes,
  ) {}

  /** Makes the first organization and its admin, once a database. Throws 400 ever after, before the slow hash. */
  async bootstrap(
    draft: { readonly email: string; readonly password: string; readonly organization: string },
    request: RequestContext,
  ) {
    if (await this.organizations.hasOrganization()) throw alreadySetUp();
    const { email, organization } = draft;
    requireGoodPassword(draft.password, { email, organizations: [organization] });
    const passwordHash = await this.hashes.hash(draft.password);
    return this.database.transaction(async (tx) => {
      if (!(await this.lockEmpty(tx))) throw alreadySetUp();
      const user = await this.organizations.insertSuperAdmin(tx, draft.email, passwordHash);
      const organization = await this.insert(tx, draft.organization);
      await this.organizations.insertAdmin(tx, organization.id, user.id);
      const identity = await this.admins.createAdmin(tx, organization.id, INSTANCE_ADMIN, true);
      const token = await this.admins.giveToken(tx, identity);
      await this.setupTokens.drop(tx);
      await this.recordBootstrap(tx, organization.id, identity.id, request);
      return { user, organization, identity, token };
    });
  }

  /** For the first start of an embedded instance. Null once there is an organization. */
  bootstrapEmbedded(): Promise<EmbeddedCredentials | null> {
    return this.database.transaction(async (tx) => {
      if (!(await this.lockEmpty(tx))) return null;
      const organization = await this.insert(tx, 'My organization');
      const identity = await this.admins.createAdmin(tx, organization.id, INSTANCE_ADMIN, true);
      const credentials = await this.admins.giveClientSecret(tx, identity);
      const consoleCode = await this.admins.giveConsoleCode(tx, identity);
      await this.setupTokens.drop(tx);
      const request = { reqId: newReqId(), address: '', client: null };
      await this.recordBootstrap(tx, organization.id, identity.id, request);
      return { ...credentials, consoleCode, organization, identity };
    });
  }

  /** For the instance admin, at the end of the change as at its beginning. Throws 409 if the slug asked for is taken. */
  async create(actor: Actor, { name, slug }: { readonly name: string; readonly slug?: string }) {
    requireInstanceAdmin(actor);
    return this.database.transaction(async (tx) => {
      const organization = await this.insert(tx, name, slug);
      const admin = 'Organization admin';
      const identity = await this.admins.createAdmin(tx, organization.id, admin, false);
      const token = await this.admins.giveToken(tx, identity);
      if (!(await this.organizations.keepInstanceAdmin(tx, actor))) throw instanceAdminOnly();
      const target = { organizationId: organization.id, identityId: identity.id };
      await this.audit.record(tx, actor, { action: 'organization.create', target });
      return { organization, identity, token };
    });
  }

  /** Whether anybody owns the server. */
  isClaimed(): Promise<boolean> {
    return this.organizations.hasOrganization();
  }

  async list(actor: Actor, offset: number, limit: number) {
    requireInstanceAdmin(actor);
    return this.organizations.list(offset, limit);
  }

  /** Whether there is no organization, under the lock of bootstrap: two requests at once make one. */
  private async lockEmpty(tx: EntityManager): Promise<boolean> {
    await this.organizations.lockBootstrap(tx);
    return !(await this.organizations.hasOrganization(tx));
  }

  private async insert(
    tx: EntityManager,
    name: string,
    slug?: string,
  ): Promise<OrganizationSummary> {
    for (const candidate of slug === undefined ? slugsFor(name) : [slug]) {
      const organization = await this.organizations.insert(tx, name, candidate);
      if (organization) return organization;
    }
    throw conflict('already-exists', 'An organization with this slug already exists.');
  }

  private recordBootstrap(
    tx: EntityManager,
    organizationId: string,
    identityId: string,
    request: RequestContext,
  ): Promise<void> {
    const record = { action: 'instance.bootstrap', target: { organizationId, identityId } };
    return this.audit.recordSystem(tx, organizationId, record, request);
  }
}

const INSTANCE_ADMIN = 'Instance admin';

const alreadySetUp = () => badRequest('already-set-up', 'The instance has been set up already.');

function requireInstanceAdmin({ isInstanceAdmin }: Actor): void {
  if (!isInstanceAdmin) throw instanceAdminOnly();
}

const instanceAdminOnly = () =>
  forbidden('instance-admin-only', 'Only the admin of the instance may do this.');
