import { MayMark } from '../access/mark';
import {
  type Cell,
  markOf,
  type Matrix,
  type Member,
  membersOf,
  namesakes,
  type RoleNames,
  sourceText,
} from '../access/model';
import { useRoleNames } from '../access/role-names';
import { DataTable, type TableColumn } from '../widgets/data-table';
import { ErrorState, LoadingState } from '../widgets/states';
import { whatIfWords as words } from '../words/what-if';
import type { Draft } from './draft';
import { EffectMark } from './effect-mark';
import { effectOn } from './model';
import styles from './screen.module.css';

/** One place: each answer before and after the change, and the rule that decides afterwards. */
export function EffectTable({ draft }: { readonly draft: Draft }) {
  const { atPlace, environments } = draft;
  if (atPlace.error)
    return <ErrorState error={atPlace.error} retry={() => void atPlace.refetch()} />;
  if (!atPlace.data) return <LoadingState rows={4} />;
  const { data } = atPlace;
  const shared = { matrix: data, environments, isOfAll: draft.name === '' };
  return (
    <div className={styles.effect} aria-busy={atPlace.isPlaceholderData}>
      <Members {...{ members: membersOf(data), ...shared }} />
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
  const names = useRoleNames();
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
            <span className={styles.soft}>{because(member, matrix, names)}</span>
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
function because({ cells }: Member, { rules }: Matrix, names: RoleNames): string {
  const sources = cells.flatMap(({ after }) => {
    const rule = after?.rule === undefined ? undefined : rules[after.rule];
    if (!rule) return [];
    const { source } = rule;
    // What is only tried has no id yet.
    const isTried = source.kind === 'privilege' && source.id === undefined;
    return [isTried ? words.thisGrant : sourceText(source, names)];
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
