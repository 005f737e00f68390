import { type ReactNode, useEffect, useState } from 'react';
import { SERVER, asRefusal } from '../api/client';
import { NOT_PROVED } from '../api/refusal';
import { stateWords as words } from '../words/states';
import { Button } from './button';
import styles from './states.module.css';

/** While the first answer is on its way; shown only if that takes longer than a blink. */
export function LoadingState({ rows = 6 }: { readonly rows?: number }) {
  return (
    <div className={styles.loading} role="status" aria-label={words.loading}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.bone} />
      ))}
    </div>
  );
}

interface EmptyProps {
  readonly title: string;
  /** Whether it is in place of a whole screen, whose title it is then. */
  readonly isPage?: boolean;
  readonly children?: ReactNode;
  /** What leads on from here: buttons or links. */
  readonly acts?: ReactNode;
}

/** Where there is nothing: says why, and what leads on. */
export const EmptyState = ({ title, isPage, children, acts }: EmptyProps) => (
  <section className={styles.state}>
    {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
    <p>{children}</p>
    {acts && <div className={styles.acts}>{acts}</div>}
  </section>
);

interface ErrorProps {
  readonly error: unknown;
  /** Does the same again, with the same Idempotency-Key where it has one. */
  readonly retry?: () => void;
  readonly acts?: ReactNode;
}

/** Where the server refused or did not answer: its sentence, the request's id, and how to try again. */
export function ErrorState({ error, retry, acts }: ErrorProps) {
  const refusal = asRefusal(error);
  const title =
    refusal.status === 403
      ? words.forbidden
      : refusal.status === 0
        ? refusal.code === NOT_PROVED
          ? words.notDone
          : words.unreachable
        : words.refused;
  return (
    <section className={styles.state} role="alert">
      <h2 className={styles.bad}>{title}</h2>
      <p>{refusal.message}</p>
      <RefusalFacts error={refusal} />
      <div className={styles.acts}>
        {retry && <RetryButton after={refusal.retryAfter} retry={retry} />}
        {acts}
      </div>
    </section>
  );
}

/** What one gives to whoever helps: the request's id and the page about the code. */
export function RefusalFacts({ error }: { readonly error: unknown }) {
  const { reqId, help, code } = asRefusal(error);
  return (
    <p className={styles.facts}>
      {reqId && (
        <span>
          {words.request} <code>{reqId}</code>
        </span>
      )}
      {help && (
        <a href={SERVER + help} target="_blank" rel="noreferrer">
          {words.help}: {code}
        </a>
      )}
    </p>
  );
}

/** Counts down where the server says when to come again. */
export function RetryButton({
  after,
  retry,
}: {
  readonly after: number | null;
  readonly retry: () => void;
}) {
  const [left, setLeft] = useState(Math.ceil((after ?? 0) / 1000));
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return (
    <Button onPress={retry} isPending={left > 0}>
      {left > 0 ? words.waiting(left) : words.retry}
    </Button>
  );
}
