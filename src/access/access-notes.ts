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
export type NotedScope = string | null;

/** Checks beyond these are not noted; then the notes say that they are not complete. */
const MAX_CHECKS = 20_000;

/** Empty again when the work is over: a connection that was opened meanwhile keeps its page for good. */
interface Page {
  notes?: AccessNotes;
}

const notebook = new AsyncLocalStorage<Page>();

/** The scopes a piece of work entered and the checks it passed there, each once. */
export class AccessNotes {
  private readonly scopes = new Map<NotedScope, Map<string, PassedCheck>>();
  private count = 0;

  get isComplete(): boolean {
    return this.count <= MAX_CHECKS;
  }

  /** All that `access` and `identities` ask until the promise settles is noted here. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const page: Page = { notes: this };
    try {
      return await notebook.run(page, work);
    } finally {
      delete page.notes;
    }
  }

  list(): (readonly [NotedScope, readonly PassedCheck[]])[] {
    return [...this.scopes].map(([scope, checks]) => [scope, [...checks.values()]]);
  }

  enter(scope: NotedScope): Map<string, PassedCheck> {
    const checks = this.scopes.get(scope) ?? new Map<string, PassedCheck>();
    this.scopes.set(scope, checks);
    return checks;
  }

  add(scope: NotedScope, check: PassedCheck): void {
    if (!this.isComplete) return;
    const checks = this.enter(scope);
    const name = JSON.stringify(check);
    if (checks.has(name)) return;
    checks.set(name, check);
    this.count++;
  }
}

/** The ability itself, or where notes are taken one that notes each check it passes. */
export function noted<T extends SubjectTable>(ability: Ability<T>, scope: NotedScope): Ability<T> {
  const notes = notebook.getStore()?.notes;
  if (!notes) return ability;
  notes.enter(scope);
  return new NotedAbility(ability, (check) => notes.add(scope, check));
}

/** Holds no rules: a question that is not passed on to `inner` is answered with no. */
class NotedAbility<T extends SubjectTable> extends Ability<T> {
  constructor(
    private readonly inner: Ability<T>,
    private readonly note: (check: PassedCheck) => void,
  ) {
    super({} as T, []);
  }

  override allows<S extends SubjectOf<T>, A extends ActionOf<T, S>>(
    action: A,
    subject: S,
    ...attributes: AttributesArgument<T, S, A>
  ): boolean {
    const isAllowed = this.inner.allows(action, subject, ...attributes);
    if (isAllowed) this.noteOne(action, subject, attributes[0]);
    return isAllowed;
  }

  override require<S extends SubjectOf<T>, A extends ActionOf<T, S>>(
    action: A,
    subject: S,
    ...attributes: AttributesArgument<T, S, A>
  ): void {
    this.inner.require(action, subject, ...attributes);
    this.noteOne(action, subject, attributes[0]);
  }

  override requireAll<S extends SubjectOf<T>, A extends ActionOf<T, S>>(
    action: A,
    subject: S,
    rows: readonly AttributesOf<T, S, A>[],
  ): void {
    this.inner.requireAll(action, subject, rows);
    this.noteRows(action, subject, rows);
  }

  override async requireAllInSlices<S extends SubjectOf<T>, A extends ActionOf<T, S>>(
    action: A,
    subject: S,
    rows: readonly AttributesOf<T, S, A>[],
    turn: Pause,
  ): Promise<void> {
    await this.inner.requireAllInSlices(action, subject, rows, turn);
    this.noteRows(action, subject, rows);
  }

  override explain<S extends SubjectOf<T>, A extends ActionOf<T, S>>(
    action: A,
    subject: S,
    ...attributes: AttributesArgument<T, S, A>
  ): Explanation {
    const explanation = this.inner.explain(action, subject, ...attributes);
    if (explanation.allowed) this.noteOne(action, subject, attributes[0]);
    return explanation;
  }

  override mayEverAllow<S extends SubjectOf<T>>(action: ActionOf<T, S>, subject: S): boolean {
    const isEver = this.inner.mayEverAllow(action, subject);
    if (isEver) this.note({ action, subject, ever: true });
    return isEver;
  }

  private noteRows(action: string, subject: string, rows: readonly Attributes[]): void {
    for (const row of rows) this.noteOne(action, subject, row);
    if (rows.length === 0) this.note({ action, subject, ever: true });
  }

  private noteOne(action: string, subject: string, attributes?: Attributes): void {
    this.note({ action, subject, ...(attributes ? { attributes } : {}) });
  }
}
