import { Link } from '@tanstack/react-router';
import type { Member } from '../access/model';
import { useProject } from '../shell/project';
import { whatIfWords as words } from '../words/what-if';
import styles from './screen.module.css';

/** To whom something was granted, as a member of the project where it is a person. */
export interface Granted {
  readonly member: Member;
  readonly membershipId: string | null;
}

/** Leads from a grant that was just made to where it is seen and taken away. */
export function GrantedNote({ granted: { member, membershipId } }: { readonly granted: Granted }) {
  const { slug: projectSlug } = useProject();
  return (
    <p className={styles.soft} role="status">
      <bdi>{words.granted(member.name)}</bdi>{' '}
      {membershipId === null ? (
        <Link to="/identities" search={{ identity: member.id }}>
          {words.seeGrant}
        </Link>
      ) : (
        <Link
          to="/p/$projectSlug/people"
          params={{ projectSlug }}
          search={{ who: `user:${membershipId}` }}
        >
          {words.seeGrant}
        </Link>
      )}
    </p>
  );
}
