import styles from './form.module.css';

/** What the server says is doubtful about a trust. */
export const Warnings = ({
  of,
}: {
  readonly of: readonly { readonly code: string; readonly message: string }[];
}) =>
  of.length > 0 && (
    <ul className={styles.warnings}>
      {of.map(({ code, message }) => (
        <li key={code}>
          {message} <code className={styles.soft}>{code}</code>
        </li>
      ))}
    </ul>
  );
