import { Link } from '@tanstack/react-router';
import { DataTable } from '../widgets/data-table';
import { Written } from '../widgets/written';
import { accessWords as words } from '../words/access';
import type { Action } from './actions';
import { type Below, type FolderBelow, foldersOf } from './below';
import type { AccessSearch } from './route';
import styles from './screen.module.css';

/** A member or a service token. */
export interface NamedOne {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
}

interface Props {
  readonly rows: readonly NamedOne[];
  readonly below: Below;
  readonly isCut: boolean;
  readonly action: Action;
  readonly secretPath: string;
  /** How many environments are asked about: where it is one, it is not named again. */
  readonly environments: number;
}

/** Those who may not where it is asked, but in folders below it. */
export function Partly({ rows, below, isCut, action, secretPath, environments }: Props) {
  if (rows.length === 0) return null;
  const act = words.actions[action];
  return (
    <div className={styles.partly}>
      <h3>
        <Written>{words.partly(rows.length, act, secretPath)}</Written>
      </h3>
      <DataTable
        label={words.partlyLabel}
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          {
            ...{ id: 'who', title: words.who, isRowHeader: true },
            cell: ({ name, kind }) => (
              <span className={styles.who}>
                <Written>{name}</Written>
                <span className={styles.soft}>{kind}</span>
              </span>
            ),
          },
          {
            ...{ id: 'where', title: words.where },
            cell: ({ id }) => (
              <Folders folders={foldersOf(below.get(id) ?? [])} isOne={environments === 1} />
            ),
          },
        ]}
      />
      {isCut && <p className={styles.soft}>{words.partlyCut}</p>}
    </div>
  );
}

interface FoldersProps {
  readonly folders: readonly FolderBelow[];
  readonly isOne: boolean;
}

/** The first folder, and the others on request; each leads to who may there. */
function Folders({ folders: [first, ...others], isOne }: FoldersProps) {
  if (!first) return null;
  return (
    <div className={styles.because}>
      <OneFolder of={first} isOne={isOne} />
      {others.length > 0 && (
        <details>
          <summary>{words.moreFolders(others.length)}</summary>
          <ul>
            {others.map((each) => (
              <li key={each.secretPath}>
                <OneFolder of={each} isOne={isOne} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

const OneFolder = ({ of, isOne }: { readonly of: FolderBelow; readonly isOne: boolean }) => (
  <span>
    <Link to="." search={((before: AccessSearch) => ({ ...before, path: of.secretPath })) as never}>
      <Written>{of.secretPath}</Written>
    </Link>{' '}
    {!isOne && (
      <span className={styles.soft}>
        <Written>{words.inEnvironment(of.environments.join(', '))}</Written>
      </span>
    )}
  </span>
);
