import { useQuery } from '@tanstack/react-query';
import { gridQuery } from '../secrets/queries';
import type { TargetedAct } from './model';
import { rowOfTarget, staleOf, type Stale } from './stale';

/** What somebody did with the secret of an act since it was wished for; null for nothing, or until the grid is there. */
export function useStale(of: TargetedAct): Stale | null {
  const { data: grid } = useQuery(gridQuery(of.target.projectId));
  return grid ? staleOf(of.act, rowOfTarget(grid.rows, of)) : null;
}
