import { useState } from 'react';
import { api, asRefusal, take } from '../api/client';
import { useProject } from '../shell/project';
import { Button } from '../widgets/button';
import { ErrorState } from '../widgets/states';
import { say } from '../widgets/toast';
import { approvalsWords as words } from '../words/approvals';
import { Act } from './act';
import { BypassDialog } from './bypass-dialog';
import type { AskActs, AskRequest, AskState, Consent } from './model';
import styles from './screen.module.css';
import { useAct } from './use-act';

interface Props {
  readonly request: AskRequest;
  readonly state: AskState;
  /** Null for who may not see the policy: they do without no votes. */
  readonly consent: Consent | null;
  readonly acts: AskActs;
}

interface AccessVote {
  readonly status: 'approved' | 'rejected';
  readonly bypassReason?: string;
}

/** Votes on what was read: who shortens the request meanwhile makes them be asked again (409). */
function useReview({ id, updatedAt }: AskRequest) {
  const project = useProject();
  return useAct(
    project.id,
    (headers, vote: AccessVote) =>
      take(
        api.POST('/api/v1/access-approvals/requests/{accessRequestId}/review', {
          ...{ params: { path: { accessRequestId: id } }, headers, body: { ...vote, updatedAt } },
        }),
      ),
    () => undefined,
  );
}

function useRevoke({ id }: AskRequest) {
  const project = useProject();
  return useAct<void>(
    project.id,
    (headers) =>
      take(
        api.POST('/api/v1/access-approvals/requests/{accessRequestId}/revoke', {
          ...{ params: { path: { accessRequestId: id } }, headers },
        }),
      ),
    () => say(words.revoked),
  );
}

/** Votes on a request for access, and taking back what was asked for or given. */
export function AskActsBar({ request, state, consent, acts }: Props) {
  const [isAsking, setAsking] = useState(false);
  const voting = useReview(request);
  const revoking = useRevoke(request);
  if (Object.keys(acts).length === 0) return null;
  const failed = voting.error ?? revoking.error;
  const isChanged = failed !== null && asRefusal(failed).code === 'request-changed';
  const vote = (status: AccessVote['status']) => voting.mutate({ status });
  const { isOwn } = request.callerRelation;
  const busy = voting.isPending || revoking.isPending;
  return (
    <footer className={styles.foot}>
      {isChanged && (
        <p className={styles.warning} role="alert">
          {words.changedSince}
        </p>
      )}
      {failed && !isChanged && <ErrorState error={failed} />}
      <div className={styles.acts}>
        {acts.vote !== undefined && (
          <Act look="first" obstacle={acts.vote} isPending={busy} onPress={() => vote('approved')}>
            {words.approve}
          </Act>
        )}
        {acts.vote === null && (
          <Button isPending={busy} onPress={() => vote('rejected')}>
            {words.reject}
          </Button>
        )}
        {acts.bypass === null && (
          <Button look="danger" onPress={() => setAsking(true)}>
            {words.approveBypass}
          </Button>
        )}
        {acts.revoke !== undefined && (
          <Act obstacle={acts.revoke} isPending={busy} onPress={() => revoking.mutate()}>
            {state === 'approved' ? words.revoke : isOwn ? words.withdraw : words.end}
          </Act>
        )}
      </div>
      {isAsking && consent && (
        <BypassDialog
          title={words.approveBypass.replace(' …', '')}
          help={words.bypassHelp(consent.given, consent.needed)}
          act={words.approve}
          work={(bypassReason) => voting.mutateAsync({ status: 'approved', bypassReason })}
          close={() => setAsking(false)}
        />
      )}
    </footer>
  );
}
