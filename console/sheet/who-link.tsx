import { Link } from '@tanstack/react-router';
import type { Action } from '../access/actions';
import { useSession } from '../session/session';
import { useProject } from '../shell/project';
import { sheetWords as words } from '../words/sheet';
import type { Address } from './queries';

interface Props {
  readonly address: Address;
  /** Whether it asks why whoever looks may not. */
  readonly isAboutMe?: boolean;
  /** The action in question; without it, reading the value. */
  readonly action?: Action;
}

/** The question of the screen Access about one secret. */
export function WhoLink({ address, isAboutMe, action = 'readValue' }: Props) {
  const { slug } = useProject();
  const { account } = useSession();
  const { environment, secretPath: path, secretName: name } = address;
  const me = account && `${account.kind === 'person' ? 'user' : 'identity'}:${account.id}`;
  return (
    <Link
      to="/p/$projectSlug/access"
      params={{ projectSlug: slug }}
      search={{ action, environment, path, name, ...(isAboutMe && me && { why: me }) }}
    >
      {isAboutMe ? words.whyIn(environment) : words.whoIn(environment)}
    </Link>
  );
}
