import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ProjectAccess } from '../../access/access.service.js';
import type { Actor } from '../../auth/actor.js';
import type { SecretChange } from '../../events/log/event-log.js';
import type { SecretLocation, SealedSecret } from '../secret.js';
import { nameKey } from '../batch/secret-batch-steps.js';
import { merged } from '../secret-drafts.js';
import { SecretVault } from '../secret-vault.js';
import { changeAt, namesOf, type Written } from '../secret-writer.js';
import { type SecretRow, SecretWritesRepository } from '../secret-writes.repository.js';
import type { SecretAddress } from '../secrets.repository.js';
import { nextRow } from '../written-secret.js';
import { FolderRollbackRepository } from './folder-rollback.repository.js';
import type { PlacedState, RollbackStep } from './folder-rollback-steps.js';

/** A step without problems. */
interface Return {
  readonly old: SealedSecret | null;
  readonly target: PlacedState;
}

/** Writes the steps of a rollback: as new versions, never over old ones. */
@Injectable()
export class FolderRollbackWrites {
  constructor(
    private readonly rows: SecretWritesRepository,
    private readonly repository: FolderRollbackRepository,
    private readonly vault: SecretVault,
  ) {}

  /** What goes makes room first; then names may be exchanged; then the deleted ones come back. */
  async write(
    tx: EntityManager,
    actor: Actor,
    project: ProjectAccess,
    steps: readonly RollbackStep[],
  ): Promise<void> {
    const returns = returnsIn(steps);
    const sealed = await this.seal(tx, project, returns);
    const updates = sealed.filter(({ old }) => old !== null);
    const ended = steps.flatMap(({ old, past }) => (old && !past ? [old.id] : []));
    const writer = { actor, membershipId: project.membershipId };
    const kept = [...updates.map(({ row }) => row.id), ...ended];
    if (kept.length > 0) await this.rows.keepVersions(tx, kept);
    if (ended.length > 0) await this.rows.remove(tx, ended);
    if (updates.length > 0) {
      const rows = updates.map(({ row }) => row);
      const renamed = updates.filter(({ old, row }) => isElsewhere(old!, row));
      await this.rows.update(
        tx,
        writer,
        rows,
        renamed.map(({ row }) => row.id),
      );
      await this.rows.replaceTags(tx, rows);
    }
    const back = sealed
      .filter(({ old }) => old === null)
      .map(({ row, target }) => ({ ...row, createdAt: target.createdAt }));
    await this.repository.bringBack(tx, project.id, writer, back);
  }

  private async seal(
    tx: EntityManager,
    project: ProjectAccess,
    returns: readonly Return[],
  ): Promise<(Return & { readonly row: SecretRow })[]> {
    if (returns.length === 0) return [];
    const targets = returns.map(({ target }) => target);
    const opened = await this.vault.open(project, targets, () => true, tx);
    const key = await this.vault.forWriting(tx, project);
    return returns.map((each, index) => {
      const { target, old } = each;
      const draft = merged(opened[index]!, {}, target.tags ?? []);
      const last = old ?? { id: target.id, version: target.lastVersion };
      const next = { draft, folderId: target.folderId, old: last };
      return { ...each, row: nextRow(this.vault, key, project, next) };
    });
  }
}

const returnsIn = (steps: readonly RollbackStep[]): Return[] =>
  steps.flatMap(({ old, target }) => (target ? [{ old, target }] : []));

type Named = Pick<SealedSecret, 'folderId' | 'key'>;

const isElsewhere = (one: Named, other: Named): boolean =>
  one.folderId !== other.folderId || one.key !== other.key;

type Addressed = SecretLocation & Pick<SealedSecret, 'key'>;
type Tagged = Pick<SealedSecret, 'tags'>;

const changeOf = (one: Addressed & Tagged, other: Tagged = one): SecretChange =>
  changeAt(one, one.key, one, other);

/** Names that secrets had and that none has now. */
export function lostBy(steps: readonly RollbackStep[]): SecretAddress[] {
  const nameOf = ({ environment, secretPath, key }: Addressed) =>
    `${environment} ${nameKey(secretPath, key)}`;
  const held = new Set(returnsIn(steps).map(({ target }) => nameOf(target)));
  return steps.flatMap(({ old }) => (old && !held.has(nameOf(old)) ? [old] : []));
}

/** Events as those of the same changes made one by one; one audit entry. */
export function toldOf(
  scope: Readonly<Record<string, unknown>>,
  steps: readonly RollbackStep[],
): Omit<Written<unknown>, 'result'> {
  const returns = returnsIn(steps);
  const isMove = ({ old, target }: Return) => old !== null && old.folderId !== target.folderId;
  const moved = returns.filter(isMove);
  const deleted = steps.flatMap(({ old, target }) => (old && !target ? [changeOf(old)] : []));
  const created = returns.filter(({ old }) => old === null).map(({ target }) => changeOf(target));
  const updated = returns
    .filter((each) => each.old !== null && !isMove(each))
    .flatMap(({ old, target }) =>
      old!.key === target.key
        ? [changeOf(target, old!)]
        : [changeOf(old!, target), changeOf(target, old!)],
    );
  const gone = [...deleted, ...moved.map(({ old, target }) => changeOf(old!, target))];
  const come = [...created, ...moved.map(({ old, target }) => changeOf(target, old!))];
  const keysOf = (changes: readonly SecretChange[]) => changes.map(({ secretKey }) => secretKey);
  return {
    action: 'secret.rollback',
    target: {
      ...scope,
      ...namesOf(unique([...gone, ...updated, ...come])),
      createdKeys: keysOf(created),
      deletedKeys: keysOf(deleted),
    },
    events: [
      { type: 'secret:delete', changes: gone },
      { type: 'secret:update', changes: unique(updated) },
      { type: 'secret:create', changes: come },
    ],
  };
}

/** Names that were exchanged are both an old and a new one; the tags of both secrets count. */
function unique(changes: readonly SecretChange[]): SecretChange[] {
  const byName = new Map<string, SecretChange>();
  for (const change of changes) {
    const name = JSON.stringify([change.environment, change.secretPath, change.secretKey]);
    const secretTags = [...(byName.get(name)?.secretTags ?? []), ...(change.secretTags ?? [])];
    byName.set(name, { ...change, secretTags: [...new Set(secretTags)] });
  }
  return [...byName.values()];
}
