interface Folder {
  readonly environment: string;
  readonly path: string;
}

/** The folder `from` imports the secrets of the folder `to`. */
export interface FolderImport {
  readonly from: Folder;
  readonly to: Folder;
}

/** Folders of a circle that a refusal lists; of a longer one it says that there are more. */
const MAX_NAMED = 20;

const nameOf = ({ environment, path }: Folder): string => `${environment}:${path}`;

/** The folders of a circle, the first one again as the last, or null if no import leads back. */
export function findCircle(edges: readonly FolderImport[]): string[] | null {
  const sources = new Map<string, string[]>();
  for (const { from, to } of edges) {
    sources.set(nameOf(from), [...(sources.get(nameOf(from)) ?? []), nameOf(to)]);
  }
  const done = new Set<string>();
  for (const start of sources.keys()) {
    const circle = circleFrom(start, sources, done);
    if (circle) return circle;
  }
  return null;
}

/** Depth first, without recursion: a chain of imports may be long. */
function circleFrom(
  start: string,
  sources: ReadonlyMap<string, readonly string[]>,
  done: Set<string>,
): string[] | null {
  const trail: { name: string; next: number }[] = [{ name: start, next: 0 }];
  const onTrail = new Set([start]);
  for (let top = trail.at(-1); top; top = trail.at(-1)) {
    const source = sources.get(top.name)?.[top.next++];
    if (source === undefined) {
      trail.pop();
      onTrail.delete(top.name);
      done.add(top.name);
    } else if (onTrail.has(source)) {
      const names = trail.map(({ name }) => name);
      return [...names.slice(names.indexOf(source)), source];
    } else if (!done.has(source)) {
      trail.push({ name: source, next: 0 });
      onTrail.add(source);
    }
  }
  return null;
}

/** As text: `dev:/a > dev:/b > dev:/a`. */
export function describeCircle(circle: readonly string[]): string {
  const named = circle.slice(0, MAX_NAMED);
  return [...named, ...(circle.length > named.length ? ['…'] : [])].join(' > ');
}
