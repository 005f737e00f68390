import { problemText } from '../api/missing-right';
import type { components } from '../api/schema';
import { DataTable } from '../widgets/data-table';
import { timeWords as words } from '../words/time';
import styles from './screen.module.css';

type Item = components['schemas']['FolderRollbackItem'];

interface Props {
  readonly items: readonly Item[];
  /** Ids of the secrets that stay as they are. */
  readonly left: ReadonlySet<string>;
  readonly leave: (id: string, isLeft: boolean) => void;
  /** The secret that somebody came for. */
  readonly name: string | undefined;
}

/** What would become of each secret, and whether it is among those that go back. */
export const PlanItems = ({ items, left, leave, name }: Props) => (
  <DataTable
    label={words.plan}
    rows={items}
    keyOf={({ secretId }) => secretId}
    columns={[
      {
        id: 'chosen',
        title: words.chosen,
        cell: ({ secretId, secretKey }) => (
          <label className={styles.chosen}>
            <input
              type="checkbox"
              aria-label={words.choose(secretKey)}
              checked={!left.has(secretId)}
              onChange={({ target }) => leave(secretId, !target.checked)}
            />
          </label>
        ),
      },
      {
        ...{ id: 'name', title: words.name, isRowHeader: true },
        cell: (row) => <Name item={row} isNamed={row.secretKey === name} />,
      },
      { id: 'then', title: words.then, cell: ({ target }) => versionOf(target, words.notThere) },
      { id: 'now', title: words.present, cell: (row) => versionOf(row, words.gone) },
      {
        ...{ id: 'if', title: words.ifRolledBack },
        cell: (row) =>
          left.has(row.secretId) ? (
            <span className={styles.soft}>{words.staysAsItIs}</span>
          ) : (
            <Outcome item={row} />
          ),
      },
    ]}
  />
);

const versionOf = (state: { readonly version?: number } | undefined, none: string): string =>
  state?.version === undefined ? none : words.version(state.version);

interface NameProps {
  readonly item: Item;
  readonly isNamed: boolean;
}

const Name = ({ item, isNamed }: NameProps) => (
  <span className={styles.name}>
    <code data-named={isNamed || undefined}>
      <bdi>{item.secretKey}</bdi>
    </code>
    {item.secretPath !== '/' && <small className={styles.soft}>{item.secretPath}</small>}
  </span>
);

/** Why it is refused stands beside the mark. */
const Outcome = ({ item }: { readonly item: Item }) => (
  <span data-outcome={item.outcome} className={styles.outcome}>
    {words.outcomes[item.outcome]}
    {item.problems.map(problemText).map((text) => (
      <small key={text}> {text}</small>
    ))}
  </span>
);
