import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { AskFor } from '../approvals/ask-dialog';
import { useSession } from '../session/session';
import { useProject } from '../shell/project';
import { ErrorState, LoadingState } from '../widgets/states';
import { Time } from '../widgets/time';
import { PREDEFINED } from '../what-if/queries';
import { accessWords as words } from '../words/access';
import { whatIfWords } from '../words/what-if';
import { MayMark } from './mark';
import {
  curlOf,
  type DecidingRule,
  markOfReason,
  type Member,
  type MemberWithRules,
  namesakes,
  plainReason,
  sourceText,
} from './model';
import { EveryEnvironment, isOfEvery } from './every-environment';
import { Rules } from './rules-list';
import { type Question, reasonQuery } from './queries';
import type { AccessSearch } from './route';
import { keepWhyShown } from './show-why';
import { TryRoles } from './try-roles';
import { Choice } from '../widgets/choice';
import styles from './screen.module.css';

interface Props {
  readonly members: readonly MemberWithRules[];
  readonly question: Question;
  /** Of the cells of the members. */
  readonly environments: readonly string[];
}

/** Why one member may, or may not. */
export function WhyPanel({ members: found, question, environments }: Props) {
  const members = found.map(({ member }) => member);
  const navigate = useNavigate();
  const { why = '' } = useSearch({ strict: false }) as AccessSearch;
  const [kind = '', id = ''] = why.split(':');
  const row = found.find(({ member: each }) => each.id === id && each.kind === kind);
  const member = row?.member;
  const alike = namesakes(members);
  const options = members.map((each) => {
    const name = [each.name, alike.get(each.id)].filter(Boolean).join(' ');
    return [`${each.kind}:${each.id}`, name] as const;
  });
  if (members.length === 0) return null;
  return (
    <section className={styles.why} aria-labelledby="why-title">
      <header className={styles.whyHead}>
        <h2 id="why-title" className={styles.whyTitle} tabIndex={-1}>
          {words.why}
        </h2>
        <Choice
          label={words.why}
          value={member ? why : words.choose}
          options={options}
          onChange={(chosen) =>
            void navigate({
              ...{ to: '.', replace: true },
              search: ((before: AccessSearch) => ({ ...before, why: chosen })) as never,
            })
          }
        />
      </header>
      {row && <EveryEnvironment {...{ row, environments, isOfAll: isOfEvery(question) }} />}
      {member ? (
        <Reason {...{ member, question }} />
      ) : (
        <p className={styles.soft}>{words.whyHelp}</p>
      )}
    </section>
  );
}

function Reason({ member, question }: { readonly member: Member; readonly question: Question }) {
  const project = useProject();
  const reason = useQuery(reasonQuery(project.id, member, question));
  // Until it is there, the page may be too short for its title to be led to.
  useEffect(() => {
    if (!reason.isPending) keepWhyShown();
  }, [reason.isPending, member.kind, member.id]);
  if (reason.isPending) return <LoadingState rows={2} />;
  if (reason.error) return <ErrorState error={reason.error} retry={() => void reason.refetch()} />;
  const { allowed, decidedBy, missed, endsAt, heldBy, reason: sentence } = reason.data;
  const mark = markOfReason({ allowed, endsAt, decidedBy }, isOfEvery(question));
  const isOpen = mark === 'some';
  const environment = String(question.attributes['environment'] ?? '');
  const outcome = isOpen ? words.depends : allowed ? words.yes : words.no;
  return (
    <>
      <p className={styles.reason} role="status">
        <MayMark of={mark} />
        <span>
          <strong>{outcome(environment)}.</strong>{' '}
          {isOpen ? words.dependsHelp : plainReason(sentence)}{' '}
          {endsAt && (
            <>
              {words.endsAt} <Time at={endsAt} />
            </>
          )}{' '}
          {heldBy && words.waits(heldBy.name ?? heldBy.policyId)}
        </span>
      </p>
      {decidedBy && <Rules title={words.decides} rules={[{ ...decidedBy, note: null }]} />}
      {missed.length > 0 && (
        <Rules
          title={words.nearest}
          rules={missed.map((each) => ({ ...each, note: words.missing(each.fields) }))}
        />
      )}
      <Acts {...{ member, question, allowed, rule: decidedBy ?? missed[0] ?? null }} />
      <details>
        <summary>{words.asCurl}</summary>
        <pre className={styles.code}>{commandOf(project.id, member, question)}</pre>
      </details>
    </>
  );
}

const commandOf = (projectId: string, { kind, id }: Member, question: Question): string =>
  curlOf(`/v1/projects/${projectId}/permissions/explain`, {
    ...(kind === 'user' ? { userId: id } : { identityId: id }),
    ...question,
  });

/** What else ends a rule that forbids: its role or privilege is taken away. */
function wayOut(source: DecidingRule['source'], name: string): string {
  const { group, ...own } = source;
  return group
    ? words.leaveGroup(group.name, sourceText(own), name)
    : words.takeAway(sourceText(own), name);
}

interface ActsProps {
  readonly member: Member;
  readonly question: Question;
  readonly allowed: boolean;
  readonly rule: DecidingRule | null;
}

/** What leads on: each is tried before it is done. */
function Acts({ member, question, allowed, rule }: ActsProps) {
  const { slug: projectSlug } = useProject();
  const to = '/p/$projectSlug/what-if' as const;
  const { action, attributes } = question;
  const about = { action, path: attributes['secretPath'], name: attributes['secretName'] };
  const { account } = useSession();
  const isMe = account?.kind === 'person' && member.kind === 'user' && member.id === account.id;
  const { environment, secretPath, secretName } = attributes as Record<string, string>;
  const wanted = { action, environment: environment ?? '', secretPath: secretPath ?? '/' };
  // A grant does not help against what forbids.
  const isForbidden = !allowed && rule?.rule.inverted === true;
  const isCustomRole = rule?.source.kind === 'role' && !PREDEFINED.has(rule.source.slug);
  return (
    <div className={styles.acts}>
      {isForbidden && rule && (
        <p className={styles.soft}>{words.noGrantHelps(wayOut(rule.source, member.name))}</p>
      )}
      {!allowed && !isForbidden && isMe && (
        <AskFor wanted={{ ...wanted, secretName: secretName ?? '' }} />
      )}
      {!allowed && !isForbidden && (
        <Link
          {...{ to, params: { projectSlug } }}
          search={
            {
              ...about,
              who: `${member.kind}:${member.id}`,
              rules: [grantOf(question)],
              range: '2h',
            } as never
          }
        >
          {words.letFor(member.name)}
        </Link>
      )}
      <TryRoles {...member}>{whatIfWords.tryRolesOf(member.name)}</TryRoles>
      {isCustomRole && (
        <Link
          {...{ to, params: { projectSlug } }}
          search={{ ...about, role: rule.source.slug } as never}
        >
          {words.tryRole(rule.source.slug)}
        </Link>
      )}
    </div>
  );
}

/** A rule that allows what is asked, and no more. */
function grantOf({ action, attributes }: Question) {
  const { environment, secretPath, secretName } = attributes as Record<string, string>;
  return {
    ...{ subject: 'secrets', action: [action] },
    conditions: { environment, secretPath, ...(secretName ? { secretName } : {}) },
  };
}
