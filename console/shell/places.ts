import { createContext, use } from 'react';

/** A screen that is reached from the bar, from the box (Ctrl K) and by `g` and its key. */
export interface Place {
  readonly label: string;
  /** What one comes for, beside the label in the box, which finds it by these words too. */
  readonly hint?: string;
  /** Other words by which the box finds it. */
  readonly synonyms?: string;
  /** Its route, as the router spells it; of a project where `$projectSlug` stands in it. */
  readonly to: string;
  /** After `g`. */
  readonly key?: string;
  /** What of the address of another place its own begins with: a folder, an environment. */
  readonly keeps?: readonly string[];
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

/** The search of an address that a place begins with, where one comes from another one. */
export function keptBy(
  { keeps = [] }: Place,
  search: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(keeps.flatMap((key) => (key in search ? [[key, search[key]]] : [])));
}

export const PlacesContext = createContext<readonly Place[]>([]);
export const usePlaces = (): readonly Place[] => use(PlacesContext);
export const isOfProject = ({ to }: Place): boolean => to.includes('$projectSlug');
