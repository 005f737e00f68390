import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, idempotencyKey, take } from '../api/client';
import { ActButton } from '../widgets/act-button';
import { Confirm } from '../widgets/confirm';
import { CopyButton } from '../widgets/copy';
import { DataTable } from '../widgets/data-table';
import { ErrorState, LoadingState } from '../widgets/states';
import { Time } from '../widgets/time';
import { say, sayError } from '../widgets/toast';
import { identitiesWords as words } from '../words/identities';
import { endOfSecret, endOfToken, stageOf, type StoredToken } from './model';
import { NewSecret } from './new-secret';
import { changed, type ClientSecret, clientSecretsQuery, tokensQuery } from './queries';
import { useIdentityRights } from './rights';
import styles from './sheet.module.css';

/** The client secrets of an identity: with what it signs in, and until when. */
export function ClientSecrets({ id, hasAuth }: { readonly id: string; readonly hasAuth: boolean }) {
  return (
    <section className={styles.section}>
      <header className={styles.sectionHead}>
        <h3>{words.clientSecrets}</h3>
        {hasAuth ? <NewSecret id={id} /> : <Allow id={id} />}
      </header>
      {hasAuth ? <Secrets id={id} /> : <p className={styles.soft}>{words.noSecrets}</p>}
    </section>
  );
}

function Allow({ id }: { readonly id: string }) {
  const { editAuth } = useIdentityRights();
  const allowing = useMutation({
    mutationFn: () => {
      const params = { path: { identityId: id }, header: idempotencyKey() };
      const route = '/api/v1/auth/universal-auth/identities/{identityId}';
      return take(api.POST(route, { params, body: {} }));
    },
    onSuccess: () => {
      say(words.allowedSecrets);
      return changed();
    },
    onError: sayError,
  });
  return (
    <ActButton
      isSmall
      whyNot={editAuth}
      isPending={allowing.isPending}
      onPress={() => allowing.mutate()}
    >
      {words.allowSecrets}
    </ActButton>
  );
}

function Secrets({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(clientSecretsQuery(id));
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <LoadingState rows={2} />;
  if ('refused' in data) return <p className={styles.soft}>{data.refused}</p>;
  const { clientId } = data.auth;
  return (
    <>
      <p className={styles.line}>
        <span className={styles.soft}>{words.clientId}</span> <code>{clientId}</code>{' '}
        <CopyButton label={words.copyClientId} value={() => clientId} />
      </p>
      {data.secrets.length === 0 ? (
        <p className={styles.soft}>{words.noSecrets}</p>
      ) : (
        <DataTable
          label={words.clientSecrets}
          rows={data.secrets}
          keyOf={(secret) => secret.id}
          columns={[
            {
              ...{ id: 'secret', title: words.secret, isRowHeader: true },
              cell: ({ clientSecretPrefix }) => <code>{`${clientSecretPrefix}…`}</code>,
            },
            {
              ...{ id: 'for', title: words.description },
              cell: ({ description }) => <bdi>{description === '' ? '–' : description}</bdi>,
            },
            {
              ...{ id: 'uses', title: words.uses },
              cell: ({ clientSecretNumUses: uses, clientSecretNumUsesLimit: limit }) =>
                words.usesOf(uses, limit),
            },
            { id: 'made', title: words.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
            { id: 'ends', title: words.ends, cell: (secret) => <End at={endOfSecret(secret)} /> },
            { id: 'revoke', title: '', cell: (secret) => <RevokeSecret {...{ id, secret }} /> },
          ]}
        />
      )}
    </>
  );
}

/** When it ends; soon and over read in a shape and a word. */
export function End({ at }: { readonly at: string | null }) {
  const [now] = useState(Date.now);
  const stage = stageOf(at, now);
  if (stage === 'endless') return <span className={styles.soft}>{words.endless}</span>;
  const look = stage === 'soon' ? styles.warn : stage === 'over' ? styles.bad : '';
  return (
    <span className={look}>
      {stage !== 'far' && <span aria-hidden>{stage === 'soon' ? '◷ ' : '✕ '}</span>}
      <Time at={at} />
      {stage !== 'far' && <span className="hidden-visually"> {words.stages[stage]}</span>}
    </span>
  );
}

function RevokeSecret({ id, secret }: { readonly id: string; readonly secret: ClientSecret }) {
  const name = `${secret.clientSecretPrefix}…`;
  const revoke = async () => {
    const route =
      '/api/v1/auth/universal-auth/identities/{identityId}/client-secrets/{clientSecretId}/revoke';
    const params = { path: { identityId: id, clientSecretId: secret.id } };
    await take(api.POST(route, { params }));
    await changed();
  };
  return <Revoke name={name} work={revoke} />;
}

interface RevokeProps {
  readonly name: string;
  readonly work: () => Promise<void>;
}

function Revoke({ name, work }: RevokeProps) {
  const { deleteToken } = useIdentityRights();
  return (
    <Confirm
      isSmall
      label={words.revoke}
      spoken={words.revokeOf(name)}
      title={words.revokeTitle(name)}
      act={words.revoke}
      {...{ work, whyNot: deleteToken, done: words.revoked }}
    >
      <p>{words.revokeHelp}</p>
    </Confirm>
  );
}

/** Tokens that were handed out. When one was used is not kept. */
export function StoredTokens({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(tokensQuery(id));
  return (
    <section className={styles.section}>
      <h3>{words.tokens}</h3>
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <LoadingState rows={2} />}
      {data && 'refused' in data && <p className={styles.soft}>{data.refused}</p>}
      {data && 'tokens' in data && <Tokens {...data} />}
    </section>
  );
}

interface TokensProps {
  readonly tokens: readonly StoredToken[];
  readonly totalCount: number;
}

const Tokens = ({ tokens, totalCount }: TokensProps) => (
  <>
    {totalCount > 100 && <p className={styles.soft}>{words.moreTokens(totalCount)}</p>}
    {tokens.length === 0 ? (
      <p className={styles.soft}>{words.noTokens}</p>
    ) : (
      <DataTable
        label={words.tokens}
        rows={tokens}
        keyOf={({ id }) => id}
        columns={[
          {
            ...{ id: 'name', title: words.token, isRowHeader: true },
            cell: ({ name }) => <bdi>{name === '' ? words.unnamed : name}</bdi>,
          },
          { id: 'made', title: words.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
          { id: 'ends', title: words.ends, cell: (token) => <End at={endOfToken(token)} /> },
          { id: 'revoke', title: '', cell: (token) => <RevokeToken token={token} /> },
        ]}
      />
    )}
  </>
);

function RevokeToken({ token: { id, name } }: { readonly token: StoredToken }) {
  const revoke = async () => {
    const params = { path: { tokenId: id } };
    await take(api.POST('/api/v1/auth/token-auth/tokens/{tokenId}/revoke', { params }));
    await changed();
  };
  return <Revoke name={name === '' ? words.unnamed : name} work={revoke} />;
}
