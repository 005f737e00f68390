import { heldSlugs } from '../people/model';
import { Button } from '../widgets/button';
import { whatIfWords as words } from '../words/what-if';
import { type Draft, useTry } from './draft';
import type { WhatIfSearch } from './route';
import styles from './screen.module.css';
import { undoOfRoles } from './undo';

/** What was applied last, and the draft that puts back what was there before; null where none does. */
export interface Applied {
  readonly undo: Partial<WhatIfSearch> | null;
}

/** The way back of what a draft changes. Grants have a place where they are taken away. */
export function undoOf({ member, own, stored }: Draft): Applied {
  if (!member) return { undo: { rules: stored } };
  if (!own?.found) return { undo: null };
  const now = Date.now();
  return { undo: undoOfRoles(own.found.roles, heldSlugs(own.found.roles, now), own.slugs, now) };
}

interface Props {
  readonly applied: Applied;
  /** Whether roles of a member were changed. */
  readonly isOfRoles: boolean;
}

/** Prepares the change back: it is looked at and applied like any other. */
export function UndoAct({ applied: { undo }, isOfRoles }: Props) {
  const attempt = useTry();
  if (undo === null) return isOfRoles && <p className={styles.soft}>{words.noUndo}</p>;
  return <Button onPress={() => attempt(undo)}>{words.undo}</Button>;
}
