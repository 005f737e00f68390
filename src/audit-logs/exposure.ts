/** An entry of the log that says which secrets somebody was shown. */
export interface ReadEntry {
  readonly id: string;
  readonly projectId: string;
  readonly createdAt: Date;
  readonly target: Readonly<Record<string, unknown>>;
}

/** A version of a secret that somebody was shown, by the address that it had then. */
export interface ShownVersion {
  readonly projectId: string;
  readonly environment: string;
  readonly secretPath: string;
  readonly secretKey: string;
  readonly version: number;
  /** The newest entry that tells of it, of those looked at. */
  readonly lastShownAt: Date;
  readonly auditLogId: string;
  readonly timesShown: number;
}

export interface Shown {
  readonly versions: readonly ShownVersion[];
  /** How many more there were that the entries only count. */
  readonly unnamed: number;
}

/** Puts together what entries say, the newest first: each version of each secret once. */
export function shownIn(entries: readonly ReadEntry[]): Shown {
  const versions = new Map<string, ShownVersion>();
  let unnamed = 0;
  for (const { id, projectId, createdAt, target } of entries) {
    let named = 0;
    for (const { environment, secretPath, secretKeys, versions: numbers } of foldersOf(target)) {
      secretKeys.forEach((secretKey, index) => {
        named++;
        const version = numbers[index] ?? 0;
        const state = { projectId, environment, secretPath, secretKey, version };
        const key = JSON.stringify(Object.values(state));
        const known = versions.get(key);
        const newest = known ?? { lastShownAt: createdAt, auditLogId: id, timesShown: 0 };
        const { lastShownAt, auditLogId, timesShown } = newest;
        versions.set(key, { ...state, lastShownAt, auditLogId, timesShown: timesShown + 1 });
      });
    }
    const { count } = target;
    if (typeof count === 'number' && count > named) unnamed += count - named;
  }
  return { versions: [...versions.values()], unnamed };
}

interface ReadFolder {
  readonly environment: string;
  readonly secretPath: string;
  readonly secretKeys: readonly string[];
  readonly versions: readonly number[];
}

/** The folders that an entry lists; one alone stands without a list around it. */
function foldersOf(target: Readonly<Record<string, unknown>>): ReadFolder[] {
  const { folders } = target;
  const all: unknown[] = Array.isArray(folders) ? folders : [target];
  return all.filter(isReadFolder);
}

function isReadFolder(value: unknown): value is ReadFolder {
  const { environment, secretPath, secretKeys, versions } = value as Partial<ReadFolder>;
  return (
    typeof environment === 'string' &&
    typeof secretPath === 'string' &&
    Array.isArray(secretKeys) &&
    Array.isArray(versions)
  );
}
