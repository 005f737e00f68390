import { Link } from '@tanstack/react-router';
import { EmptyState } from '../widgets/states';
import { secretsWords as words } from '../words/secrets';
import type { Show } from './shows';
import type { SecretsSearch } from './route';

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
