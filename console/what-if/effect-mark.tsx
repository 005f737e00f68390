import { whatIfWords as words } from '../words/what-if';
import type { Effect } from './model';
import styles from './screen.module.css';

const DRAWINGS: Readonly<Record<Effect, string>> = { gains: '▲', loses: '▼', both: '±', same: '=' };

/** What a change does to somebody: a drawing, and a word for whoever listens. */
export const EffectMark = ({ of }: { readonly of: Effect }) => (
  <span className={`${styles.mark} ${styles[of]}`} title={words.effects[of]}>
    <span aria-hidden>{DRAWINGS[of]}</span>
    <span className="hidden-visually">{words.effects[of]}</span>
  </span>
);
