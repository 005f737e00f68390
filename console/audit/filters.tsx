import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Choice } from '../widgets/choice';
import { Suggest } from '../widgets/suggest';
import { projectsQuery } from '../api/queries';
import { Button } from '../widgets/button';
import { auditWords as words } from '../words/audit';
import { ACTIONS } from './actions';
import { isPeriod, localOf, momentOf, PERIODS } from './model';
import { idOf, isUnknown, type Known } from './people';
import type { AuditSearch } from './route';
import styles from './filters.module.css';

interface Props {
  /** Who may be chosen, and the actions that are seen. */
  readonly people: readonly Known[];
  readonly actions: readonly string[];
}

/** What is asked of the log; the address holds it. */
export function Filters({ people, actions }: Props) {
  const search = useSearch({ strict: false }) as AuditSearch;
  const navigate = useNavigate();
  const ask = (change: Partial<AuditSearch>) =>
    void navigate({ to: '/audit', replace: true, search: asked(search, change) });
  const { actor = '', action = '', name = '', path = '' } = search;
  const { project: _project, entry: _entry, at: _at, ...others } = search;
  const isAsking = search.project !== undefined || Object.keys(others).length > 0;
  return (
    <div className={styles.filters} role="search" aria-label={words.filters}>
      <Labelled label={words.who}>
        <Suggest
          label={words.who}
          placeholder={words.anybody}
          value={people.find(({ id }) => id === actor)?.name ?? actor}
          options={people.map((each) => each.name)}
          onChange={(text) => ask({ actor: idOf(text.trim(), people) })}
        />
      </Labelled>
      <Labelled label={words.action}>
        <Suggest
          label={words.action}
          placeholder={words.anyAction}
          value={action}
          options={[...new Set([...actions, ...ACTIONS])].sort()}
          onChange={(text) => ask({ action: text.trim() })}
        />
      </Labelled>
      <Labelled label={words.project}>
        <ProjectChoice chosen={search.project ?? ''} choose={(project) => ask({ project })} />
      </Labelled>
      <TextFilter
        {...{ label: words.name, placeholder: words.anyName, value: name }}
        onChange={(text) => ask({ name: text })}
      />
      <TextFilter
        {...{ label: words.path, placeholder: words.anyPath, value: path }}
        onChange={(text) => ask({ path: text })}
      />
      <Times search={search} ask={ask} />
      {isUnknown(actor, people) && (
        <p className={styles.note} role="status">
          {words.unknownActor}
        </p>
      )}
      {isAsking && (
        <Button look="quiet" onPress={() => void navigate({ to: '/audit', search: {} })}>
          {words.clear}
        </Button>
      )}
    </div>
  );
}

/** Without what was emptied. */
const asked = (search: AuditSearch, change: Partial<AuditSearch>): AuditSearch =>
  Object.fromEntries(
    Object.entries({ ...search, ...change }).filter(([, value]) => value !== '' && value),
  );

const Labelled = ({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}) => (
  <div className={styles.field}>
    <span className={styles.label} aria-hidden>
      {label}
    </span>
    {children}
  </div>
);

interface TextProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** A text that nothing is proposed for. */
const TextFilter = ({ label, onChange, ...given }: TextProps) => (
  <Labelled label={label}>
    <Suggest {...given} label={label} options={[]} onChange={(text) => onChange(text.trim())} />
  </Labelled>
);

interface ProjectProps {
  readonly chosen: string;
  readonly choose: (projectId: string) => void;
}

function ProjectChoice({ chosen, choose }: ProjectProps) {
  const { data: projects = [] } = useQuery(projectsQuery);
  const known = projects.map(({ id, name }) => [id, name] as const);
  const isKnown = chosen === '' || projects.some(({ id }) => id === chosen);
  return (
    <Choice
      label={words.project}
      value={chosen}
      options={[
        ['', words.everyProject],
        ...known,
        ...(isKnown ? [] : [[chosen, chosen] as const]),
      ]}
      onChange={choose}
    />
  );
}

interface TimesProps {
  readonly search: AuditSearch;
  readonly ask: (change: Partial<AuditSearch>) => void;
}

const OWN = 'own';

/** A span up to now, or two moments. */
function Times({ search: { period, from, until }, ask }: TimesProps) {
  const isOwn = !isPeriod(period) && (period === OWN || from !== undefined || until !== undefined);
  const periods = Object.keys(PERIODS).map((each) => [
    each,
    words.periods[each as keyof typeof PERIODS],
  ]) as [string, string][];
  return (
    <>
      <Labelled label={words.time}>
        <Choice
          label={words.time}
          value={isOwn ? OWN : (period ?? '')}
          options={[['', words.anyTime], ...periods, [OWN, words.ownTime]]}
          onChange={(chosen) => ask({ period: chosen, from: '', until: '' })}
        />
      </Labelled>
      {isOwn &&
        (
          [
            ['from', words.from, from],
            ['until', words.until, until],
          ] as const
        ).map(([field, label, value]) => (
          <label key={field} className={styles.field}>
            <span className={styles.label}>{label}</span>
            <input
              type="datetime-local"
              className={styles.moment}
              defaultValue={localOf(value)}
              onBlur={({ target }) => ask({ [field]: momentOf(target.value) ?? '' })}
              onKeyDown={({ key, currentTarget }) =>
                key === 'Enter' && ask({ [field]: momentOf(currentTarget.value) ?? '' })
              }
            />
          </label>
        ))}
    </>
  );
}
