import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { isProduction } from '../secrets/production';
import { useSession } from '../session/session';
import { useProject } from '../shell/project';
import { useTitle } from '../shell/title';
import { Button } from '../widgets/button';
import { EmptyState, ErrorState, LoadingState } from '../widgets/states';
import { accessWords as words } from '../words/access';
import { MembersTable } from './members-table';
import { Legend } from './mark';
import { columnsOf, explainedIn, standingOf } from './columns';
import { type Member, membersWithRules, type MemberWithRules, tokensWithRules } from './model';
import { membersQuery, type Question } from './queries';
import { Partly } from './partly';
import { useBelow } from './use-below';
import type { Below } from './below';
import { type Asked, NotThere, QuestionBar, useQuestion } from './question';
import styles from './screen.module.css';
import { TokensTable } from './tokens-table';
import { WhyPanel } from './why-panel';

/** Who can do what with a secret, by which rule and until when; and why somebody may not. */
export function AccessScreen() {
  const project = useProject();
  const question = useQuestion();
  const { environments, questions } = question;
  const explained = explainedIn(question, isProduction);
  useTitle(words.title, project.name);
  const found = useInfiniteQuery(membersQuery(project.id, questions));
  const pages = found.data?.pages;
  const members = useMemo(() => pages?.flatMap(membersWithRules) ?? [], [pages]);
  const { below, isCut } = useBelow(question, pages?.length ?? 0);
  const tokens = useMemo(() => pages?.slice(0, 1).flatMap(tokensWithRules) ?? [], [pages]);
  if (found.error)
    return (
      <div className={styles.page}>
        <QuestionBar question={question} />
        <ErrorState error={found.error} retry={() => void found.refetch()} />
        <OwnAnswer question={questions[explained]!} />
      </div>
    );
  return (
    <div className={styles.page}>
      <QuestionBar question={question} />
      {found.isPending ? (
        <LoadingState />
      ) : (
        <Answer {...{ question, members, below, isCut }} total={pages?.[0]?.totalCount ?? 0}>
          {found.hasNextPage && (
            <More isPending={found.isFetchingNextPage} look={() => void found.fetchNextPage()} />
          )}
        </Answer>
      )}
      <TokensTable {...{ tokens, question, below, isCut }} />
      <WhyPanel members={members} question={questions[explained]!} environments={environments} />
    </div>
  );
}

interface AnswerProps {
  readonly question: Asked;
  readonly members: readonly MemberWithRules[];
  readonly below: Below;
  /** Whether not every folder below was looked at. */
  readonly isCut: boolean;
  /** Of all members, looked at or not. */
  readonly total: number;
  /** The way to those that are not looked at yet. */
  readonly children: ReactNode;
}

/** Who may, and on request who may not. */
function Answer({ question, members, below, isCut, total, children }: AnswerProps) {
  const { action, environment, secretName, environments } = question;
  const [isAll, setAll] = useState(false);
  const asked = { columns: columnsOf(question), isOfAll: secretName === '' };
  const standings = members.map((row) => standingOf(row, asked));
  const allowed = members.filter((_, index) => standings[index] !== 'not');
  const open = standings.filter((each) => each === 'some').length;
  const sure = allowed.length - open;
  const where = words.countedIn(environment);
  const partly = members.filter(
    ({ member: { id } }, index) => standings[index] === 'not' && below.has(id),
  );
  const shown = isAll ? members.filter((row) => !partly.includes(row)) : allowed;
  return (
    <section className={styles.answer} aria-labelledby="access-count">
      <header className={styles.head}>
        <h2 id="access-count" aria-live="polite">
          {children
            ? words.countSoFar(sure, members.length, total, where)
            : words.count(sure, total, where)}
          {open > 0 && words.alsoSome(open)}
          {partly.length > 0 && words.alsoBelow(partly.length)}
        </h2>
        <Legend />
      </header>
      <NotThere question={question} />
      {open > 0 && (
        <p className={styles.note} role="status">
          {words.ofSome}
        </p>
      )}
      {shown.length > 0 ? (
        <MembersTable
          {...{ members: shown, all: members, environments, environment, secretName }}
          secretPath={question.secretPath}
        />
      ) : partly.length > 0 ? null : (
        <EmptyState title={`${words.nobody} ${words.actions[action]}`}>
          {words.nobodyHelp}
        </EmptyState>
      )}
      <Partly
        {...{ below, isCut, action, environments: asked.columns.length }}
        rows={partly.map(({ member }) => ({ ...member, kind: kindText(member) }))}
        secretPath={question.secretPath}
      />
      <Others {...{ count: members.length - allowed.length - partly.length, isAll, setAll }} />
      {children}
    </section>
  );
}

const kindText = ({ kind }: Member): string => (kind === 'user' ? words.person : words.identity);

/** Who may not ask about others may ask about themselves. */
function OwnAnswer({ question }: { readonly question: Question }) {
  const { account } = useSession();
  if (!account) return null;
  const { id, name } = account;
  const kind = account.kind === 'person' ? 'user' : 'identity';
  const member = { kind, id, name, cells: [] } as const;
  return <WhyPanel members={[{ member, rules: [] }]} question={question} environments={[]} />;
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
