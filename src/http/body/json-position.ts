import { ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';

/** Characters that are searched: the search is for a person who writes a request, and must not hold up others. */
const MAX_SEARCHED = 64 * 1024;

/** Ends the search. */
class FirstProblem extends Error {}

/**
 * What is wrong with a text that is no JSON, and where, as the end of a sentence: `: value expected at line 1, column 20.`,
 * or `.` where that is not known. Quotes nothing of the text. The text must be bounded in depth.
 */
export function jsonProblem(text: string): string {
  if (text.length > MAX_SEARCHED) return '.';
  // What follows the first problem is read otherwise than it was counted, so that its depth has no bound.
  const onError = (code: number, _at: number, _length: number, line: number, column: number) => {
    throw new FirstProblem(`: ${wordsOf(code)} at line ${line + 1}, column ${column + 1}.`);
  };
  try {
    visit(text, { onError }, { disallowComments: true, allowTrailingComma: false });
  } catch (problem) {
    if (problem instanceof FirstProblem) return problem.message;
    throw problem;
  }
  return '.';
}

/** `PropertyNameExpected` → `property name expected`. */
function wordsOf(code: number): string {
  if (code === ParseErrorCode.InvalidSymbol) return 'unexpected character or word';
  return printParseErrorCode(code)
    .replace(/(?!^)[A-Z]/g, (letter) => ` ${letter}`)
    .toLowerCase();
}
