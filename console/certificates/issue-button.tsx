import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useProjectRights } from '../api/rights';
import type { Right } from '../api/rights-answers';
import { useProject } from '../shell/project';
import { ActButton } from '../widgets/act-button';
import { certificatesWords as words } from '../words/certificates';
import { Issue } from './issue';
import { profilesQuery } from './queries';
import styles from './screen.module.css';

const rightFor = (slug: string): Right => ({
  ...{ subject: 'certificate-profiles', action: 'issue-cert' },
  attributes: { slug },
});

/** Leads to a new certificate, by the profiles that the caller may issue from. */
export function IssueButton() {
  const { id: projectId } = useProject();
  const profiles = useQuery(profilesQuery(projectId)).data ?? [];
  const any: Readonly<Record<string, Right>> = {
    '': { subject: 'certificate-profiles', action: 'issue-cert' },
  };
  const rights = useProjectRights(
    projectId,
    profiles.length === 0
      ? any
      : Object.fromEntries(profiles.map(({ slug }) => [slug, rightFor(slug)])),
  );
  const [isOpen, setOpen] = useState(false);
  const own = profiles.filter(({ slug }) => rights[slug] === null);
  const [reason] = Object.values(rights).filter((each) => each !== null);
  return (
    <span className={styles.add}>
      <ActButton
        look="first"
        whyNot={own.length > 0 ? null : (reason ?? words.noProfile)}
        onPress={() => setOpen(true)}
      >
        {words.issue}
      </ActButton>
      {isOpen && <Issue profiles={own} close={() => setOpen(false)} />}
    </span>
  );
}
