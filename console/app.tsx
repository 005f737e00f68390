import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Activity } from 'react';
import { queryClient } from './api/queries';
import { PLACES, router } from './routes';
import { IdleLock } from './session/idle-lock';
import { signOut, useSession } from './session/session';
import { SignIn } from './session/sign-in';
import { PlacesContext } from './shell/places';
import { Button } from './widgets/button';
import { Toasts } from './widgets/toast';
import { sessionWords as words } from './words/session';

/** What is shown depends on the session alone. A locked page stays as it was, below the sign-in, and shows nothing. */
export function App() {
  const { phase, account } = useSession();
  if (phase === 'checking') return null;
  return (
    <QueryClientProvider client={queryClient}>
      {phase === 'out' && <SignIn />}
      {phase === 'locked' && <Locked />}
      {account && (
        <Activity
          mode={phase === 'in' ? 'visible' : 'hidden'}
          key={account.userId + account.organizationId}
        >
          <PlacesContext value={PLACES}>
            <RouterProvider router={router} />
          </PlacesContext>
        </Activity>
      )}
      {phase === 'in' && <IdleLock />}
      <Toasts />
    </QueryClientProvider>
  );
}

const Locked = () => (
  <>
    <SignIn
      title={words.locked}
      note={
        <>
          {words.lockedHelp}{' '}
          <Button isSmall look="quiet" onPress={() => void signOut()}>
            {words.another}
          </Button>
        </>
      }
    />
  </>
);
