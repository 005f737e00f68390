import { useQuery } from '@tanstack/react-query';
import { roleText } from '../access/model';
import { RoleName } from '../people/members-table';
import { liveRoles, NOTHING, slugOf } from '../people/model';
import { useProject } from '../shell/project';
import { Button } from '../widgets/button';
import { EmptyState, ErrorState, LoadingState } from '../widgets/states';
import { useNow } from '../widgets/time';
import { whatIfWords as words } from '../words/what-if';
import { type Draft, useTry } from './draft';
import { type OwnRoles, roleNamesQuery } from './queries';
import styles from './screen.module.css';

/** The roles that a member would have, each with a tick. */
export function RolesEditor({ draft: { own, member, isChanged } }: { readonly draft: Draft }) {
  const attempt = useTry();
  if (!own) return null;
  return (
    <section className={styles.panel} aria-labelledby="roles-title">
      <header className={styles.panelHead}>
        <h2 id="roles-title">{words.ownRoles}</h2>
      </header>
      {own.error ? (
        <ErrorState error={own.error} retry={() => void own.refetch()} />
      ) : own.found === undefined ? (
        <LoadingState rows={3} />
      ) : own.found === null ? (
        <EmptyState title={words.byGroupsAlone(member?.name ?? '')}>
          {words.byGroupsAloneHelp}
        </EmptyState>
      ) : (
        <RoleTicks {...own} found={own.found} />
      )}
      <p className={styles.soft}>{words.groupsStay}</p>
      {isChanged && (
        <div className={styles.acts}>
          <Button
            isSmall
            look="quiet"
            onPress={() => attempt({ roles: undefined, range: undefined } as never)}
          >
            {words.discard}
          </Button>
        </div>
      )}
    </section>
  );
}

interface TicksProps extends Pick<NonNullable<Draft['own']>, 'held' | 'slugs'> {
  readonly found: OwnRoles;
}

/** All roles of the project: those that are held with their end, and whether the draft gives or takes one. */
function RoleTicks({ found, held, slugs }: TicksProps) {
  const { id: projectId } = useProject();
  const { data: names, error, refetch } = useQuery(roleNamesQuery(projectId));
  const attempt = useTry();
  const live = liveRoles(found.roles, useNow());
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!names) return <LoadingState rows={3} />;
  const choose = (slug: string, isChosen: boolean) => {
    const others = slugs.filter((each) => each !== slug);
    attempt({ roles: isChosen ? [...others, slug] : others });
  };
  return (
    <ul className={styles.roles}>
      {names
        .filter(([slug]) => slug !== NOTHING)
        .map(([slug, name]) => {
          const role = live.find((each) => slugOf(each) === slug);
          const [isHeld, isChosen] = [held.includes(slug), slugs.includes(slug)];
          return (
            <li key={slug}>
              <label className={styles.oneRole}>
                <input
                  type="checkbox"
                  checked={isChosen}
                  onChange={({ target }) => choose(slug, target.checked)}
                />
                <span>{role ? <RoleName role={role} /> : <bdi>{roleText(slug, name)}</bdi>}</span>
                {isChosen && !isHeld && <span className={styles.isNew}>+ {words.isNew}</span>}
                {isHeld && !isChosen && <span className={styles.isTaken}>− {words.isTaken}</span>}
              </label>
            </li>
          );
        })}
    </ul>
  );
}
