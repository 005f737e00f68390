import { lazy, Suspense, useState } from 'react';
import type { View } from '../secrets/model';
import { Button } from '../widgets/button';
import { promoteWords as words } from '../words/promote';
import type { Marks } from './marks';
import styles from './marks.module.css';

/** Loaded when rows are first copied: it has the difference with it. */
const CopyDialog = lazy(async () => ({ default: (await import('./dialog')).CopyDialog }));

interface Props {
  readonly marks: Marks;
  readonly view: View;
}

/** What may be done with the rows that are marked; nothing while none is. */
export function MarkedBar({ marks, view }: Props) {
  const [isCopying, setCopying] = useState(false);
  const { rows, clear } = marks;
  if (rows.length === 0) return null;
  return (
    <div className={styles.bar} role="group" aria-label={words.column}>
      <strong aria-live="polite">{words.marked(rows.length)}</strong>
      <Button isSmall onPress={() => setCopying(true)}>
        {words.copy}
      </Button>
      <Button isSmall look="quiet" onPress={clear}>
        {words.unmark}
      </Button>
      {isCopying && (
        <Suspense>
          <CopyDialog
            {...{ rows, view }}
            close={() => setCopying(false)}
            done={() => {
              setCopying(false);
              clear();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
