import { Link } from '@tanstack/react-router';
import { useSession } from '../session/session';
import { useProject } from '../shell/project';
import { sheetWords as words } from '../words/sheet';
import type { Address } from './queries';

interface Props {
  readonly address: Address;
  /** Whether it asks why whoever looks may not. */
  readonly isAboutMe?: boolean;
}

/** The question of the screen Access about the value of one secret. */
export function WhoLink({ address, isAboutMe }: Props) {
  const { slug } = useProject();
  const { account } = useSession();
  const { environment, secretPath: path, secretName: name } = address;
  const me = account && `${account.kind === 'person' ? 'user' : 'identity'}:${account.id}`;
  return (
    <Link
      to="/p/$projectSlug/access"
      params={{ projectSlug: slug }}
      search={{ action: 'readValue', environment, path, name, ...(isAboutMe && me && { why: me }) }}
    >
      {isAboutMe ? words.why : words.who}
    </Link>
  );
}
