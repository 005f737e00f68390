import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Audit } from '../audit/audit.js';
import type { Actor } from '../auth/actor.js';
import { endServiceTokensMadeWith } from '../credentials/made-service-tokens.js';
import { Database } from '../database/database.js';
import { newId } from '../database/uuid.js';
import { badRequest } from '../errors/api-error.js';
import { authMethodNotFound } from '../errors/missing.js';
import { currentWork } from '../http/limits/admission.js';
import { RATE_WINDOW, RateLimiter } from '../http/limits/rate-limiter.js';
import {
  type IdentityAuthorization,
  IdentityAuthorizer,
} from '../identities/identity-authorizer.js';
import { FailureNotes } from './logins/failure-notes.js';
import type { WorkloadMethod } from './methods/method.js';
import { payerOf } from './payers.js';
import { TrustSettings } from './settings/trust-settings.js';
import { warning } from './settings/warnings.js';
import { DEFAULT_TERMS, mergedTerms, type TokenTermsDto } from './settings/token-terms.js';
import { WorkloadSeals } from './settings/workload-seals.js';
import type { ShownAuth, WorkloadAuthRow } from './workload-auth.presenter.js';
import { WorkloadAuthsRepository } from './workload-auths.repository.js';

const MAX_MAKERS = 50;
/** Rows of one organization that are tried in a minute. */
const MAX_PROBES = 60;

/** Who is trusted to be an identity. Attaching and changing that is making a credential: see `IdentityAuthorizer`. */
@Injectable()
export class WorkloadAuthsService {
  // oxlint-disable-next-line max-params -- rows, seals and rules of their own, beside what every change needs
  constructor(
    private readonly authorizer: IdentityAuthorizer,
    private readonly auths: WorkloadAuthsRepository,
    private readonly trust: TrustSettings,
    private readonly seals: WorkloadSeals,
    private readonly failures: FailureNotes,
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly limiter: RateLimiter,
  ) {}

  async attach(
    method: WorkloadMethod,
    actor: Actor,
    identityId: string,
    dto: TokenTermsDto,
  ): Promise<ShownAuth> {
    const row = await this.database.transaction(async (tx) => {
      const authorization = await this.authorizer.forChange(tx, actor, identityId, 'edit-auth');
      requireToMake(authorization);
      const { id: targetId } = authorization.target;
      if (await this.auths.find(targetId, method.name, tx)) {
        throw badRequest('auth-method-exists', `The identity has ${method.title} already.`);
      }
      const settings = settingsFrom(method, method.defaults, dto);
      method.refuseOpen(settings, this.trust);
      await this.authorizer.requireLoginsGrantable(tx, actor, authorization);
      const id = newId();
      const ids = { id, identityId: targetId, method: method.name };
      const sealedToken = this.sealedToken(method, id, { dto, settings, old: null });
      const makers = await this.authorizer.makersOf(tx, actor);
      const terms = mergedTerms(DEFAULT_TERMS, dto);
      const saved = await this.auths.insert(tx, {
        ...ids,
        settings,
        sealedToken,
        makers,
        configuredBy: await this.authorizer.chainOf(tx, actor),
        ...terms,
      });
      await this.record(tx, actor, {
        method,
        action: 'attach',
        row: saved,
        changes: { after: auditable(settings) },
      });
      return saved;
    });
    return { row, showsLogins: true };
  }

  async get(method: WorkloadMethod, actor: Actor, identityId: string): Promise<ShownAuth> {
    const authorization = await this.authorizer.forRead(actor, identityId);
    const row = await this.auths.find(authorization.target.id, method.name);
    if (!row) throw authMethodNotFound(method.title);
    authorization.requireRead();
    const showsLogins = await this.authorizer.mayChange(actor, authorization, 'edit-auth');
    const lastFailure = showsLogins ? await this.failures.find(row.id) : null;
    return { row, showsLogins, lastFailure };
  }

  async update(
    method: WorkloadMethod,
    actor: Actor,
    identityId: string,
    dto: TokenTermsDto,
  ): Promise<ShownAuth> {
    const { row, made } = await this.database.transaction(async (tx) => {
      const authorization = await this.authorizer.forChange(tx, actor, identityId, 'edit-auth');
      const old = await this.auths.findLocked(tx, authorization.target.id, method.name);
      if (!old) throw authMethodNotFound(method.title);
      requireToMake(authorization);
      const changes = await this.changesTo(tx, actor, { method, old, dto });
      await this.authorizer.requireLoginsGrantable(tx, actor, authorization);
      const endsTokens = changes.trustEpoch !== old.trustEpoch;
      const made = endsTokens ? await endServiceTokensMadeWith(tx, 'workload auth', old.id) : {};
      await this.auths.update(tx, old.id, changes);
      const row = (await this.auths.find(old.identityId, method.name, tx))!; // it is locked
      const recorded = { ...changedBetween(old.settings, row.settings), ...made };
      await this.record(tx, actor, { method, action: 'update', row, changes: recorded });
      return { row, made };
    });
    return { row, made, showsLogins: true };
  }

  /** Tries what logins by a row that was written just now will need; what fails is a warning. Holds no place at work. */
  async probe(method: WorkloadMethod, actor: Actor, written: ShownAuth): Promise<ShownAuth> {
    if (!method.probe) return written;
    const { orgId } = actor;
    if (!(await this.mayProbe(orgId))) return { ...written, tried: [warning('not-tried')] };
    currentWork()?.leave();
    const { settings, updatedAt } = written.row;
    const now = updatedAt.getTime() / 1_000;
    const payer = payerOf(written.row);
    return { ...written, tried: await method.probe({ settings, orgId, payer, now }) };
  }

