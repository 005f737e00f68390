import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useProject } from '../shell/project';
import { Choice } from '../widgets/choice';
import { Suggest } from '../widgets/suggest';
import { accessWords as words } from '../words/access';
import { ACTIONS, type Action } from './actions';
import { questionsOf } from './model';
import { namesQuery } from './queries';
import type { AccessSearch } from './route';
import styles from './screen.module.css';

/** The question that the address asks; what it does not say is what most come for. */
export function useQuestion() {
  const project = useProject();
  const search = useSearch({ strict: false }) as AccessSearch;
  const { data: known } = useQuery(namesQuery(project.id));
  const environments = useMemo(() => project.environments.map(({ slug }) => slug), [project]);
  const { action = 'readValue', name: secretName = '', path: secretPath = '/' } = search;
  const asked = search.environment ?? '';
  // Without one, all are looked at together: none of them hides what may be done in another.
  const environment = environments.includes(asked) ? asked : '';
  const questions = useMemo(
    () =>
      questionsOf({ action, secretName, secretPath }, environments, (slug) =>
        known ? known.tagsOf(slug, secretPath, secretName) : [],
      ),
    [action, secretName, secretPath, environments, known],
  );
  return { action, secretName, secretPath, environment, environments, questions, known };
}

export type Asked = ReturnType<typeof useQuestion>;

/** What is asked about may be written wrong: rules answer all the same. */
export function NotThere({ question }: { readonly question: Asked }) {
  const { known, environment, environments, secretPath, secretName } = question;
  if (!known || known.isCut) return null;
  const asked = environment === '' ? environments : [environment];
  const isThere = asked.some((slug) =>
    secretName
      ? known.has(slug, secretPath, secretName)
      : secretPath === '/' || known.isHeld(slug, secretPath),
  );
  if (isThere) return null;
  return (
    <p className={styles.note} role="status">
      {secretName
        ? words.noSecret(secretName, secretPath, environment)
        : words.noSecrets(secretPath, environment)}
    </p>
  );
}

/** In the list of environments, for all of them; no environment is called so. */
const ANY = 'any environment';

/** The question as a sentence, every part of it a choice. */
export function QuestionBar({ question }: { readonly question: Asked }) {
  const navigate = useNavigate();
  const ask = (change: Partial<AccessSearch>) =>
    void navigate({
      to: '.',
      replace: true,
      search: ((before: AccessSearch) => ({ ...before, ...change })) as never,
    });
  const { action, secretName, secretPath, environment, environments, known } = question;
  return (
    <div className={styles.question}>
      <h1>{words.title}</h1>
      <span className={styles.joint}>{words.whoCan}</span>
      <Choice
        label={words.action}
        value={action}
        options={ACTIONS.map((each) => [each, words.asked[each]] as const)}
        onChange={(chosen) => ask({ action: chosen as Action })}
      />
      <Suggest
        label={words.name}
        value={secretName}
        placeholder={words.anyName}
        options={known?.namesIn(secretPath) ?? []}
        onChange={(name) => ask({ name: name.trim() })}
      />
      <span className={styles.joint}>{words.in}</span>
      <Choice
        label={words.environment}
        value={environment || ANY}
        options={[
          [ANY, words.anyEnvironment],
          ...environments.map((slug) => [slug, slug] as const),
        ]}
        onChange={(chosen) => ask({ environment: chosen === ANY ? undefined : chosen } as never)}
      />
      <span className={styles.joint}>{words.folder}</span>
      <Suggest
        label={words.path}
        value={secretPath}
        options={known?.paths ?? ['/']}
        onChange={(path) => ask({ path: path.trim() === '' ? '/' : path.trim() })}
      />
    </div>
  );
}
