import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useSession } from '../session/session';
import { useProject } from '../shell/project';
import { useTitle } from '../shell/title';
import { Button } from '../widgets/button';
import { EmptyState, ErrorState, LoadingState } from '../widgets/states';
import { accessWords as words } from '../words/access';
import { Choice } from './choice';
import { MembersTable } from './members-table';
import { Legend } from './mark';
import { ACTIONS, type Action } from './actions';
import { membersWithRules, questionsOf } from './model';
import { membersQuery, namesQuery, type Question } from './queries';
import type { AccessSearch } from './route';
import styles from './screen.module.css';
import { Suggest } from './suggest';
import { WhyPanel } from './why-panel';

/** Who can do what with a secret, by which rule and until when; and why somebody may not. */
export function AccessScreen() {
  const project = useProject();
  const question = useQuestion();
  const { action, environment, secretName, environments, questions } = question;
  useTitle(words.title, project.name);
  const found = useInfiniteQuery(membersQuery(project.id, questions));
  const column = environments.indexOf(environment);
  const pages = found.data?.pages;
  const members = useMemo(() => pages?.flatMap(membersWithRules) ?? [], [pages]);
  if (found.error)
    return (
      <div className={styles.page}>
        <QuestionBar question={question} />
        <ErrorState error={found.error} retry={() => void found.refetch()} />
        <OwnAnswer question={questions[column]!} />
      </div>
    );
  const allowed = members.filter(({ member }) => member.cells[column]?.allowed);
  const total = pages?.[0]?.totalCount ?? 0;
  return (
    <div className={styles.page}>
      <QuestionBar question={question} />
      {found.isPending ? (
        <LoadingState />
      ) : (
        <section className={styles.answer} aria-labelledby="access-count">
          <header className={styles.head}>
            <h2 id="access-count" aria-live="polite">
              {found.hasNextPage
                ? words.countSoFar(allowed.length, members.length, total)
                : words.count(allowed.length, total)}
            </h2>
            <Legend />
          </header>
          {allowed.length > 0 ? (
            <MembersTable
              {...{ members: allowed, environments, environment, secretName }}
              secretPath={question.secretPath}
            />
          ) : (
            <EmptyState title={`${words.nobody} ${words.actions[action]}`}>
              {words.nobodyHelp}
            </EmptyState>
          )}
          {found.hasNextPage && (
            <div>
              <Button
                isPending={found.isFetchingNextPage}
                onPress={() => void found.fetchNextPage()}
              >
                {words.more}
              </Button>
            </div>
          )}
        </section>
      )}
      <WhyPanel members={members.map(({ member }) => member)} question={questions[column]!} />
    </div>
  );
}

/** Who may not ask about others may ask about themselves. */
function OwnAnswer({ question }: { readonly question: Question }) {
  const { account } = useSession();
  if (!account) return null;
  const { id, name } = account;
  const kind = account.kind === 'person' ? 'user' : 'identity';
  return <WhyPanel members={[{ kind, id, name, cells: [] }]} question={question} />;
}

/** The question that the address asks; what it does not say is what most come for. */
function useQuestion() {
  const project = useProject();
  const search = useSearch({ strict: false }) as AccessSearch;
  const { data: known } = useQuery(namesQuery(project.id));
  const environments = useMemo(() => project.environments.map(({ slug }) => slug), [project]);
  const { action = 'readValue', name: secretName = '', path: secretPath = '/' } = search;
  const asked = search.environment ?? '';
  const environment = environments.includes(asked) ? asked : (environments.at(-1) ?? '');
  const questions = useMemo(
    () =>
      questionsOf({ action, secretName, secretPath }, environments, (slug) =>
        known ? known.tagsOf(slug, secretPath, secretName) : [],
      ),
    [action, secretName, secretPath, environments, known],
  );
  return { action, secretName, secretPath, environment, environments, questions, known };
}

type Asked = ReturnType<typeof useQuestion>;

/** The question as a sentence, every part of it a choice. */
function QuestionBar({ question }: { readonly question: Asked }) {
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
      <h1>{words.whoCan}</h1>
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
        value={environment}
        options={environments.map((slug) => [slug, slug] as const)}
        onChange={(chosen) => ask({ environment: chosen })}
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
