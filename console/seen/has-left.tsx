import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, asRefusal, take } from '../api/client';
import { detach } from '../identities/methods';
import { changed, identityQuery, sessionsQuery } from '../identities/queries';
import { ActButton } from '../widgets/act-button';
import { Button } from '../widgets/button';
import { Confirm } from '../widgets/confirm';
import { Dialog } from '../widgets/dialog';
import { say } from '../widgets/toast';
import { useIdentityRights } from '../identities/rights';
import { identitiesWords } from '../words/identities';
import { seenWords as words } from '../words/seen';
import styles from './screen.module.css';

interface Props {
  readonly id: string;
  /** Versions that were shown and are still the present ones. */
  readonly stillHolds: number;
}

/** Beside the methods: where it is signed in to the console. */
const SESSIONS = 'sessions';

const nameOf = (way: string): string =>
  way === SESSIONS ? words.sessions : (identitiesWords.methods[way] ?? way);

async function end(identityId: string, way: string): Promise<void> {
  if (way !== SESSIONS) return detach(identityId, way);
  const params = { path: { identityId } };
  await take(api.DELETE('/api/v1/identities/{identityId}/sessions', { params }));
}

/** The steps after somebody has left: ways in, what was seen, the identity itself. */
export function HasLeft({ id, stillHolds }: Props) {
  const { data: identity, error } = useQuery({ ...identityQuery(id), retry: false });
  const { data: sessions } = useQuery({ ...sessionsQuery(id), retry: false });
  if (error || !identity) return null;
  const { name, authMethods } = identity.identity;
  const open = sessions && 'sessions' in sessions ? sessions.sessions.length : 0;
  const ways = [...authMethods, ...(open > 0 ? [SESSIONS] : [])];
  return (
    <section className={styles.left} aria-labelledby="has-left">
      <h2 id="has-left">{words.left}</h2>
      <p className={styles.soft}>{words.leftHelp}</p>
      <dl className={styles.facts}>
        <dt>{words.waysIn}</dt>
        <dd>{ways.length > 0 ? ways.map(nameOf).join(', ') : words.noWays}</dd>
      </dl>
      <div className={styles.acts}>
        {ways.length > 0 && <TakeAway {...{ id, name, ways }} />}
        <Remove {...{ id, name, stillHolds }} />
      </div>
    </section>
  );
}

interface TakeAwayProps {
  readonly id: string;
  readonly name: string;
  readonly ways: readonly string[];
}

/** What became of each way in. */
type Outcomes = Readonly<Record<string, string | null>>;

function TakeAway({ id, name, ways }: TakeAwayProps) {
  const [isOpen, setOpen] = useState(false);
  const [outcomes, setOutcomes] = useState<Outcomes>({});
  const { revokeAuth, deleteToken } = useIdentityRights();
  // The dialog tells which of several are refused.
  const needed = ways.map((way) => (way === SESSIONS ? deleteToken : revokeAuth));
  const whyNot = needed.every((each) => each !== null) ? (needed[0] ?? null) : null;
  const taking = useMutation({
    mutationFn: async () => {
      let refused = false;
      for (const way of ways.filter((each) => outcomes[each] !== null)) {
        const problem = await end(id, way)
          .then(() => null)
          .catch((error: unknown) => asRefusal(error).message);
        refused ||= problem !== null;
        setOutcomes((before) => ({ ...before, [way]: problem }));
      }
      return refused;
    },
    onSuccess: async (refused) => {
      await changed();
      if (refused) return;
      setOpen(false);
      say(words.takenAll);
    },
  });
  return (
    <>
      <ActButton look="danger" whyNot={whyNot} onPress={() => setOpen(true)}>
        {words.takeAway}
      </ActButton>
      <Dialog
        {...{ isOpen, isAlert: true, title: words.takeAwayTitle(name) }}
        close={() => setOpen(false)}
        acts={
          <>
            <Button onPress={() => setOpen(false)}>{words.cancel}</Button>
            <Button look="danger" isPending={taking.isPending} onPress={() => taking.mutate()}>
              {words.takeAwayNow}
            </Button>
          </>
        }
      >
        <p>{words.takeAwayHelp}</p>
        <ul className={styles.outcomes} aria-live="polite">
          {ways.map((way) => (
            <li key={way}>
              {nameOf(way)} <Outcome problem={outcomes[way]} />
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}

function Outcome({ problem }: { readonly problem: string | null | undefined }) {
  if (problem === undefined) return null;
  if (problem === null) return <span className={styles.replaced}>✓ {words.taken}</span>;
  return <span className={styles.bad}>✕ {problem}</span>;
}

function Remove({ id, name, stillHolds }: Props & { readonly name: string }) {
  const navigate = useNavigate();
  const { remove: whyNot } = useIdentityRights();
  const remove = async () => {
    const params = { path: { identityId: id } };
    await take(api.DELETE('/api/v1/identities/{identityId}', { params }));
    await navigate({ to: '/identities' });
    await changed();
  };
  return (
    <Confirm
      label={words.remove}
      title={words.removeTitle(name)}
      act={words.removeNow}
      typed={{ text: name, label: words.typeName(name) }}
      work={remove}
      whyNot={whyNot}
      done={words.removed(name)}
    >
      <p>{words.removeHelp}</p>
      {stillHolds > 0 && <p className={styles.note}>{words.stillHolds(stillHolds)}</p>}
    </Confirm>
  );
}
