import { createContext, use } from 'react';

/** A screen that is reached from the bar, from the box (Ctrl K) and by `g` and its key. */
export interface Place {
  readonly label: string;
  /** Its route, as the router spells it; of a project where `$projectSlug` stands in it. */
  readonly to: string;
  /** After `g`. */
  readonly key?: string;
  /** Whether it stands in the bar; the others are in the box and in the menu of the account. */
  readonly isInBar?: boolean;
  /** The search of its address that shows one secret. The first place of the bar that has it opens what the box finds. */
  readonly searchOf?: (found: FoundName) => Readonly<Record<string, string>>;
  /** The search of its address that shows one machine identity. */
  readonly identityOf?: (id: string) => Readonly<Record<string, string>>;
}

/** A secret by its name, in all environments. */
export interface FoundName {
  readonly name: string;
  readonly path: string;
}

export const PlacesContext = createContext<readonly Place[]>([]);
export const usePlaces = (): readonly Place[] => use(PlacesContext);
export const isOfProject = ({ to }: Place): boolean => to.includes('$projectSlug');
