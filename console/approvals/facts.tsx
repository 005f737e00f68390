import type { ReactNode } from 'react';
import styles from './screen.module.css';

export const Facts = ({ children }: { readonly children: ReactNode }) => (
  <dl className={styles.facts}>{children}</dl>
);

interface FactProps {
  readonly title: string;
  readonly children: ReactNode;
}

export const Fact = ({ title, children }: FactProps) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
);
