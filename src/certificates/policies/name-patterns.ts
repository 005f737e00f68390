import { foldName, foldPattern } from '../../permissions/certificate-names.js';

/** Stands for any one label in a wildcard; no name and no pattern has it. */
const ANY_LABEL = '\u0000';

/** What a pattern says between its stars. */
type Pieces = readonly string[];

interface Pattern {
  readonly pieces: Pieces;
  /** What has to match what follows the first label of a name, for the pattern to match the name. */
  readonly tails: readonly Pieces[];
}

/** Patterns of names, in the form in which those are compared: `*` is any run of characters, dots included, and all else stands for itself. */
export class NamePatterns {
  private readonly patterns: readonly Pattern[];

  constructor(patterns: readonly string[]) {
    this.patterns = patterns.map((pattern) => compiled(foldPattern(pattern)));
  }

  matches(name: string): boolean {
    const text = foldName(name);
    return this.patterns.some(({ pieces }) => matchesPieces(pieces, text));
  }

  /** Whether one of the patterns matches every name that a wildcard stands for, such as `*.example.org`. */
  coversWildcard(name: string): boolean {
    // A star alone matches a label that no pattern spells, and then it matches any other.
    const text = ANY_LABEL + parentOf(name);
    return this.patterns.some(({ pieces }) => matchesPieces(pieces, text));
  }

  /** Whether some name that a wildcard stands for may be matched. */
  mayMatchWildcard(name: string): boolean {
    const text = parentOf(name);
    return this.patterns.some(({ tails }) => tails.some((tail) => matchesPieces(tail, text)));
  }
}

/** What follows the star: a wildcard stands for every name with one label in its place (RFC 6125, 6.4.3). */
const parentOf = (wildcard: string): string => wildcard.toLowerCase().slice(1);

function compiled(pattern: string): Pattern {
  const dot = pattern.indexOf('.');
  const label = dot === -1 ? pattern : pattern.slice(0, dot);
  const star = label.lastIndexOf('*');
  // The rest begins at the first dot, or within the last star before it, which matches more than any star before.
  const tails = [dot, star].filter((at) => at !== -1).map((at) => piecesOf(pattern.slice(at)));
  return { pieces: piecesOf(pattern), tails };
}

const piecesOf = (pattern: string): Pieces => pattern.split(/\*+/);

/** Each piece is taken where it is found first: what is left for those behind it is never less. */
function matchesPieces(pieces: Pieces, text: string): boolean {
  const first = pieces[0]!; // a text splits into one piece at least
  if (pieces.length === 1) return text === first;
  const last = pieces.at(-1)!;
  const end = text.length - last.length;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (let i = 1; i < pieces.length - 1; i++) {
    const piece = pieces[i]!; // i is within the pieces
    const found = text.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return at <= end;
}
