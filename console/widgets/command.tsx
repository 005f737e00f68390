import { widgetWords as words } from '../words/widgets';
import styles from './command.module.css';
import { CopyButton } from './copy';

/** What a view asks, as one would type it: with `$BASE` and `$TOKEN` as the README has them. */
export const AsCommand = ({ command }: { readonly command: string }) => (
  <details className={styles.details}>
    <summary>{words.asCurl}</summary>
    <Snippet text={command} />
  </details>
);

/** Lines to paste elsewhere. No value and no token is among them. */
export const Snippet = ({ text }: { readonly text: string }) => (
  <div className={styles.box}>
    <pre className={styles.code}>{text}</pre>
    <CopyButton label={words.copyLines} value={() => text} />
  </div>
);
