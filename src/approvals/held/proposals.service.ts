import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { stillHeld } from '../../access/still-held.js';
import { Audit } from '../../audit/audit.js';
import { ServerKeys } from '../../auth/server-keys.js';
import { Database } from '../../database/database.js';
import { newId } from '../../database/uuid.js';
import { badRequest } from '../../errors/api-error.js';
import { EventLog } from '../../events/log/event-log.js';
import { randomSlug } from '../../http/body/slugs.js';
import { refuseNamesInUse } from '../../secrets/names-in-use.js';
import { changedNames, type SecretMutation } from '../../secrets/secret-mutations.js';
import type { SecretLocation } from '../../secrets/secret.js';
import type { PlannedWrite, SecretCaller } from '../../secrets/secret-writer.js';
import { StorageQuota } from '../../storage/storage-quota.js';
import type { GoverningPolicy, GovernedLocation } from '../policies/policy-table.js';
import { ApproverMails, placed } from '../requests/approver-mails.js';
import { countItems } from '../requests/many-items.sql.js';
import { refuseTooMany, refuseTooManyItems } from '../requests/request-refusals.js';
import { type RequestRecord, RequestsRepository } from '../requests/requests.repository.js';
import { canonicalText, itemsOf, type OpenItem } from './proposed-items.js';
import { namesByFolder } from './names-by-folder.js';
import { ProposalVault, type SealedItem } from './proposal-vault.js';

export interface Proposal {
  readonly write: PlannedWrite;
  readonly policy: GoverningPolicy;
  readonly isGoverned: (place: GovernedLocation) => boolean;
}

const MAX_ITEMS = 1_000;
const MAX_BYTES = 16 * 1024 * 1024;
/** Bytes of an item beside its content and `more`. */
const ITEM_BYTES = 500;
/** Bytes of items up to which the audit log names each. */
const MAX_NAMED_BYTES = 32 * 1024;
const SLUG_LENGTH = 12;

/** Makes requests of writes that are held. */
@Injectable()
export class Proposals {
  // oxlint-disable-next-line max-params -- what is sealed, kept and told of a request
  constructor(
    private readonly database: Database,
    private readonly requests: RequestsRepository,
    private readonly vault: ProposalVault,
    private readonly keys: ServerKeys,
    private readonly storage: StorageQuota,
    private readonly audit: Audit,
    private readonly events: EventLog,
    private readonly mails: ApproverMails,
  ) {}

  /**
   * Keeps the write as a request; the same change of the same committer, while it is open, is the request of before. Ends its
   * transaction: by the time it is committed, policies and rights are still those by which it was made.
   */
  async open(tx: EntityManager, caller: SecretCaller, proposal: Proposal): Promise<RequestRecord> {
    const { actor, project } = caller;
    const { write, policy } = proposal;
    const items = itemsOf(write.mutations);
    refuseTooLarge(items);
    await refuseNamesInUse(tx, write.mutations);
    await this.requests.lockPolicy(tx, policy.id);
    const digests = this.keys.digestsOf(canonicalText(policy.id, items));
    const scope = { projectId: project.id, policyId: policy.id };
    const same = await this.requests.findSame(tx, scope, actor.callerId, digests);
    if (same) return same;
    refuseTooMany(await this.requests.countOpen(tx, project.id, actor.callerId));
    const waiting = await countItems(tx, project.id, actor.callerId);
    refuseTooManyItems(waiting, items.length);
    const made = await this.insert(tx, caller, proposal, items, digests[0]!);
    const byWhom = { byId: actor.callerId, by: actor.name };
    this.mails.tellAfter(tx, { kind: 'change', ...byWhom, ...placed(made) });
    await this.finish(tx, caller, made, write);
    return made;
  }

  private async insert(
    tx: EntityManager,
    caller: SecretCaller,
    { write, policy, isGoverned }: Proposal,
    items: readonly OpenItem[],
    digest: Buffer,
  ): Promise<RequestRecord> {
    const { orgId, id: projectId } = caller.project;
    const key = await this.vault.keyFor(tx, projectId);
    const request = { id: newId(), orgId, projectId };
    const sealed = items.map((item) => this.vault.seal(key, request, item));
    this.storage.reserveBytes(tx, orgId, bytesOf(sealed));
    const { action, target } = write.record(changedNames(write.mutations));
    const row = {
      ...{ id: request.id, projectId, policyId: policy.id, slug: randomSlug(SLUG_LENGTH) },
      ...{ action, target, digest, keyVersion: key.keyVersion, salt: key.salt },
      ...firstGoverned(items, write, isGoverned),
      ...committerOf(caller),
    };
    await this.requests.insert(tx, row, sealed);
    return this.requests.findIn(tx, orgId, request.id);
  }

