import { type ReactNode, useId } from 'react';
import { Button, type ButtonProps } from '../widgets/button';
import { approvalsWords as words } from '../words/approvals';
import type { Obstacle } from './model';
import styles from './screen.module.css';

interface Props extends Pick<ButtonProps, 'look' | 'isPending' | 'onPress'> {
  /** Why it may not be done; null: it may. */
  readonly obstacle: Obstacle;
  /** Approvals that are missing. */
  readonly missing?: number;
  readonly children: ReactNode;
}

/** A button, or where it may not be pressed the reason beside it. */
export function Act({ obstacle, missing = 0, children, ...props }: Props) {
  const id = useId();
  if (obstacle === null) return <Button {...props}>{children}</Button>;
  return (
    <span className={styles.act}>
      <Button {...props} isDisabled aria-describedby={id}>
        {children}
      </Button>
      <span id={id} className={styles.soft}>
        {reasonOf(obstacle, missing)}
      </span>
    </span>
  );
}

export function reasonOf(obstacle: Exclude<Obstacle, null>, missing: number): string {
  const { reasons } = words;
  return obstacle === 'votes' ? reasons.votes(missing) : reasons[obstacle];
}
