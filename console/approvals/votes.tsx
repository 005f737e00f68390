import { useState } from 'react';
import { api, take } from '../api/client';
import { useSession } from '../session/session';
import { useProject } from '../shell/project';
import { Field } from '../widgets/field';
import { ErrorState } from '../widgets/states';
import { say } from '../widgets/toast';
import { approvalsWords as words } from '../words/approvals';
import { Act } from './act';
import type { ChangeActs, ChangeRequest, Consent, Obstacle } from './model';
import styles from './screen.module.css';
import { useAct } from './use-act';

interface Props {
  readonly request: ChangeRequest;
  readonly consent: Consent;
  readonly acts: ChangeActs;
}

/** Who consented to a change, what is missing, and the vote of who looks. */
export const Votes = ({ request, consent, acts }: Props) => (
  <section className={styles.section}>
    <ConsentHead consent={consent} isOpen={request.status === 'open'} />
    {request.status === 'open' && <Asked policy={request.policy} consent={consent} />}
    <VoteList votes={request.reviewers} />
    {acts.vote !== undefined && <Vote request={request} obstacle={acts.vote} />}
  </section>
);

interface HeadProps {
  readonly consent: Consent;
  readonly isOpen: boolean;
}

export const ConsentHead = ({ consent: { given, needed }, isOpen }: HeadProps) => (
  <div className={styles.title}>
    <h2>{words.consent}</h2>
    <span>{words.consented(given, needed)}</span>
    {isOpen && (
      <span className={styles.soft}>
        {given < needed ? words.missing(needed - given) : words.enough}
      </span>
    )}
  </div>
);

interface AskedProps {
  readonly policy: Pick<ChangeRequest['policy'], 'approvers' | 'satisfiable'>;
  readonly consent: Consent;
}

/** Who may give what is missing. */
export function Asked({ policy: { approvers, satisfiable }, consent }: AskedProps) {
  if (consent.given >= consent.needed) return null;
  const names = approvers.map(({ username }) => username ?? words.group);
  return (
    <>
      <p className={styles.soft}>
        {words.askedOf} <bdi>{names.join(', ')}</bdi>
      </p>
      {!satisfiable && <p className={styles.warning}>{words.unsatisfiable}</p>}
    </>
  );
}

interface Voted {
  readonly userId: string;
  readonly email: string | null;
  readonly status: string;
  readonly comment?: string;
  readonly counts?: boolean;
}

export function VoteList({ votes }: { readonly votes: readonly Voted[] }) {
  const { account } = useSession();
  if (votes.length === 0) return <p className={styles.soft}>{words.noVotes}</p>;
  return (
    <ul className={styles.votes}>
      {votes.map(({ userId, email, status, comment, counts = true }) => (
        <li key={userId}>
          <span className={status === 'approved' ? styles.good : styles.bad}>
            {words.voteStates[status] ?? status}
          </span>
          <span>
            <bdi>{email ?? userId}</bdi>
            {userId === account?.id && <span className={styles.soft}> ({words.you})</span>}
            {!counts && <span className={styles.soft}> · {words.notCounted}</span>}
          </span>
          {comment && <q className={styles.comment}>{comment}</q>}
        </li>
      ))}
    </ul>
  );
}

interface VoteProps {
  readonly request: ChangeRequest;
  readonly obstacle: Obstacle;
}

function Vote({ request, obstacle }: VoteProps) {
  const project = useProject();
  const { account } = useSession();
  const own = request.reviewers.find(({ userId }) => userId === account?.id);
  const [comment, setComment] = useState(own?.comment ?? '');
  const [status, setStatus] = useState<'approved' | 'rejected'>('approved');
  const voting = useAct(
    project.id,
    (headers, vote: 'approved' | 'rejected') =>
      take(
        api.POST('/api/v1/secret-approval-requests/{approvalRequestId}/review', {
          ...{ params: { path: { approvalRequestId: request.id } }, headers },
          body: { status: vote, ...(comment === '' ? {} : { comment }) },
        }),
      ),
    () => say(words.voted[status]),
  );
  const vote = (next: 'approved' | 'rejected') => {
    setStatus(next);
    voting.mutate(next);
  };
  return (
    <div className={styles.vote}>
      {obstacle === null && (
        <Field
          label={words.commentLabel}
          value={comment}
          onChange={setComment}
          maxLength={2_000}
          rows={2}
        />
      )}
      <div className={styles.acts}>
        <Act obstacle={obstacle} isPending={voting.isPending} onPress={() => vote('approved')}>
          {words.approve}
        </Act>
        {obstacle === null && (
          <Act obstacle={null} isPending={voting.isPending} onPress={() => vote('rejected')}>
            {words.reject}
          </Act>
        )}
      </div>
      {voting.error && <ErrorState error={voting.error} />}
    </div>
  );
}
