import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ProjectAccess } from '../../access/access.service.js';
import { LockedAccess } from '../../access/locked-access.js';
import { filterInSlices } from '../../access/slices.js';
import type { Actor } from '../../auth/actor.js';
import { type Problem, refuse, type Step } from '../batch/secret-batch-steps.js';
import { SecretBatchesRepository } from '../batch/secret-batches.repository.js';
import type { WithBrokenReferences } from '../references/broken-reference-report.js';
import { mayDescribe } from '../secret-guards.js';
import {
  type ChangedNames,
  keptOf,
  namesOf,
  type SecretMutation,
  type UpdateMutation,
  type WriteRecord,
} from '../secret-mutations.js';
import { SecretOpenings } from '../secret-openings.js';
import { SecretVault } from '../secret-vault.js';
import { SecretWriter } from '../secret-writer.js';
import { type SecretLocation, merged } from '../secret.js';
import { SecretsRepository } from '../secrets.repository.js';
import { type Move, refuseMove, requireAnyMove } from './secret-move-guards.js';

export interface MoveOrder {
  readonly source: SecretLocation;
  readonly destination: SecretLocation;
  /** Each once. */
  readonly secretIds: readonly string[];
  readonly isOverwriting: boolean;
}

/**
 * Moving secrets to another folder. A secret keeps its id and its versions; the move is one of them. SecretScope
 * one of that name is overwritten, that one goes on with what was moved, and the moved one ends.
 */
@Injectable()
export class SecretMoves {
  // oxlint-disable-next-line max-params -- what is asked before the lock and under it, and who writes
  constructor(
    private readonly writer: SecretWriter,
    private readonly openings: SecretOpenings,
    private readonly boundary: LockedAccess,
    private readonly secrets: SecretsRepository,
    private readonly batches: SecretBatchesRepository,
    private readonly vault: SecretVault,
  ) {}

  async move(actor: Actor, seen: ProjectAccess, order: MoveOrder): Promise<WithBrokenReferences> {
    const { source, destination } = order;
    await this.secrets.getFolder(seen.id, source);
    const { id: folderId, environmentId } = await this.secrets.getFolder(seen.id, destination);
    requireAnyMove(seen, order);
    return this.writer.write({ actor, project: seen }, async (tx, known) => {
      // What is overwritten gets the tags of what comes, which are known only once the secrets are locked.
      if (order.isOverwriting) await this.openings.holdProject(tx, known.id);
      await this.openings.hold(tx, known, { place: null, folderIds: [folderId] });
      const moves = await this.plan(tx, known, order);
      // The rights may be taken away while this waits for the secrets.
      const project = await this.boundary.accessIn(tx, actor, seen.id);
      requireAnyMove(project, order);
      await refuseMove(project, order, moves);
      await this.refuseOpenings(tx, actor, project, moves);
      const mutations = await this.mutationsOf(
        tx,
        project,
        { location: destination, folderId, environmentId },
        moves,
      );
      return { project, mutations, record: recordOf(order) };
    });
  }

  /** The secrets that the caller may describe, locked, with those that have their names at the destination. */
  private async plan(
    tx: EntityManager,
    project: ProjectAccess,
    { source, destination, secretIds }: MoveOrder,
  ): Promise<Move[]> {
    const found = await this.batches.findInFolder(tx, project.id, source, secretIds);
    const known = await filterInSlices(found, (secret) => mayDescribe(project, secret));
    const addresses = known.map((secret) => ({ ...destination, key: secret.key }));
    const targets = await this.batches.findLocked(tx, project.id, addresses);
    const byKey = new Map(targets.map((target) => [target.key, target]));
    const order = new Map(secretIds.map((id, index) => [id, index]));
    return known
      .map((secret) => {
        const index = order.get(secret.id)!;
        return { index, secret, target: byKey.get(secret.key) ?? null };
      })
      .sort((a, b) => a.index - b.index);
  }

  /** What is overwritten keeps its history, which then goes by the tags of what comes. Throws 403. */
  private async refuseOpenings(
    tx: EntityManager,
    actor: Actor,
    project: ProjectAccess,
    moves: readonly Move[],
  ): Promise<void> {
    const taken = moves.flatMap(({ index, secret, target }) =>
      target ? [{ index, old: target, next: { key: target.key, tags: secret.tags ?? [] } }] : [],
    );
    const opened = await this.openings.find(tx, { actor, project }, taken);
    const steps = taken.map(({ index, old }, at): Step => {
      const { environment, secretPath, key: secretKey } = old;
      const actions = opened.get(at);
      const problems: Problem[] = actions ? [{ kind: 'opens', actions }] : [];
      return { index, place: { environment, secretPath }, secretKey, outcome: 'update', problems };
    });
    refuse(project, steps);
  }

  private async mutationsOf(
    tx: EntityManager,
    project: ProjectAccess,
    there: Pick<UpdateMutation, 'location' | 'folderId' | 'environmentId'>,
    moves: readonly Move[],
  ): Promise<SecretMutation[]> {
    const secrets = moves.map((move) => move.secret);
    const opened = await this.vault.open(project, secrets, () => true, tx);
    return moves.flatMap(({ secret, target }, index): SecretMutation[] => {
      const tags = secret.tags ?? [];
      const state = opened[index]!;
      const draft = merged(state, {}, tags);
      const next = { ...there, kind: 'update', draft, tags, keeps: keptOf(secret) } as const;
      if (!target) return [{ ...next, old: secret, valueBefore: state.value }];
      return [
        { kind: 'delete', old: secret, overwrites: target },
        { ...next, old: target },
      ];
    });
  }
}

/** The audit entry names the secrets by their names in the source. */
const recordOf =
  ({ source, destination }: MoveOrder) =>
  ({ deleted, created, updated }: ChangedNames): WriteRecord => ({
    action: 'secret.move',
    target: { ...source, destination, ...namesOf(deleted) },
    events: [
      { type: 'secret:delete', changes: deleted },
      { type: 'secret:create', changes: created },
      { type: 'secret:update', changes: updated },
    ],
  });
