import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../widgets/button';
import { CopyButton } from '../widgets/copy';
import { useReveal } from '../widgets/reveal';
import { sayError } from '../widgets/toast';
import { inProject } from '../api/queries';
import { sheetWords as words } from '../words/sheet';
import { drawValue } from './draw-value';
import { type Address, readValue } from './queries';
import styles from './sheet.module.css';

interface Props {
  readonly address: Address;
  /** A past version; absent: the present one. */
  readonly version?: number;
}

/** One value: masked, shown for half a minute, or copied unseen. Either is one read. */
export function Value({ address, version }: Props) {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const fetch = async () => {
    const value = await readValue(address, version);
    // The read is in the log now.
    void queries.invalidateQueries({ queryKey: inProject(address.projectId, 'audit') });
    return value;
  };
  const { isShown, left, show, hide, drawn } = useReveal(fetch, drawValue);
  const what = words.valueOf(address.secretName, address.environment, version);
  const reveal = () => {
    setBusy(true);
    show()
      .catch(sayError)
      .finally(() => setBusy(false));
  };
  return (
    <div className={styles.value}>
      {isShown ? (
        <div ref={drawn} className={styles.drawn} />
      ) : (
        <span className={styles.mask} role="img" aria-label={words.masked}>
          ••••••••
        </span>
      )}
      <div className={styles.acts}>
        {isShown ? (
          <Button isSmall onPress={hide}>
            {words.hide}
          </Button>
        ) : (
          <Button isSmall isPending={isBusy} aria-label={words.revealOf(what)} onPress={reveal}>
            {words.reveal}
          </Button>
        )}
        <CopyButton isSecret label={words.copyOf(what)} value={fetch} />
        {isShown && <span className={styles.soft}>{words.hides(left)}</span>}
      </div>
    </div>
  );
}
