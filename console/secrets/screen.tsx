import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode, Ref } from 'react';
import { useMemo, useRef, useState } from 'react';
import { markColumn, markKey, type Marks, useMarks } from '../promote/marks';
import type { Change } from '../review/change';
import { LateDraftBar } from '../review/late-draft-bar';
import { useSecretsDraft } from '../review/drafts';
import { type Project, useProject } from '../shell/project';
import { useTitle } from '../shell/title';
import { DataGrid, type GridHandle } from '../widgets/data-grid';
import { useIsNarrow } from '../widgets/narrow';
import { ErrorState, LoadingState } from '../widgets/states';
import { secretsWords as words } from '../words/secrets';
import { ChangeDialog } from './change-dialog';
import { useAllowedChange } from './change-rights';
import { columnsOf } from './columns';
import { isDrafted, withDrafted } from './drafted';
import { FolderTree } from './folder-tree';
import { foldersOf } from './folders';
import { LateMarkedBar, LateSheet } from './late';
import { lettered, type Letters } from './letters';
import { Legend } from './mark';
import { countsOf, type Grid, type Row, shownRows, type View } from './model';
import { EmptyProject, Nothing } from './nothing';
import { useKeys } from './keys';
import { useChosen } from './of-address';
import { gridQuery, lettersQuery, useSight } from './queries';
import type { SecretsSearch } from './route';
import type { Show } from './shows';
import type { SightOf } from './sight';
import styles from './screen.module.css';
import { Toolbar } from './toolbar';
import { changeKey, editOf, type SheetAct, sheetKey, useCopyKey, useOpenSheet } from './acts';

/** What is set where, and what is missing or different: names as rows, environments as columns. */
export function SecretsScreen() {
  const project = useProject();
  const { path = '/' } = useSearch({ strict: false }) as SecretsSearch;
  useTitle(words.title, project.name, ...(path === '/' ? [] : [path]));
  const grid = useQuery(gridQuery(project.id));
  const sightOf = useSight(project.id, slugsOf(project), grid.data);
  if (grid.data)
    return <SecretsGrid grid={grid.data} sightOf={sightOf} updatedAt={grid.dataUpdatedAt} />;
  if (grid.isPending) return <LoadingState rows={12} />;
  return <ErrorState error={grid.error} retry={() => void grid.refetch()} />;
}

const slugsOf = ({ environments }: Project) => environments.map(({ slug }) => slug);

const NO_LETTERS: Letters = new Map();

interface Props {
  readonly grid: Grid;
  readonly sightOf: SightOf;
  /** When it was asked for last, in milliseconds since 1970. */
  readonly updatedAt: number;
}

function SecretsGrid({ grid, sightOf, updatedAt }: Props) {
  const { rows, environments } = grid;
  const view = useView(grid, sightOf, updatedAt);
  const { path } = view;
  const { show = 'all' } = useSearch({ strict: false }) as SecretsSearch;
  const [text, setText] = useState('');
  const { change, setChange, whyNotAdd } = useAllowedChange(grid, path);
  const isNarrow = useIsNarrow();
  const marks = useMarks(rows);
  const [act, setAct] = useState<SheetAct | null>(null);
  const chosen = useChosen(environments);
  const { folders, counts, shown, foot, isEmpty } = useShown(grid, view, show, text);
  // What was kept waits in the bar of the draft, which no sheet is to cover.
  const endChange = (isKept?: boolean) => setChange(null, false, isKept);
  const add = () => setChange({ kind: 'new' });
  const field = useKeys(add);
  const list = useRef<GridHandle>(null);
  const narrow = { folders, environments, ...chosen };
  // The dialog stays in its place: its first secret, or the deletion of the last one, changes what is below.
  return (
    <>
      {isEmpty ? (
        <EmptyProject onAdd={add} whyNotAdd={whyNotAdd} />
      ) : (
        <div className={styles.page}>
          <Toolbar
            {...{ path, show, counts, text, field, whyNotAdd }}
            narrow={isNarrow ? narrow : null}
            onText={setText}
            toRows={() => list.current?.focusFirst()}
            onAdd={add}
          />
          <div className={styles.body}>
            {!isNarrow && <FolderTree folders={folders} path={path} />}
            {shown.length > 0 ? (
              <Rows
                key={path}
                {...{ view, marks, rows: shown, handle: list }}
                narrow={isNarrow ? chosen.environment : null}
                onChange={setChange}
                onAct={setAct}
              />
            ) : (
              <Nothing
                {...{ path, folders, whyNotAdd }}
                isFolderEmpty={counts.all === 0 && text === ''}
                show={text === '' ? show : 'all'}
                onAdd={add}
              />
            )}
          </div>
          <Foot {...foot}>
            <LateMarkedBar marks={marks} view={view} />
            <LateDraftBar />
          </Foot>
          <LateSheet {...{ rows, view, act }} onChange={setChange} onClose={() => setAct(null)} />
        </div>
      )}
      {change && <ChangeDialog {...{ change, path, rows, environments }} close={endChange} />}
    </>
  );
}

