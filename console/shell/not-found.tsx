import { Link } from '@tanstack/react-router';
import { EmptyState } from '../widgets/states';
import { shellWords as words } from '../words/shell';

export const NotFound = () => (
  <EmptyState isPage title={words.notFound} acts={<Link to="/">{words.toProjects}</Link>}>
    {words.notFoundHelp}
  </EmptyState>
);
