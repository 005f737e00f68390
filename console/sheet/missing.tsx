import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useProjectRights } from '../api/rights';
import type { Change } from '../review/change';
import { ActButton } from '../widgets/act-button';
import { Button } from '../widgets/button';
import { Time } from '../widgets/time';
import { Written } from '../widgets/written';
import { sheetWords as words } from '../words/sheet';
import { BringBackDeleted } from './bring-back-deleted';
import type { Deletion } from './model';
import { type Address, deletionQuery } from './queries';
import styles from './sheet.module.css';

interface Props {
  readonly address: Address;
  /** Whether it is looked for who deleted it: each such question costs the caller as much as several others. */
  readonly isLookedFor: boolean;
  readonly ask: (change: Change) => void;
}

/** An environment without the secret: who deleted it there and when, if somebody did, and the ways to have it there. */
export function Missing({ address, isLookedFor, ask }: Props) {
  const { data: deletion = null } = useQuery({ ...deletionQuery(address), enabled: isLookedFor });
  const [isAsking, setAsking] = useState(false);
  const { projectId, environment, secretPath: path, secretName: name } = address;
  const attributes = { environment, secretPath: path, secretName: name, secretTags: [] };
  const right = { subject: 'secrets', action: 'create', attributes };
  const whyNot = useProjectRights(projectId, { right }).right;
  return (
    <>
      <p className={styles.soft}>{deletion ? <Deleted {...deletion} /> : words.missing}</p>
      <div className={styles.acts}>
        {deletion && (
          <Button
            isSmall
            aria-label={words.bringBackIn(name, environment)}
            onPress={() => setAsking(true)}
          >
            {words.bringBack}
          </Button>
        )}
        <ActButton
          isSmall
          whyNot={whyNot}
          aria-label={words.setIn(name, environment)}
          onPress={() => ask({ kind: 'change', path, name, environment })}
        >
          {words.set}
        </ActButton>
      </div>
      {deletion && isAsking && (
        <BringBackDeleted {...{ address, deletion }} close={() => setAsking(false)} />
      )}
    </>
  );
}

const Deleted = ({ at, by, version }: Deletion) => (
  <>
    {words.deleted} <Time at={at} />
    {by !== null && (
      <>
        {' '}
        {words.by} <Written>{by}</Written>
      </>
    )}
    , {words.wasVersion(version)}
  </>
);
