/** Characters of a word that stays whole: longer ones would make a column too wide. */
const WHOLE = 16;

/** Pieces of a text between which a line may end: of long words behind what parts an address, a path or a name, else anywhere. */
export const writtenPieces = (text: string): string[] =>
  (text.match(/\S*\s+|\S+$/gu) ?? []).flatMap((word) =>
    word.trimEnd().length <= WHOLE ? [word] : partsOf(word),
  );

const partsOf = (word: string): string[] =>
  (word.match(/[^@._/:-]*[@._/:-]+|[^@._/:-]+$/gu) ?? []).flatMap((part) =>
    Array.from({ length: Math.ceil(part.length / WHOLE) }, (_, index) =>
      part.slice(index * WHOLE, (index + 1) * WHOLE),
    ),
  );
