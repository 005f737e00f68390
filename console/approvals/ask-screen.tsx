import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ruleText } from '../access/model';
import { asRefusal } from '../api/client';
import { useProject } from '../shell/project';
import { useTitle } from '../shell/title';
import { ErrorState, LoadingState } from '../widgets/states';
import { Time } from '../widgets/time';
import { approvalsWords as words } from '../words/approvals';
import { AskActsBar } from './ask-acts';
import { Back, Gone } from './change-screen';
import { Fact, Facts } from './facts';
import { askActs, type AskRequest, askStateOf, consentOf, ruleOf } from './model';
import { askQuery, useLooks } from './queries';
import styles from './screen.module.css';
import { StateMark } from './state-mark';
import { Asked, ConsentHead, VoteList } from './votes';

/** One request for access: what is asked for, until when, who consented, and what may be done with it. */
export function AskScreen() {
  const project = useProject();
  const { requestId = '' } = useParams({ strict: false });
  const found = useQuery({ ...askQuery(project.id, requestId), ...useLooks(project.id) });
  useTitle(words.askTitle, project.name);
  if (found.data) return <Ask request={found.data} now={found.dataUpdatedAt} />;
  if (found.isPending) return <LoadingState rows={6} />;
  if (asRefusal(found.error).status === 404) return <Gone />;
  return <ErrorState error={found.error} retry={() => void found.refetch()} />;
}

interface Props {
  readonly request: AskRequest;
  /** When it was read, in milliseconds since 1970. */
  readonly now: number;
}

function Ask({ request, now }: Props) {
  const { policy, reviewers, requestedByUserId } = request;
  const state = askStateOf(request, now);
  // Who asks may not see the policy, and then not how many have to consent.
  const consent = policy ? consentOf(reviewers, policy, requestedByUserId) : null;
  const { firstName, lastName, email } = request.requestedByUser;
  const name = [firstName, lastName].filter(Boolean).join(' ') || email;
  return (
    <div className={styles.page}>
      <header className={styles.section}>
        <Back />
        <div className={styles.title}>
          <h1>
            <bdi>{words.access(name)}</bdi>
          </h1>
          <StateMark of={state}>{words.askStates[state]}</StateMark>
        </div>
        <AskFacts request={request} />
      </header>
      <section className={styles.section}>
        <h2>{words.asked}</h2>
        <ul className={styles.rules}>
          {request.permissions.map((rule, index) => (
            <li key={index}>
              <bdi>{ruleText(ruleOf(rule) as Parameters<typeof ruleText>[0])}</bdi>
            </li>
          ))}
        </ul>
      </section>
      <section className={styles.section}>
        {consent ? (
          <ConsentHead consent={consent} isOpen={state === 'pending'} />
        ) : (
          <h2>{words.consent}</h2>
        )}
        {policy && consent && state === 'pending' && <Asked policy={policy} consent={consent} />}
        <VoteList votes={reviewers} />
      </section>
      <AskActsBar {...{ request, state, consent, acts: askActs(request, state) }} />
    </div>
  );
}

function AskFacts({ request }: { readonly request: AskRequest }) {
  const { temporaryRange, note, editNote, privilege, status, bypassReason } = request;
  const end = privilege?.expiresAt;
  return (
    <Facts>
      <Fact title={words.asks}>
        <bdi>{request.requestedByUser.email}</bdi> <Time at={request.createdAt} />
      </Fact>
      <Fact title={words.place}>
        <bdi className={styles.mono}>
          {request.environment} {request.secretPath}
        </bdi>
      </Fact>
      <Fact title={words.range}>
        {temporaryRange === null ? words.forGood : words.rangeFrom(temporaryRange)}
      </Fact>
      {end && (
        <Fact title={words.givenUntil}>
          <Time at={end} />
        </Fact>
      )}
      {status === 'pending' && (
        <Fact title={words.answerUntil}>
          <Time at={request.expiresAt} />
        </Fact>
      )}
      {note && (
        <Fact title={words.note}>
          <bdi>{note}</bdi>
        </Fact>
      )}
      {editNote && (
        <Fact title={words.editNote}>
          <bdi>{editNote}</bdi>
        </Fact>
      )}
      {bypassReason !== null && (
        <Fact title={words.reason}>
          <bdi>{bypassReason}</bdi>
        </Fact>
      )}
    </Facts>
  );
}
