import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Activity } from 'react';
import { queryClient } from './api/queries';
import { DraftsOfSession } from './review/drafts';
import { PLACES, router } from './routes';
import { IdleLock } from './session/idle-lock';
import { LockQuestion } from './session/lock-question';
import { useSession } from './session/session';
import { SignOutQuestion } from './session/sign-out';
import { StepUp } from './session/step-up';
import { SignIn } from './session/sign-in';
import { PlacesContext } from './shell/places';
import { Toasts } from './widgets/toast';

/** What is shown depends on the session alone. A locked page stays as it was, below the sign-in, and shows nothing. */
export function App() {
  const { phase, account } = useSession();
  if (phase === 'checking') return null;
  return (
    <QueryClientProvider client={queryClient}>
      {phase !== 'in' && <SignIn key={phase} />}
      {account && (
        <Activity
          mode={phase === 'in' ? 'visible' : 'hidden'}
          key={account.id + account.organizationId}
        >
          <PlacesContext value={PLACES}>
            <DraftsOfSession>
              <RouterProvider router={router} />
            </DraftsOfSession>
          </PlacesContext>
        </Activity>
      )}
      {phase === 'in' && <StepUp />}
      {phase === 'in' && <IdleLock />}
      {phase === 'in' && <LockQuestion />}
      <SignOutQuestion />
      <Toasts />
    </QueryClientProvider>
  );
}
