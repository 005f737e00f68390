import { Button } from '../widgets/button';
import { EmptyState } from '../widgets/states';
import { shellWords as words } from '../words/shell';

/** In place of a screen that could not be drawn, or whose files a newer release of the server has no more. */
export const Fault = () => (
  <EmptyState
    isPage
    title={words.broken}
    acts={<Button onPress={() => location.reload()}>{words.reload}</Button>}
  >
    {words.brokenHelp}
  </EmptyState>
);
