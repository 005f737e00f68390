import { useLocation, useSearch } from '@tanstack/react-router';
import { createContext, use, useState } from 'react';

/** A screen that is reached from the navigation, from the box (Ctrl K) and by `g` and its key. */
export interface Place {
  /** The title of the screen, in the same words. */
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
  /** Whether it is one of the five with a link in the bar; the others are in one menu. */
  readonly isInBar?: boolean;
  /** Whether the menu of the account leads there too. */
  readonly isOfAccount?: boolean;
  /** The search of its address that shows one secret. The first place that has it opens what the box finds. */
  readonly searchOf?: (found: FoundName) => Readonly<Record<string, string>>;
  /** The search of its address that shows one machine identity. */
  readonly identityOf?: (id: string) => Readonly<Record<string, string>>;
}

/** A secret by its name, in all environments. */
export interface FoundName {
  readonly name: string;
  readonly path: string;
}

/** What of an address a place takes over from another one. */
export type Kept = Readonly<Record<string, unknown>>;

/** The search of an address that a place begins with, where one comes from another one. */
export function keptBy({ keeps = [] }: Place, search: Kept): Kept {
  return Object.fromEntries(keeps.flatMap((key) => (key in search ? [[key, search[key]]] : [])));
}

/** The search of the place of the project that was seen last, of those that keep something of it. */
export const KeptSearch = createContext<Kept>({});
export const useKeptSearch = (): Kept => use(KeptSearch);

/** For the frame alone, which lives as long as the session: what `useKeptSearch` returns. */
export function useKeptOfFrame(slug: string | undefined): Kept {
  const { pathname } = useLocation();
  const search: Kept = useSearch({ strict: false });
  const here = usePlaces().find((place) => addressOf(place, slug) === pathname);
  const [last, setLast] = useState<{ readonly slug: string | undefined; readonly kept: Kept }>({
    ...{ slug, kept: {} },
  });
  const kept = here?.keeps ? keptBy(here, search) : last.slug === slug ? last.kept : {};
  if (last.slug !== slug || !isSameSearch(last.kept, kept)) setLast({ slug, kept });
  return kept;
}

const isSameSearch = (one: Kept, other: Kept): boolean =>
  [...Object.keys(one), ...Object.keys(other)].every((key) => one[key] === other[key]);

export const PlacesContext = createContext<readonly Place[]>([]);
export const usePlaces = (): readonly Place[] => use(PlacesContext);
export const isOfProject = ({ to }: Place): boolean => to.includes('$projectSlug');

const addressOf = ({ to }: Place, slug: string | undefined): string =>
  to.replace('$projectSlug', slug ?? '');

/** Whether an address is that of the place, or below it. */
export const isAt = (place: Place, slug: string | undefined, pathname: string): boolean =>
  `${pathname}/`.startsWith(`${addressOf(place, slug)}/`);
