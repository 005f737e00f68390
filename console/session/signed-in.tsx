import { sessionWords as words } from '../words/session';
import type { Account } from './account';

/** Whose session is locked. */
export const SignedIn = ({ account: { name, email } }: { readonly account: Account }) => (
  <p>
    {words.signedInAs}{' '}
    <b>
      <bdi>{name}</bdi>
    </b>
    {email !== '' && email !== name && (
      <>
        , <bdi>{email}</bdi>
      </>
    )}
  </p>
);
