import { useQuery } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { namesQuery } from '../access/queries';
import type { Project } from '../shell/project';
import { Button } from '../widgets/button';
import { Choice } from '../widgets/choice';
import { Suggest } from '../widgets/suggest';
import { timeWords as words } from '../words/time';
import { type Period, PERIODS, type TimeSearch } from './address';
import { fieldText, momentOf, placeOf } from './model';
import styles from './screen.module.css';

interface Props {
  readonly project: Project;
  readonly search: TimeSearch;
  readonly onChange: (search: TimeSearch) => void;
}

/** Which folder, how far back its changes are shown, and the moment that is shown of it. */
export function Place({ project, search, onChange }: Props) {
  const { data: known } = useQuery(namesQuery(project.id));
  const { environment = '', path = '/', period = 'day', at } = search;
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget).get('at');
    onChange({ ...placeOf(search), ...momentOf(String(given ?? ''), Date.now()) });
  };
  return (
    <form className={styles.place} onSubmit={onSubmit}>
      <Part label={words.environment}>
        <Choice
          label={words.environment}
          value={environment}
          options={project.environments.map(({ slug }) => [slug, slug] as const)}
          onChange={(chosen) => onChange({ ...search, environment: chosen })}
        />
      </Part>
      <Part label={words.path}>
        <Suggest
          label={words.path}
          value={path}
          options={known?.paths ?? ['/']}
          onChange={(chosen) => onChange({ ...search, path: chosen.trim() || '/' })}
        />
      </Part>
      <Part label={words.period}>
        <Choice
          label={words.period}
          value={period}
          options={PERIODS.map((each) => [each, words.periods[each]] as const)}
          onChange={(chosen) => onChange({ ...search, period: chosen as Period })}
        />
      </Part>
      <label>
        <span>{words.at}</span>
        <input
          key={at}
          type="datetime-local"
          name="at"
          step={1}
          defaultValue={at === undefined ? '' : fieldText(at)}
        />
      </label>
      <Button type="submit">{words.go}</Button>
    </form>
  );
}

/** A part of the question below its label, which the part itself speaks. */
const Part = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className={styles.labelled}>
    <span aria-hidden>{label}</span>
    {children}
  </div>
);
