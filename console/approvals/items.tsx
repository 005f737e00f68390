import { useQueryClient } from '@tanstack/react-query';
import { inProject } from '../api/queries';
import { isProduction } from '../secrets/production';
import { MaskedValue } from '../sheet/masked';
import { useProject } from '../shell/project';
import { approvalsWords as words } from '../words/approvals';
import type { ChangeRequest, Commit } from './model';
import { readCommit } from './queries';
import styles from './items.module.css';

interface Props {
  readonly request: ChangeRequest;
  /** What keeps a secret of it from being merged. */
  readonly conflictOf: (commit: Commit) => string | null;
}

/** Each secret of a change: what is there today, and what would be. */
export const Items = ({ request, conflictOf }: Props) => (
  <ul className={styles.items}>
    {request.commits.map((commit) => (
      <li
        key={commit.id}
        className={`${styles.item} ${isProduction(commit.environment ?? '') ? styles.apart : ''}`}
      >
        <ItemHead commit={commit} conflict={conflictOf(commit)} />
        <div className={styles.sides}>
          <section>
            <h3>
              {words.today} {commit.secret && words.version(commit.secret.version)}
            </h3>
            <Today request={request} commit={commit} />
          </section>
          <section>
            <h3>{words.proposal}</h3>
            <Proposal request={request} commit={commit} />
          </section>
        </div>
        <More commit={commit} />
      </li>
    ))}
  </ul>
);

const ItemHead = ({
  commit,
  conflict,
}: {
  readonly commit: Commit;
  readonly conflict: string | null;
}) => (
  <header className={styles.head}>
    <span className={styles[commit.op]}>{words.ops[commit.op]}</span>
    <bdi className={styles.name}>{commit.secretKey}</bdi>
    <bdi className={styles.place}>
      {commit.environment} {commit.secretPath}
    </bdi>
    {commit.newSecretName !== undefined && <bdi>{words.renamed(commit.newSecretName)}</bdi>}
    {commit.newSecretPath !== undefined && (
      <bdi>{words.moved(`${commit.newEnvironment} ${commit.newSecretPath}`)}</bdi>
    )}
    {conflict !== null && (
      <span className={styles.conflict}>
        ✕ {words.conflict}: {words.conflicts[conflict] ?? conflict}
      </span>
    )}
  </header>
);

interface SideProps {
  readonly request: ChangeRequest;
  readonly commit: Commit;
}

function Today({ request, commit }: SideProps) {
  const { secret, op, secretKey } = commit;
  if (!secret)
    return <p className={styles.soft}>{op === 'create' ? words.notThere : words.unseen}</p>;
  if (!secret.secretValueReadable) return <p className={styles.soft}>{words.unreadable}</p>;
  return <Side {...{ request, commit }} side="today" what={words.todayOf(secretKey)} />;
}

function Proposal({ request, commit }: SideProps) {
  const { op, secretValueReadable, secretKey } = commit;
  if (op === 'delete') return <p className={styles.delete}>{words.deleted}</p>;
  if (request.status !== 'open') return <p className={styles.soft}>{words.destroyed}</p>;
  if (!secretValueReadable) return <p className={styles.soft}>{words.unreadable}</p>;
  return <Side {...{ request, commit }} side="proposal" what={words.proposalOf(secretKey)} />;
}

interface ValueProps extends SideProps {
  readonly side: 'today' | 'proposal';
  readonly what: string;
}

function Side({ request, commit, side, what }: ValueProps) {
  const project = useProject();
  const queries = useQueryClient();
  const fetch = async () => {
    const value = await readCommit(request.id, commit.id, side);
    // The read is in the log now.
    void queries.invalidateQueries({ queryKey: inProject(project.id, 'audit') });
    return value;
  };
  const version = side === 'today' ? (commit.secret?.version ?? null) : commit.id;
  return <MaskedValue of={version} {...{ what, fetch }} />;
}

/** What changes beside the value: comment and tags. */
function More({ commit: { secret, secretComment, op, tags } }: { readonly commit: Commit }) {
  if (op === 'delete') return null;
  const before = secret?.secretComment ?? '';
  const isOther = before !== secretComment;
  if (!isOther && tags.length === 0) return null;
  return (
    <dl className={styles.more}>
      {isOther && (
        <div>
          <dt>{words.comment}</dt>
          <dd>
            {secret && <del>{before || words.noComment}</del>}{' '}
            <ins>{secretComment || words.noComment}</ins>
          </dd>
        </div>
      )}
      {tags.length > 0 && (
        <div>
          <dt>{words.tags}</dt>
          <dd>
            <bdi>{tags.map(({ slug }) => slug).join(', ')}</bdi>
          </dd>
        </div>
      )}
    </dl>
  );
}
