import { type EventItem, type EventKind, isEventKind, sentFields } from '../log/event-kinds.js';

/** Some readers end a line at these too, though the protocol does not; as escapes they end none. */
const LINE_ENDS = /[\u007f-\u009f\u2028\u2029]/g;

/** JSON that no reader takes for more than one line. */
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
  /** Tells it from another one of this number in a log that lost its end. */
  readonly stamp: number;
  readonly type: string;
  readonly items: readonly EventItem[];
  /** Of each item. */
  readonly secretTags?: readonly (readonly string[] | null)[] | null;
  /** Milliseconds. */
  readonly createdAt: number;
}

/** An event as it goes out, formatted once for all who hear it whole. */
export class FramedEvent {
  readonly seq: number;
  readonly stamp: number;
  readonly kind: EventKind | null;
  readonly items: readonly EventItem[];
  readonly frame: string;
  private readonly itemsJson: readonly string[];

  /** `bornAt`: when it was written, by the clock of `performance`; null for one that is replayed. */
  constructor(
    event: StoredEvent,
    private readonly id: string,
    readonly bornAt: number | null = null,
  ) {
    this.seq = event.seq;
    this.stamp = event.stamp;
    this.kind = isEventKind(event.type) ? event.type : null;
    this.items = withTags(event);
    this.itemsJson = event.items.map((item) => toOneLineJson(sentFields(item)));
    this.frame = this.toFrame(this.itemsJson);
  }

  /** The frame with what passes, or null when nothing does. */
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

const withTags = ({ items, secretTags }: StoredEvent): readonly EventItem[] =>
  secretTags
    ? items.map((item, index) => {
        const tags = secretTags[index];
        return tags ? { ...item, secretTags: tags } : item;
      })
    : items;

export const eventFrame = (id: string, kind: EventKind, pieces: readonly string[]): string =>
  sseFrame(
    id,
    kind,
    `{"projectType":"secret-manager","data":{"eventType":"${kind}","payload":[${pieces.join()}]}}`,
  );
