import { useState } from 'react';
import { api, asRefusal, take } from '../api/client';
import { useProject } from '../shell/project';
import { Button } from '../widgets/button';
import { ErrorState } from '../widgets/states';
import { say } from '../widgets/toast';
import { approvalsWords as words } from '../words/approvals';
import { Act } from './act';
import { BypassDialog } from './bypass-dialog';
import { type ChangeActs, type ChangeRequest, type Conflict } from './model';
import { conflictsIn, type Consent } from './model';
import styles from './screen.module.css';
import { useAct } from './use-act';

interface Props {
  readonly request: ChangeRequest;
  readonly consent: Consent;
  readonly acts: ChangeActs;
  /** What kept the last merge from being done. */
  readonly onConflicts: (conflicts: readonly Conflict[]) => void;
}

/** Merging, with or without votes; closing and opening again. */
export function ChangeActsBar({ request, consent, acts, onConflicts }: Props) {
  const [isAsking, setAsking] = useState(false);
  const merging = useMerge(request, onConflicts);
  const setting = useStatus(request);
  const missing = consent.needed - consent.given;
  if (Object.keys(acts).length === 0) return null;
  const failed = [merging.error, setting.error].find(
    (error) => error && conflictsIn(asRefusal(error).details).length === 0,
  );
  return (
    <footer className={styles.foot}>
      {failed && <ErrorState error={failed} />}
      <div className={styles.acts}>
        {acts.merge !== undefined && (
          <Act
            {...{ obstacle: acts.merge, missing, isPending: merging.isPending }}
            look="first"
            onPress={() => merging.mutate(null)}
          >
            {words.merge}
          </Act>
        )}
        {acts.bypass === null && (
          <Button look="danger" onPress={() => setAsking(true)}>
            {words.bypass}
          </Button>
        )}
        {acts.close !== undefined && (
          <Act
            {...{ obstacle: acts.close, isPending: setting.isPending }}
            onPress={() => setting.mutate('close')}
          >
            {words.close}
          </Act>
        )}
        {acts.reopen !== undefined && (
          <Act
            {...{ obstacle: acts.reopen, isPending: setting.isPending }}
            onPress={() => setting.mutate('open')}
          >
            {words.reopen}
          </Act>
        )}
      </div>
      {acts.reopen === null && <p className={styles.soft}>{words.reopenHelp}</p>}
      {isAsking && (
        <BypassDialog
          title={words.bypassTitle}
          help={words.bypassHelp(consent.given, consent.needed)}
          act={words.bypassNow}
          work={(reason) => merging.mutateAsync(reason)}
          close={() => setAsking(false)}
        />
      )}
    </footer>
  );
}

/** Merges; with a reason without votes. Nothing is written where anything does not fit. */
function useMerge(request: ChangeRequest, onConflicts: Props['onConflicts']) {
  const project = useProject();
  return useAct(
    project.id,
    async (headers, bypassReason: string | null) => {
      const params = { path: { approvalRequestId: request.id } };
      const body = bypassReason === null ? {} : { bypassReason };
      const asked = api.POST('/api/v1/secret-approval-requests/{approvalRequestId}/merge', {
        ...{ params, headers, body },
      });
      try {
        return await take(asked);
      } catch (error) {
        onConflicts(conflictsIn(asRefusal(error).details));
        throw error;
      }
    },
    () => say(words.merged),
  );
}

function useStatus(request: ChangeRequest) {
  const project = useProject();
  const isOpen = request.status === 'open';
  return useAct(
    project.id,
    (headers, status: 'open' | 'close') =>
      take(
        api.POST('/api/v1/secret-approval-requests/{approvalRequestId}/status', {
          ...{ params: { path: { approvalRequestId: request.id } }, headers, body: { status } },
        }),
      ),
    () => say(isOpen ? words.closed : words.reopened),
  );
}
