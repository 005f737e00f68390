import { api, take } from '../api/client';
import { accessToken } from '../api/token';
import type { components } from '../api/schema';
import type { Account } from '../session/account';
import { claimsOf } from '../session/claims';
import { settingsWords as words } from '../words/settings';

/** One place where whoever asks is signed in. */
export interface OwnSession {
  readonly id: string;
  readonly name: string;
  readonly ip: string;
  readonly isCurrent: boolean;
  readonly lastUsedAt: string;
  readonly expiresAt: string;
}

type OfPerson = components['schemas']['OwnSession'];
type OfMachine = components['schemas']['IdentitySession'];

/** The sessions of the account; people and machine identities have routes of their own. */
export async function ownSessions(
  { kind, id }: Account,
  signal: AbortSignal,
): Promise<OwnSession[]> {
  if (kind === 'person') {
    const { sessions } = await take(api.GET('/api/v2/users/me/sessions', { signal }));
    return sessions.map(presentOfPerson);
  }
  const params = { path: { identityId: id } };
  const { sessions } = await take(
    api.GET('/api/v1/identities/{identityId}/sessions', { params, signal }),
  );
  const claims = claimsOf(accessToken() ?? '');
  const current = claims.authTokenType === 'identityAccessToken' ? claims.sessionId : undefined;
  return sessions.map((session) => presentOfMachine(session, current));
}

export async function endSession({ kind, id }: Account, sessionId: string): Promise<void> {
  await take<object>(
    kind === 'person'
      ? api.DELETE('/api/v2/users/me/sessions/{sessionId}', { params: { path: { sessionId } } })
      : api.DELETE('/api/v1/identities/{identityId}/sessions/{sessionId}', {
          params: { path: { identityId: id, sessionId } },
        }),
  );
}

function presentOfPerson({ id, kind, userAgent, ip, ...rest }: OfPerson): OwnSession {
  const name = kind === 'cli' ? words.cli : words.browser;
  return { ...rest, id, name: named(name, userAgent), ip: ip ?? words.unknown };
}

function presentOfMachine(session: OfMachine, current: string | undefined): OwnSession {
  const { id, authMethod, userAgent, ip, isLocked, lastUsedAt, expiresAt } = session;
  const way = authMethod === 'console-code' ? words.byCode : words.bySecret;
  const name = isLocked ? `${way}, ${words.locked}` : way;
  const isCurrent = id === current;
  return {
    id,
    name: named(name, userAgent),
    ip: ip ?? words.unknown,
    isCurrent,
    lastUsedAt,
    expiresAt,
  };
}

/** With the name of the browser, of all that it says of itself. */
function named(name: string, userAgent: string | null): string {
  if (userAgent === null) return name;
  const [browser] = /(?:Edg|Firefox|Chrome|Version)\/\d+/.exec(userAgent) ?? [];
  return `${name}, ${browser?.replace('/', ' ') ?? userAgent.slice(0, 40)}`;
}
