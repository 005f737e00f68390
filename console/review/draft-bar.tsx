import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { gridQuery } from '../secrets/queries';
import { isLetter, isTyping } from '../shell/shortcuts';
import { useProject } from '../shell/project';
import { Button } from '../widgets/button';
import { isDialogOpen } from '../widgets/focus';
import { say } from '../widgets/toast';
import { reviewWords as words } from '../words/review';
import { environmentsIn, lastStepOf } from './draft';
import { useSecretsDraft } from './drafts';
import type { TargetedAct } from './model';
import { ReviewDialog } from './review-dialog';
import { staleActs } from './stale';
import styles from './review.module.css';

/** What waits for its review: `R`, which is Shift and its key, reviews all of it, Ctrl Z takes the last step back. Nothing while nothing waits. */
export function DraftBar() {
  const { id } = useProject();
  const { draft, takeBack, forget, discard } = useSecretsDraft(id);
  const [reviewed, setReviewed] = useState<readonly TargetedAct[] | null>(null);
  const { acts, before } = draft;
  const { data: grid } = useQuery({ ...gridQuery(id), enabled: acts.length > 0 });
  const stale = reviewed ? 0 : staleActs(acts, grid?.rows ?? []).length;
  useKeys({
    review: () => acts.length > 0 && setReviewed(acts),
    takeBack: () => before.length > 0 && undo(),
  });
  const undo = () => {
    const step = lastStepOf(draft);
    takeBack();
    say(
      words.takenBack(step.map(({ target, act }) => words.doIn(target.secretKey, act.environment))),
    );
  };
  const end = (done: readonly TargetedAct[]) => {
    setReviewed(null);
    forget(done);
  };
  return (
    <>
      {acts.length > 0 && (
        <div className={styles.place}>
          {' '}
          <div className={styles.bar} role="group" aria-label={words.draft}>
            <strong aria-live="polite">{words.inDraft(acts.length, environmentsIn(draft))}</strong>
            {stale > 0 && grid && <span className={styles.warn}>{words.staleCount(stale)}</span>}
            <Button isSmall look="first" onPress={() => setReviewed(acts)}>
              {words.review} <kbd aria-hidden>Shift R</kbd>
            </Button>
            <Button isSmall look="quiet" onPress={undo}>
              {words.takeBack}
            </Button>
            <Button isSmall look="quiet" onPress={discard}>
              {words.discard}
            </Button>
          </div>
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
