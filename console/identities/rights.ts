import { useOrganizationRights } from '../api/rights';

const identity = (action: string) => ({ subject: 'identity', action });

const RIGHTS = {
  create: identity('create'),
  remove: identity('delete'),
  editAuth: identity('edit-auth'),
  revokeAuth: identity('revoke-auth'),
  createToken: identity('create-token'),
  deleteToken: identity('delete-token'),
} as const;

/** Why whoever looks may not do what is done to identities; one question for all of it. */
export const useIdentityRights = () => useOrganizationRights(RIGHTS);
