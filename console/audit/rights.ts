import { useOrganizationRights, useProjectRights } from '../api/rights';
import type { Right, WhyNot } from '../api/rights-answers';

const RIGHTS = { read: { subject: 'audit-logs', action: 'read' } } as const;
const NOTHING: Readonly<Record<string, Right>> = {};

/** Why whoever looks may not read the log of a project. Without a project nothing is asked. */
export const useProjectLog = (projectId: string | undefined): WhyNot =>
  useProjectRights<string>(projectId ?? '', projectId === undefined ? NOTHING : RIGHTS)['read'] ??
  null;

/** Why whoever looks may not read the whole log, its chain, and what identities have seen by it. */
export const useWholeLog = () => useOrganizationRights(RIGHTS).read;
