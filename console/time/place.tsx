import type { FormEvent } from 'react';
import type { Project } from '../shell/project';
import { Button } from '../widgets/button';
import { timeWords as words } from '../words/time';
import { type Period, PERIODS, type TimeSearch } from './address';
import styles from './screen.module.css';

interface Props {
  readonly project: Project;
  readonly search: TimeSearch;
  readonly onChange: (search: TimeSearch) => void;
}

/** Which folder, and how far back. */
export function Place({ project, search, onChange }: Props) {
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const path = new FormData(event.currentTarget).get('path');
    onChange({ ...search, path: typeof path === 'string' && path !== '' ? path : '/' });
  };
  return (
    <form className={styles.place} onSubmit={onSubmit}>
      <label>
        <span>{words.environment}</span>
        <select
          value={search.environment}
          onChange={({ target }) => onChange({ ...search, environment: target.value })}
        >
          {project.environments.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>{words.path}</span>
        <input key={search.path} name="path" defaultValue={search.path} spellCheck={false} />
      </label>
      <Button type="submit">{words.go}</Button>
      <label>
        <span>{words.period}</span>
        <select
          value={search.period}
          onChange={({ target }) => onChange({ ...search, period: target.value as Period })}
        >
          {PERIODS.map((period) => (
            <option key={period} value={period}>
              {words.periods[period]}
            </option>
          ))}
        </select>
      </label>
    </form>
  );
}
