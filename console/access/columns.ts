import { type MarkName, markOf, type MemberWithRules } from './model';

/** Which environments are asked about: all of the project, or the one that was chosen. */
export interface AskedIn {
  readonly environments: readonly string[];
  /** Empty: any. */
  readonly environment: string;
}

/** The cells of a member that are shown. */
export const columnsOf = ({ environments, environment }: AskedIn): readonly number[] =>
  environments.flatMap((slug, index) =>
    environment === '' || slug === environment ? [index] : [],
  );

interface Shown {
  readonly columns: readonly number[];
  /** Whether every secret of a folder is asked about. */
  readonly isOfAll: boolean;
}

const markIn = ({ member, rules }: MemberWithRules, column: number, isOfAll: boolean): MarkName => {
  const cell = member.cells[column];
  return cell ? markOf(cell, { rules, isOfAll }) : 'not';
};

/** Whether somebody may in one of the environments at least; `some`: where it depends on the secret. */
export function standingOf(
  row: MemberWithRules,
  { columns, isOfAll }: Shown,
): 'may' | 'some' | 'not' {
  const marks = columns.map((column) => markIn(row, column, isOfAll));
  if (marks.some((mark) => mark === 'may' || mark === 'until')) return 'may';
  return marks.includes('some') ? 'some' : 'not';
}

/** What decides in some of the environments, until the same moment. */
export interface DecidedAlike {
  readonly columns: readonly number[];
}

/** Environments by what decides in them, in their order. Those in which nothing allows it are told of by their marks alone. */
export function decidedAlike(row: MemberWithRules, { columns, isOfAll }: Shown): DecidedAlike[] {
  const decided = columns.filter((column) => markIn(row, column, isOfAll) !== 'not');
  const groups = Map.groupBy(decided, (column) => {
    const { rule, endsAt } = row.member.cells[column] ?? {};
    return `${rule} ${endsAt}`;
  });
  return [...groups.values()].map((each) => ({ columns: each }));
}

/** The environment whose rule is spelled out: the one that was chosen, else production, else the first. */
export function explainedIn(
  { environments, environment }: AskedIn,
  isProduction: (slug: string) => boolean,
): number {
  const chosen = environments.indexOf(environment);
  if (chosen >= 0) return chosen;
  return Math.max(0, environments.findIndex(isProduction));
}