  /** The entry names operations and secrets, never a value. */
  private async finish(
    tx: EntityManager,
    { actor, project }: SecretCaller,
    {
      id: requestId,
      slug,
      policyId,
      environment,
      secretPath,
      action: of,
      target: would,
    }: RequestRecord,
    { mutations }: PlannedWrite,
  ): Promise<void> {
    const { secretKeys: _keys, count: _count, secretPaths: _paths, ...more } = would ?? {};
    const place = { environment, secretPath };
    const named = namesOf(mutations.map(namedOf));
    const target = { ...more, requestId, slug, policyId, of, ...place, ...named };
    const entry = { action: 'approval-request.open', projectId: project.id, target };
    const change = { requestId, policyId, status: 'open' };
    await this.database.finish(tx, [
      ...this.audit.statementsOf(tx, actor, entry),
      ...(await this.events.statementsOf(tx, project.id, [
        { type: 'approval:open', changes: [change] },
      ])),
      stillHeld(project),
    ]);
  }
}

const sizeOf = (part: object | null): number =>
  part === null ? 0 : Buffer.byteLength(JSON.stringify(part));

function refuseTooLarge(items: readonly OpenItem[]): void {
  if (items.length > MAX_ITEMS)
    throw badRequest('too-much-at-once', `A request has at most ${MAX_ITEMS} secrets.`);
  const bytes = items.reduce((sum, { content, more }) => sum + sizeOf(content) + sizeOf(more), 0);
  if (bytes > MAX_BYTES)
    throw badRequest('too-much-at-once', 'A request has at most 16 MiB. Propose fewer at once.');
}

const bytesOf = (items: readonly SealedItem[]): number =>
  items.reduce(
    (sum, { sealed, more }) => sum + ITEM_BYTES + sizeOf(more) + (sealed?.length ?? 0),
    0,
  );

interface NamedItem extends SecretLocation {
  readonly op: string;
  readonly secretKey: string;
}

/** A secret as the audit entry names it: with its place, by which it is decided who is told of it. */
function namedOf(mutation: SecretMutation): NamedItem {
  const placeOf = ({ environment, secretPath }: SecretLocation) => ({ environment, secretPath });
  if (mutation.kind === 'create')
    return { op: 'create', ...placeOf(mutation.location), secretKey: mutation.draft.secretKey };
  const { kind: op, old } = mutation;
  const here = { op, ...placeOf(old), secretKey: old.key };
  if (mutation.kind === 'delete') return here;
  const { draft, location, folderId } = mutation;
  const { environment: newEnvironment, secretPath: newSecretPath } = location;
  return {
    ...here,
    ...(draft.secretKey === old.key ? {} : { newSecretKey: draft.secretKey }),
    ...(folderId === old.folderId ? {} : { newEnvironment, newSecretPath }),
  };
}

/**
 * What a request is about, as the audit log tells of it: each secret where they are few, else the names by folder, as of reads. The
 * request has the rest, and the entries of its votes its digest.
 */
function namesOf(items: readonly NamedItem[]): object {
  if (sizeOf(items) <= MAX_NAMED_BYTES) return { items };
  return { folders: namesByFolder(items), count: items.length };
}

/** A move may be governed at its destination alone. */
function firstGoverned(
  items: readonly OpenItem[],
  { mutations }: PlannedWrite,
  isGoverned: (place: GovernedLocation) => boolean,
) {
  for (const [index, { folderId, environmentId, secretPath }] of items.entries()) {
    if (isGoverned({ environmentId, secretPath })) return { folderId, environmentId };
    const next = mutations[index];
    if (next?.kind !== 'update') continue;
    const there = { environmentId: next.environmentId, secretPath: next.location.secretPath };
    if (isGoverned(there)) return { folderId: next.folderId, environmentId: next.environmentId };
  }
  throw new Error('A write without a governed place was held');
}

const committerOf = ({ actor }: SecretCaller) => ({
  committerUserId: actor.kind === 'user' ? actor.callerId : null,
  committerIdentityId: actor.kind === 'identity' ? actor.callerId : null,
  committerName: actor.name,
});
