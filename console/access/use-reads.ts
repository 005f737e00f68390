import { useQuery } from '@tanstack/react-query';
import { useProjectLog, useWholeLog } from '../audit/rights';
import { type SeenReads, seenReads } from './last-reads';
import { readsQuery } from './queries';

/** Reads of one secret, or why whoever looks may not see them; undefined until it is known. */
export function useReads(
  projectId: string,
  secretPath: string,
  secretName: string,
): SeenReads | undefined {
  const { data: page } = useQuery(readsQuery(projectId, secretPath, secretName));
  const [ofAll, ofProject] = [useWholeLog(), useProjectLog(projectId)];
  return page === undefined ? undefined : seenReads({ page, ofAll, ofProject });
}
