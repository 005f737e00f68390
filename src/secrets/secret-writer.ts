import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ProjectAccess } from '../access/access.service.js';
import { LockedAccess } from '../access/locked-access.js';
import { RightsChanged, stillHeld } from '../access/still-held.js';
import { Audit } from '../audit/audit.js';
import type { EntryCaller } from '../audit/new-entry.js';
import type { ContentActor } from '../auth/actor.js';
import { type BoundStatement, Database } from '../database/database.js';
import { newId } from '../database/uuid.js';
import type { EventDraft } from '../events/log/event-kinds.js';
import { EventLog } from '../events/log/event-log.js';
import { TimeSlices } from '../http/limits/time-slices.js';
import type { WriteKey } from '../keys/key-ring.js';
import { StorageQuota } from '../storage/storage-quota.js';
import {
  BrokenReferenceReport,
  type WithBrokenReferences,
} from './references/broken-reference-report.js';
import type { Referrers } from './references/referrers.repository.js';
import { indexedReferences, hasSameReferences } from './references/reference-index.js';
import {
  changedNames,
  type ChangedNames,
  type CreateMutation,
  type DeleteMutation,
  removedAddresses,
  type SecretMutation,
  type UpdateMutation,
  type WriteRecord,
} from './secret-mutations.js';
import { SecretVault } from './secret-vault.js';
import { type SecretRow, SecretWritesRepository } from './secret-writes.repository.js';
import { type OpenSecret, type SealedSecret, optionsIn, plainOf } from './secret.js';
import { sealedSize } from './secret-columns.sql.js';
import { type HeldWrite, WriteGate, WriteHeld } from './write-gate.js';

/** Who writes, with the rights by which the write was planned. */
export interface SecretCaller {
  readonly actor: ContentActor;
  readonly project: ProjectAccess;
}

/** In whose name it is written, who need not be calling. */
interface WriteAuthor {
  readonly actor: EntryCaller;
  readonly project: ProjectAccess;
}

/** What a planner found to be done, after it locked, looked and checked the rights. */
export interface PlannedWrite {
  /** Nothing at all is written, recorded or told where there are none. */
  readonly mutations: readonly SecretMutation[];
  readonly record: (names: ChangedNames) => WriteRecord;
  /** The rights by which it was planned, where the planner read them anew after its locks. */
  readonly project?: ProjectAccess;
}

type Done<P> = { readonly held: HeldWrite } | { readonly written: P & AppliedWrite };

export interface AppliedWrite extends WithBrokenReferences {
  /** The new states, one for each creation and update, in the order of the mutations. */
  readonly secrets: readonly OpenSecret[];
}

type Written = CreateMutation | UpdateMutation;

/** A mutation and the row that it writes. */
interface SealedMutation<M extends Written = Written> {
  readonly mutation: M;
  readonly row: SecretRow;
  /** What the row takes of the organization's storage. */
  readonly bytes: number;
}

/** What the last round trip finds out. */
interface Found {
  /** When the new states were written. */
  time: Date | null;
  brokenReferences: Referrers | null;
}

interface SealedWrite {
  readonly mutations: readonly SecretMutation[];
  readonly sealed: readonly SealedMutation[];
  readonly found: Found;
}

/** The one way in which secrets change: a planner makes mutations, `apply` does all the rest. */
@Injectable()
export class SecretWriter {
  // oxlint-disable-next-line max-params -- one for each step of the write sequence
  constructor(
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly events: EventLog,
    private readonly brokenReferences: BrokenReferenceReport,
    private readonly storage: StorageQuota,
    private readonly rows: SecretWritesRepository,
    private readonly vault: SecretVault,
    private readonly rights: LockedAccess,
    private readonly gate: WriteGate,
  ) {}