/** What of the grid is shown, and what there is beside it. */
function useShown({ rows: known, paths, isCut }: Grid, view: View, show: Show, text: string) {
  const { draft } = useSecretsDraft(useProject().id);
  const rows = useMemo(() => withDrafted(known, draft.acts), [known, draft.acts]);
  const folders = useMemo(() => foldersOf(rows, paths), [rows, paths]);
  const counts = useMemo(() => countsOf(rows, view), [rows, view]);
  const shown = useMemo(() => shownRows(rows, view, show, text), [rows, view, show, text]);
  const all = folders.find((folder) => folder.path === view.path)?.count ?? 0;
  const foot = {
    ...{ isCut, count: shown.length },
    // A search looks there too.
    below: text === '' && show !== 'recent' ? all - counts.all : 0,
    first: lettered(view.environments)[0] ?? '',
  };
  return { folders, counts, shown, foot, isEmpty: rows.length === 0 && folders.length === 1 };
}

interface FootProps {
  readonly count: number;
  /** Names of the folders below, which are not shown. */
  readonly below: number;
  readonly isCut: boolean;
  /** The environment that gets its letters first. */
  readonly first: string;
  readonly children: ReactNode;
}

const Foot = ({ count, below, isCut, first, children }: FootProps) => (
  <footer className={styles.foot}>
    <span aria-live="polite">{words.namesHere(count, below)}</span>
    {children}
    {isCut && <span>{words.cut}</span>}
    <Legend first={first} />
  </footer>
);

/** The folder of the address, with the letters of its equal values. */
function useView(grid: Grid, sightOf: SightOf, now: number): View {
  const project = useProject();
  const { path = '/' } = useSearch({ strict: false }) as SecretsSearch;
  const { environments } = grid;
  const { data: letters = NO_LETTERS } = useQuery(lettersQuery(project.id, path, grid));
  return useMemo(
    () => ({ path, environments, letters, sightOf, now }),
    [path, environments, letters, sightOf, now],
  );
}

interface RowsProps {
  readonly handle: Ref<GridHandle>;
  readonly rows: readonly Row[];
  readonly view: View;
  /** The one environment that a narrow page has room for. */
  readonly narrow: string | null;
  readonly marks: Marks;
  readonly onChange: (change: Change) => void;
  readonly onAct: (act: SheetAct) => void;
}

function Rows({ handle, rows, view, narrow, marks, onChange, onAct }: RowsProps) {
  const project = useProject();
  const { draft } = useSecretsDraft(project.id);
  const columns = useMemo(
    () => columnsOf(view, narrow, draft, slugsOf(project), onAct),
    [view, narrow, draft, project, onAct],
  );
  const copy = useCopyKey(project.id);
  const open = useOpenSheet(view.environments);
  return (
    <DataGrid
      handle={handle}
      label={words.grid(view.path)}
      rows={rows}
      keyOf={(row) => `${row.path} ${row.name}`}
      columns={[markColumn(marks), ...columns]}
      isSelected={marks.has}
      onOpen={(row, column) => {
        if (isDrafted(row)) onChange(editOf(row, column));
        else open(row, column);
      }}
      onKey={(event, row, column) => {
        copy(event, row, column);
        if (!isDrafted(row)) markKey(event, row, marks);
        changeKey(event, row, column, onChange);
        sheetKey(event, row, column, (act) => {
          onAct(act);
          open(row, column);
        });
      }}
    />
  );
}
