import { useState } from 'react';
import { Time } from '../widgets/time';
import { Written } from '../widgets/written';
import { accessWords as words } from '../words/access';
import { decidedAlike } from './columns';
import { isAboutSome, leftOf, type MemberWithRules, ruleText, sourceText } from './model';
import { useRoleNames } from './role-names';
import styles from './screen.module.css';

/** The cells of a member that are shown, and of which environments they are. */
export interface ShownCells {
  readonly row: MemberWithRules;
  readonly environments: readonly string[];
  readonly columns: readonly number[];
  readonly isOfAll: boolean;
}

interface ReasonsProps extends ShownCells {
  /** What is said where no rule decides. */
  readonly none?: string;
}

/** The rules that decide; each with its environments, unless it decides in all that are shown. */
export function Reasons({ none, ...cells }: ReasonsProps) {
  const { row, columns, isOfAll } = cells;
  const alike = decidedAlike(row, cells);
  const of = { row, isOfAll, ...(none === undefined ? {} : { none }) };
  const [only] = alike;
  if (!only) return <Because {...of} column={columns[0] ?? 0} />;
  if (only.columns.length === columns.length) return <Because {...of} column={only.columns[0]!} />;
  return (
    <ul className={styles.reasons}>
      {alike.map(({ columns: decided }) => (
        <li key={decided.join()}>
          <Places of={cells} columns={decided} />
          <Because {...of} column={decided[0]!} />
        </li>
      ))}
    </ul>
  );
}

/** When it changes by itself; in each environment, where that is not the same in all. */
export function Ends(cells: ShownCells) {
  const { row, columns } = cells;
  const alike = decidedAlike(row, cells);
  const ends = new Set(alike.map((each) => row.member.cells[each.columns[0]!]?.endsAt));
  const [first = { columns }] = alike;
  if (ends.size < 2) return <Until row={row} column={first.columns[0] ?? 0} />;
  return (
    <ul className={styles.reasons}>
      {alike.map(({ columns: decided }) => (
        <li key={decided.join()}>
          <Places of={cells} columns={decided} />
          <Until row={row} column={decided[0]!} />
        </li>
      ))}
    </ul>
  );
}

interface PlacesProps {
  readonly of: ShownCells;
  readonly columns: readonly number[];
}

const Places = ({ of: { environments }, columns }: PlacesProps) => (
  <strong className={styles.places}>
    <bdi>{columns.map((index) => environments[index]).join(', ')}</bdi>
  </strong>
);

interface InColumn {
  readonly row: MemberWithRules;
  readonly column: number;
}

const decidingIn = ({ row: { member, rules }, column }: InColumn) => {
  const rule = member.cells[column]?.rule;
  return rule === undefined ? undefined : rules[rule];
};

interface BecauseProps extends InColumn {
  readonly isOfAll: boolean;
  /** What is said where no rule decides. */
  readonly none?: string;
}

/** The rule that decides; one about some secrets only decides nothing of every secret. */
function Because({ isOfAll, none = words.noRule, ...of }: BecauseProps) {
  const names = useRoleNames();
  const deciding = decidingIn(of);
  if (!deciding) return <span className={styles.soft}>{none}</span>;
  const { rule, source } = deciding;
  const from = sourceText(source, names);
  const isOpen = isOfAll && isAboutSome(rule);
  if (isOpen || rule.inverted)
    return (
      <span className={styles.because}>
        <Written {...(isOpen ? {} : { className: styles.bad! })}>
          {isOpen ? words.dependsOn(from) : words.forbiddenBy(from)}
        </Written>
        <Written className={styles.soft}>
          {rule.inverted ? words.cannot(ruleText(rule)) : ruleText(rule)}
        </Written>
      </span>
    );
  return (
    <span className={styles.because}>
      <Written>{from}</Written>
      <Written className={styles.soft}>{ruleText(rule)}</Written>
    </span>
  );
}

function Until(of: InColumn) {
  const [now] = useState(Date.now);
  const { endsAt, allowed, rule } = of.row.member.cells[of.column] ?? {};
  // What nothing allows has no end that could be told.
  if (endsAt === undefined && !allowed && rule === undefined) return null;
  if (endsAt === undefined) return <span className={styles.soft}>{words.noEnd}</span>;
  const left = leftOf(decidingIn(of)?.source, now);
  return (
    <span className={styles.until}>
      {left !== null && <progress value={left} aria-hidden />}
      <Time at={endsAt} />
    </span>
  );
}
