import { sessionWords as words } from '../words/session';
import { useSession } from './session';

/** What the button says that sends a credential. */
export function useSignInWord(): string {
  const { phase, ended } = useSession();
  return phase === 'locked' && ended === null ? words.unlock : words.signIn;
}
