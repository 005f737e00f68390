import type { ReactNode } from 'react';
import styles from './facts.module.css';

/** What is known of one thing: names, and what they are. */
export const Facts = ({ of }: { readonly of: readonly (readonly [string, ReactNode])[] }) => (
  <dl className={styles.facts}>
    {of.flatMap(([name, fact]) => [<dt key={name}>{name}</dt>, <dd key={`${name} is`}>{fact}</dd>])}
  </dl>
);
