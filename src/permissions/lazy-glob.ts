import type { CompiledGlob } from './glob.js';
import { globProblems } from './glob-pattern.js';
import { matchesUnder } from './glob-wildcards.js';
import type { Truth } from './matchers.js';
import type { WorkBudget } from './work.js';

/**
 * Steps that one check may spend on patterns, in words of states by characters: keeps it below 50 ms on a busy
 * machine, whatever rules and values meet.
 */
export const STEPS_PER_CHECK = 500_000;

/** No wildcard but a last one: most patterns need no closer look. */
const IS_PLAIN = /^[^*?{}[\]()!\\\0]{1,200}(\/\*\*|\*)?$/;
const MAX_SLASHES = 20;

/** Where a pattern stops being literal. A mark stands for a text that is put in. */
const NOT_LITERAL = /[*?{\uDC00-\uDFFF]/;
/** The literal text at the end of a pattern. */
const LITERAL_END = /[^*?{}\uDC00-\uDFFF]*$/;

/**
 * A glob that is compiled when a value first needs it. Most values fail already at its literal beginning or end.
 * Once the work of a check is used up, it is unknown whether a value matches.
 */
export class LazyGlob {
  /** Null: cannot be understood. */
  private glob: CompiledGlob | null | undefined;
  private isSound: boolean | undefined;
  private readonly head: string;
  private readonly tail: string;
  private lastValue: string | undefined;
  private lastTruth: Truth;

  constructor(
    private readonly pattern: string,
    private readonly compile: () => CompiledGlob | null,
    private readonly work: WorkBudget,
  ) {
    this.head = headOf(pattern);
    this.tail = tailOf(pattern);
  }

  test(value: string): Truth {
    if (this.isSound === undefined) this.isSound = isSound(this.pattern);
    if (!this.isSound) return undefined;
    if (!value.startsWith(this.head)) return false;
    return value.endsWith(this.tail) ? this.match(value) : false;
  }

  /** `matchesUnder` for the names with one label before the parent. */
  testUnder(parent: string): Truth {
    this.isSound ??= isSound(this.pattern);
    if (!this.isSound) return undefined;
    if (!this.tail.endsWith(parent) && !parent.endsWith(this.tail)) return false;
    this.prepare();
    if (!this.glob || --this.work.steps < 0) return undefined;
    return matchesUnder(this.glob, parent, this.work);
  }

  prepare(): void {
    if (this.glob === undefined && (this.isSound ??= isSound(this.pattern)))
      this.glob = this.compile();
  }

  private match(value: string): Truth {
    this.prepare();
    if (!this.glob) return undefined;
    const { automaton, literals } = this.glob;
    this.work.steps -= literals ? 1 : 1 + automaton.words * value.length;
    // Charged for though it is remembered, so that a check always ends the same.
    if (this.work.steps < 0) return undefined;
    // Rows of a list share their folder, and so ask the same again and again.
    if (value === this.lastValue) return this.lastTruth;
    this.lastTruth = this.glob.matches(value);
    this.lastValue = value;
    return this.lastTruth;
  }
}

function isSound(pattern: string): boolean {
  if (IS_PLAIN.test(pattern) && pattern.split('/', MAX_SLASHES).length < MAX_SLASHES) return true;
  return globProblems(pattern).length === 0;
}

/** What every value begins with that the pattern matches; `/x/**` matches `/x` too. */
function headOf(pattern: string): string {
  const end = pattern.search(NOT_LITERAL);
  if (end === -1) return pattern;
  const head = pattern.slice(0, end);
  return head.endsWith('/') && pattern.startsWith('**', end) ? head.slice(0, -1) : head;
}

/** What every such value ends with; `**` leaves out its slash where nothing is before it. */
function tailOf(pattern: string): string {
  const tail = LITERAL_END.exec(pattern)?.[0] ?? '';
  const isAfterDeep = pattern.slice(0, pattern.length - tail.length).endsWith('**');
  return isAfterDeep && tail.startsWith('/') ? tail.slice(1) : tail;
}
