import { api, take } from '../api/client';
import type { Claims } from './claims';

/** Who is signed in. */
export interface Account {
  readonly kind: 'person' | 'machine';
  /** Id of the user or of the machine identity. */
  readonly id: string;
  readonly name: string;
  /** Empty for a machine identity. */
  readonly email: string;
  /** Of a machine identity, where the page knows it: no secret, and kept for as long as the page is open. */
  readonly clientId?: string;
  readonly organizationId: string;
  readonly organization: string;
}

/** What the page shows of whoever a token is for; null for one that is of no organization yet. */
export async function accountOf(claims: Claims, clientId?: string): Promise<Account | null> {
  if (claims.authTokenType === 'identityAccessToken') return machineOf(claims, clientId);
  const { organizationId } = claims;
  if (organizationId === undefined) return null;
  const [{ user }, { organizations }] = await Promise.all([
    take(api.GET('/api/v2/users/me')),
    take(api.GET('/api/v2/users/me/organizations')),
  ]);
  return {
    kind: 'person',
    id: user.id,
    name: [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email,
    email: user.email,
    organizationId,
    organization: organizations.find(({ id }) => id === organizationId)?.name ?? '',
  };
}

type MachineClaims = Claims & { authTokenType: 'identityAccessToken' };

async function machineOf(claims: MachineClaims, given?: string): Promise<Account> {
  const [{ identityDetails }, clientId] = await Promise.all([
    take(api.GET('/api/v1/identities/details')),
    given ?? ownClientId(claims),
  ]);
  const { organization } = identityDetails;
  return {
    kind: 'machine',
    id: claims.identityId,
    name: claims.identityName,
    email: '',
    ...(clientId === undefined ? {} : { clientId }),
    organizationId: organization.id,
    organization: organization.name,
  };
}

/** After a reload, for the identities that may see it of themselves. */
async function ownClientId({ identityId }: MachineClaims): Promise<string | undefined> {
  const params = { path: { identityId } };
  const path = '/api/v1/auth/universal-auth/identities/{identityId}';
  const auth = await take(api.GET(path, { params })).catch(() => undefined);
  return auth?.identityUniversalAuth.clientId;
}
