import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { roleText, ruleText } from '../access/model';
import { idempotencyKey } from '../api/client';
import { queryClient } from '../api/queries';
import { useProjectRights } from '../api/rights';
import type { WhyNot } from '../api/rights-answers';
import { useProject } from '../shell/project';
import { ActButton } from '../widgets/act-button';
import { Button } from '../widgets/button';
import { Dialog } from '../widgets/dialog';
import { ErrorState } from '../widgets/states';
import { say } from '../widgets/toast';
import { whatIfWords as words } from '../words/what-if';
import { type Draft, useTry } from './draft';
import { type Applied, UndoAct, undoOf } from './applied';
import { Beyond } from './beyond';
import { countsText, isVain } from './effect-model';
import type { Granted } from './granted';
import { rightsToChange } from './own-roles-rights';
import { makeChange } from './queries';
import styles from './screen.module.css';

interface ApplyProps {
  readonly draft: Draft;
  /** What is typed cannot be read: then what was read before is not applied either. */
  readonly isBroken: boolean;
  /** Hears of what was granted. */
  readonly tell: (granted: Granted) => void;
  readonly applied: Applied | null;
  readonly setApplied: (applied: Applied) => void;
}

/** What would come of the draft, what keeps it from being applied, and the button that applies it. */
export function ApplyBar({ draft, isBroken, tell, applied, setApplied }: ApplyProps) {
  const { effect, isChanged, member, own } = draft;
  const whyNot = useWhyNot(draft);
  const [isAsked, setAsked] = useState(false);
  const beyond = effect.data?.beyondCaller;
  const isShown = effect.data !== undefined && !effect.isPlaceholderData && !effect.isFetching;
  const holders = effect.data?.totalCount ?? 0;
  // A grant that gives nothing is none; roles, and new rules of one, may be for later.
  const isOfNoUse = member !== null && !own && effect.data !== undefined && isVain(effect.data);
  return (
    <footer className={styles.apply}>
      <div className={styles.outcome} role="status">
        {isBroken ? (
          <p className={styles.beyond}>{words.broken}</p>
        ) : !isChanged ? (
          <p className={styles.soft}>{applied ? words.isDone : words.nothing}</p>
        ) : (
          effect.data && <p>{countsText(effect.data)}</p>
        )}
        {isChanged && beyond && <Beyond of={beyond} />}
      </div>
      {applied && !isChanged && <UndoAct applied={applied} isOfRoles={own !== null} />}
      <ActButton
        whyNot={whyNot}
        look="first"
        isDisabled={isBroken || !isChanged || !isShown || Boolean(beyond) || isOfNoUse}
        onPress={() => setAsked(true)}
      >
        {own ? words.applyRoles : member ? words.applyGrant : words.applyRole(holders)}
      </ActButton>
      {isAsked && <Confirm {...{ draft, tell, setApplied }} close={() => setAsked(false)} />}
    </footer>
  );
}

interface ConfirmProps extends Pick<ApplyProps, 'draft' | 'tell' | 'setApplied'> {
  readonly close: () => void;
}

/** What was shown is what is done. */
function Confirm({ draft, tell, setApplied, close }: ConfirmProps) {
  const project = useProject();
  const attempt = useTry();
  const { change, member, role, roleSlug, effect, range, own } = draft;
  const [key] = useState(idempotencyKey);
  // Once it is done, what was there before is no longer known.
  const [back] = useState(() => undoOf(draft));
  const roleId = member ? null : (role.data?.id ?? null);
  const act = useMutation({
    mutationFn: makeChange,
    onSuccess: async (membershipId) => {
      close();
      if (member && !own) tell({ member, membershipId });
      else setApplied(back);
      say(own ? words.appliedRoles : words.applied);
      attempt({
        ...{ rules: undefined, roles: undefined },
        ...(member ? { range: undefined } : {}),
        ...(member && !own ? { who: undefined } : {}),
      } as never);
      await queryClient.invalidateQueries({ queryKey: ['project', project.id, 'access'] });
    },
  });
  return (
    <Dialog
      isOpen
      title={
        member
          ? own
            ? words.confirmRoles(member.name)
            : words.confirmGrant(member.name, rangeText(range))
          : words.confirmRole(roleText(roleSlug, role.data?.name))
      }
      close={close}
      acts={
        <>
          <Button onPress={close}>{words.cancel}</Button>
          <Button
            look="first"
            isPending={act.isPending}
            onPress={() => {
              const found = own?.found ?? null;
              if (change) act.mutate({ projectId: project.id, change, roleId, own: found, key });
            }}
          >
            {own
              ? words.applyRoles
              : member
                ? words.applyGrant
                : words.applyRole(effect.data?.totalCount ?? 0)}
          </Button>
        </>
      }
    >
      <Confirmed draft={draft} />
      {effect.data && <p>{countsText(effect.data)}</p>}
      {act.error && <ErrorState error={act.error} />}
    </Dialog>
  );
}

/** The rules, or the roles, as they will be. */
const Confirmed = ({ draft: { change, rules } }: Pick<ApplyProps, 'draft'>) =>
  change?.roles ? (
    <ul className={styles.confirmed}>
      {change.roles.map(({ role, temporaryRange = '' }) => (
        <li key={role}>
          <bdi>{role}</bdi> {temporaryRange !== '' && `${words.for} ${rangeText(temporaryRange)}`}
        </li>
      ))}
    </ul>
  ) : (
    <ol className={styles.confirmed}>
      {rules.map((rule, index) => (
        <li key={index}>
          {rule.inverted ? words.forbid : words.allow} <bdi>{ruleText(rule)}</bdi>
        </li>
      ))}
    </ol>
  );

const rangeText = (range: string): string => words.ranges[range] ?? range;

/** Why the caller may not change the roles of the member, or give one of them. */
function useWhyNot({ member, own }: Draft): WhyNot {
  const { id: projectId } = useProject();
  const given = own ? own.slugs.filter((slug) => !own.held.includes(slug)) : [];
  const rights = member && own ? rightsToChange(member, given) : {};
  return Object.values(useProjectRights(projectId, rights)).find((each) => each !== null) ?? null;
}
