import {
  type AccessItem,
  type EventItem,
  type EventKind,
  isEventKind,
  sentFields,
} from '../log/event-kinds.js';

/** Some clients end a line at these too, though the protocol does not; escaped they end none. */
const LINE_ENDS = /[\u007f-\u009f\u2028\u2029]/g;

/** JSON that no client takes for more than one line. */
export const toOneLineJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    LINE_ENDS,
    (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

export const sseFrame = (id: string, event: string, data: string): string =>
  `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`;

export const PING = 'event: ping\n\n';

/** A row of the log. */
export interface StoredEvent {
  readonly seq: number;
  /** Tells it from another event of this number in a log that lost its end (`event-stamp.ts`). */
  readonly stamp: number;
  readonly type: string;
  readonly items: readonly EventItem[];
  /** One list for each item. */
  readonly secretTags?: readonly (readonly string[] | null)[] | null;
  /** For each item of an event about access; null where it names no person, or none that there is, or no such group. */
  readonly names?: readonly Pick<AccessItem, 'userEmail' | 'groupName' | 'committerId'>[] | null;
  /** Milliseconds. */
  readonly createdAt: number;
}

/** An event as it is sent, formatted once for all that receive all of it. */
export class FramedEvent {
  readonly seq: number;
  readonly stamp: number;
  readonly kind: EventKind | null;
  readonly items: readonly EventItem[];
  readonly frame: string;
  private readonly itemsJson: readonly string[];

  /** `writtenAt`: by the clock of `performance`, in milliseconds; null for an event that is replayed. */
  constructor(
    event: StoredEvent,
    private readonly id: string,
    readonly writtenAt: number | null = null,
  ) {
    this.seq = event.seq;
    this.stamp = event.stamp;
    this.kind = isEventKind(event.type) ? event.type : null;
    this.items = withAttributes(event);
    this.itemsJson = event.items.map((item) => toOneLineJson(sentFields(item)));
    this.frame = this.toFrame(this.itemsJson);
  }

  /** Returns the frame with the items that pass; null if none does. */
  frameWith(passes: (kind: EventKind, item: EventItem) => boolean): string | null {
    const { kind } = this;
    if (kind === null) return null;
    const passing = this.itemsJson.filter((_, index) => passes(kind, this.items[index]!));
    if (passing.length === 0) return null;
    return passing.length === this.itemsJson.length ? this.frame : this.toFrame(passing);
  }

  private toFrame(pieces: readonly string[]): string {
    return this.kind === null ? '' : eventFrame(this.id, this.kind, pieces);
  }
}

/** The items with what rules may ask about them, none of which is sent. */
const withAttributes = ({ items, secretTags, names }: StoredEvent): readonly EventItem[] =>
  secretTags || names
    ? items.map((item, index) => {
        const tags = secretTags?.[index];
        return { ...item, ...(tags ? { secretTags: tags } : {}), ...names?.[index] };
      })
    : items;

export const eventFrame = (id: string, kind: EventKind, pieces: readonly string[]): string =>
  sseFrame(
    id,
    kind,
    `{"projectType":"secret-manager","data":{"eventType":"${kind}","payload":[${pieces.join()}]}}`,
  );
