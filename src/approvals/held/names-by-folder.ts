import { groupBy } from '../../database/group-by.js';

/** A secret by its name; the environment is null where its folder is gone. */
export interface PlacedName {
  readonly environment: string | null;
  readonly secretPath: string;
  readonly secretKey: string;
}

/** Puts names together by folder, as audit entries about secrets of several folders have them. */
export function namesByFolder(names: readonly PlacedName[]) {
  const placeOf = ({ environment, secretPath }: PlacedName) =>
    JSON.stringify([environment, secretPath]);
  return [...groupBy(names, placeOf).values()].map((inFolder) => ({
    environment: inFolder[0]!.environment,
    secretPath: inFolder[0]!.secretPath,
    secretKeys: inFolder.map(({ secretKey }) => secretKey),
  }));
}
