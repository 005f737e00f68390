import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useProject } from '../shell/project';
import { DataTable, type TableColumn } from '../widgets/data-table';
import { useIsNarrow } from '../widgets/narrow';
import { Time } from '../widgets/time';
import { Written } from '../widgets/written';
import { accessWords as words } from '../words/access';
import { whatIfWords } from '../words/what-if';
import { useRoleNames } from './role-names';
import { MayMark } from './mark';
import {
  isAboutSome,
  leftOf,
  markOf,
  type MemberWithRules,
  namesakes,
  ruleText,
  sourceText,
} from './model';
import { type LastRead, lastReads } from './last-reads';
import { TryRoles } from './try-roles';
import { useReads } from './use-reads';
import { showWhy } from './show-why';

import styles from './screen.module.css';

interface Props {
  readonly members: readonly MemberWithRules[];
  /** Those too that are not shown: one of them may have the same name. */
  readonly all: readonly MemberWithRules[];
  readonly environments: readonly string[];
  readonly environment: string;
  readonly secretName: string;
  readonly secretPath: string;
}

type Column = TableColumn<MemberWithRules>;

/** Members who may, each with the rule that lets them in one environment, and a mark for each of all. */
export function MembersTable({ members, all, environments, environment, ...place }: Props) {
  const project = useProject();
  const seen = useReads(project.id, place.secretPath, place.secretName);
  const reads = seen && 'entries' in seen ? seen : null;
  const column = environments.indexOf(environment);
  const isNarrow = useIsNarrow();
  const isOfAll = place.secretName === '';
  const alike = useMemo(() => namesakes(all.map(({ member }) => member)), [all]);
  const isLogged = place.secretName !== '' && reads !== null;
  const last = lastReads(reads?.entries ?? [], { ...place, environment });
  const columns: Column[] = [
    {
      ...{ id: 'who', title: words.who, isRowHeader: true },
      cell: ({ member }) => <Who {...member} shortId={alike.get(member.id)} />,
    },
    {
      ...{ id: 'because', title: words.because },
      cell: (row) => <Because {...{ row, column, isOfAll }} />,
    },
    { id: 'until', title: words.until, cell: (row) => <Until {...{ row, column }} /> },
    ...(isLogged
      ? [
          {
            ...{ id: 'read', title: words.lastRead },
            cell: ({ member }: MemberWithRules) => (
              <Read last={last.get(member.id)} isWhole={reads?.isWhole === true} />
            ),
          },
        ]
      : []),
    ...(isNarrow ? [allEnvironments(environments, isOfAll)] : environments.map(inColumns(isOfAll))),
  ];
  return (
    <>
      <DataTable
        label={words.title}
        rows={members}
        keyOf={({ member }) => member.id}
        columns={columns}
      />
      {seen && 'whyNot' in seen && (
        <p className={styles.soft}>
          {words.readsHidden} {seen.whyNot}
        </p>
      )}
    </>
  );
}

/** A column for each environment. Whoever may in another one alone is not among the rows. */
export const inColumns =
  (isOfAll: boolean) =>
  (slug: string, index: number): Column => ({
    ...{ id: `in ${slug}`, title: words.inEnvironment(slug) },
    cell: ({ member, rules }) => {
      const cell = member.cells[index];
      return cell && <MayMark of={markOf(cell, { rules, isOfAll })} />;
    },
  });

export const allEnvironments = (environments: readonly string[], isOfAll: boolean): Column => ({
  ...{ id: 'environments', title: words.environments },
  cell: ({ member, rules }) => (
    <ul className={styles.environments}>
      {environments.map((slug, index) => (
        <li key={slug}>
          <bdi>{slug}</bdi>{' '}
          {member.cells[index] && <MayMark of={markOf(member.cells[index], { rules, isOfAll })} />}
        </li>
      ))}
    </ul>
  ),
});

type WhoProps = MemberWithRules['member'] & { readonly shortId: string | undefined };

const Who = ({ kind, id, name, shortId }: WhoProps) => (
  <span className={styles.who}>
    <Link
      to="."
      search={((before: object) => ({ ...before, why: `${kind}:${id}` })) as never}
      replace
      resetScroll={false}
      onClick={showWhy}
    >
      <Written>{name}</Written>
    </Link>
    <span className={styles.soft}>
      {kind === 'user' ? words.person : words.identity} {shortId && <code>{shortId}</code>}
      {' · '}
      <TryRoles {...{ kind, id, name }}>{whatIfWords.tryRoles}</TryRoles>
    </span>
  </span>
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
export function Because({ isOfAll, none = words.noRule, ...of }: BecauseProps) {
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

export function Until(of: InColumn) {
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

interface ReadProps {
  readonly last: LastRead | undefined;
  /** Whether every entry was looked at. */
  readonly isWhole: boolean;
}

function Read({ last, isWhole }: ReadProps) {
  if (!last) return <span className={styles.soft}>{isWhole ? words.never : words.notLately}</span>;
  return (
    <span className={styles.until}>
      <Time at={last.at} />
      {last.version !== null && <span className={styles.soft}>{words.version(last.version)}</span>}
    </span>
  );
}
