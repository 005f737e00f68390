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
  readonly organizationId: string;
  readonly organization: string;
}

/** What the page shows of whoever a token is for; null for one that is of no organization yet. */
export async function accountOf(claims: Claims): Promise<Account | null> {
  if (claims.authTokenType === 'identityAccessToken') return machineOf(claims);
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

async function machineOf(
  claims: Claims & { authTokenType: 'identityAccessToken' },
): Promise<Account> {
  const { identityDetails } = await take(api.GET('/api/v1/identities/details'));
  const { organization } = identityDetails;
  return {
    kind: 'machine',
    id: claims.identityId,
    name: claims.identityName,
    email: '',
    organizationId: organization.id,
    organization: organization.name,
  };
}
