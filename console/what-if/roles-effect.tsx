import { useQuery } from '@tanstack/react-query';
import { useProject } from '../shell/project';
import { ErrorState, LoadingState } from '../widgets/states';
import { Written } from '../widgets/written';
import { whatIfWords as words } from '../words/what-if';
import { type ChangedMember, changedMembers, countsText } from './effect-model';
import { Beyond } from './beyond';
import { EffectMark } from './effect-mark';
import { Lines, LookedAt } from './impact';
import { type Change, effectQuery } from './queries';
import styles from './screen.module.css';

/** What other roles would give and take, beside the question whether to change them. */
export function RolesEffect({ change }: { readonly change: Change }) {
  const project = useProject();
  const { data, error, refetch } = useQuery(effectQuery(project.id, change));
  const members = data ? changedMembers(data).filter(({ effect }) => effect !== 'same') : [];
  return (
    <section className={styles.effect} aria-labelledby="roles-effect">
      <h3 id="roles-effect">{words.effect}</h3>
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <LoadingState rows={2} />}
      {data && (
        <>
          <p role="status">{countsText(data)}</p>
          {data.beyondCaller && <Beyond of={data.beyondCaller} />}
          <ul className={styles.each} aria-label={words.effect}>
            {members.map((member) => (
              <li key={member.id}>
                <Effect of={member} />
              </li>
            ))}
          </ul>
          <LookedAt data={data} shown={data.identities.length + data.users.length} />
        </>
      )}
    </section>
  );
}

/** What one member would lose and gain: a dialog has no room for columns. */
const Effect = ({
  of: { name, effect, loses, gains, omitted },
}: {
  readonly of: ChangedMember;
}) => (
  <>
    <span className={styles.member}>
      <EffectMark of={effect} />
      <Written>{name}</Written>
    </span>
    {loses.length > 0 && (
      <div>
        <h4>{words.loses}</h4>
        <Lines {...{ lines: loses, omitted }} of="loses" />
      </div>
    )}
    {gains.length > 0 && (
      <div>
        <h4>{words.gains}</h4>
        <Lines {...{ lines: gains, omitted: loses.length > 0 ? 0 : omitted }} of="gains" />
      </div>
    )}
  </>
);
