import { type ApiError, badRequest, invalid } from '../../errors/api-error.js';

/**
 * Names that every object has. Code which copies or inspects objects trips over them, or drops them without
 * a word: a rule would lose its condition.
 */
export const RESERVED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** Values that are checked between two pauses, a string of so many characters counting as one more. */
const PART = 10_000;
const CHARACTERS = 1_000;

type Container = Readonly<Record<string | number, unknown>>;

/** A list or object that is being walked. */
interface Frame {
  readonly value: Container;
  /** Null for a list. */
  readonly keys: readonly string[] | null;
  readonly length: number;
  next: number;
}

/** Walks a parsed value of bounded depth: refuses ill-formed text, reserved names and too many keys. */
export class JsonWalk {
  /** Keys of all objects met so far. */
  members = 0;
  private readonly frames: Frame[] = [];
  private left = PART;

  constructor(
    root: unknown,
    private readonly maxKeys: number,
  ) {
    this.enter(root);
  }

  /** Checks the next part. True once there is no more. */
  checkPart(): boolean {
    this.left = PART;
    for (let frame = this.frames.at(-1); frame; frame = this.frames.at(-1)) {
      if (this.left <= 0) return false;
      if (frame.next === frame.length) this.frames.pop();
      else this.enter(frame.value[frame.keys?.[frame.next++] ?? frame.next++]);
    }
    return true;
  }

  private enter(value: unknown): void {
    this.left--;
    if (typeof value === 'string') {
      this.left -= value.length / CHARACTERS;
      if (!value.isWellFormed()) throw this.illFormed();
    } else if (typeof value === 'number') {
      if (!Number.isFinite(value))
        throw badRequest('invalid-json', 'The body holds a number out of range.');
    } else if (Array.isArray(value)) {
      const list = value as unknown as Container;
      this.frames.push({ value: list, keys: null, length: value.length, next: 0 });
    } else if (value !== null && typeof value === 'object') {
      this.enterObject(value as Container);
    }
  }

  private enterObject(value: Container): void {
    const keys = Object.keys(value);
    this.members += keys.length;
    if (keys.length > this.maxKeys) {
      const message = `An object has more than ${this.maxKeys} keys`;
      throw invalid([{ code: 'too_big', path: [], message }]);
    }
    for (const key of keys) {
      if (RESERVED.has(key) || !key.isWellFormed()) throw this.illFormed();
    }
    this.frames.push({ value, keys, length: keys.length, next: 0 });
  }

  /** The path leads to what was entered last in each list and object. */
  private illFormed(): ApiError {
    const path = this.frames.map(({ keys, next }) => keys?.[next - 1] ?? next - 1);
    const message = 'Not well-formed Unicode, or a reserved name';
    return invalid([{ code: 'invalid_text', path, message }]);
  }
}
