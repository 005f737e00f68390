import { useEffect, useState } from 'react';
import { useProjectRights } from '../api/rights';
import { isAsking, type Right, type WhyNot, whyNowhere } from '../api/rights-answers';
import type { Change } from '../review/change';
import { useProject } from '../shell/project';
import { say } from '../widgets/toast';
import { reviewWords as words } from '../words/review';
import { changeRights, newRights } from './change-rights-model';
import type { Grid, Row } from './model';
import { useChange } from './of-address';

/** Why no secret can be added to the folder in any environment. */
function useWhyNotAdd(path: string, rows: readonly Row[]): WhyNot {
  const { id, environments } = useProject();
  const slugs = environments.map(({ slug }) => slug);
  return whyNowhere(useProjectRights(id, newRights(path, slugs, rows)), null);
}

const NO_RIGHTS: Readonly<Record<string, Right>> = {};

/** Why a secret can be changed, renamed or deleted in no environment. What is refused in some of them, the review tells. */
export function useWhyNotChange(row: Row | undefined, environments: readonly string[]) {
  const { id } = useProject();
  const { edits, deletions, creations } = row
    ? changeRights(row, environments)
    : { edits: NO_RIGHTS, deletions: NO_RIGHTS, creations: NO_RIGHTS };
  const [edit, remove, create] = [
    useProjectRights(id, edits),
    useProjectRights(id, deletions),
    useProjectRights(id, creations),
  ];
  const named = (answers: Readonly<Record<string, WhyNot>>, action: string) =>
    Object.entries(answers).map(([slug, whyNot]) => [`${action} ${slug}`, whyNot] as const);
  const all = [...named(edit, 'edit'), ...named(create, 'create'), ...named(remove, 'delete')];
  return {
    change: whyNowhere(Object.fromEntries(all), null),
    rename: whyNowhere(edit, words.nowhere),
    remove: whyNowhere(remove, words.nowhere),
  };
}

/**
 * Whether the dialog of a change is shown: not before it is known that something of it may be done, and then as long as it is asked
 * for, whatever becomes of the rights. Where nothing may be done, `end` is called and the reason said, as a key or an address asks for it too.
 */
function useBegun(
  change: Change | null,
  whyNotAdd: WhyNot,
  { rows, environments }: Pick<Grid, 'rows' | 'environments'>,
  end: () => void,
): boolean {
  const changed = change?.kind === 'change' ? change : null;
  const row = rows.find(({ path, name }) => path === changed?.path && name === changed.name);
  const { change: whyNotChange } = useWhyNotChange(row, environments);
  const [begun, setBegun] = useState<Change['kind'] | null>(null);
  const kind = change?.kind ?? null;
  const whyNot = kind === 'new' ? whyNotAdd : kind === 'change' ? whyNotChange : null;
  if (kind !== begun && whyNot === null) setBegun(kind);
  const isRefused = kind !== begun && whyNot !== null && !isAsking(whyNot);
  useEffect(() => {
    if (!isRefused || whyNot === null) return;
    say(whyNot);
    end();
  });
  return kind !== null && kind === begun;
}

/** The change that is asked for, once it is known that something of it may be done; and why no secret can be added to the folder. */
export function useAllowedChange(grid: Pick<Grid, 'rows' | 'environments'>, path: string) {
  const whyNotAdd = useWhyNotAdd(path, grid.rows);
  const [asked, setChange] = useChange();
  const isBegun = useBegun(asked, whyNotAdd, grid, () => setChange(null));
  return { change: isBegun ? asked : null, setChange, whyNotAdd };
}
