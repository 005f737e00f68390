import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Choice } from '../widgets/choice';
import { api, idempotencyKey, take } from '../api/client';
import { knownOf } from '../api/rights-answers';
import { ActButton } from '../widgets/act-button';
import { Button } from '../widgets/button';
import { CopyButton } from '../widgets/copy';
import { Dialog } from '../widgets/dialog';
import { Field } from '../widgets/field';
import { Problem } from '../widgets/problem';
import { identitiesWords as words } from '../words/identities';
import { LifeChoice } from './life';
import { LIVES, type Life } from './model';
import { OnceValue, useOnce } from './once';
import { changed, orRefused } from './queries';
import { useIdentityRights } from './rights';
import styles from './form.module.css';

/** Roles that every organization has. */
const PREDEFINED = ['no-access', 'member', 'admin'];

/** Makes an identity with a client secret, which is shown once. */
export function CreateIdentity() {
  const [isOpen, setOpen] = useState(false);
  const { create } = useIdentityRights();
  return (
    <>
      <ActButton look="first" whyNot={create} onPress={() => setOpen(true)}>
        {words.create}
      </ActButton>
      {isOpen && <CreateDialog close={() => setOpen(false)} />}
    </>
  );
}

function CreateDialog({ close }: { readonly close: () => void }) {
  const navigate = useNavigate();
  const making = useMaking();
  const { once, made, problem, isBusy, noSecret } = making;
  const leave = () => {
    once.drop();
    close();
    if (made) void navigate({ to: '/identities', search: { identity: made } });
  };
  return (
    <Dialog
      isOpen
      isAlert={made !== null}
      close={leave}
      title={made ? (noSecret === null ? words.onceTitle : words.madeTitle) : words.createTitle}
      acts={
        made ? (
          <Button look="first" onPress={leave}>
            {once.state === 'here' ? words.kept : words.done}
          </Button>
        ) : (
          <>
            <Button onPress={leave}>{words.cancel}</Button>
            <Button
              look="first"
              isPending={isBusy}
              isDisabled={!making.isReady}
              onPress={making.make}
            >
              {words.createNow}
            </Button>
          </>
        )
      }
    >
      {made && once.state !== 'none' && (
        <>
          <p className={styles.soft}>
            {words.clientId} <code>{making.clientId}</code>{' '}
            <CopyButton label={words.copyClientId} value={() => making.clientId} />
          </p>
          <OnceValue once={once} />
        </>
      )}
      {!made && <Fields making={making} />}
      <Problem of={problem} {...(made ? { before: words.madeOnly } : {})} />
    </Dialog>
  );
}

/** What was typed, and the three requests that it takes; each is repeated with its own key. */
function useMaking() {
  const once = useOnce();
  const { editAuth, createToken } = useIdentityRights();
  const noSecret = knownOf(editAuth ?? createToken);
  const [name, setName] = useState('');
  const [role, setRole] = useState('no-access');
  const [life, setLife] = useState<Life>('90d');
  const [made, setMade] = useState<string | null>(null);
  const [clientId, setClientId] = useState('');
  const [problem, setProblem] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const [keys] = useState(() => [idempotencyKey(), idempotencyKey()] as const);
  const make = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const body = { name: name.trim(), role };
      const { identity } = await take(
        api.POST('/api/v1/identities', { params: { header: keys[0] }, body }),
      );
      try {
        if (noSecret !== null) return;
        const { clientId: given, secret } = await secretFor(identity.id, LIVES[life], keys[1]);
        setClientId(given);
        once.keep(secret);
      } finally {
        setMade(identity.id);
      }
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
      await changed();
    }
  };
  return {
    ...{ once, name, setName, role, setRole, life, setLife, made, clientId, problem, isBusy },
    noSecret,
    isReady: name.trim() !== '',
    make: () => void make(),
  };
}

async function secretFor(
  identityId: string,
  ttl: number,
  header: Record<'Idempotency-Key', string>,
): Promise<{ readonly clientId: string; readonly secret: string }> {
  const path = { identityId };
  const auth = '/api/v1/auth/universal-auth/identities/{identityId}';
  const attached = await take(api.POST(auth, { params: { path, header }, body: {} }));
  const { clientId } = attached.identityUniversalAuth;
  return { clientId, secret: await makeSecret(identityId, { ttl }) };
}

/** Its answer is the one place where the client secret is. */
export async function makeSecret(
  identityId: string,
  body: { readonly ttl: number; readonly description?: string },
): Promise<string> {
  const params = { path: { identityId } };
  const route = '/api/v1/auth/universal-auth/identities/{identityId}/client-secrets';
  return (await take(api.POST(route, { params, body }))).clientSecret;
}

function Fields({ making }: { readonly making: ReturnType<typeof useMaking> }) {
  const { data: custom } = useQuery({
    queryKey: ['organization roles'],
    queryFn: ({ signal }) => orRefused(take(api.GET('/api/v1/organization/roles', { signal }))),
  });
  const roles = custom && 'roles' in custom ? custom.roles : [];
  const options = [
    ...PREDEFINED.map((slug) => [slug, slug] as const),
    ...roles
      .filter(({ slug }) => !PREDEFINED.includes(slug))
      .map(({ slug, name }) => [slug, name] as const),
  ];
  return (
    <div className={styles.fields}>
      <Field
        label={words.name}
        value={making.name}
        onChange={making.setName}
        autoComplete="off"
        spellCheck="false"
        autoFocus
      />
      <div className={styles.labelled}>
        <span className={styles.label}>{words.role}</span>
        <Choice
          label={words.role}
          value={making.role}
          options={options}
          onChange={making.setRole}
        />
        <span className={styles.soft}>{words.noRights}</span>
      </div>
      {making.noSecret === null ? (
        <LifeChoice value={making.life} choose={making.setLife} />
      ) : (
        <p className={styles.soft}>
          {words.withoutSecret} {making.noSecret}
        </p>
      )}
    </div>
  );
}