  private async mayProbe(orgId: string): Promise<boolean> {
    if (this.limiter.isOff) return true;
    const { hits } = await this.limiter.storage.add(`workload:probe ${orgId}`, RATE_WINDOW);
    return hits <= MAX_PROBES;
  }

  /** Ends every token that came of it. */
  async detach(method: WorkloadMethod, actor: Actor, identityId: string): Promise<ShownAuth> {
    return this.database.transaction(async (tx) => {
      const authorization = await this.authorizer.forChange(tx, actor, identityId, 'revoke-auth');
      const old = await this.auths.findLocked(tx, authorization.target.id, method.name);
      if (!old) throw authMethodNotFound(method.title);
      authorization.require('revoke-auth');
      const made = await endServiceTokensMadeWith(tx, 'workload auth', old.id);
      await this.auths.remove(tx, old.id);
      await this.record(tx, actor, { method, action: 'detach', row: old, changes: made });
      return { row: old, made, showsLogins: authorization.may('edit-auth') };
    });
  }

  private async changesTo(
    tx: EntityManager,
    actor: Actor,
    { method, old, dto }: { method: WorkloadMethod; old: WorkloadAuthRow; dto: TokenTermsDto },
  ): Promise<Partial<WorkloadAuthRow>> {
    const settings = settingsFrom(method, old.settings, dto);
    method.refuseOpen(settings, this.trust);
    const isOther =
      JSON.stringify(method.trustOf(old.settings)) !== JSON.stringify(method.trustOf(settings));
    const makers = [...new Set([...old.makers, ...(await this.authorizer.makersOf(tx, actor))])];
    if (makers.length > MAX_MAKERS) {
      throw badRequest(
        'credential-chain-too-long',
        `More than ${MAX_MAKERS} identities would have had a part in it. Detach it and attach it anew.`,
      );
    }
    return {
      settings,
      ...mergedTerms(old, dto),
      makers,
      configuredBy: await this.authorizer.chainOf(tx, actor),
      sealedToken: this.sealedToken(method, old.id, { dto, settings, old }),
      revision: old.revision + 1,
      ...(isOther ? { keysFreshAt: null } : {}),
      trustEpoch: old.trustEpoch + (isOther || dto.revokeTokens === true ? 1 : 0),
    };
  }

  /** A token that is sent somewhere goes with where it is sent: another target drops it, unless it comes along anew. */
  private sealedToken(
    { sealing }: WorkloadMethod,
    id: string,
    { dto, settings, old }: { dto: TokenTermsDto; settings: object; old: WorkloadAuthRow | null },
  ): Buffer | null {
    if (!sealing) return null;
    const target = sealing.targetOf(settings);
    const sent = (dto as Record<string, string | null | undefined>)[sealing.field];
    if (sent) return this.seals.sealToken(id, target, sent);
    if (sent !== undefined || !old) return null;
    const isSame = sealing.targetOf(old.settings).join('\n') === target.join('\n');
    return isSame ? old.sealedToken : null;
  }

  private record(
    tx: EntityManager,
    actor: Actor,
    {
      method,
      action,
      row,
      changes,
    }: { method: WorkloadMethod; action: string; row: WorkloadAuthRow; changes: object },
  ): Promise<void> {
    const target = { identityId: row.identityId, workloadAuthId: row.id, ...changes };
    return this.audit.record(tx, actor, { action: `${method.name}.${action}`, target });
  }
}

function requireToMake(authorization: IdentityAuthorization): void {
  authorization.require('edit-auth');
  authorization.require('create-token');
}

/** What was sent over what there was; null and '' stand for the default. */
function settingsFrom(method: WorkloadMethod, old: object, dto: object): object {
  const defaults = method.defaults as Readonly<Record<string, unknown>>;
  const before = old as Readonly<Record<string, unknown>>;
  const sent = dto as Readonly<Record<string, unknown>>;
  method.refuseSent?.(sent);
  const settings = Object.fromEntries(
    Object.keys(defaults).map((name) => {
      const value = sent[name];
      if (value === undefined) return [name, before[name] ?? defaults[name]];
      return [name, value === null || value === '' ? defaults[name] : value];
    }),
  );
  return method.normalize?.(settings) ?? settings;
}

const KEY_FIELDS = ['publicKeys', 'caCert', 'jwksCaCert'];

/** Bytes of a setting that the audit log holds; of a longer one it holds the digest. */
const MAX_AUDITED = 2_048;

/** Settings as the audit log has them: keys and certificates, and what is long, by a digest. */
const auditable = (settings: object): object =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => {
      const isEmpty = value === '' || (Array.isArray(value) && value.length === 0);
      const text = JSON.stringify(value);
      const isLong = Buffer.byteLength(text) > MAX_AUDITED;
      if (isEmpty || !(KEY_FIELDS.includes(name) || isLong)) return [name, value as unknown];
      return [name, `sha256:${createHash('sha256').update(text).digest('hex')}`];
    }),
  );

/** The settings that differ, before and after, as the audit log has them; nothing where none does. */
function changedBetween(before: object, after: object): object {
  const [old, next] = [before, after] as [Settings, Settings];
  const names = [...new Set([...Object.keys(old), ...Object.keys(next)])].filter(
    (name) => JSON.stringify(old[name]) !== JSON.stringify(next[name]),
  );
  if (names.length === 0) return {};
  const only = (all: Settings) =>
    auditable(
      Object.fromEntries(names.flatMap((name) => (name in all ? [[name, all[name]]] : []))),
    );
  return { before: only(old), after: only(next) };
}

type Settings = Readonly<Record<string, unknown>>;
