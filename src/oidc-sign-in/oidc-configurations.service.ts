import { Injectable } from '@nestjs/common';
import type { ServerMetadata } from 'openid-client';
import type { EntityManager } from 'typeorm';
import { AccessService } from '../access/access.service.js';
import { orgRulesOf } from '../access/held-rules.js';
import { LockedAccess } from '../access/locked-access.js';
import { ProviderMembers } from '../accounts/provider-members.js';
import { Audit } from '../audit/audit.js';
import type { Actor } from '../auth/actor.js';
import { requireFreshProof } from '../auth/fresh-proof.js';
import { ORGANIZATION } from '../credentials/holding-snapshots.js';
import { WeighedChanges } from '../credentials/weighed-changes.js';
import { Database } from '../database/database.js';
import { newId } from '../database/uuid.js';
import { ApiError, badRequest, notFound } from '../errors/api-error.js';
import { currentWork } from '../http/limits/admission.js';
import { OutgoingFailure, type OutgoingStep } from '../outgoing/failure.js';
import { urlProblem } from '../outgoing/target-url.js';
import type { CreateOidcDto, UpdateOidcDto } from './oidc-configurations.dto.js';
import {
  type OidcConfigurationRow,
  OidcConfigurationsRepository,
} from './oidc-configurations.repository.js';
import { OidcSeals } from './oidc-seals.js';
import { ProviderClients } from './provider-clients.js';
import { discoveryUrlOf, MetadataProblem } from './provider-metadata.js';

/** What who changes the provider has to hold: it says who is who, administrators included. */
const ADMINISTRATOR = orgRulesOf({ id: null, slug: 'admin', permissions: null });

