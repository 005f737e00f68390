import { Link } from '@tanstack/react-router';
import { DraftBar } from '../review/draft-bar';
import { Button } from '../widgets/button';
import { EmptyState } from '../widgets/states';
import { reviewWords } from '../words/review';
import { secretsWords as words } from '../words/secrets';
import type { Show } from './shows';
import { ImportLink } from './import-link';
import type { SecretsSearch } from './route';

/** In place of a grid: the two ways to a first secret. */
export const EmptyProject = ({ onAdd }: { readonly onAdd: () => void }) => (
  <EmptyState
    isPage
    title={words.emptyProject}
    acts={
      <>
        <Button onPress={onAdd}>{reviewWords.add}</Button>
        <ImportLink path="/" environment={undefined} />
        <DraftBar />
      </>
    }
  >
    {words.emptyProjectHelp}
  </EmptyState>
);

interface Props {
  readonly isFolderEmpty: boolean;
  readonly show: Show;
}

/** In place of rows: why there are none, and what leads on. */
export const Nothing = ({ isFolderEmpty, show }: Props) =>
  isFolderEmpty ? (
    <EmptyState title={words.emptyFolder}>{words.emptyFolderHelp}</EmptyState>
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
