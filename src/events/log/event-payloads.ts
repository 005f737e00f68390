import { toOneLineJson } from '../stream/event-frame.js';
import { type EventItem, itemTags, sentFields } from './event-kinds.js';

/** A stream's data line has less than 48 KiB; the envelope around the payload needs a little of it. */
const MAX_PAYLOAD_BYTES = 40 * 1024;

/** What an event's row holds of its items. */
export interface StoredPayload {
  readonly payload: string;
  /** JSON: the tags of each item; null if no item has any. */
  readonly tags: string | null;
}

/** Returns JSON arrays of the changes, each small enough for one data line. */
export const toPayloads = (changes: readonly EventItem[]): string[] =>
  [...toStoredPayloads(changes)].map(({ payload }) => payload);

/** Gives one payload at a time, so that a large change can be written down in slices. */
export function* toStoredPayloads(changes: readonly EventItem[]): Generator<StoredPayload> {
  let start = 0;
  for (const chunk of toPayloadChunks(linesOf(changes))) {
    const tags = changes.slice(start, (start += chunk.length)).map(itemTags);
    const hasTags = tags.some((each) => each !== null);
    yield { payload: `[${chunk.join()}]`, tags: hasTags ? JSON.stringify(tags) : null };
  }
}

function* linesOf(changes: readonly EventItem[]): Generator<string> {
  for (const change of changes) yield toOneLineJson(sentFields(change));
}

/** Splits JSON items into chunks, each as large as one data line takes. */
export function* toPayloadChunks(items: Iterable<string>): Generator<string[]> {
  let chunk: string[] = [];
  let bytes = 0;
  for (const item of items) {
    const size = Buffer.byteLength(item) + 1;
    if (chunk.length > 0 && bytes + size > MAX_PAYLOAD_BYTES) {
      yield chunk;
      chunk = [];
      bytes = 0;
    }
    chunk.push(item);
    bytes += size;
  }
  if (chunk.length > 0) yield chunk;
}