/** The provider of an organization. */
@Injectable()
export class OidcConfigurations {
  // oxlint-disable-next-line max-params -- what is asked, what is weighed, and what is written
  constructor(
    private readonly access: AccessService,
    private readonly locked: LockedAccess,
    private readonly weighed: WeighedChanges,
    private readonly configurations: OidcConfigurationsRepository,
    private readonly clients: ProviderClients,
    private readonly seals: OidcSeals,
    private readonly members: ProviderMembers,
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  /** Throws 404 where there is none. */
  async get(actor: Actor, organizationId: string): Promise<OidcConfigurationRow> {
    const { orgId, ability } = await this.toOrganization(actor, organizationId);
    ability.require('read', 'sso');
    const row = await this.configurations.find(orgId);
    if (!row) throw notFound();
    return row;
  }

  /** Throws 400 where the metadata cannot be used, 409 where there is a provider already. */
  async create(actor: Actor, dto: CreateOidcDto): Promise<OidcConfigurationRow> {
    await this.authorize(actor, dto.organizationId, 'create');
    const { discoveryUrl, metadata } = await this.discover(actor, dto);
    const { clientId, clientSecret, isActive = true } = dto;
    const { jitProvisioning: isJitOn = false, jitRole = 'member' } = dto;
    const { issuer } = metadata;
    const { orgId } = actor;
    const namesIssuer = metadata.authorization_response_iss_parameter_supported === true;
    const sealedSecret = this.seals.sealSecret({ orgId, issuer, clientId }, clientSecret);
    return this.change(actor, 'create', async (tx) => {
      const row = await this.configurations.insert(tx, {
        ...{ id: newId(), orgId, discoveryUrl, issuer, namesIssuer, clientId, sealedSecret },
        ...{ isActive, isJitOn, jitRole },
      });
      await this.record(tx, actor, 'create', { ...auditable(row) });
      return row;
    });
  }

  /**
   * Changes what the caller names; the rest stays. Ends the sessions that the provider made where it becomes another
   * one, or is turned off.
   */
  async update(actor: Actor, dto: UpdateOidcDto): Promise<OidcConfigurationRow> {
    await this.authorize(actor, dto.organizationId, 'edit');
    const { discoveryURL } = dto;
    const found =
      discoveryURL === undefined ? null : await this.discover(actor, { ...dto, discoveryURL });
    return this.change(actor, 'edit', async (tx) => {
      const old = await this.configurations.findLocked(tx, actor.orgId);
      if (!old) throw notFound();
      const changes = this.changesTo(old, dto, found);
      await this.configurations.update(tx, old, changes);
      const row = { ...old, ...changes };
      if (!row.isActive && (await this.configurations.isDemanded(tx, actor.orgId)))
        throw badRequest('sso-enforced', 'The organization demands its provider: end that first.');
      const isOther = row.issuer !== old.issuer || row.clientId !== old.clientId;
      const endsSessions = isOther || (old.isActive && !row.isActive);
      const ended = endsSessions ? await this.members.endSessions(tx, actor.orgId) : 0;
      const isSecretNew = dto.clientSecret !== undefined;
      const more = { before: auditable(old), after: auditable(row), isSecretNew, ended };
      await this.record(tx, actor, 'update', more);
      return (await this.configurations.findLocked(tx, actor.orgId))!; // it is locked
    });
  }

  /** The secret goes with issuer and client: another one of these needs it anew, so that it is sent nowhere else. */
  private changesTo(
    old: OidcConfigurationRow,
    dto: UpdateOidcDto,
    found: { readonly discoveryUrl: string; readonly metadata: ServerMetadata } | null,
  ): Partial<OidcConfigurationRow> {
    const { clientId = old.clientId, clientSecret, isActive, jitProvisioning, jitRole } = dto;
    const issuer = found?.metadata.issuer ?? old.issuer;
    const discoveryUrl = found?.discoveryUrl ?? old.discoveryUrl;
    const isOther = discoveryUrl !== old.discoveryUrl || clientId !== old.clientId;
    if (isOther && clientSecret === undefined) {
      throw badRequest(
        'missing-field',
        'Send clientSecret too: the one that is kept belongs to the provider and client of before.',
      );
    }
    const place = { orgId: old.orgId, issuer, clientId };
    const isNamed = found?.metadata.authorization_response_iss_parameter_supported === true;
    return {
      ...{ discoveryUrl, issuer, clientId },
      // Asked for anew, a provider may have come to name itself: the callback changes with it.
      ...(found ? { namesIssuer: isNamed } : {}),
      ...(clientSecret === undefined
        ? {}
        : { sealedSecret: this.seals.sealSecret(place, clientSecret) }),
      ...(isActive === undefined ? {} : { isActive }),
      ...(jitProvisioning === undefined ? {} : { isJitOn: jitProvisioning }),
      ...(jitRole === undefined ? {} : { jitRole }),
    };
  }

  /** Asks the provider for its metadata. Throws 400 with what is wrong, 503 while too many calls are under way. */
  private async discover(
    { orgId }: Actor,
    dto: { readonly discoveryURL: string; readonly configurationType?: string | undefined },
  ): Promise<{ readonly discoveryUrl: string; readonly metadata: ServerMetadata }> {
    if (dto.configurationType === 'custom')
      throw badRequest('not-offered', 'Only providers that publish their metadata are offered.');
    const discoveryUrl = discoveryUrlOf(dto.discoveryURL);
    const problem = urlProblem(discoveryUrl);
    if (problem !== null) throw unusable(`discoveryURL ${problem}`);
    currentWork()?.leave();
    try {
      return { discoveryUrl, metadata: await this.clients.metadataOf(orgId, discoveryUrl) };
    } catch (error) {
      if (error instanceof MetadataProblem) throw unusable(error.message);
      if (!(error instanceof OutgoingFailure)) throw error;
      if (error.step === 'busy') throw providerSilent(error.retryAfter);
      throw unusable(UNREACHED[error.step]);
    }
  }

  /** Refuses before anything is asked of the provider: 404 for another organization, 403. */
  private async authorize(
    actor: Actor,
    organizationId: string,
    action: 'create' | 'edit',
  ): Promise<void> {
    const { orgId, ability } = await this.toOrganization(actor, organizationId);
    if (action === 'edit' && !(await this.configurations.find(orgId))) throw notFound();
    ability.require(action, 'sso');
    await this.change(actor, action, () => Promise.resolve());
  }

  /** Does the work with the caller's rights read under the lock of the organization. Throws 403. */
  private change<T>(
    actor: Actor,
    action: 'create' | 'edit',
    work: (tx: EntityManager) => Promise<T>,
  ): Promise<T> {
    return this.database.transaction(async (tx) => {
      await this.locked.lockOrganizationOf(tx, actor);
      const { ability } = await this.locked.orgAccessIn(tx, actor);
      ability.require(action, 'sso');
      if (actor.kind === 'user') requireFreshProof(actor);
      await this.weighed.requireHeld(tx, actor, [{ scopeId: ORGANIZATION, rules: ADMINISTRATOR }]);
      return work(tx);
    });
  }

  private async toOrganization(actor: Actor, organizationId: string) {
    if (actor.orgId !== organizationId) throw notFound();
    return this.access.toOrganization(actor);
  }

  private record(tx: EntityManager, actor: Actor, verb: string, target: object): Promise<void> {
    return this.audit.record(tx, actor, { action: `oidc-config.${verb}`, target: { ...target } });
  }
}

/** The row as the audit log has it: the secret is no part of it. */
const auditable = ({ id, issuer, discoveryUrl, clientId, ...row }: OidcConfigurationRow) => ({
  ...{ oidcConfigId: id, issuer, discoveryURL: discoveryUrl, clientId },
  ...{ isActive: row.isActive, jitProvisioning: row.isJitOn, jitRole: row.jitRole },
});

/** Whatever the step, no byte of an answer and no address is told. */
const UNREACHED: Readonly<Record<Exclude<OutgoingStep, 'busy'>, string>> = {
  url: 'its URL is of a form that is never called',
  name: 'the name of its host has no address',
  address:
    'its host has a private address, which the operator opens by OUTGOING_ALLOWED_NETWORKS (this machine itself is never called)',
  connection: 'its host cannot be reached',
  tls: 'the certificate of its host does not fit',
  time: 'it did not answer in time',
  size: 'its answer is too long',
  form: 'its answer is no JSON document',
  redirect: 'it leads to another place',
};

const unusable = (why: string) =>
  badRequest('provider-unusable', `The provider cannot be used: ${why}.`);

/** The 503 while the provider, or the way to it, is taken. */
export const providerSilent = (retryAfter: number) =>
  new ApiError(
    'issuer-silent',
    'The provider does not answer at this moment. Try again.',
    undefined,
    {
      'Retry-After': String(retryAfter),
    },
  );
