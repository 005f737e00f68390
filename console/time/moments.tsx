import { LogLink } from '../audit/log-link';
import { Button } from '../widgets/button';
import { DataTable } from '../widgets/data-table';
import { Time } from '../widgets/time';
import { Written } from '../widgets/written';
import { timeWords as words } from '../words/time';
import type { TimeSearch } from './address';
import { before, type ChangeMoment, momentText, searchOf } from './model';
import styles from './screen.module.css';

interface Props {
  readonly moments: readonly ChangeMoment[];
  readonly at: string | undefined;
  readonly onShow: (moment: Pick<TimeSearch, 'at' | 'event'>) => void;
}

/** The changes themselves, the newest first; each leads to the folder as it was after it. */
export const Moments = ({ moments, at, onShow }: Props) => (
  <section className={styles.section}>
    <h2>{words.changes}</h2>
    <DataTable
      label={words.changes}
      rows={moments}
      keyOf={(moment) => moment.eventId ?? moment.at}
      columns={[
        { id: 'when', title: words.when, isRowHeader: true, cell: (row) => <When at={row.at} /> },
        { id: 'who', title: words.who, cell: (row) => <Who moment={row} /> },
        { id: 'what', title: words.what, cell: (row) => <What moment={row} /> },
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
                isDisabled={row.at === at}
                onPress={() => onShow(searchOf(row))}
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
const When = ({ at }: { readonly at: string }) => (
  <span className={styles.when}>
    <span>{momentText(at)}</span>
    <span className={styles.soft}>
      <Time at={at} />
    </span>
  </span>
);

const Who = ({ moment }: { readonly moment: ChangeMoment }) =>
  moment.actor ? <Written>{moment.actor.name}</Written> : <LogLink>{words.someone}</LogLink>;

/** Names stand for the counts while there are few. */
export function What({ moment }: { readonly moment: ChangeMoment }) {
  const { created, updated, deleted, secrets } = moment;
  const marks = { create: '+', update: '↺', delete: '−' } as const;
  const shown = secrets.slice(0, 3);
  const more = created + updated + deleted - shown.length;
  return (
    <span className={styles.what}>
      {shown.map(({ change, secretPath, secretKey, version }) => (
        <code key={`${change} ${secretPath} ${secretKey} ${version}`} data-change={change}>
          {marks[change]} <bdi>{secretKey}</bdi> {words.version(version)}
        </code>
      ))}
      {more > 0 && <span className={styles.soft}>{words.andMore(more)}</span>}
    </span>
  );
}
