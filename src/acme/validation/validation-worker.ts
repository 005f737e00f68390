import { Injectable, Logger } from '@nestjs/common';
import { PollingLoop } from '../../database/polling-loop.js';
import { ChallengeChecks } from './challenge-checks.js';
import { type ClaimedChallenge, ValidationsRepository } from './validations.repository.js';
import { type ValidationFailure, failureOf, problemOf } from './validation-failure.js';

/** Challenges under way in a process, and of an organization. */
const MAX_UNDER_WAY = 50;
const MAX_OF_ORGANIZATION = 20;
/** Seconds after which a host is asked that was too busy with others, and some at random, so that they do not come together. */
const [BUSY, SPREAD] = [1, 4];
/** Milliseconds between two looks for what other processes left, or what is to be tried again. */
const PAUSE = 1_000;
const PAUSE_AFTER_FAILURE = 15_000;
/** Seconds before each further try: the client's side may still be slow. */
const DELAYS = [2, 5, 10, 20, 40] as const;
/** After as many tries a wrong answer is one. */
const MAX_WRONG = 3;

/**
 * Looks at challenges outside of any request, on every replica: whoever takes one has it for the time of a lease, and what a
 * replica that ended left behind is taken by another one.
 */
@Injectable()
export class ValidationWorker {
  private readonly log = new Logger(ValidationWorker.name);
  private readonly underWay = new Map<ClaimedChallenge, Promise<void>>();
  private readonly loop = new PollingLoop(
    () => this.takeDue(),
    (hasFailed) => (hasFailed ? PAUSE_AFTER_FAILURE : PAUSE),
    () => this.log.warn('ACME challenges could not be looked at; it is tried again.'),
  );

  constructor(
    private readonly validations: ValidationsRepository,
    private readonly checks: ChallengeChecks,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start(PAUSE);
  }

  /** Gives validations under way back, so that another process goes on with them. */
  async onModuleDestroy(): Promise<void> {
    await this.loop.stop();
    await Promise.all([...this.underWay.keys()].map((each) => this.validations.giveBack(each)));
  }

  /** Looks at once, since there is something due. */
  wake(): void {
    if (!this.loop.isRunning) this.loop.start(0);
  }

  private async takeDue(): Promise<void> {
    const limit = MAX_UNDER_WAY - this.underWay.size;
    if (limit === 0) return;
    const bounds = { limit, ofOrganization: MAX_OF_ORGANIZATION };
    const claimed = await this.validations.claim(bounds, this.countUnderWay());
    for (const each of claimed) {
      const work = this.validate(each)
        .catch(() =>
          this.log.warn('The result of an ACME challenge was not kept; it is tried again.'),
        )
        .finally(() => this.underWay.delete(each));
      this.underWay.set(each, work);
    }
  }

  /** How many each organization has under way. */
  private countUnderWay(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { orgId } of this.underWay.keys()) counts.set(orgId, (counts.get(orgId) ?? 0) + 1);
    return counts;
  }

  private async validate(claimed: ClaimedChallenge): Promise<void> {
    const failure = await this.checks.check(claimed).then(() => null, failureOf);
    if (this.loop.isEnding) return;
    if (failure === null) return this.validations.conclude(claimed, null);
    if (failure.persistence === 'busy') {
      if (await this.validations.postpone(claimed, BUSY + SPREAD * Math.random())) return;
      return this.validations.conclude(claimed, problemOf(failure, claimed));
    }
    const delay = delayAfter(failure, claimed.tries);
    const error = problemOf(failure, claimed);
    if (delay === null) return this.validations.conclude(claimed, error);
    return this.validations.putOff(claimed, delay, error);
  }
}

/** Seconds until the next try; null where the failure is final. */
function delayAfter({ persistence }: ValidationFailure, tries: number): number | null {
  if (persistence === 'final') return null;
  if (persistence === 'wrong' && tries >= MAX_WRONG) return null;
  return DELAYS[tries - 1] ?? null;
}
