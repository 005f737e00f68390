import type { Grid, Row } from './model';

/**
 * What the caller may know of a cell that shows nothing. `seen`: that it is not set; `folder`: nothing of the folder in that
 * environment; `name`: nothing of this name; `unknown`: what they may see was not answered.
 */
export type Sight = 'seen' | 'folder' | 'name' | 'unknown';

export type SightOf = (row: Pick<Row, 'path' | 'name'>, environment: string) => Sight;

/** What a question is about; what is left out stands for all there are. */
export interface Place {
  readonly environment?: string;
  readonly secretPath?: string;
  readonly secretName?: string;
}

/** Whether the caller may see the names of secrets at each place that was asked about. */
export type Answers = ReadonlyMap<string, boolean>;

export const keyOf = ({ environment = '', secretPath = '', secretName = '' }: Place): string =>
  `${environment} ${secretPath} ${secretName}`;

/** Places, and names, that are asked about at most: five requests of each. */
const MOST = 1_000;

/** Asked first: whether they may see all names, or all of an environment. */
export const toAsk = (environments: readonly string[]): Place[] => [
  {},
  ...environments.map((environment) => ({ environment })),
];

type Seen = Pick<Grid, 'rows' | 'environments'>;

/** Asked next: the folders in which an environment shows nothing under some name, where they may not see all of it. */
export function placesToAsk({ rows, environments }: Seen, first: Answers): Place[] {
  if (first.get(keyOf({})) !== false) return [];
  const places = new Map<string, Place>();
  const hidden = environments.filter((each) => first.get(keyOf({ environment: each })) === false);
  for (const environment of hidden)
    for (const { path: secretPath, cells } of rows) {
      if (cells.has(environment)) continue;
      const place = { environment, secretPath };
      if (places.size < MOST) places.set(keyOf(place), place);
    }
  return [...places.values()];
}

/** Asked last: the names that show nothing in a folder of which they may not see all. */
export function namesToAsk({ rows, environments }: Seen, first: Answers, places: Answers): Place[] {
  if (first.get(keyOf({})) !== false) return [];
  return environments
    .flatMap((environment) =>
      rows
        .filter(
          ({ path: secretPath, cells }) =>
            !cells.has(environment) && places.get(keyOf({ environment, secretPath })) === false,
        )
        .map(({ path: secretPath, name: secretName }) => ({ environment, secretPath, secretName })),
    )
    .slice(0, MOST);
}

/** What follows from the three answers; each is empty while it is asked, and where there was nothing to ask. */
export function sightFrom(
  { rows, environments }: Seen,
  [first, places, names]: readonly [Answers, Answers, Answers],
): SightOf {
  const open = new Set<string>();
  for (const { path: secretPath, name: secretName, cells } of rows) {
    for (const [environment, { source }] of cells)
      if (source === null) open.add(keyOf({ environment, secretPath }));
    for (const environment of environments)
      if (names.get(keyOf({ environment, secretPath, secretName })))
        open.add(keyOf({ environment, secretPath }));
  }
  return ({ path: secretPath, name: secretName }, environment) => {
    if (first.get(keyOf({})) || first.get(keyOf({ environment }))) return 'seen';
    const place = keyOf({ environment, secretPath });
    const [maySeePlace, maySeeName] = [
      places.get(place),
      names.get(keyOf({ environment, secretPath, secretName })),
    ];
    if (maySeePlace || maySeeName) return 'seen';
    if (maySeePlace === undefined || maySeeName === undefined) return 'unknown';
    return open.has(place) ? 'name' : 'folder';
  };
}
