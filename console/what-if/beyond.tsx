import { whatIfWords as words } from '../words/what-if';
import type { ChangeEffect } from './effect-model';
import { ruleLine } from './model';
import styles from './screen.module.css';

/** Why a change is not the caller's to make, and the rules that are missing. */
export const Beyond = ({ of }: { readonly of: NonNullable<ChangeEffect['beyondCaller']> }) => {
  const { message, missingPermissions: missing } = of;
  return (
    <div className={styles.beyond}>
      <p>
        <span aria-hidden>✕ </span>
        <strong>{words.cannot}.</strong> {message}
        {missing.length > 0 && ':'}
      </p>
      <ul>
        {missing.map((rule) => (
          <li key={JSON.stringify(rule)}>{ruleLine(rule)}</li>
        ))}
      </ul>
    </div>
  );
};
