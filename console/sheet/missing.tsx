import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useProjectRights } from '../api/rights';
import type { Change } from '../review/change';
import type { DeletedCell } from '../secrets/model';
import { ActButton } from '../widgets/act-button';
import { Button } from '../widgets/button';
import { Time } from '../widgets/time';
import { Written } from '../widgets/written';
import { sheetWords as words } from '../words/sheet';
import { BringBackDeleted } from './bring-back-deleted';
import { type Address, deletionQuery } from './queries';
import styles from './sheet.module.css';
import { WhoLink } from './who-link';

interface Props {
  readonly address: Address;
  /** What the grid tells of its deletion. */
  readonly deleted: DeletedCell | undefined;
  /** Why it is not known whether it is set. */
  readonly unseen: string | undefined;
  /** Whether it is brought back as soon as the sheet is there. */
  readonly isAsked: boolean;
  readonly ask: (change: Change) => void;
}

/** An environment without the secret: who deleted it there and when, if somebody did, and the ways to have it there. */
export function Missing({ address, deleted, unseen, isAsked, ask }: Props) {
  // How it comes back is asked where there is something: the question costs the caller as much as several others.
  const known = useQuery({ ...deletionQuery(address), enabled: deleted !== undefined });
  const deletion = (deleted && known.data) ?? null;
  const [isAsking, setAsking] = useState(isAsked);
  const { projectId, environment, secretPath: path, secretName: name } = address;
  const attributes = { environment, secretPath: path, secretName: name, secretTags: [] };
  const right = { subject: 'secrets', action: 'create', attributes };
  const whyNot = useProjectRights(projectId, { right }).right;
  return (
    <>
      <p className={styles.soft}>
        {deleted ? <Deleted {...deleted} /> : (unseen ?? words.missing)}
      </p>
      <div className={styles.acts}>
        {!deleted && unseen !== undefined && <WhoLink address={address} isAboutMe />}
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

const Deleted = ({ deletedAt, deletedBy, version }: DeletedCell) => (
  <>
    {words.deleted} <Time at={new Date(deletedAt).toISOString()} />
    {deletedBy !== null && (
      <>
        {' '}
        {words.by} <Written>{deletedBy}</Written>
      </>
    )}
    , {words.wasVersion(version)}
  </>
);
