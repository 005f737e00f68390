import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, idempotencyKey, take } from '../api/client';
import { projectsQuery, queryClient } from '../api/queries';
import { Button } from '../widgets/button';
import { Field } from '../widgets/field';
import { ErrorState } from '../widgets/states';
import { say } from '../widgets/toast';
import { firstRunWords as words } from '../words/first-run';
import styles from './first-run.module.css';
import { useOpenProject } from './project-switch';

/** What somebody sees who has no project yet: one field, and they are in. */
export function FirstRun() {
  const [key] = useState(idempotencyKey);
  const open = useOpenProject();
  const creation = useMutation({
    mutationFn: (projectName: string) =>
      take(api.POST('/api/v1/projects', { headers: key, body: { projectName } })),
    onSuccess: async ({ project }) => {
      await queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey });
      say(words.created(project.name));
      open(project.slug);
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    creation.mutate(String(new FormData(event.currentTarget).get('projectName')));
  };
  return (
    <section className={styles.card}>
      <h1>{words.title}</h1>
      <p>{words.text}</p>
      <form className={styles.form} onSubmit={submit}>
        <Field label={words.name} help={words.nameHelp} name="projectName" isRequired autoFocus />
        <Button type="submit" look="first" isPending={creation.isPending}>
          {words.create}
        </Button>
      </form>
      {creation.error && <ErrorState error={creation.error} />}
      <p className={styles.soft}>{words.next}</p>
    </section>
  );
}
