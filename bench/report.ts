import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, platform, release, totalmem } from 'node:os';
import { dirname } from 'node:path';

export type Unit = 'ms' | 's' | 'µs' | '/s' | 'MiB' | '×';

/** What a measurement should come to: of itself, or of its ratio to the floor. */
export type Aim = { readonly atMost: number } | { readonly atLeast: number };

/** One operation, beside what it cannot do without where there is such a floor. */
export interface Row {
  readonly what: string;
  readonly unit: Unit;
  readonly ours: number;
  readonly floor?: number;
  readonly floorIs?: string;
  readonly ratio?: number;
  readonly aim?: Aim;
}

export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly system: string;
  readonly node: string;
  readonly postgres?: string;
  readonly commit?: string;
  readonly measuredAt: string;
}

/** Goes to the terminal while the table is not there yet. */
export const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** A row without a floor; an aim is then for the figure itself. */
export const plain = (what: string, ours: number, unit: Unit, aim?: Aim): Row => ({
  what,
  unit,
  ours,
  ...(aim ? { aim } : {}),
});

/** Whether the aim is met; nothing where there is none. */
export function isMet({ ours, ratio, aim }: Row): boolean | undefined {
  if (!aim) return undefined;
  const figure = ratio ?? ours;
  return 'atMost' in aim ? figure <= aim.atMost : figure >= aim.atLeast;
}

export function describeMachine(postgres?: string): Machine {
  const [cpu] = cpus();
  const commit = commitOf();
  return {
    processor: cpu?.model ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release()}`,
    node: process.version,
    ...(postgres ? { postgres } : {}),
    ...(commit ? { commit } : {}),
    measuredAt: new Date().toISOString(),
  };
}

/** With a `+` where the tree is not what was committed. Nothing outside of a repository. */
function commitOf(): string | undefined {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const commit = git('rev-parse', '--short', 'HEAD');
    return git('status', '--porcelain') === '' ? commit : `${commit}+`;
  } catch {
    return undefined;
  }
}

/** The table, as lines of text. */
export function tableOf(rows: readonly Row[]): string {
  const table = [
    ['what', 'ours', 'floor', 'ratio', 'aim', ''],
    ...rows.map((row) => [
      row.what,
      figure(row.ours, row.unit),
      row.floor === undefined ? '' : `${figure(row.floor, row.unit)} (${row.floorIs ?? 'floor'})`,
      row.ratio === undefined ? '' : row.ratio.toFixed(2),
      aimText(row),
      { true: 'met', false: 'MISSED' }[String(isMet(row))] ?? '',
    ]),
  ];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  const rule = widths.map((width) => '-'.repeat(width));
  const lines = [table[0]!, rule, ...table.slice(1)].map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
  return lines.join('\n');
}

function figure(value: number, unit: Unit): string {
  if (!Number.isFinite(value)) return 'not measured';
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const text = value.toFixed(digits).replace(/\B(?=(\d{3})+(?!\d)(?<!\.\d*))/g, ',');
  return unit === '/s' ? `${text}/s` : `${text} ${unit}`;
}

function aimText({ aim, ratio, unit }: Row): string {
  if (!aim) return '';
  const round = (figure: number) => Number(figure.toPrecision(4));
  const text = 'atMost' in aim ? `≤ ${round(aim.atMost)}` : `≥ ${round(aim.atLeast)}`;
  return ratio === undefined ? `${text} ${unit}` : text;
}

export function publish(rows: readonly Row[], machine: Machine, path: string): void {
  const { processor, cores, node, postgres, commit } = machine;
  const about = [
    `${cores} × ${processor}`,
    `Node ${node}`,
    ...(postgres ? [`PostgreSQL ${postgres}`] : []),
    ...(commit ? [`commit ${commit}`] : []),
  ];
  process.stdout.write(`${about.join(', ')}\n\n${tableOf(rows)}\n`);
  const results = rows.map((row) => ({ ...row, met: isMet(row) }));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify({ machine, results }, null, 2)}\n`);
  say(`Written to ${path}`);
}
