import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

export interface SlicedJson {
  readonly body: Buffer;
  readonly sha256: Buffer;
}

/**
 * The JSON of an object that holds a long list and its count. Parsed, presented, written and digested
 * slice by slice, others being served in between: twenty thousand items at once would hold them all up.
 */
export async function longListJson<T>(
  [name, slices]: readonly [name: string, slices: readonly (() => readonly T[])[]],
  present: (item: T) => object,
  totalCount: number,
): Promise<SlicedJson> {
  const parts: Buffer[] = [];
  const hash = createHash('sha256');
  const write = (text: string) => {
    const part = Buffer.from(text);
    hash.update(part);
    parts.push(part);
  };
  write(`{${JSON.stringify(name)}:[`);
  for (const [i, slice] of slices.entries()) {
    const items = slice().map((item) => JSON.stringify(present(item)));
    write((i === 0 ? '' : ',') + items.join(','));
    await setImmediate();
  }
  write(`],"totalCount":${totalCount}}`);
  return { body: Buffer.concat(parts), sha256: hash.digest() };
}
