import { firstSymbols } from '../tokens/claim-values.js';
import { MatchSteps } from '../tokens/pattern.js';
import { USUAL_HINTS } from './usual-hints.js';

/** What is checked of a login, in the words of `explain`. */
export const CHECKS = [
  ...(['form', 'issuer', 'signature', 'audience', 'times', 'subject', 'claims'] as const),
  ...(['namespace', 'name', 'account', 'principal', 'address', 'replay'] as const),
  'organization',
] as const;

export type Check = (typeof CHECKS)[number];

export interface CheckStep {
  readonly check: Check;
  /** The setting, claim or header that it is about. */
  readonly field: string;
  readonly ok: boolean;
  readonly expected: string;
  /** At most 256 characters. */
  readonly actual: string;
  /** What would have to be different; '' for a check that passed. */
  readonly hint: string;
}

/** Ends a login. Callers are told none of it: the check goes to the log and to those who manage the identity. */
export class LoginRefused extends Error {
  constructor(
    readonly check: Check,
    /** The one text of all refusals, or for `explain` what could not go on. */
    readonly field = '',
  ) {
    super(`A login was refused: ${check}.`);
  }
}

/** An issuer, cluster or cloud gave no answer to work with. */
export class ProofUnavailable extends Error {
  constructor(
    /** The step of the outgoing call, or the status of its answer. */
    readonly step: string,
    readonly isBusy = false,
    readonly retryAfter = 5,
  ) {
    super(`A proof could not be checked: ${step}.`);
  }
}

interface CheckText {
  readonly field: string;
  readonly expected?: string;
  readonly actual?: unknown;
  /** Told where the check fails, in place of the usual one; worked out only for who asks. */
  readonly hint?: string | (() => string);
}

const MAX_SHOWN = 256;

/** The checks of one login: the first that fails ends it, unless all are wanted for `explain`. */
export class Checks {
  readonly steps: CheckStep[] = [];
  /** What all patterns of the login may cost, hints of `explain` included. */
  readonly matching = new MatchSteps();
  /** Milliseconds for which somebody else was waited for, and of which they were asked: the rest is a queue of this server. */
  readonly waits = { waited: 0, asked: 0 };

  constructor(readonly isExplained = false) {}

  require(ok: boolean, check: Check, text: CheckText): void {
    const { field, expected = '', actual = '', hint = '' } = text;
    if (this.isExplained) {
      const shown = { expected: shownOf(expected), actual: shownOf(actual) };
      const hintOf = () => (typeof hint === 'string' ? hint : hint()) || USUAL_HINTS[check];
      this.steps.push({ check, field, ok, ...shown, hint: ok ? '' : hintOf() });
    } else if (!ok) throw new LoginRefused(check, field);
  }

  /** Waits for somebody else. */
  async waitFor<T>(answer: Promise<T>): Promise<T> {
    const start = performance.now();
    return answer.finally(() => (this.waits.waited += performance.now() - start));
  }

  get isPassed(): boolean {
    return this.steps.every(({ ok }) => ok);
  }
}

const shownOf = (value: unknown): string =>
  firstSymbols(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), MAX_SHOWN);
