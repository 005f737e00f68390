import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ProjectAccess } from '../../access/access.service.js';
import { LockedAccess } from '../../access/locked-access.js';
import { filterInSlices } from '../../access/slices.js';
import type { Actor } from '../../auth/actor.js';
import type { WriteKey } from '../../keys/key-ring.js';
import type { WithBrokenReferences } from '../references/broken-reference-report.js';
import type { OpenSecret, SecretLocation } from '../secret.js';
import { type Problem, refuse, type Step } from '../batch/secret-batch-steps.js';
import { SecretBatchesRepository } from '../batch/secret-batches.repository.js';
import { merged } from '../secret-drafts.js';
import { type Move, refuseMove, requireAnyMove } from './secret-move-guards.js';
import { mayDescribe } from '../secret-guards.js';
import { SecretVault } from '../secret-vault.js';
import { changeAt, namesOf, SecretWriter } from '../secret-writer.js';
import { SecretWritesRepository } from '../secret-writes.repository.js';
import { SecretsRepository } from '../secrets.repository.js';
import { nextRow } from '../written-secret.js';

export interface MoveOrder {
  readonly source: SecretLocation;
  readonly destination: SecretLocation;
  /** Each once. */
  readonly secretIds: readonly string[];
  readonly isOverwriting: boolean;
}

interface Writing {
  readonly actor: Actor;
  readonly project: ProjectAccess;
  readonly key: WriteKey;
  readonly folderId: string;
}

/**
 * Moving secrets to another folder. A secret keeps its id and its versions; the move is one of them. Where
 * one of that name is overwritten, that one goes on with what was moved, and the moved one ends.
 */
@Injectable()
export class SecretMoves {
  // oxlint-disable-next-line max-params -- what is asked before the lock and under it, and what is written
  constructor(
    private readonly ground: SecretWriter,
    private readonly boundary: LockedAccess,
    private readonly secrets: SecretsRepository,
    private readonly batches: SecretBatchesRepository,
    private readonly rows: SecretWritesRepository,
    private readonly vault: SecretVault,
  ) {}

  async move(actor: Actor, seen: ProjectAccess, order: MoveOrder): Promise<WithBrokenReferences> {
    const { source, destination } = order;
    await this.secrets.getFolder(seen.id, source);
    const { id: folderId } = await this.secrets.getFolder(seen.id, destination);
    requireAnyMove(seen, order);
    return this.ground.write(actor, seen, async (tx) => {
      const place = order.isOverwriting ? destination : null;
      await this.ground.openings.hold(tx, seen, { place });
      const key = await this.vault.forWriting(tx, seen);
      const moves = await this.plan(tx, seen, order);
      // The rights may be taken away while this waits for the secrets.
      const project = await this.boundary.accessIn(tx, actor, seen.id);
      requireAnyMove(project, order);
      await refuseMove(project, order, moves);
      await this.refuseOpenings(tx, actor, project, moves);
      await this.write(tx, { actor, project, key, folderId }, moves);
      const keys = (place: SecretLocation, chosen: readonly Move[]) =>
        chosen.map(({ secret, target }) =>
          changeAt(place, secret.key, secret, target ?? { tags: null }),
        );
      const gone = keys(source, moves);
      const lost = moves.map(({ secret }) => ({ ...source, key: secret.key }));
      const note = await this.ground.notes.findAfterRemoval(tx, project, lost);
      return {
        result: { brokenReferences: note },
        action: 'secret.move',
        target: { ...source, destination, ...namesOf(gone) },
        events: [
          { type: 'secret:delete', changes: gone },
          { type: 'secret:create', changes: keys(destination, moves.filter(isFree)) },
          { type: 'secret:update', changes: keys(destination, moves.filter(isTaken)) },
        ],
      };
    });
  }

  /** Those that may be known of, locked, and what has their names at the destination. */
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
    const opened = await this.ground.openings.find(tx, { actor, project }, taken);
    const steps = taken.map(({ index, old }, at): Step => {
      const { environment, secretPath, key: secretKey } = old;
      const actions = opened.get(at);
      const problems: Problem[] = actions ? [{ kind: 'opens', actions }] : [];
      return { index, place: { environment, secretPath }, secretKey, outcome: 'update', problems };
    });
    refuse(project, steps);
  }

  private async write(
    tx: EntityManager,
    { actor, project, key, folderId }: Writing,
    moves: readonly Move[],
  ): Promise<void> {
    const secrets = moves.map((move) => move.secret);
    const opened = await this.vault.open(project, secrets, () => true, tx);
    const rows = moves.map(({ secret, target }, index) => {
      const { value } = opened[index]!;
      const next = { draft: draftOf(opened[index]!), folderId };
      return nextRow(
        this.vault,
        key,
        project,
        target ? { ...next, old: target } : { ...next, old: secret, valueBefore: value },
      );
    });
    const overwritten = new Set(moves.flatMap(({ target }) => (target ? [target.id] : [])));
    const ended = moves.filter(isTaken).map(({ secret }) => secret.id);
    const ids = secrets.map((secret) => secret.id);
    await this.rows.keepVersions(tx, [...ids, ...overwritten]);
    await this.rows.update(tx, { actor, membershipId: project.membershipId }, rows);
    await this.rows.replaceTags(
      tx,
      rows.filter((row) => overwritten.has(row.id)),
    );
    if (ended.length > 0) await this.rows.remove(tx, ended);
  }
}

const isTaken = ({ target }: Move): boolean => target !== null;
const isFree = ({ target }: Move): boolean => target === null;

const draftOf = (secret: OpenSecret) => merged(secret, {}, secret.tags ?? []);
