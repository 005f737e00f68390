import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useSession } from '../session/session';
import { useProject } from '../shell/project';
import { useTitle } from '../shell/title';
import { Button } from '../widgets/button';
import { EmptyState, ErrorState, LoadingState } from '../widgets/states';
import { accessWords as words } from '../words/access';
import { Choice } from '../widgets/choice';
import { MembersTable } from './members-table';
import { Legend } from './mark';
import { ACTIONS, type Action } from './actions';
import { firstHeld, membersWithRules, questionsOf } from './model';
import { membersQuery, namesQuery, type Question } from './queries';
import type { AccessSearch } from './route';
import styles from './screen.module.css';
import { Suggest } from '../widgets/suggest';
import { WhyPanel } from './why-panel';

/** Who can do what with a secret, by which rule and until when; and why somebody may not. */
export function AccessScreen() {
  const project = useProject();
  const question = useQuestion();
  const { action, environment, secretName, environments, questions } = question;
  const [isAll, setAll] = useState(false);
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
  const shown = isAll ? members : allowed;
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
                ? words.countSoFar(allowed.length, members.length, total, environment)
                : words.count(allowed.length, total, environment)}
            </h2>
            <Legend />
          </header>
          <NotThere question={question} />
          {shown.length > 0 ? (
            <MembersTable
              {...{ members: shown, all: members, environments, environment, secretName }}
              secretPath={question.secretPath}
            />
          ) : (
            <EmptyState title={`${words.nobody} ${words.actions[action]}`}>
              {words.nobodyHelp}
            </EmptyState>
          )}
          <Others {...{ count: members.length - allowed.length, isAll, setAll }} />
          {found.hasNextPage && (
            <More isPending={found.isFetchingNextPage} look={() => void found.fetchNextPage()} />
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
  const environment = environments.includes(asked) ? asked : firstHeld(environments, known);
  const questions = useMemo(
    () =>
      questionsOf({ action, secretName, secretPath }, environments, (slug) =>
        known ? known.tagsOf(slug, secretPath, secretName) : [],
      ),
    [action, secretName, secretPath, environments, known],
  );
  return { action, secretName, secretPath, environment, environments, questions, known };
}

interface MoreProps {
  readonly isPending: boolean;
  readonly look: () => void;
}

const More = ({ isPending, look }: MoreProps) => (
  <div>
    <Button isPending={isPending} onPress={look}>
      {words.more}
    </Button>
  </div>
);

interface OthersProps {
  /** How many of the members that were looked at may not. */
  readonly count: number;
  readonly isAll: boolean;
  readonly setAll: (isAll: boolean) => void;
}

/** The way to those who may not. */
const Others = ({ count, isAll, setAll }: OthersProps) =>
  count > 0 && (
    <div>
      <Button onPress={() => setAll(!isAll)}>
        {isAll ? words.noOthers(count) : words.others(count)}
      </Button>
    </div>
  );

type Asked = ReturnType<typeof useQuestion>;

/** What is asked about may be written wrong: rules answer all the same. */
function NotThere({ question }: { readonly question: Asked }) {
  const { known, environment, secretPath, secretName } = question;
  if (!known || known.isCut) return null;
  const isThere = secretName
    ? known.has(environment, secretPath, secretName)
    : secretPath === '/' || known.isHeld(environment, secretPath);
  if (isThere) return null;
  return (
    <p className={styles.note} role="status">
      {secretName
        ? words.noSecret(secretName, secretPath, environment)
        : words.noSecrets(secretPath, environment)}
    </p>
  );
}

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
