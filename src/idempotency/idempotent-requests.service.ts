import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { trackScopes } from '../access/touched-scopes.js';
import { holdingOnce } from '../auth/held-sessions.js';
import { Database, sendLater } from '../database/database.js';
import { collectingLater } from '../http/later-answer.js';
import { slowWorkFirst } from '../http/limits/slow-work.js';
import { AnswerVault } from './answer-vault.js';
import { IdempotentAnswersRepository } from './idempotent-answers.repository.js';
import {
  type Answer,
  type KeyedRequest,
  otherRequest,
  secretNotKept,
  stillRunning,
  tooManyKeys,
  unanswerable,
} from './keyed-request.js';
import { type KeptRights, ReplayRights } from './replay-rights.js';
import { RunningKeys } from './running-keys.js';
import { withoutSecrets } from './without-secrets.js';

export interface Outcome extends Answer {
  readonly isReplayed: boolean;
}

/** A first run that is committed, of which a part of the answer is still to come. */
interface Begun extends Outcome {
  readonly completion?: (() => Promise<unknown>) | undefined;
  readonly rights?: KeptRights;
}

/** The work of a request under a key. */
interface Task {
  /** May be called again after a deadlock. */
  readonly work: () => Promise<Answer>;
  /** Paths of the secrets in its answer, which are not kept. */
  readonly secrets: readonly string[];
}

/** The key was held by a request that came to nothing: the transaction is too old to begin with. */
class ClaimedLate extends Error {}

const ATTEMPTS = 3;

/** Claim, effect and answer are one transaction: there is no moment at which one is there without the other. */
@Injectable()
export class IdempotentRequests {
  private readonly running = new RunningKeys();

  constructor(
    private readonly database: Database,
    private readonly answers: IdempotentAnswersRepository,
    private readonly vault: AnswerVault,
    private readonly rights: ReplayRights,
  ) {}

  /**
   * Does the work, unless it has been done under this key. `work` may be called again after a deadlock. `secrets`: paths of the
   * secrets in its answer, which are not kept.
   * Throws 409 while the first request runs, 422 if that was another request; 404, 403 or 409 where the
   * caller may no longer see the answer, and 409 where it showed a secret; 429 for a new key of a caller that has too many.
   */
  async once(
    request: KeyedRequest,
    work: () => Promise<Answer>,
    secrets: readonly string[] = [],
  ): Promise<Outcome> {
    await this.answers.prepare(request);
    const name = request.digest.toString('base64'); // holds the organization and the identity
    return this.running.runAlone(name, async () => {
      const { completion, rights, ...begun } = await this.retryLate(request, { work, secrets });
      if (!completion || !rights) return begun;
      const whole = { ...begun, body: await completion() };
      await this.answers.amend(
        request,
        this.vault.seal(request, { ...whole, ...withoutSecrets(whole.body, secrets), rights }),
      );
      return whole;
    });
  }

  private async retryLate(request: KeyedRequest, task: Task): Promise<Begun> {
    for (let n = 1; n <= ATTEMPTS; n++) {
      try {
        return await slowWorkFirst(() =>
          this.database.requestTransaction((tx) => this.perform(tx, request, task)),
        );
      } catch (error) {
        if (!(error instanceof ClaimedLate)) throw error;
      }
    }
    throw stillRunning();
  }

  private async perform(tx: EntityManager, request: KeyedRequest, task: Task): Promise<Begun> {
    const { hasRoom, seconds, hasWaited } = await this.answers.claim(tx, request);
    if (hasWaited === true) throw new ClaimedLate();
    if (hasWaited === false) return this.runFirst(tx, request, task);
    const replayed = await this.replay(tx, request);
    if (replayed) return replayed;
    // Without room the key is not claimed: a first request that still runs elsewhere is not seen.
    throw hasRoom ? new ClaimedLate() : tooManyKeys(this.answers.keysPerCaller, seconds ?? 0);
  }

  private async runFirst(
    tx: EntityManager,
    request: KeyedRequest,
    { work, secrets }: Task,
  ): Promise<Begun> {
    const touched = trackScopes(request.actor);
    const { result, completion } = await collectingLater(work);
    const { status, body } = result;
    const rights = await this.rights.rightsAfter(tx, request.actor, touched);
    const sealed = this.vault.seal(request, { status, ...withoutSecrets(body, secrets), rights });
    await this.answers.keep(tx, request, sealed);
    return { status, body, isReplayed: false, completion, rights };
  }

  /** Null if nothing is kept under the key. Throws 401 where the token was revoked while the request waited for the first one. */
  private async replay(tx: EntityManager, request: KeyedRequest): Promise<Outcome | null> {
    await sendLater(tx, holdingOnce(tx, request.actor));
    const row = await this.answers.find(tx, request);
    if (!row) return null;
    const { fingerprint, answer } = row;
    const kept = answer && this.vault.open({ ...request, fingerprint }, answer);
    if (!kept) throw unanswerable();
    if (!timingSafeEqual(fingerprint, request.fingerprint)) throw otherRequest();
    await this.rights.require(request.actor, kept.rights);
    if (kept.omitted) throw secretNotKept(kept.omitted, kept.body);
    return { status: kept.status, body: kept.body, isReplayed: true };
  }
}