  /**
   * Plans and applies in one transaction, and gives the plan with what came of it. Where the rights have changed by the
   * end of the write, which may have waited for locks, all is rolled back and planned again by those of then. Throws
   * `WriteHeld` where people have to consent first: nothing was written, and the request for their consent was committed.
   */
  async write<P extends PlannedWrite>(
    { actor, project: seen }: SecretCaller,
    plan: (tx: EntityManager, project: ProjectAccess) => Promise<P>,
  ): Promise<P & AppliedWrite> {
    await this.storage.prepare(actor.orgId);
    let haveRightsChanged = false;
    const done = await this.database.transaction(async (tx): Promise<Done<P>> => {
      const { id } = seen;
      const project = haveRightsChanged ? await this.rights.accessIn(tx, actor, id) : seen;
      const planned = await plan(tx, project);
      try {
        const held = await this.gate.hold(
          tx,
          { actor, project: planned.project ?? project },
          planned,
        );
        if (held) return { held };
        return { written: { ...planned, ...(await this.apply(tx, { actor, project }, planned)) } };
      } catch (error) {
        haveRightsChanged ||= error instanceof RightsChanged;
        throw error;
      }
    });
    if ('held' in done) throw new WriteHeld(done.held);
    return done.written;
  }

  /**
   * Applies what people consented to, as the last of a transaction that has found out that they did: for merges alone, since
   * every other write asks the gate. `author`: the committer, by the rights of now.
   */
  applyApproved(
    tx: EntityManager,
    author: WriteAuthor,
    planned: PlannedWrite,
  ): Promise<AppliedWrite> {
    return this.apply(tx, author, planned);
  }

  /**
   * Seals, keeps the states before as versions, writes rows, tags and references, takes storage, and records the audit
   * entry and the events; last the rights are asked again, and all is committed. It is one round trip: nobody waits for
   * what a write of the project locks for longer than that. What goes makes room first; then names may be exchanged; then
   * new secrets come. Throws 409 if a name is taken, 400 if the organization has no room.
   */
  private async apply(
    tx: EntityManager,
    { actor, project }: WriteAuthor,
    { mutations, record, project: planned }: PlannedWrite,
  ): Promise<AppliedWrite> {
    if (mutations.length === 0) return { secrets: [], brokenReferences: null };
    const { sealed, guards } = await this.seal(tx, project, mutations);
    const found: Found = { time: null, brokenReferences: null };
    const { events, ...entry } = record(changedNames(mutations));
    await this.database.finish(tx, [
      ...guards,
      ...this.rowStatements(tx, { actor, project }, { mutations, sealed, found }),
      ...this.brokenReferences.statementsAfterRemoval(
        project,
        removedAddresses(mutations),
        (report) => (found.brokenReferences = report),
      ),
      ...this.audit.statementsOf(tx, actor, { ...entry, projectId: project.id }),
      ...(await this.events.statementsOf(tx, project.id, events.filter(hasChanges))),
      stillHeld(planned ?? project),
    ]);
    const secrets = sealed.map((each) => stateAfter({ actor, project }, each, found.time));
    return { secrets, brokenReferences: found.brokenReferences };
  }

  private async seal(
    tx: EntityManager,
    project: ProjectAccess,
    mutations: readonly SecretMutation[],
  ): Promise<{ readonly sealed: readonly SealedMutation[]; readonly guards: BoundStatement[] }> {
    const written = mutations.filter((each): each is Written => each.kind !== 'delete');
    if (written.length === 0) return { sealed: [], guards: [] };
    const key = await this.vault.forGuardedWriting(tx, project);
    const sealed = await new TimeSlices().map(written, (mutation) => {
      const row = this.rowOf(project, key, mutation);
      return { mutation, row, bytes: sealedSize(row) };
    });
    return { sealed, guards: [key.guard] };
  }

  /** Sealed anew even where the value stays: what is sealed is bound to its version. */
  private rowOf(project: ProjectAccess, key: WriteKey, mutation: Written): SecretRow {
    const { draft, folderId, environmentId } = mutation;
    const plain = plainOf(draft);
    const state = { ...identityOf(mutation), environmentId, folderId, key: draft.secretKey };
    const before = mutation.kind === 'update' ? mutation.valueBefore : undefined;
    const isSame = before !== undefined && hasSameReferences(before, plain.value);
    return {
      ...optionsIn(draft.options ?? {}),
      ...this.vault.seal(key, project, state, plain),
      ...state,
      tagIds: draft.tagIds ?? [],
      references: isSame ? null : indexedReferences(plain.value),
    };
  }

