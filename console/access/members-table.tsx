import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useProject } from '../shell/project';
import { DataTable, type TableColumn } from '../widgets/data-table';
import { useIsNarrow } from '../widgets/narrow';
import { Time } from '../widgets/time';
import { Written } from '../widgets/written';
import { accessWords as words } from '../words/access';
import { whatIfWords } from '../words/what-if';
import { MayMark } from './mark';
import { columnsOf } from './columns';
import { markOf, type MemberWithRules, namesakes } from './model';
import { Ends, Reasons } from './reasons';
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
  const shown = columnsOf({ environments, environment });
  const isNarrow = useIsNarrow();
  const isOfAll = place.secretName === '';
  const alike = useMemo(() => namesakes(all.map(({ member }) => member)), [all]);
  const isLogged = place.secretName !== '' && reads !== null;
  const last = lastReads(reads?.entries ?? [], {
    ...place,
    environments: shown.map((index) => environments[index] ?? ''),
  });
  const columns: Column[] = [
    {
      ...{ id: 'who', title: words.who, isRowHeader: true },
      cell: ({ member }) => <Who {...member} shortId={alike.get(member.id)} />,
    },
    {
      ...{ id: 'because', title: words.because },
      cell: (row) => <Reasons {...{ row, environments, columns: shown, isOfAll }} />,
    },
    {
      ...{ id: 'until', title: words.until },
      cell: (row) => <Ends {...{ row, environments, columns: shown, isOfAll }} />,
    },
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
    ...(isNarrow
      ? [allEnvironments(environments, shown, isOfAll)]
      : shown.map(inColumn(environments, isOfAll))),
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

/** The mark of one environment. */
export const inColumn =
  (environments: readonly string[], isOfAll: boolean) =>
  (index: number): Column => ({
    ...{ id: `in ${environments[index]}`, title: words.inEnvironment(environments[index] ?? '') },
    cell: ({ member, rules }) => {
      const cell = member.cells[index];
      return cell && <MayMark of={markOf(cell, { rules, isOfAll })} />;
    },
  });

export const allEnvironments = (
  environments: readonly string[],
  columns: readonly number[],
  isOfAll: boolean,
): Column => ({
  ...{ id: 'environments', title: words.environments },
  cell: ({ member, rules }) => (
    <ul className={styles.environments}>
      {columns.map((index) => (
        <li key={environments[index]}>
          <bdi>{environments[index]}</bdi>{' '}
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
