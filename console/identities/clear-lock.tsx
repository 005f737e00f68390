import { useMutation } from '@tanstack/react-query';
import { api, take } from '../api/client';
import { ActButton } from '../widgets/act-button';
import { say, sayError } from '../widgets/toast';
import { identitiesWords as words } from '../words/identities';
import { changed } from './queries';
import { useIdentityRights } from './rights';

/** Ends the lock that failed sign-ins have put on an identity. */
export function ClearLock({ id }: { readonly id: string }) {
  const { editAuth } = useIdentityRights();
  const clearing = useMutation({
    mutationFn: () => {
      const route = '/api/v1/auth/universal-auth/identities/{identityId}/clear-lockouts';
      return take(api.POST(route, { params: { path: { identityId: id } } }));
    },
    onSuccess: () => {
      say(words.lockEnded);
      return changed();
    },
    onError: sayError,
  });
  return (
    <ActButton
      isSmall
      whyNot={editAuth}
      isPending={clearing.isPending}
      onPress={() => clearing.mutate()}
    >
      {words.endLock}
    </ActButton>
  );
}
