import { useOrganizationRights } from '../api/rights';

const RIGHTS = { read: { subject: 'audit-logs', action: 'read' } } as const;

/** Why whoever looks may not read the whole log, its chain, and what identities have seen by it. */
export const useWholeLog = () => useOrganizationRights(RIGHTS).read;
