/** A line of two texts: of both, of the former alone, or of the later alone. */
export interface LineOfTwo {
  readonly kind: 'same' | 'former' | 'later';
  readonly text: string;
}

/** Cells of the table of common lines: what has more is told as all other. */
const MOST = 1_000_000;

/** What two texts have in common, line by line, in their order; lines keep their ends, which are part of a value. */
export function linesOfTwo(former: string, later: string): LineOfTwo[] {
  const [one, two] = [linesOf(former), linesOf(later)];
  const common = one.length * two.length > MOST ? null : commonLines(one, two);
  const lines: LineOfTwo[] = [];
  let [i, j] = [0, 0];
  while (i < one.length || j < two.length) {
    if (common && i < one.length && j < two.length && one[i] === two[j]) {
      lines.push({ kind: 'same', text: one[i]! });
      i++;
      j++;
    } else if (
      i < one.length &&
      (!common || j === two.length || common(i + 1, j) >= common(i, j + 1))
    )
      lines.push({ kind: 'former', text: one[i++]! });
    else lines.push({ kind: 'later', text: two[j++]! });
  }
  return lines;
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.split(/(?<=\n)/u));

/** Counts the lines that two texts have in common, from a line of each on (longest common subsequence). */
function commonLines(one: readonly string[], two: readonly string[]) {
  const width = two.length + 1;
  const counts = new Uint32Array((one.length + 1) * width);
  for (let i = one.length - 1; i >= 0; i--)
    for (let j = two.length - 1; j >= 0; j--)
      counts[i * width + j] =
        one[i] === two[j]
          ? counts[(i + 1) * width + j + 1]! + 1
          : Math.max(counts[(i + 1) * width + j]!, counts[i * width + j + 1]!);
  return (i: number, j: number): number => counts[i * width + j]!;
}
