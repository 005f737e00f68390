import { cpus } from 'node:os';

/** One operation, beside what it cannot do without. */
export interface Row {
  readonly what: string;
  readonly ours: string;
  readonly floor: string;
  readonly ratio: string;
  readonly aim: string;
}

/** A row without a floor. */
export const plain = (what: string, ours: string, aim = ''): Row => ({
  what,
  ours,
  floor: '',
  ratio: '',
  aim,
});

export function print(rows: readonly Row[]): void {
  const [cpu] = cpus();
  console.log(
    `\nNode ${process.version}, ${cpus().length} × ${cpu?.model ?? 'unknown processor'}\n`,
  );
  const columns = ['what', 'ours', 'floor', 'ratio', 'aim'] as const;
  const widths = columns.map((name) =>
    Math.max(name.length, ...rows.map((row) => row[name].length)),
  );
  const line = (cells: readonly string[]) =>
    console.log(
      cells
        .map((cell, index) => cell.padEnd(widths[index]!))
        .join('  ')
        .trimEnd(),
    );
  line(columns);
  line(widths.map((width) => '-'.repeat(width)));
  for (const row of rows) line(columns.map((name) => row[name]));
}
