import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PassedChecks } from '../access/passed-checks.js';
import { Database } from '../database/database.js';
import { AnswerVault } from './answer-vault.js';
import { IdempotentAnswersRepository } from './idempotent-answers.repository.js';
import { type KeyPlace, KeyPlaces } from './key-places.js';
import {
  type Answer,
  type KeyedRequest,
  otherRequest,
  stillRunning,
  unreadable,
} from './keyed-request.js';
import { ReplayRights } from './replay-rights.js';
import { RunningKeys } from './running-keys.js';

export interface Outcome extends Answer {
  readonly isReplayed: boolean;
}

/** The key was held by a request that came to nothing: the transaction is too old to begin with. */
class ClaimedLate extends Error {}

const BEGINNINGS = 3;

/** Claim, effect and answer are one transaction: there is no moment at which one is there without the other. */
@Injectable()
export class IdempotentRequests {
  private readonly running = new RunningKeys();

  constructor(
    private readonly database: Database,
    private readonly answers: IdempotentAnswersRepository,
    private readonly vault: AnswerVault,
    private readonly rights: ReplayRights,
    private readonly places: KeyPlaces,
  ) {}

  /**
   * Does the work, unless it has been done under this key. `work` may be called again after a deadlock.
   * Throws 409 while the first request runs, 422 if that was another request, and 404 or 403 where the
   * caller may no longer see the answer; 429 for a new key of a caller that has too many.
   */
  async once(request: KeyedRequest, work: () => Promise<Answer>): Promise<Outcome> {
    await this.answers.prepare(request);
    const name = request.digest.toString('base64'); // holds the organization and the identity
    return this.running.alone(name, () => this.begin(request, work));
  }

  private async begin(request: KeyedRequest, work: () => Promise<Answer>): Promise<Outcome> {
    for (let n = 1; n <= BEGINNINGS; n++) {
      try {
        return await this.database.requestTransaction((tx) => this.perform(tx, request, work));
      } catch (error) {
        if (!(error instanceof ClaimedLate)) throw error;
      }
    }
    throw stillRunning();
  }

  private async perform(
    tx: EntityManager,
    request: KeyedRequest,
    work: () => Promise<Answer>,
  ): Promise<Outcome> {
    const place = this.places.take(request.actor);
    // Without a claim a first request that still runs elsewhere is not seen; its retry is refused as well.
    if (!place) return this.replay(tx, request, () => this.places.refusal());
    try {
      const outcome = (await this.claim(tx, request, place))
        ? await this.effect(tx, request, work)
        : await this.replay(tx, request, () => new ClaimedLate());
      if (outcome.isReplayed) this.places.giveBack(place);
      return outcome;
    } catch (error) {
      this.places.giveBack(place);
      throw error;
    }
  }

  private async claim(tx: EntityManager, request: KeyedRequest, place: KeyPlace): Promise<boolean> {
    const claim = await this.answers.claim(tx, request, place.countUpTo);
    if (!claim) return false;
    if (claim.count) this.places.counted(place, claim.count);
    if (claim.waited) throw new ClaimedLate();
    return true;
  }

  private async effect(
    tx: EntityManager,
    request: KeyedRequest,
    work: () => Promise<Answer>,
  ): Promise<Outcome> {
    const notes = new PassedChecks();
    const { status, body } = await notes.during(work);
    const rights = await this.rights.lasting(tx, request.actor, notes);
    const sealed = this.vault.seal(request, { status, body, rights });
    await this.answers.keep(tx, request, sealed);
    return { status, body, isReplayed: false };
  }

  private async replay(
    tx: EntityManager,
    request: KeyedRequest,
    unknown: () => Error,
  ): Promise<Outcome> {
    const row = await this.answers.find(tx, request);
    if (!row) throw unknown();
    const { fingerprint, answer } = row;
    const kept = answer && this.vault.open({ ...request, fingerprint }, answer);
    if (!kept?.rights.isComplete) throw unreadable();
    if (!timingSafeEqual(fingerprint, request.fingerprint)) throw otherRequest();
    await this.rights.require(request.actor, kept.rights);
    return { status: kept.status, body: kept.body, isReplayed: true };
  }
}
