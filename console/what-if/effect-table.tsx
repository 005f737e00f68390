import { MayMark } from '../access/mark';
import {
  type Cell,
  markOf,
  type Matrix,
  type Member,
  membersOf,
  namesakes,
  sourceText,
} from '../access/model';
import { DataTable, type TableColumn } from '../widgets/data-table';
import { EmptyState, ErrorState, LoadingState } from '../widgets/states';
import { whatIfWords as words } from '../words/what-if';
import type { Draft } from './draft';
import { type Effect, effectOn } from './model';
import styles from './screen.module.css';

/** Whom the change concerns, and each of their answers before and after it. */
export function EffectTable({ draft }: { readonly draft: Draft }) {
  const { effect, environments } = draft;
  if (draft.who && !draft.isChanged)
    return <EmptyState title={words.noGrant}>{words.noGrantHelp}</EmptyState>;
  if (effect.error) return <ErrorState error={effect.error} retry={() => void effect.refetch()} />;
  if (!effect.data) return <LoadingState rows={4} />;
  const { data } = effect;
  const members = membersOf(data);
  if (members.length === 0) return <EmptyState title={words.nobody}>{words.nobodyHelp}</EmptyState>;
  const shared = { matrix: data, environments, isOfAll: draft.name === '' };
  const changed = members.filter((member) => effectOn(member) !== 'same');
  const others = members.filter((member) => effectOn(member) === 'same');
  return (
    <div className={styles.effect} aria-busy={effect.isPlaceholderData}>
      {changed.length > 0 && <Members {...{ members: changed, ...shared }} />}
      {others.length > 0 && (
        <details open={changed.length === 0}>
          <summary>{words.others(others.length)}</summary>
          <Members {...{ members: others, ...shared }} />
        </details>
      )}
      <p className={styles.soft}>{words.only(draft.name, draft.path)}</p>
      {data.totalCount > members.length && (
        <p className={styles.soft}>{words.moreMembers(members.length, data.totalCount)}</p>
      )}
    </div>
  );
}

interface MembersProps {
  readonly members: readonly Member[];
  readonly matrix: Matrix;
  readonly environments: readonly string[];
  readonly isOfAll: boolean;
}

function Members({ members, matrix, environments, isOfAll }: MembersProps) {
  const alike = namesakes(membersOf(matrix));
  const columns: TableColumn<Member>[] = [
    {
      ...{ id: 'who', title: words.who, isRowHeader: true },
      cell: (member) => (
        <span className={styles.member}>
          <EffectMark of={effectOn(member)} />
          <span className={styles.who}>
            <span>
              <bdi>{member.name}</bdi>{' '}
              {alike.has(member.id) && <code className={styles.soft}>{alike.get(member.id)}</code>}
            </span>
            <span className={styles.soft}>{because(member, matrix)}</span>
          </span>
        </span>
      ),
    },
    ...environments.map((slug, index): TableColumn<Member> => ({
      ...{ id: slug, title: slug },
      cell: ({ cells }) => {
        const cell = cells[index];
        return cell && <BeforeAfter {...{ cell, isOfAll }} rules={matrix.rules} />;
      },
    })),
  ];
  return <DataTable label={words.before} {...{ rows: members, columns }} keyOf={({ id }) => id} />;
}

/** Which rules decide afterwards, each source once. */
function because({ cells }: Member, { rules }: Matrix): string {
  const sources = cells.flatMap(({ after }) => {
    const rule = after?.rule === undefined ? undefined : rules[after.rule];
    if (!rule) return [];
    const { source } = rule;
    // What is only tried has no id yet.
    const isTried = source.kind === 'privilege' && source.id === undefined;
    return [isTried ? words.thisGrant : sourceText(source)];
  });
  return [...new Set(sources)].join(', ');
}

interface BeforeAfterProps {
  readonly cell: Cell;
  readonly rules: Matrix['rules'];
  readonly isOfAll: boolean;
}

const BeforeAfter = ({ cell: { after, ...before }, ...asked }: BeforeAfterProps) => (
  <span
    className={styles.change}
    data-changed={(after && after.allowed !== before.allowed) || undefined}
  >
    <MayMark of={markOf(before, asked)} />
    <span aria-hidden>→</span>
    <span className="hidden-visually">{words.then}</span>
    {after && <MayMark of={markOf(after, asked)} />}
  </span>
);

const DRAWINGS: Readonly<Record<Effect, string>> = { gains: '▲', loses: '▼', both: '±', same: '=' };

const EffectMark = ({ of }: { readonly of: Effect }) => (
  <span className={`${styles.mark} ${styles[of]}`} title={words.effects[of]}>
    <span aria-hidden>{DRAWINGS[of]}</span>
    <span className="hidden-visually">{words.effects[of]}</span>
  </span>
);
