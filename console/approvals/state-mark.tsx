import type { ReactNode } from 'react';
import type { AskState, ChangeState } from './model';
import styles from './screen.module.css';

type State = ChangeState | AskState;

/** Each state has a sign beside its word, and its colour only after both. */
const SIGNS: Readonly<Record<State, readonly [sign: string, look: 'wait' | 'good' | 'over']>> = {
  open: ['◔', 'wait'],
  pending: ['◔', 'wait'],
  ready: ['✓', 'good'],
  approved: ['✓', 'good'],
  merged: ['✓', 'good'],
  bypassed: ['!', 'wait'],
  closed: ['–', 'over'],
  rejected: ['✕', 'over'],
  revoked: ['–', 'over'],
  expired: ['–', 'over'],
  ended: ['–', 'over'],
};

interface Props {
  readonly of: State;
  readonly children: ReactNode;
}

export function StateMark({ of, children }: Props) {
  const [sign, look] = SIGNS[of];
  return (
    <span className={`${styles.state} ${styles[look]}`}>
      <span aria-hidden>{sign} </span>
      <span>{children}</span>
    </span>
  );
}
