import {
  type KnownNames,
  markOf,
  type Matrix,
  MAX_QUESTIONS,
  type MemberWithRules,
  membersWithRules,
  tokensWithRules,
} from './model';

/** A folder of one environment. */
export interface PlaceBelow {
  readonly environment: string;
  readonly secretPath: string;
}

/** Requests for a hundred members each: more folders than they hold are not looked at. */
const MAX_REQUESTS = 6;

/** The folders below one that hold secrets, by environment, in as many parts as there are requests. */
export function placesBelow(
  known: Pick<KnownNames, 'paths' | 'has'>,
  secretPath: string,
  environments: readonly string[],
): { readonly parts: readonly (readonly PlaceBelow[])[]; readonly isCut: boolean } {
  const above = secretPath === '/' ? '/' : `${secretPath}/`;
  const paths = known.paths.filter((path) => path !== secretPath && path.startsWith(above));
  const places = paths.flatMap((path) =>
    environments
      .filter((environment) => known.has(environment, path, ''))
      .map((environment) => ({ environment, secretPath: path })),
  );
  const parts = Array.from({ length: Math.ceil(places.length / MAX_QUESTIONS) }, (_, n) =>
    places.slice(n * MAX_QUESTIONS, (n + 1) * MAX_QUESTIONS),
  );
  return { parts: parts.slice(0, MAX_REQUESTS), isCut: parts.length > MAX_REQUESTS };
}

/** Folders in which somebody may, by the id of a member or a service token. */
export type Below = ReadonlyMap<string, readonly PlaceBelow[]>;

/** Takes the answers together: each with the places that it was asked about. */
export function belowOf(
  answers: readonly { readonly places: readonly PlaceBelow[]; readonly page: Matrix }[],
): Below {
  const found = new Map<string, PlaceBelow[]>();
  for (const { places, page } of answers)
    for (const row of [...membersWithRules(page), ...tokensWithRules(page)]) {
      const may = places.filter((_, column) => mayIn(row, column));
      const before = found.get(row.member.id) ?? [];
      if (may.length > 0) found.set(row.member.id, [...before, ...may]);
    }
  return found;
}

/** Where a rule about some secrets decides, somebody may do it with some. */
function mayIn({ member, rules }: MemberWithRules, column: number): boolean {
  const cell = member.cells[column];
  return cell?.allowed === true && markOf(cell, { rules, isOfAll: true }) !== 'not';
}

/** A folder, and the environments in which somebody may there. */
export interface FolderBelow {
  readonly secretPath: string;
  readonly environments: readonly string[];
}

/** Folders by their path, each once. */
export const foldersOf = (places: readonly PlaceBelow[]): FolderBelow[] =>
  [...Map.groupBy(places, ({ secretPath }) => secretPath)]
    .map(([secretPath, of]) => ({ secretPath, environments: of.map((each) => each.environment) }))
    .sort((one, other) => one.secretPath.localeCompare(other.secretPath));
