import { asOfOf, before, type ChangeMoment } from '../time/model';

/** A piece of a value as it is drawn: text, or the name of a sign that nobody sees. */
export interface Piece {
  readonly text: string;
  readonly isMark: boolean;
}

/** Signs that are drawn as a mark: what controls, formats, turns or has no width, and spaces at an end of the value. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u00a0\u2000-\u200a\u202f\u205f\u3000]|^ +| +$/gu;

const NAMED: Readonly<Record<string, string>> = { '\n': '↵\n', '\r': '␍', '\t': '⇥\t' };

/** A value with its invisible signs marked: values are kept byte for byte, and a last newline breaks most of them. */
export function piecesOf(value: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: found, index } of value.matchAll(UNSEEN)) {
    if (index > end) pieces.push({ text: value.slice(end, index), isMark: false });
    pieces.push({ text: markFor(found), isMark: true });
    end = index + found.length;
  }
  if (end < value.length) pieces.push({ text: value.slice(end), isMark: false });
  return pieces;
}

function markFor(found: string): string {
  if (found.startsWith(' ')) return '␣'.repeat(found.length);
  const code = found.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  return NAMED[found] ?? `U+${code}`;
}

/** What one would not see of a value. */
export interface ValueFacts {
  readonly bytes: number;
  readonly endsIn: 'newline' | 'space' | null;
}

export const factsOf = (value: string): ValueFacts => ({
  bytes: new TextEncoder().encode(value).length,
  endsIn: value.endsWith('\n') ? 'newline' : /\s$/u.test(value) ? 'space' : null,
});

/** Versions that are listed, the newest first. */
export const lastVersions = (version: number, count: number): number[] =>
  Array.from({ length: Math.min(version, count) }, (_, index) => version - index);

/** When and by whom a secret was deleted, and the moment at which it was there last. */
export interface Deletion {
  readonly at: string;
  readonly by: string | null;
  readonly secretId: string;
  /** The last one. */
  readonly version: number;
  readonly asOf: string;
}

/** The newest change of a name, where it is a deletion: what is brought back is what the change before left. */
export function deletionIn(moments: readonly ChangeMoment[], secretKey: string): Deletion | null {
  const [last] = moments;
  const deleted = last?.secrets.find((each) => each.secretKey === secretKey);
  if (!last || deleted?.change !== 'delete') return null;
  const { secretId, version } = deleted;
  const asOf = asOfOf(before(moments, last))!;
  return { at: last.at, by: last.actor?.name ?? null, secretId, version, asOf };
}
