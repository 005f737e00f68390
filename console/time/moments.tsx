import { LogLink } from '../audit/log-link';
import { Button } from '../widgets/button';
import { DataTable } from '../widgets/data-table';
import { Time } from '../widgets/time';
import { Written } from '../widgets/written';
import { timeWords as words } from '../words/time';
import type { TimeSearch } from './address';
import { before, type ChangeMoment, momentText, nameIn, searchOf } from './model';
import styles from './screen.module.css';

interface Props {
  readonly moments: readonly ChangeMoment[];
  readonly at: string | undefined;
  /** The folder that is shown, with all below it. */
  readonly path: string;
  /** The secret that somebody came for. */
  readonly name: string | undefined;
  readonly onShow: (moment: Pick<TimeSearch, 'at' | 'event'>) => void;
}

/** The changes themselves, the newest first; each leads to the folder as it was after it. */
export const Moments = ({ moments, at, path, name, onShow }: Props) => (
  <section className={styles.section}>
    <h2>{words.changes}</h2>
    <DataTable
      label={words.changes}
      rows={moments}
      keyOf={(moment) => moment.eventId ?? moment.at}
      columns={[
        {
          id: 'when',
          title: words.when,
          isRowHeader: true,
          cell: (row) => <When at={row.at} isShown={row.at === at} />,
        },
        { id: 'who', title: words.who, cell: (row) => <Who moment={row} /> },
        {
          id: 'what',
          title: words.what,
          cell: (row) => <What moment={row} {...{ name, moments, path }} />,
        },
        {
          id: 'show',
          title: words.show,
          cell: (row) => (
            <span className={styles.acts}>
              <Button
                isSmall
                aria-label={words.showBefore(momentText(row.at))}
                onPress={() => onShow(before(moments, row))}
              >
                {words.before}
              </Button>
              <Button
                isSmall
                aria-label={words.showAfter(momentText(row.at))}
                // It was pressed for what is shown now: it keeps the focus.
                {...(row.at === at
                  ? { 'aria-disabled': true }
                  : { onPress: () => onShow(searchOf(row)) })}
              >
                {words.after}
              </Button>
            </span>
          ),
        },
      ]}
    />
  </section>
);

/** The moment by the clock, for whoever knows when it was, and how long ago that is. */
const When = ({ at, isShown }: { readonly at: string; readonly isShown: boolean }) => (
  <span className={styles.when} aria-current={isShown || undefined}>
    <span>{momentText(at)}</span>
    <span className={styles.soft}>
      <Time at={at} />
    </span>
  </span>
);

const Who = ({ moment }: { readonly moment: ChangeMoment }) =>
  moment.actor ? <Written>{moment.actor.name}</Written> : <LogLink>{words.someone}</LogLink>;

interface WhatProps {
  readonly moment: ChangeMoment;
  /** The folder that is shown: what is in another one is named with its path. */
  readonly path?: string;
  /** The secret that somebody came for. */
  readonly name?: string | undefined;
  /** Those around it, of which a rollback may name one. */
  readonly moments?: readonly ChangeMoment[];
}

/** Names stand for the counts while there are few; what was deleted is named in any case. */
export function What({ moment, name, path, moments = [] }: WhatProps) {
  const { created, updated, deleted, secrets, rolledBackTo } = moment;
  const marks = {
    create: '+',
    update: rolledBackTo === undefined ? '~' : '↺',
    delete: '−',
  } as const;
  const gone = secrets.filter(({ change }) => change === 'delete').length;
  const named = secrets.findIndex(({ secretKey }) => secretKey === name) + 1;
  const shown = secrets.slice(0, Math.max(NAMED, gone, named));
  const more = created + updated + deleted - shown.length;
  return (
    <span className={styles.what}>
      {rolledBackTo !== undefined && (
        <strong className={styles.rollback}>{rollbackText(rolledBackTo, moments)}</strong>
      )}
      {shown.map(({ change, secretId, secretPath, secretKey, version }) => (
        <code
          key={`${change} ${secretId} ${secretPath} ${version}`}
          data-change={change}
          data-named={secretKey === name || undefined}
          title={words.kinds[change]}
        >
          <span aria-hidden>{marks[change]} </span>
          <span className="hidden-visually">{words.kinds[change]} </span>
          <Written>{nameIn(path, { secretPath, secretKey })}</Written> {words.version(version)}
        </code>
      ))}
      {more > 0 && <span className={styles.soft}>{words.andMore(more)}</span>}
    </span>
  );
}

/** Names that are spelled out of what came or changed. */
const NAMED = 3;

/** The moment that it went back to, where that is known: it may be asked for by its time, or by the event of a change. */
function rollbackText(asOf: string, moments: readonly ChangeMoment[]): string {
  const at = moments.find(({ eventId }) => eventId === asOf)?.at ?? asOf;
  return Number.isNaN(Date.parse(at)) ? words.rolledBack : words.rolledBackTo(momentText(at));
}
