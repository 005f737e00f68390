import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work after which others get their turn. */
const TURN = 10;

export interface SlicedJson {
  readonly body: Buffer;
  readonly sha256: Buffer;
}

/**
 * The JSON of an object that holds a long list and its count. Presented, written and digested in
 * slices, others being served in between: twenty thousand items at once would hold every request.
 */
export async function slicedJson<T>(
  [name, items]: readonly [name: string, items: readonly T[]],
  present: (item: T) => object,
  totalCount: number,
): Promise<SlicedJson> {
  const slices: Buffer[] = [];
  const hash = createHash('sha256');
  const write = (text: string) => {
    const slice = Buffer.from(text);
    hash.update(slice);
    slices.push(slice);
  };
  let text = `{${JSON.stringify(name)}:[`;
  let began = performance.now();
  for (const [i, item] of items.entries()) {
    text += (i === 0 ? '' : ',') + JSON.stringify(present(item));
    if (performance.now() - began < TURN) continue;
    write(text);
    text = '';
    await setImmediate();
    began = performance.now();
  }
  write(`${text}],"totalCount":${totalCount}}`);
  return { body: Buffer.concat(slices), sha256: hash.digest() };
}
