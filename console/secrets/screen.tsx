import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { SecretSheet } from '../sheet/sheet';
import { useProject } from '../shell/project';
import { isTyping } from '../shell/shortcuts';
import { useTitle } from '../shell/title';
import { DataGrid } from '../widgets/data-grid';
import { useIsNarrow } from '../widgets/narrow';
import { EmptyState, ErrorState, LoadingState } from '../widgets/states';
import { secretsWords as words } from '../words/secrets';
import { columnsOf } from './columns';
import { FolderTree } from './folder-tree';
import { Legend } from './mark';
import {
  countsOf,
  foldersOf,
  type Grid,
  type Letters,
  type Row,
  shownRows,
  type View,
} from './model';
import { Nothing } from './nothing';
import { gridQuery, lettersQuery } from './queries';
import type { SecretsSearch } from './route';
import styles from './screen.module.css';
import { Toolbar } from './toolbar';
import { useCopyKey, useOpenSheet } from './acts';

/** What is set where, and what is missing or different: names as rows, environments as columns. */
export function SecretsScreen() {
  const project = useProject();
  const { path = '/' } = useSearch({ strict: false }) as SecretsSearch;
  useTitle(words.title, project.name, ...(path === '/' ? [] : [path]));
  const grid = useQuery(gridQuery(project.id));
  if (grid.data) return <SecretsGrid grid={grid.data} updatedAt={grid.dataUpdatedAt} />;
  if (grid.isPending) return <LoadingState rows={12} />;
  return <ErrorState error={grid.error} retry={() => void grid.refetch()} />;
}

const NO_LETTERS: Letters = new Map();

interface Props {
  readonly grid: Grid;
  /** When it was asked for last, in milliseconds since 1970. */
  readonly updatedAt: number;
}

function SecretsGrid({ grid, updatedAt }: Props) {
  const { rows, environments } = grid;
  const view = useView(grid, updatedAt);
  const { path } = view;
  const { show = 'all' } = useSearch({ strict: false }) as SecretsSearch;
  const [text, setText] = useState('');
  const isNarrow = useIsNarrow();
  const [chosen, setChosen] = useState(environments[0] ?? '');
  const folders = useMemo(() => foldersOf(rows), [rows]);
  const counts = useMemo(() => countsOf(rows, view), [rows, view]);
  const shown = useMemo(() => shownRows(rows, view, show, text), [rows, view, show, text]);
  const field = useFilterKey();
  if (rows.length === 0)
    return (
      <EmptyState isPage title={words.emptyProject}>
        {words.emptyProjectHelp}
      </EmptyState>
    );
  const narrow = { folders, environments, environment: chosen, onEnvironment: setChosen };
  return (
    <div className={styles.page}>
      <Toolbar
        {...{ path, show, counts, text, field }}
        narrow={isNarrow ? narrow : null}
        onText={setText}
      />
      <div className={styles.body}>
        {!isNarrow && <FolderTree folders={folders} path={path} />}
        {shown.length > 0 ? (
          <Rows key={path} rows={shown} view={view} narrow={isNarrow ? chosen : null} />
        ) : (
          <Nothing
            isFolderEmpty={counts.all === 0 && text === ''}
            show={text === '' ? show : 'all'}
          />
        )}
      </div>
      <footer className={styles.foot}>
        <span aria-live="polite">{words.names(shown.length)}</span>
        {grid.isCut && <span>{words.cut}</span>}
        <Legend />
      </footer>
      <SecretSheet rows={rows} view={view} />
    </div>
  );
}

/** The folder of the address, with the letters of its equal values. */
function useView({ rows, environments }: Grid, now: number): View {
  const project = useProject();
  const { path = '/' } = useSearch({ strict: false }) as SecretsSearch;
  const { data: letters = NO_LETTERS } = useQuery(lettersQuery(project.id, path, rows));
  return useMemo(() => ({ path, environments, letters, now }), [path, environments, letters, now]);
}

interface RowsProps {
  readonly rows: readonly Row[];
  readonly view: View;
  /** The one environment that a narrow page has room for. */
  readonly narrow: string | null;
}

function Rows({ rows, view, narrow }: RowsProps) {
  const project = useProject();
  const columns = useMemo(() => columnsOf(view, narrow), [view, narrow]);
  return (
    <DataGrid
      label={words.grid(view.path)}
      rows={rows}
      keyOf={(row) => `${row.path} ${row.name}`}
      columns={columns}
      onOpen={useOpenSheet()}
      onKey={useCopyKey(project.id)}
    />
  );
}

/** `/` leads to the filter, Escape there empties it and leads back to the grid. */
function useFilterKey() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return field;
}
