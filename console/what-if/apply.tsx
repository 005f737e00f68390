import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { roleText, ruleText } from '../access/model';
import { idempotencyKey } from '../api/client';
import { queryClient } from '../api/queries';
import { useProject } from '../shell/project';
import { Button } from '../widgets/button';
import { Dialog } from '../widgets/dialog';
import { ErrorState } from '../widgets/states';
import { say } from '../widgets/toast';
import { whatIfWords as words } from '../words/what-if';
import { type Draft, useTry } from './draft';
import { type ChangeEffect, isVain } from './effect-model';
import type { Granted } from './granted';
import { ruleLine } from './model';
import { makeChange } from './queries';
import styles from './screen.module.css';

interface ApplyProps {
  readonly draft: Draft;
  /** What is typed cannot be read: then what was read before is not applied either. */
  readonly isBroken: boolean;
  /** Hears of what was granted. */
  readonly tell: (granted: Granted) => void;
}

/** What would come of the draft, what keeps it from being applied, and the button that applies it. */
export function ApplyBar({ draft, isBroken, tell }: ApplyProps) {
  const { effect, isChanged, member } = draft;
  const [isAsked, setAsked] = useState(false);
  const beyond = effect.data?.beyondCaller;
  const isShown = effect.data !== undefined && !effect.isPlaceholderData && !effect.isFetching;
  const holders = effect.data?.totalCount ?? 0;
  const missing = beyond?.missingPermissions ?? [];
  // A grant that gives nothing is none; new rules of a role may be for later.
  const isOfNoUse = member !== null && effect.data !== undefined && isVain(effect.data);
  return (
    <footer className={styles.apply}>
      <div className={styles.outcome} role="status">
        {isBroken ? (
          <p className={styles.beyond}>{words.broken}</p>
        ) : !isChanged ? (
          <p className={styles.soft}>{words.nothing}</p>
        ) : (
          effect.data && <Counts of={effect.data} />
        )}
        {isChanged && beyond && (
          <div className={styles.beyond}>
            <p>
              <span aria-hidden>✕ </span>
              <strong>{words.cannot}.</strong> {beyond.message}
              {missing.length > 0 && ':'}
            </p>
            <ul>
              {missing.map((rule) => (
                <li key={JSON.stringify(rule)}>{ruleLine(rule)}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <Button
        look="first"
        isDisabled={isBroken || !isChanged || !isShown || Boolean(beyond) || isOfNoUse}
        onPress={() => setAsked(true)}
      >
        {member ? words.applyGrant : words.applyRole(holders)}
      </Button>
      {isAsked && <Confirm {...{ draft, tell }} close={() => setAsked(false)} />}
    </footer>
  );
}

/** How many lose and gain: where not all was looked at, it says of how much. */
const Counts = ({ of: { counts, lookedAt } }: { readonly of: ChangeEffect }) => (
  <p>
    {words.counts(counts.gainers, counts.losers, counts.unchanged)}
    {lookedAt.isComplete ? '.' : `, ${words.inPart(lookedAt.folders)}.`}
  </p>
);

interface ConfirmProps extends Pick<ApplyProps, 'draft' | 'tell'> {
  readonly close: () => void;
}

/** What was shown is what is done. */
function Confirm({ draft, tell, close }: ConfirmProps) {
  const project = useProject();
  const attempt = useTry();
  const { change, member, role, roleSlug, effect, rules, range } = draft;
  const [key] = useState(idempotencyKey);
  const roleId = member ? null : (role.data?.id ?? null);
  const act = useMutation({
    mutationFn: makeChange,
    onSuccess: async (membershipId) => {
      close();
      if (member) tell({ member, membershipId });
      say(words.applied);
      attempt({
        rules: undefined,
        ...(member ? { who: undefined, range: undefined } : {}),
      } as never);
      await queryClient.invalidateQueries({ queryKey: ['project', project.id, 'access'] });
    },
  });
  return (
    <Dialog
      isOpen
      title={
        member
          ? words.confirmGrant(member.name, words.ranges[range] ?? range)
          : words.confirmRole(roleText(roleSlug, role.data?.name))
      }
      close={close}
      acts={
        <>
          <Button onPress={close}>{words.cancel}</Button>
          <Button
            look="first"
            isPending={act.isPending}
            onPress={() => change && act.mutate({ projectId: project.id, change, roleId, key })}
          >
            {member ? words.applyGrant : words.applyRole(effect.data?.totalCount ?? 0)}
          </Button>
        </>
      }
    >
      <ol className={styles.confirmed}>
        {rules.map((rule, index) => (
          <li key={index}>
            {rule.inverted ? words.forbid : words.allow} <bdi>{ruleText(rule)}</bdi>
          </li>
        ))}
      </ol>
      {effect.data && <Counts of={effect.data} />}
      {act.error && <ErrorState error={act.error} />}
    </Dialog>
  );
}
