import { DataTable } from '../widgets/data-table';
import { EmptyState, ErrorState, LoadingState } from '../widgets/states';
import { namesakes } from '../access/model';
import { whatIfWords as words } from '../words/what-if';
import type { Draft } from './draft';
import {
  type ChangedMember,
  changedMembers,
  type ChangeEffect,
  type Line,
  type Summary,
  summaryOf,
} from './effect-model';
import { EffectMark } from './effect-mark';
import styles from './screen.module.css';

interface ImpactProps {
  readonly draft: Draft;
  /** Whether a change was applied, and no other is tried yet. */
  readonly isDone: boolean;
}

/** Who loses and who gains what by the draft, in every folder of every environment. */
export function Impact({ draft, isDone }: ImpactProps) {
  const { effect, isChanged, who, own } = draft;
  if (isDone && !isChanged) return <EmptyState title={words.isDone}>{words.isDoneHelp}</EmptyState>;
  if (own && !isChanged)
    return <EmptyState title={words.nothing}>{words.sameRolesHelp}</EmptyState>;
  if (who && !isChanged) return <EmptyState title={words.noGrant}>{words.noGrantHelp}</EmptyState>;
  if (effect.error) return <ErrorState error={effect.error} retry={() => void effect.refetch()} />;
  if (!effect.data) return <LoadingState rows={4} />;
  const { data } = effect;
  const members = changedMembers(data);
  if (members.length === 0) return <EmptyState title={words.nobody}>{words.nobodyHelp}</EmptyState>;
  if (!isChanged) return <EmptyState title={words.nothing}>{words.nothingHelp}</EmptyState>;
  const changed = members.filter((member) => member.effect !== 'same');
  const others = members.filter((member) => member.effect === 'same');
  return (
    <div className={styles.effect} aria-busy={effect.isPlaceholderData}>
      {changed.length > 0 && <Changed {...{ members: changed, all: members }} />}
      {others.length > 0 && (
        <details open={changed.length === 0}>
          <summary>{words.others(others.length)}</summary>
          <ul className={styles.others}>
            {others.map(({ id, name }) => (
              <li key={id}>
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        </details>
      )}
      <LookedAt data={data} shown={members.length} />
    </div>
  );
}

interface ChangedProps {
  readonly members: readonly ChangedMember[];
  readonly all: readonly ChangedMember[];
}

function Changed({ members, all }: ChangedProps) {
  const alike = namesakes(all);
  return (
    <DataTable
      label={words.effect}
      rows={members}
      keyOf={({ id }) => id}
      columns={[
        {
          ...{ id: 'who', title: words.who, isRowHeader: true },
          cell: ({ id, name, effect }) => (
            <span className={styles.member}>
              <EffectMark of={effect} />
              <span>
                <bdi>{name}</bdi>{' '}
                {alike.has(id) && <code className={styles.soft}>{alike.get(id)}</code>}
              </span>
            </span>
          ),
        },
        {
          ...{ id: 'loses', title: words.loses },
          cell: ({ loses, omitted }) => <Lines {...{ lines: loses, omitted }} of="loses" />,
        },
        {
          ...{ id: 'gains', title: words.gains },
          cell: ({ gains }) => <Lines {...{ lines: gains, omitted: 0 }} of="gains" />,
        },
      ]}
    />
  );
}

interface LinesProps {
  readonly lines: readonly Line[];
  readonly omitted: number;
  readonly of: 'loses' | 'gains';
}

/** What is lost, or gained: by subject and place, with every line on request; each line at once where they are few. */
export function Lines(given: LinesProps) {
  const { lines, of } = given;
  if (lines.length === 0) return <span className={styles.soft}>{words.none}</span>;
  const summary = summaryOf(lines);
  if (summary === null) return <EveryLine {...given} />;
  return (
    <>
      <ul className={styles.lines}>
        {summary.map((each) => (
          <InShort key={`${each.acts} ${each.environments.join()}`} summary={each} of={of} />
        ))}
      </ul>
      <details>
        <summary>{words.inDetail}</summary>
        <EveryLine {...given} />
      </details>
    </>
  );
}

interface InShortProps {
  readonly summary: Summary;
  readonly of: 'loses' | 'gains';
}

const InShort = ({ summary: { acts, environments, folders }, of }: InShortProps) => (
  <li>
    <span className={styles[of]}>
      {environments.length > 0 && <strong>{environments.join(', ')}: </strong>}
      <bdi>{acts}</bdi>
    </span>
    {folders > 1 && <span className={styles.soft}>{words.inFolders(folders)}</span>}
  </li>
);

/** A line for each environment, with the folders. */
const EveryLine = ({ lines, omitted, of }: LinesProps) => (
  <ul className={styles.lines}>
    {lines.map(({ environment, acts, folders }) => (
      <li key={`${environment} ${acts}`}>
        <span className={styles[of]}>
          {environment !== null && <strong>{environment}: </strong>}
          <bdi>{acts}</bdi>
        </span>
        {folders.length > 0 && <Folders folders={folders} />}
      </li>
    ))}
    {omitted > 0 && <li className={styles.soft}>{words.omitted(omitted)}</li>}
  </ul>
);

/** Folders that are spelled out before one asks for all. */
const SHOWN = 4;

function Folders({ folders }: { readonly folders: readonly string[] }) {
  const [first, rest] = [folders.slice(0, SHOWN), folders.slice(SHOWN)];
  return (
    <span className={styles.folders}>
      {first.map((folder) => (
        <code key={folder}>
          <bdi>{folder}</bdi>
        </code>
      ))}
      {rest.length > 0 && (
        <details>
          <summary>{words.moreFolders(rest.length)}</summary>
          {rest.map((folder) => (
            <code key={folder}>
              <bdi>{folder}</bdi>
            </code>
          ))}
        </details>
      )}
    </span>
  );
}

interface LookedAtProps {
  readonly data: ChangeEffect;
  readonly shown: number;
}

/** What the counts are about, and what they are not. */
export const LookedAt = ({ data: { lookedAt, totalCount }, shown }: LookedAtProps) => (
  <>
    {!lookedAt.isComplete && (
      <p className={styles.partly} role="status">
        {words.partly(lookedAt.folders)}
      </p>
    )}
    <p className={styles.soft}>
      {words.lookedAt(lookedAt.folders, lookedAt.environments, lookedAt.secrets)}
    </p>
    {totalCount > shown && <p className={styles.soft}>{words.moreMembers(shown, totalCount)}</p>}
  </>
);
