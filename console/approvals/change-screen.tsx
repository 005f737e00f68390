import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { asRefusal } from '../api/client';
import type { ProjectEvent } from '../api/event-source';
import { useProjectEvents } from '../api/stream';
import { useProject } from '../shell/project';
import { useTitle } from '../shell/title';
import { EmptyState, ErrorState, LoadingState } from '../widgets/states';
import { Time } from '../widgets/time';
import { approvalsWords as words } from '../words/approvals';
import { ChangeActsBar } from './change-acts';
import { Fact, Facts } from './facts';
import { Items } from './items';
import { type ChangeRequest, changeActs, changeStateOf, conflictOf } from './model';
import { type Conflict, consentOf } from './model';
import { changeQuery, useLooks } from './queries';
import styles from './screen.module.css';
import { StateMark } from './state-mark';
import { Votes } from './votes';

/** One change that waits: what it would do beside what is there, who consented, and what may be done with it. */
export function ChangeScreen() {
  const project = useProject();
  const { requestId = '' } = useParams({ strict: false });
  const queries = useQueryClient();
  const found = useQuery({ ...changeQuery(project.id, requestId), ...useLooks(project.id) });
  // What is there today is another after a write.
  const hear = useCallback(
    ({ kind }: ProjectEvent) => {
      const { queryKey } = changeQuery(project.id, requestId);
      if (kind.startsWith('secret:')) void queries.invalidateQueries({ queryKey });
    },
    [queries, project.id, requestId],
  );
  useProjectEvents(project.id, hear);
  useTitle(words.change(found.data?.slug ?? ''), project.name);
  if (found.data) return <Change key={requestId} request={found.data} />;
  if (found.isPending) return <LoadingState rows={8} />;
  if (asRefusal(found.error).status === 404) return <Gone />;
  return <ErrorState error={found.error} retry={() => void found.refetch()} />;
}

/** What is not there looks like what may not be seen. */
export const Gone = () => {
  const { slug: projectSlug } = useProject();
  const way = (
    <Link {...{ to: '/p/$projectSlug/approvals', params: { projectSlug } }}>{words.toList}</Link>
  );
  return (
    <EmptyState isPage title={words.gone} acts={way}>
      {words.goneHelp}
    </EmptyState>
  );
};

function Change({ request }: { readonly request: ChangeRequest }) {
  const { reviewers, policy, commits, conflicts } = request;
  const [told, setTold] = useState<readonly Conflict[]>([]);
  const consent = consentOf(reviewers, policy, request.committerUserId);
  const acts = changeActs(request, consent);
  const known = told.length > 0 ? told : (conflicts ?? []);
  const isOpen = request.status === 'open';
  const reasonsOf = (commit: (typeof commits)[number]) =>
    isOpen ? conflictOf(commit, known) : null;
  const count = commits.filter((each) => reasonsOf(each) !== null).length;
  return (
    <div className={styles.page}>
      <Head request={request} />
      {count > 0 && (
        <p className={styles.warning} role="status">
          {words.conflicting(count)}
        </p>
      )}
      <section className={styles.section}>
        <h2>
          {isOpen ? words.items : words.itemsEnded}{' '}
          <span className={styles.count}>{commits.length}</span>
        </h2>
        <Items request={request} conflictOf={reasonsOf} />
      </section>
      <Votes {...{ request, consent, acts }} />
      <ChangeActsBar {...{ request, consent, acts }} onConflicts={setTold} />
    </div>
  );
}

function Head({ request }: { readonly request: ChangeRequest }) {
  const { slug, environment, secretPath, policy, committerName, bypassReason } = request;
  const consent = consentOf(request.reviewers, policy, request.committerUserId);
  const state = changeStateOf(request, consent);
  return (
    <header className={styles.section}>
      <Back />
      <div className={styles.title}>
        <h1>
          <bdi>{words.change(slug)}</bdi>
        </h1>
        <StateMark of={state}>{words.states[state]}</StateMark>
      </div>
      <Facts>
        <Fact title={words.proposed}>
          <bdi>{committerName}</bdi> <Time at={request.createdAt} />
        </Fact>
        <Fact title={words.place}>
          <bdi className={styles.mono}>
            {environment} {secretPath}
          </bdi>
        </Fact>
        <Fact title={words.policy}>
          <bdi>{policy.name}</bdi>
        </Fact>
        <Fact title={request.status === 'open' ? words.until : words.ended}>
          <Time at={request.status === 'open' ? request.expiresAt : request.updatedAt} />
        </Fact>
        {bypassReason !== null && (
          <Fact title={words.reason}>
            <bdi>{bypassReason}</bdi>
          </Fact>
        )}
      </Facts>
    </header>
  );
}

export const Back = () => {
  const { slug: projectSlug } = useProject();
  return (
    <p>
      <Link {...{ to: '/p/$projectSlug/approvals', params: { projectSlug } }}>
        ← {words.toList}
      </Link>
    </p>
  );
};
