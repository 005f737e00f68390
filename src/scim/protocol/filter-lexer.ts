/** A part of a filter or path (RFC 7644 3.4.2.2, 3.5.2). */
export type FilterToken =
  | { readonly kind: 'bracket'; readonly text: '(' | ')' | '[' | ']' }
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'literal'; readonly value: string | number };

/** Words hold names of attributes with their URN and sub-attribute; one that follows `]` begins with a dot. */
const TOKEN =
  /[ \t]*(?:([()[\]])|(\.?[A-Za-z$][\w$:.-]*)|("(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?))/uy;

/** Splits a filter or path; null where a part of it is none of the grammar, or no well-formed text. */
export function filterTokensOf(text: string): FilterToken[] | null {
  const tokens: FilterToken[] = [];
  const end = text.trimEnd().length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < end) {
    const [, bracket, word, quoted, number] = TOKEN.exec(text) ?? [];
    if (bracket !== undefined) tokens.push({ kind: 'bracket', text: bracket as '(' });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word });
    else if (quoted !== undefined) {
      const value = JSON.parse(quoted) as string;
      // PostgreSQL's text holds neither.
      if (!value.isWellFormed() || value.includes('\0')) return null;
      tokens.push({ kind: 'literal', value });
    } else if (number !== undefined) tokens.push({ kind: 'literal', value: Number(number) });
    else return null;
  }
  return tokens;
}