  private rowStatements(
    tx: EntityManager,
    { actor, project }: WriteAuthor,
    { mutations, sealed, found }: SealedWrite,
  ): BoundStatement[] {
    const by = { actor, membershipId: project.membershipId };
    const take = (time: Date) => (found.time = time);
    const updates = sealed.filter(isUpdate);
    const creations = sealed.filter(({ mutation }) => mutation.kind === 'create');
    const gone = mutations.filter((each): each is DeleteMutation => each.kind === 'delete');
    const idsOf = (all: readonly { readonly old: SealedSecret }[]) => all.map(({ old }) => old.id);
    const [updated, removed] = [idsOf(updates.map(({ mutation }) => mutation)), idsOf(gone)];
    // The states before are kept, so all that is written is more.
    if (sealed.length > 0) this.storage.reserveBytes(tx, actor.orgId, sumOf(sealed));
    const statements = [
      ...this.rows.keeping([...updated, ...removed]),
      ...this.rows.removals(removed),
      ...this.rows.parking(exchangedNames(updates)),
    ];
    if (updates.length > 0)
      statements.push(
        ...this.rows.updates(by, rowsOf(updates), take),
        ...this.rows.tagReplacements(rowsOf(updates.filter(hasOtherTags))),
      );
    if (creations.length > 0)
      statements.push(...this.rows.insertions(project.id, by, rowsOf(creations), take));
    return statements;
  }
}

const hasChanges = ({ changes }: EventDraft): boolean => changes.length > 0;

const rowsOf = (sealed: readonly SealedMutation[]): SecretRow[] => sealed.map(({ row }) => row);

const sumOf = (sealed: readonly SealedMutation[]): number =>
  sealed.reduce((sum, { bytes }) => sum + bytes, 0);

const isUpdate = (each: SealedMutation): each is SealedMutation<UpdateMutation> =>
  each.mutation.kind === 'update';

/** The id, version and age of the state that a mutation writes. */
function identityOf(mutation: Written) {
  if (mutation.kind === 'update') {
    const { id, version } = mutation.old;
    return { id, version: version + 1, createdAt: null };
  }
  const { restores } = mutation;
  if (!restores) return { id: newId(), version: 1, createdAt: null };
  return { id: restores.id, version: restores.lastVersion + 1, createdAt: restores.createdAt };
}

function hasOtherTags({ mutation: { old }, row }: SealedMutation<UpdateMutation>): boolean {
  const before = new Set((old.tags ?? []).map(({ id }) => id));
  return row.tagIds.length !== before.size || row.tagIds.some((id) => !before.has(id));
}

/** The ids of secrets that get a new name, if one of these is what another secret of the write is called until now. */
function exchangedNames(updates: readonly SealedMutation<UpdateMutation>[]): string[] {
  const nameOf = ({ folderId, key }: Pick<SealedSecret, 'folderId' | 'key'>) =>
    `${folderId} ${key}`;
  const renamed = updates.filter(({ mutation, row }) => nameOf(mutation.old) !== nameOf(row));
  const held = new Set(updates.map(({ mutation }) => nameOf(mutation.old)));
  return renamed.some(({ row }) => held.has(nameOf(row))) ? renamed.map(({ row }) => row.id) : [];
}

/** The state that was just written, as a read would give it. */
function stateAfter(
  { actor, project }: WriteAuthor,
  { mutation, row }: SealedMutation,
  time: Date | null,
): OpenSecret {
  const updatedAt = time!;
  const before = mutation.kind === 'update' ? mutation.old : row;
  return {
    ...row,
    ...mutation.location,
    ...plainOf(mutation.draft),
    isHidden: false,
    tags: mutation.tags,
    actorId: actor.callerId,
    actorKind: actor.kind,
    actorName: actor.name,
    actorMembershipId: project.membershipId,
    createdAt: before.createdAt ?? updatedAt,
    updatedAt,
  };
}
