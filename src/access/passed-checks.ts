import { AsyncLocalStorage } from 'node:async_hooks';
import { Ability, type Explanation } from '../permissions/ability.js';
import type {
  ActionOf,
  Attributes,
  AttributesArgument,
  AttributesOf,
  SubjectOf,
  SubjectTable,
} from '../permissions/subject-table.js';
import type { Pause } from '../permissions/work.js';

/** A check that was passed. `ever`: only that some rule allows the pair. */
export interface PassedCheck {
  readonly action: string;
  readonly subject: string;
  readonly attributes?: Attributes;
  readonly ever?: true;
}

/** A project by its id; null is the caller's organization. */
export type CheckScope = string | null;

/** Checks beyond these are not recorded; then the record says that it is not complete. */
const MAX_CHECKS = 20_000;

/** Emptied when the work is over: a connection that was opened meanwhile keeps the recording for good. */
interface Recording {
  checks?: PassedChecks;
}

const activeRecording = new AsyncLocalStorage<Recording>();

/** The scopes a piece of work entered and the checks it passed there, each once. */
export class PassedChecks {
  private readonly scopes = new Map<CheckScope, Map<string, PassedCheck>>();
  private count = 0;

  get isComplete(): boolean {
    return this.count <= MAX_CHECKS;
  }

  /** Records each check that `access` and `identities` make until the promise settles. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const recording: Recording = { checks: this };
    try {
      return await activeRecording.run(recording, work);
    } finally {
      delete recording.checks;
    }
  }

  list(): (readonly [CheckScope, readonly PassedCheck[]])[] {
    return [...this.scopes].map(([scope, checks]) => [scope, [...checks.values()]]);
  }

  enter(scope: CheckScope): Map<string, PassedCheck> {
    const checks = this.scopes.get(scope) ?? new Map<string, PassedCheck>();
    this.scopes.set(scope, checks);
    return checks;
  }

  add(scope: CheckScope, check: PassedCheck): void {
    if (!this.isComplete) return;
    const checks = this.enter(scope);
    const name = JSON.stringify(check);
    if (checks.has(name)) return;
    checks.set(name, check);
    this.count++;
  }
}

/** The ability itself, or while checks are recorded one that records each check it passes. */
export function recordingChecks<T extends SubjectTable>(
  ability: Ability<T>,
  scope: CheckScope,
): Ability<T> {
  const checks = activeRecording.getStore()?.checks;
  if (!checks) return ability;
  checks.enter(scope);
  return new RecordingAbility(ability, (check) => checks.add(scope, check));
}

/** Holds no rules: a question that is not passed on to `inner` is answered with no. */
class RecordingAbility<T extends SubjectTable> extends Ability<T> {
  constructor(
    private readonly inner: Ability<T>,
    private readonly record: (check: PassedCheck) => void,
  ) {
    super({} as T, []);
  }

  override allows<S extends SubjectOf<T>, A extends ActionOf<T, S>>(
    action: A,
    subject: S,
    ...attributes: AttributesArgument<T, S, A>
  ): boolean {
    const isAllowed = this.inner.allows(action, subject, ...attributes);
    if (isAllowed) this.recordOne(action, subject, attributes[0]);
    return isAllowed;
  }

  override require<S extends SubjectOf<T>, A extends ActionOf<T, S>>(
    action: A,
    subject: S,
    ...attributes: AttributesArgument<T, S, A>
  ): void {
    this.inner.require(action, subject, ...attributes);
    this.recordOne(action, subject, attributes[0]);
  }

  override requireAll<S extends SubjectOf<T>, A extends ActionOf<T, S>>(
    action: A,
    subject: S,
    rows: readonly AttributesOf<T, S, A>[],
  ): void {
    this.inner.requireAll(action, subject, rows);
    this.recordRows(action, subject, rows);
  }

  override async requireAllInSlices<S extends SubjectOf<T>, A extends ActionOf<T, S>>(
    action: A,
    subject: S,
    rows: readonly AttributesOf<T, S, A>[],
    turn: Pause,
  ): Promise<void> {
    await this.inner.requireAllInSlices(action, subject, rows, turn);
    this.recordRows(action, subject, rows);
  }

  override explain<S extends SubjectOf<T>, A extends ActionOf<T, S>>(
    action: A,
    subject: S,
    ...attributes: AttributesArgument<T, S, A>
  ): Explanation {
    const explanation = this.inner.explain(action, subject, ...attributes);
    if (explanation.allowed) this.recordOne(action, subject, attributes[0]);
    return explanation;
  }

  override mayEverAllow<S extends SubjectOf<T>>(action: ActionOf<T, S>, subject: S): boolean {
    const isEver = this.inner.mayEverAllow(action, subject);
    if (isEver) this.record({ action, subject, ever: true });
    return isEver;
  }

  private recordRows(action: string, subject: string, rows: readonly Attributes[]): void {
    for (const row of rows) this.recordOne(action, subject, row);
    if (rows.length === 0) this.record({ action, subject, ever: true });
  }

  private recordOne(action: string, subject: string, attributes?: Attributes): void {
    this.record({ action, subject, ...(attributes ? { attributes } : {}) });
  }
}
