import { sessionWords as words } from '../words/session';
import { useSession } from './session';

/** What the button says that sends a credential. */
export function useSignInWord(): string {
  const { phase, hasEnded } = useSession();
  return phase === 'locked' && !hasEnded ? words.unlock : words.signIn;
}
