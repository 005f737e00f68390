import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from './button';
import styles from './form.module.css';
import { Problem } from './problem';

interface FormProps {
  readonly submit: string;
  readonly work: (fields: Readonly<Record<string, string>>) => Promise<void>;
  readonly children: ReactNode;
}

/** Fields with a button that sends them, once at a time. What `work` throws stands above the button. */
export function Form({ submit, work, children }: FormProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const fields = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    setProblem(null);
    setBusy(true);
    await work(fields).catch(setProblem);
    setBusy(false);
  };
  return (
    <form className={styles.form} onSubmit={(event) => void onSubmit(event)}>
      {children}
      <Problem of={problem} />
      <Button type="submit" look="first" isPending={isBusy}>
        {submit}
      </Button>
    </form>
  );
}
