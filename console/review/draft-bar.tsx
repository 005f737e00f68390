import { useEffect, useState } from 'react';
import { isLetter, isTyping } from '../shell/shortcuts';
import { useProject } from '../shell/project';
import { Button } from '../widgets/button';
import { isDialogOpen } from '../widgets/focus';
import { reviewWords as words } from '../words/review';
import { environmentsIn } from './draft';
import { useSecretsDraft } from './drafts';
import type { TargetedAct } from './model';
import { ReviewDialog } from './review-dialog';
import styles from './review.module.css';

/** What waits for its review: `R` reviews all of it, Ctrl Z takes the last step back. Nothing while nothing waits. */
export function DraftBar() {
  const { id } = useProject();
  const { draft, takeBack, forget, discard } = useSecretsDraft(id);
  const [reviewed, setReviewed] = useState<readonly TargetedAct[] | null>(null);
  const { acts, before } = draft;
  useKeys({
    review: () => acts.length > 0 && setReviewed(acts),
    takeBack: () => before.length > 0 && takeBack(),
  });
  const end = (done: readonly TargetedAct[]) => {
    setReviewed(null);
    forget(done);
  };
  return (
    <>
      {acts.length > 0 && (
        <div className={styles.bar} role="group" aria-label={words.draft}>
          <strong aria-live="polite">{words.inDraft(acts.length, environmentsIn(draft))}</strong>
          <Button isSmall look="first" onPress={() => setReviewed(acts)}>
            {words.review} <kbd aria-hidden>R</kbd>
          </Button>
          <Button isSmall look="quiet" onPress={takeBack}>
            {words.takeBack}
          </Button>
          <Button isSmall look="quiet" onPress={discard}>
            {words.discard}
          </Button>
        </div>
      )}
      {reviewed && <ReviewDialog acts={reviewed} close={end} />}
    </>
  );
}

interface Keys {
  readonly review: () => void;
  readonly takeBack: () => void;
}

function useKeys({ review, takeBack }: Keys): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isDialogOpen()) return;
      const isBack = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === 'z';
      if (isBack && !isTyping(event.target)) takeBack();
      else if (event.key === 'R' && isLetter(event)) review();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}
