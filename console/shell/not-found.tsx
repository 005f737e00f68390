import { EmptyState } from '../widgets/states';
import { shellWords as words } from '../words/shell';

export const NotFound = () => (
  <EmptyState isPage title={words.notFound}>
    {words.notFoundHelp}
  </EmptyState>
);
