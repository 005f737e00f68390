import { Link } from '@tanstack/react-router';
import { LateDraftBar } from '../review/late-draft-bar';
import type { WhyNot } from '../api/rights-answers';
import { ActButton } from '../widgets/act-button';
import { EmptyState } from '../widgets/states';
import { reviewWords } from '../words/review';
import { secretsWords as words } from '../words/secrets';
import { type Folder, isBelow } from './folders';
import type { Show } from './shows';
import { ImportLink } from './import-link';
import { inFolder, type SecretsSearch } from './route';
import styles from './screen.module.css';

interface AddProps {
  readonly onAdd: () => void;
  readonly whyNotAdd: WhyNot;
}

/** In place of a grid: the two ways to a first secret. */
export const EmptyProject = ({ onAdd, whyNotAdd }: AddProps) => (
  <EmptyState
    isPage
    title={words.emptyProject}
    acts={
      <>
        <ActButton whyNot={whyNotAdd} onPress={onAdd}>
          {reviewWords.add}
        </ActButton>
        <ImportLink path="/" environment={undefined} />
        <LateDraftBar />
      </>
    }
  >
    {words.emptyProjectHelp}
  </EmptyState>
);

interface Props extends AddProps {
  readonly path: string;
  readonly folders: readonly Folder[];
  readonly isFolderEmpty: boolean;
  readonly show: Show;
}

/** In place of rows: why there are none, and what leads on. */
export const Nothing = ({ path, folders, isFolderEmpty, show, onAdd, whyNotAdd }: Props) =>
  isFolderEmpty ? (
    <EmptyFolder {...{ path, folders, onAdd, whyNotAdd }} />
  ) : (
    <EmptyState
      title={words.nothing}
      acts={
        show !== 'all' && (
          <Link
            to="."
            replace
            search={(({ path }: SecretsSearch) => (path === undefined ? {} : { path })) as never}
          >
            {words.showAll}
          </Link>
        )
      }
    >
      {words.nothingHelp[show]}
    </EmptyState>
  );

/** A folder without secrets of its own: what lies in it, or the two ways to a first secret; or that there is no such folder. */
function EmptyFolder({
  path,
  folders,
  onAdd,
  whyNotAdd,
}: Pick<Props, 'path' | 'folders' | 'onAdd' | 'whyNotAdd'>) {
  if (!folders.some((folder) => folder.path === path))
    return (
      <EmptyState
        title={words.noFolder(path)}
        acts={
          <Link to="." search={inFolder('/') as never}>
            {words.toRoot}
          </Link>
        }
      >
        {words.noFolderHelp}
      </EmptyState>
    );
  const inside = folders.filter((folder) => folder.path !== path && isBelow(folder.path, path));
  const below = folders.find((folder) => folder.path === path)?.count ?? 0;
  return (
    <EmptyState
      title={below > 0 ? words.noneHere(path, below) : words.emptyFolder}
      acts={
        <>
          <ActButton whyNot={whyNotAdd} onPress={onAdd}>
            {reviewWords.add}
          </ActButton>
          <ImportLink path={path} environment={undefined} />
        </>
      }
    >
      {below > 0 ? (
        <Inside folders={inside} path={path} />
      ) : inside.length > 0 ? (
        words.emptyFolderHelp
      ) : (
        words.emptyFolderAlone
      )}
    </EmptyState>
  );
}

interface InsideProps {
  readonly folders: readonly Folder[];
  readonly path: string;
}

/** The folders right below that hold something, or something deeper down. */
function Inside({ folders, path }: InsideProps) {
  const { depth } = folders.reduce((one, other) => (other.depth < one.depth ? other : one));
  const next = folders.filter((folder) => folder.depth === depth && folder.count > 0);
  return (
    <>
      {words.emptyFolderHelp}
      <span className={styles.inside}>
        {next.slice(0, LISTED).map((folder) => (
          <span key={folder.path}>
            <Link to="." search={inFolder(folder.path) as never}>
              <bdi>{folder.path.slice(path === '/' ? 1 : path.length + 1)}</bdi>
            </Link>{' '}
            {words.names(folder.count)}
          </span>
        ))}
      </span>
    </>
  );
}

/** Folders that are spelled out: the tree beside has all. */
const LISTED = 6;
