import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useProjectRights } from '../api/rights';
import type { Change } from '../review/change';
import type { Cell } from '../secrets/model';
import { ActButton } from '../widgets/act-button';
import { Button } from '../widgets/button';
import { ErrorState, LoadingState } from '../widgets/states';
import { Time } from '../widgets/time';
import { Written } from '../widgets/written';
import { sheetWords as words } from '../words/sheet';
import { Compared } from './compared';
import { type Address, versionsQuery } from './queries';
import styles from './sheet.module.css';
import { Value } from './value';

interface Props {
  readonly address: Address;
  /** What the environment has at present. */
  readonly cell: Cell;
  /** Whether the present version is compared with the one before as soon as it is there. */
  readonly isCompared: boolean;
  readonly ask: (change: Change) => void;
}

/** The versions of one environment: who wrote them and when, their values, and what changed since. */
export function Versions({ address, cell, isCompared, ask }: Props) {
  const { version, isReadable } = cell;
  const whyNot = useWhyNotEdit(address, cell);
  const versions = useQuery(versionsQuery(address, version));
  const [compared, setCompared] = useState(isCompared ? version - 1 : null);
  const close = useCallback(() => setCompared(null), []);
  return (
    <section className={styles.section}>
      <h3>{words.versions}</h3>
      {versions.isPending && <LoadingState rows={2} />}
      {versions.error && (
        <ErrorState error={versions.error} retry={() => void versions.refetch()} />
      )}
      <ul className={styles.list}>
        {versions.data?.map(
          (each) =>
            each && (
              <li key={each.version} className={styles.versionRow}>
                <span className={styles.number}>{words.version(each.version)}</span>
                <span className={styles.soft}>
                  <Time at={each.at} />
                </span>
                <Written className={styles.soft}>{each.by}</Written>
                {each.version === version && (
                  <span className={`${styles.soft} ${styles.present}`}>{words.present}</span>
                )}
                {each.version !== version && isReadable && (
                  <div className={styles.acts}>
                    <Value {...{ address, present: version }} version={each.version} />
                    <Button
                      isSmall
                      aria-label={words.compareOf(each.version, version)}
                      onPress={() => setCompared(each.version)}
                    >
                      {words.compare}
                    </Button>
                    <ActButton
                      isSmall
                      whyNot={whyNot}
                      aria-label={words.bringBackOf(each.version)}
                      onPress={() => ask(bringBack(address, each.version))}
                    >
                      {words.bringBack}
                    </ActButton>
                  </div>
                )}
              </li>
            ),
        )}
      </ul>
      {compared !== null && compared < version && isReadable && (
        <Compared key={compared} {...{ address, close }} former={compared} later={version} />
      )}
    </section>
  );
}

const bringBack = (
  { environment, secretPath: path, secretName: name }: Address,
  version: number,
): Change => ({ kind: 'bring-back', path, name, environment, version });

/** Why the caller may not write the secret there. */
function useWhyNotEdit({ projectId, ...address }: Address, { tags: secretTags }: Cell) {
  const right = { subject: 'secrets', action: 'edit', attributes: { ...address, secretTags } };
  return useProjectRights(projectId, { right }).right;
}
